/* The colours that the reader has chosen, before anything is shown. */
(root => {
  root.dataset.js = "";
  try {
    const colours = localStorage.getItem("blogext-colours");
    if (colours) {
      root.dataset.colours = colours;
      const dark = document.getElementById("pygments_dark_css");
      if (dark) dark.media = colours == "dark" ? "all" : "not all";
    }
  } catch {}
})(document.documentElement);

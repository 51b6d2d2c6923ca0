/* What every page has where scripts run: colours, before anything is shown, their switch, and the key of the search. */
(root => {
  const name = "blogext-colours";
  const modes = ["", "light", "dark"];
  const paint = colours => {
    if (colours) root.dataset.colours = colours;
    else delete root.dataset.colours;
    const dark = document.getElementById("pygments_dark_css");
    if (dark) dark.media = { dark: "all", light: "not all" }[colours] || "(prefers-color-scheme: dark)";
  };
  root.dataset.js = "";
  try { paint(localStorage.getItem(name)); } catch {}

  addEventListener("DOMContentLoaded", () => {
    /* What is folded above the text is open at its side, as the style sheet shows it */
    const wide = matchMedia("(min-width: 70rem)");
    const fold = () => document.querySelectorAll(".fold").forEach(part => (part.open = wide.matches));
    wide.onchange = fold;
    if (wide.matches) fold();

    /* A long navigation shows where the reader is */
    const here = document.querySelector('.site-nav [aria-current="page"]');
    if (here) here.closest(".site-nav").scrollTop = here.getBoundingClientRect().top - innerHeight / 2;

    const button = document.querySelector(".colours");
    if (!button) return;
    const mode = () => Math.max(0, modes.indexOf(root.dataset.colours));
    const tell = () => button.setAttribute("aria-label", (button.title = button.dataset.words.split("|")[mode()]));
    button.onclick = () => {
      const colours = modes[(mode() + 1) % 3];
      paint(colours);
      tell();
      try {
        if (colours) localStorage.setItem(name, colours);
        else localStorage.removeItem(name);
      } catch {}
    };
    tell();
  });

  /* “/” goes to the search */
  addEventListener("keydown", event => {
    const input = document.querySelector("input[name=q]");
    if (input && event.key == "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input, textarea, select, [contenteditable]"))
      event.preventDefault(), input.focus();
  });

  /* Words that were searched for */
  if (/[?&]highlight=/.test(location.search))
    document.head.append(Object.assign(document.createElement("script"), { src: root.dataset.content_root + "_static/blogext-highlight.js" }));
})(document.documentElement);

/* Colours of code that a site has of its own, for light or dark: they follow the switch. */
(root => {
  const follow = () => {
    const colours = root.dataset.colours;
    for (const scheme of ["light", "dark"]) {
      const sheet = document.getElementById("code-" + scheme);
      if (sheet) sheet.media = !colours ? `(prefers-color-scheme: ${scheme})` : colours == scheme ? "all" : "not all";
    }
  };
  new MutationObserver(follow).observe(root, { attributeFilter: ["data-colours"] });
  follow();
})(document.documentElement);

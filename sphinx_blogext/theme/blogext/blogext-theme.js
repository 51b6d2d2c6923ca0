/* What must be known before anything is shown: the reader's colors, and whether formulas wait for their font. */
(() => {
  const root = document.documentElement;
  let mode = 0;
  try { mode = localStorage["blogext-colors"] % 3 || 0; } catch {}
  root.dataset.colors = ["", "light", "dark"][mode];
  const fonts = document.fonts, font = "1em blogext-math";
  if ("math" in root.dataset && fonts && !fonts.check(font)) {
    root.dataset.formulas = "awaited";
    const show = () => delete root.dataset.formulas;
    fonts.load(font);
    /* What other parts of it are needed is known when the page is laid out. */
    addEventListener("DOMContentLoaded", () => fonts.ready.then(show));
  }
{%- if own_light or own_dark %}
  /* The site's own colors of code, for light or dark, follow the switch. */
  const follow = () => {
    const { colors } = root.dataset;
    for (const scheme of ["light", "dark"]) {
      const sheet = document.getElementById("code-" + scheme);
      if (sheet) sheet.media = !colors ? `(prefers-color-scheme: ${scheme})` : colors == scheme ? "all" : "not all";
    }
  };
  new MutationObserver(follow).observe(root, { attributeFilter: ["data-colors"] });
  follow();
{%- endif %}
})();

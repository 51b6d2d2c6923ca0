/* What must be known before anything is shown: the reader's colours, and whether the font for formulas is there. */
(() => {
  const root = document.documentElement;
  let mode = 0;
  try { mode = localStorage["blogext-colours"] % 3 || 0; } catch {}
  root.dataset.colours = ["", "light", "dark"][mode];

  /* A font for formulas that is not at hand is waited for, though no more than a second */
  const fonts = document.fonts, font = "1em blogext-math";
  if (fonts && !fonts.check(font)) {
    root.dataset.formulas = "awaited";
    const show = () => delete root.dataset.formulas;
    setTimeout(show, 1000);
    fonts.load(font);
    /* What parts of it there are to wait for is known when the page is laid out */
    addEventListener("DOMContentLoaded", () => root.offsetHeight && fonts.ready.then(show));
  }
})();

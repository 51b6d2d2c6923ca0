/* As in the theme blogext, formulas keep their room until a font is there that is not at hand. */
(() => {
  const root = document.documentElement;
  const fonts = document.fonts, font = "1em blogext-math";
  if (!fonts) return;
  root.dataset.formulas = "awaited";
  const show = () => delete root.dataset.formulas;
  /* The sheet that names the font may come after this script; without it, every font is said to be there */
  requestAnimationFrame(() => { if (fonts.size && fonts.check(font)) show(); else fonts.load(font); });
  /* What parts of it there are to wait for is known when the page is laid out */
  addEventListener("DOMContentLoaded", () => new ResizeObserver((_, observer) => {
    observer.disconnect();
    fonts.ready.then(show);
  }).observe(root));
})();

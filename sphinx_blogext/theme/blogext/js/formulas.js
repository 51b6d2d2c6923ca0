{% include "js/theme.js" %}
/* A font for formulas that is not at hand is waited for, though no more than a second. */
(() => {
  const root = document.documentElement;
  const fonts = document.fonts, font = "1em blogext-math";
  if (!fonts || fonts.check(font)) return;
  root.dataset.formulas = "awaited";
  const show = () => delete root.dataset.formulas;
  setTimeout(show, 1000);
  fonts.load(font);
  /* What parts of it there are to wait for is known when the page is laid out */
  addEventListener("DOMContentLoaded", () => new ResizeObserver((_, observer) => {
    observer.disconnect();
    fonts.ready.then(show);
  }).observe(root));
})();

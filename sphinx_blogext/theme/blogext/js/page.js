/* The same, and what a page has around its text. */
(() => {
{% include "js/listen.js" %}

  /* What is folded above the text is open at its side, as the style sheet shows it */
  for (const [part, width] of [[".site-nav > .fold", 60], [".page-sections > .fold", 70]]) {
    const wide = matchMedia(`(min-width: ${width}rem)`), fold = find(part);
    if (fold) (wide.onchange = () => (fold.open = wide.matches))();
  }

  /* A long navigation shows where the reader is, once it is laid out: to measure it before would have that done twice */
  const here = find(".site-nav [aria-current=page]");
  if (here) new ResizeObserver((_, observer) => {
    observer.disconnect();
    here.closest(".site-nav").scrollTop = here.getBoundingClientRect().top - innerHeight / 2;
  }).observe(here.closest(".site-nav"));

  /* The contents show the section that the address names, and then the one that is read */
  if (find(".page-sections")) {
    addEventListener("scroll", event => root.answer(event));
    if (location.hash) root.answer({});
  }
})();

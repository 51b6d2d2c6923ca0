{% include "js/page.js" %}
/* What does not scroll is no stop for the keyboard. */
(() => {
  const scrollers = [...document.querySelectorAll(".body [role=group][tabindex]")];
  new ResizeObserver(() => {
    for (const part of scrollers)
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
  }).observe(document.body);
})();

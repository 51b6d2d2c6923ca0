/* What does not scroll is no stop for the keyboard. */
(() => {
  const scrollers = [...document.querySelectorAll(".body [role=group][tabindex]")];
  new ResizeObserver(() => {
    /* All are measured before one is changed */
    for (const [part, scrolls] of scrollers.map(part => [part, part.scrollWidth > part.clientWidth]))
      if (scrolls) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
  }).observe(document.body);
})();

/* What contents at the side gain where scripts run: they show which section is read. */
(() => {
  const sections = [...document.querySelectorAll(".page-sections a[href^='#']")].map(link => [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))]);
  let current;
  const mark = () => {
    const isEnd = scrollY && scrollY + innerHeight > document.body.scrollHeight - 2;
    const [link] = sections.findLast(section => section[1]?.getBoundingClientRect().top < innerHeight / (isEnd ? 1 : 3)) || [];
    if (link == current) return;
    const nav = link?.closest("nav");
    const [at, box] = [link, nav].map(part => part?.getBoundingClientRect());
    current?.removeAttribute("aria-current");
    current = link;
    if (!link) return;
    link.ariaCurrent = true;
    if (at.top < box.top || at.bottom > box.bottom) nav.scrollTop += at.top - box.top - box.height / 2;
  };
  addEventListener("scroll", mark);
  /* Also at first, when the page is laid out: to measure it before would have it laid out twice */
  new ResizeObserver(mark).observe(document.body);
})();

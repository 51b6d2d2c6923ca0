/* What a text gains where scripts run. Nothing of it is needed to read. */
(() => {
  const root = document.documentElement;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const [, , , copyWord, copiedWord] = (document.querySelector(".colours")?.dataset.words || "").split("|");

  /* Copy code, without prompts and their output */
  if (navigator.clipboard && copyWord && !document.querySelector("script[src*=copybutton]"))
    for (const code of all(".body .highlight")) {
      const copy = document.createElement("button");
      copy.className = "copy";
      copy.type = "button";
      copy.textContent = copyWord;
      copy.onclick = async () => {
        const text = all("pre", code).pop().cloneNode(true);
        const shell = all(".gp", text).length;
        all(".linenos, .gp, .go", text).forEach(part => part.remove());
        await navigator.clipboard.writeText(shell ? text.textContent.replace(/\n\s*\n/g, "\n").trim() : text.textContent);
        copy.textContent = copiedWord;
        setTimeout(() => (copy.textContent = copyWord), 2000);
      };
      code.append(copy);
    }

  /* The section that is read */
  const links = new Map(all('.page-sections a[href^="#"]').map(a => [decodeURIComponent(a.hash.slice(1)), a]));
  const sections = [...links.keys()].map(id => document.getElementById(id)).filter(section => section);
  if (sections.length > 1) {
    const mark = () => {
      const isEnd = scrollY && scrollY + innerHeight >= root.scrollHeight - 2;
      const seen = sections.filter(section => section.getBoundingClientRect().top < innerHeight / (isEnd ? 1 : 3));
      const current = seen.length ? links.get(seen.pop().id) : null;
      for (const link of links.values())
        if (link == current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      if (!current) return;
      const nav = current.closest("nav");
      const [at, box] = [current, nav].map(part => part.getBoundingClientRect());
      if (at.top < box.top || at.bottom > box.bottom) nav.scrollTop += at.top - box.top - box.height / 2;
    };
    let waits = false;
    addEventListener("scroll", () => {
      if (!waits) requestAnimationFrame(() => { waits = false; mark(); });
      waits = true;
    }, { passive: true });
    mark();
  }

  /* What does not scroll is no stop for the keyboard */
  const scrollers = all(".body [role=group][tabindex]");
  if (scrollers.length)
    new ResizeObserver(() => {
      for (const part of scrollers)
        if (part.scrollWidth > part.clientWidth) part.setAttribute("tabindex", "0");
        else part.removeAttribute("tabindex");
    }).observe(document.body);
})();

/* What a link leads to, beside it: footnotes, sources, terms and posts. The links lead there as they did. */
(() => {
  if (!HTMLElement.prototype.showPopover) return;
  const script = document.currentScript.src;
  const make = (tag, given) => Object.assign(document.createElement(tag), given);
  let box, timer, current;

  const prepare = () => {
    document.head.append(make("link", { rel: "stylesheet", href: new URL("blogext-extras.css", script) }));
    box = document.body.appendChild(make("div", { className: "preview", popover: "manual" }));
    /* One may go into it, and it stays as long as one is there */
    box.onpointerenter = () => clearTimeout(timer);
    box.onpointerleave = () => later(hide);
  };
  const hide = () => { current = null; if (box?.matches(":popover-open")) box.hidePopover(); };
  const later = (what, link) => { clearTimeout(timer); timer = setTimeout(what, 250, link); };

  const page = async url => {
    if (url.pathname == location.pathname && url.search == location.search) return document;
    const response = await fetch(url);
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  };
  /* Copies of what is to be seen: nothing in them has an id, or takes focus */
  const copy = (part, url) => {
    const copied = document.importNode(part, true);
    copied.querySelectorAll(".headerlink, .copy, annotation, script").forEach(each => each.remove());
    for (const each of [copied, ...copied.querySelectorAll("*")]) {
      for (const name of ["id", "href", "tabindex"]) each.removeAttribute(name);
      if (each.hasAttribute("src")) each.src = new URL(each.getAttribute("src"), url);
    }
    return copied;
  };
  const find = async link => {
    const url = new URL(link.href);
    const found = await page(url);
    if (!found) return [];
    if (link.querySelector(":scope > .blog-post")) {
      const text = found.querySelector("meta[name=description]")?.content;
      const main = found.querySelector("[role=main]");
      const parts = [["preview-title", found.querySelector("h1")?.cloneNode(true)], ["", text]];
      return parts.filter(([, part]) => part).map(([className, part]) => {
        part.querySelector?.(".headerlink")?.remove();
        return make("p", { className, textContent: part.textContent ?? part, lang: main?.lang || found.documentElement.lang });
      });
    }
    let target = found.getElementById(decodeURIComponent(url.hash.slice(1)));
    if (target?.matches("dt")) {
      while (target?.matches("dt")) target = target.nextElementSibling;
      return target ? [...target.children].map(part => copy(part, url)) : [];
    }
    return target?.matches(".footnote, .citation") ? [...target.children].filter(part => !part.matches(".label, .backrefs")).map(part => copy(part, url)) : [];
  };

  const show = async link => {
    if (!box) prepare();
    current = link;
    let parts = [];
    try { parts = await find(link); } catch {}
    if (current != link || !parts.length) return;
    box.replaceChildren(...parts);
    box.showPopover();
    const at = link.getClientRects()[0];
    const left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8));
    const isBelow = at.bottom + box.offsetHeight + 8 < innerHeight || at.top < box.offsetHeight;
    Object.assign(box.style, { left: left + "px", top: (isBelow ? at.bottom + 6 : at.top - box.offsetHeight - 6) + "px" });
  };

  for (const link of document.querySelectorAll(document.documentElement.previewed)) {
    link.onpointerenter = event => event.pointerType == "touch" || later(show, link);
    link.onpointerleave = () => later(hide);
    link.onfocus = () => link.matches(":focus-visible") && show(link);
    link.onblur = hide;
    /* It is loaded when one comes to the first of them */
    if (link.matches(":hover")) later(show, link);
    link.onfocus({});
  }
  addEventListener("keydown", event => event.key == "Escape" && hide());
  addEventListener("scroll", () => box && !box.matches(":hover") && hide(), { passive: true });
})();

/* What a page gains where scripts run. It works without. */
(() => {
  const root = document.documentElement;
  const find = selector => document.querySelector(selector);
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const script = document.currentScript.src;
  const loadExtras = () => find("link[href*=blogext-extras]") || document.head.append(make("link", { rel: "stylesheet", href: new URL("blogext-extras.css", script) }));
  const button = find(".colors");
  /* A text in another language has its own words. */
  const words = { ...{% include "_words.html" %}, ...JSON.parse(button?.dataset.words || "{}") };

  /* The switch of colors */
  const modes = ["", "light", "dark"];
  const setColors = mode => {
    root.dataset.colors = modes[mode];
    button.ariaLabel = button.title = words.modes[mode];
  };
  if (button) {
    setColors(modes.indexOf(root.dataset.colors || ""));
    button.onclick = () => {
      const mode = (modes.indexOf(root.dataset.colors) + 1) % 3;
      setColors(mode);
      try { localStorage["blogext-colors"] = mode; } catch {}
    };
  }

  /* The search opens over the page. What it needs is loaded when it is first asked for. */
  const form = find(".site-search");
  const search = () => {
    if (!form) return find("input[name=q]")?.focus({ preventScroll: true });
    if (root.openSearch) return root.openSearch();
    /* What is typed until it is open is searched for. */
    const type = event => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey || event.target.matches(":read-write")) return;
      form.elements.q.value += event.key;
      event.preventDefault();
    };
    addEventListener("keydown", type);
    const ready = () => removeEventListener("keydown", type);
    root.openSearch = Object.assign(() => {}, { ready });
    document.head.append(make("script", { onerror: () => form.submit(), src: new URL("blogext-{{ "pagefind" if theme_search == "pagefind" else "search" }}.js", script) }));
  };
  if (form) {
    form.onsubmit = event => { event.preventDefault(); search(); };
    form.elements.q.onclick = search;
  }
  addEventListener("keydown", event => {
    const isKey = event.ctrlKey || event.metaKey ? event.key == "k" : {{ "" if theme_enable_search_shortcuts|tobool else "false && " }}event.key == "/" && !event.altKey && !event.target.closest("select, :read-write");
    if (!isKey || !find("input[name=q]")) return;
    event.preventDefault();
    search();
  });

  /* What is folded above the text is open at its side, as the style sheet shows it. */
  for (const [part, width] of [[".site-nav > .fold", 60], [".page-sections > .fold", 70]]) {
    const wide = matchMedia(`(min-width: ${width}rem)`), fold = find(part);
    if (fold) (wide.onchange = () => (fold.open = wide.matches))();
  }

  /* The contents at the side show which section is read. */
  const sections = all(".page-sections a[href^='#']").map(link => [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))]);
  let current;
  const mark = () => {
    const isEnd = scrollY && scrollY + innerHeight > document.body.scrollHeight - 2;
    const [link] = sections.findLast(([, section]) => section?.getBoundingClientRect().top < innerHeight / (isEnd ? 1 : 3)) || [];
    if (link == current) return;
    current?.removeAttribute("aria-current");
    current = link;
    if (!link) return;
    link.ariaCurrent = true;
    const nav = link.closest("nav");
    const [at, box] = [link, nav].map(part => part.getBoundingClientRect());
    if (at.top < box.top || at.bottom > box.bottom) nav.scrollTop += at.top - box.top - box.height / 2;
  };
  if (sections.length) addEventListener("scroll", mark, { passive: true });

  /* What scrolls is a stop for the keyboard, with a name. */
  const labels = [["table", ".table-wrap, .output"], ["formula", ".math, .blog-math"], ["code", "pre"]];
  const scrollers = all(".body :is(pre, .table-wrap, div.math, .blog-math, .math-wide, .output)");
  const focus = () => {
    /* All are measured before one is changed. */
    for (const [part, scrolls] of scrollers.map(part => [part, part.scrollWidth > part.clientWidth])) {
      const label = part.querySelector("caption")?.textContent.trim() || words[labels.find(([, selector]) => part.matches(selector))[0]];
      for (const [name, value] of [["tabindex", 0], ["role", "group"], ["aria-label", label]])
        if (scrolls) part.setAttribute(name, value);
        else part.removeAttribute(name);
    }
  };

  for (const task of all(".task-list-item-checkbox")) task.ariaLabel = words.done;

  /* Laid out once: to measure before would have that done twice. */
  let isFirst = true;
  new ResizeObserver(() => {
    const here = isFirst && find(".site-nav [aria-current=page]");
    if (here) here.closest(".site-nav").scrollTop = here.getBoundingClientRect().top - innerHeight / 2;
    isFirst = false;
    focus();
    if (sections.length) mark();
  }).observe(document.body);

  /* Code is copied without prompts and their output. */
  if (navigator.clipboard && !find("script[src*=copybutton]"))
    for (const code of all(".body .highlight")) {
      const copy = code.appendChild(make("button", { className: "copy", lang: words.lang, textContent: words.copy }));
      copy.onclick = async () => {
        const text = all("pre", code).pop().cloneNode(true);
        const isShell = text.querySelector(".gp");
        all(".linenos, .gp, .go", text).forEach(part => part.remove());
        await navigator.clipboard.writeText(isShell ? text.textContent.replace(/\n\s*\n/g, "\n").trim() : text.textContent);
        copy.textContent = words.copied;
        setTimeout(() => (copy.textContent = words.copy), 2e3);
      };
    }

  /* Pictures that are shown smaller than they are open in their full size. Those in a list lead to its posts. */
  let zoom;
  /* Of a picture in several sizes the browser shows one; how wide it is in full is written there. */
  const isSized = picture => picture.matches("[srcset], picture > img");
  const enlarge = picture => {
    if (!zoom) {
      zoom = document.body.appendChild(make("dialog", { className: "zoom" }));
      zoom.onclick = () => zoom.close();
    }
    zoom.ariaLabel = picture.alt || words.enlarge;
    zoom.replaceChildren(make("img", { src: isSized(picture) ? picture.src : picture.currentSrc || picture.src, alt: picture.alt }));
    zoom.showModal();
  };
  const check = picture => {
    /* A tenth more is nothing to see. */
    const width = isSized(picture) ? picture.dataset.width || picture.getAttribute("width") : picture.naturalWidth;
    const isSmaller = width > picture.clientWidth * 1.1 && picture.clientWidth > 0;
    if (isSmaller == picture.classList.contains("zoomable")) return;
    picture.classList.toggle("zoomable", isSmaller);
    if (isSmaller) loadExtras();
    /* A button is no decoration, which an empty text would say. */
    if (!picture.alt) picture.toggleAttribute("alt", !isSmaller);
    for (const [name, value] of [["role", "button"], ["tabindex", 0], ["aria-label", [words.enlarge, picture.alt].filter(Boolean).join(": ")]])
      if (isSmaller) picture.setAttribute(name, value);
      else picture.removeAttribute(name);
  };
  const sizes = new ResizeObserver(entries => entries.forEach(({ target }) => check(target)));
  for (const picture of all(".body img:not(a *, button *, .sd-card:has(.sd-stretched-link) *, .blog-listing *, .blog-avatar, .math)")) {
    picture.addEventListener("load", () => check(picture));
    picture.onclick = () => picture.matches(".zoomable") && enlarge(picture);
    picture.onkeydown = event => {
      if (!picture.matches(".zoomable") || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      enlarge(picture);
    };
    sizes.observe(picture);
  }

  /* What a link leads to, beside it: footnotes, sources, terms and posts. The link leads there as before. */
  const previewed = '.body :is(.footnote-reference, .reference[href*="#term-"], .reference.internal[id], a:has(> .blog-post))';
  let box, timer, shown;
  const hide = () => { shown = null; if (box?.matches(":popover-open")) box.hidePopover(); };
  const later = (what, link) => { clearTimeout(timer); timer = setTimeout(what, 250, link); };
  const pageAt = async url => {
    if (url.pathname == location.pathname && url.search == location.search) return document;
    const response = await fetch(url);
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  };
  /* Copies of what is to be seen: nothing in them has an id, or takes focus. */
  const copyOf = (part, url) => {
    const copied = document.importNode(part, true);
    copied.querySelectorAll(".headerlink, .copy, annotation, script").forEach(each => each.remove());
    for (const name of ["lang", "dir"]) copied[name] ||= part.closest(`[${name}]`)?.[name] || "";
    for (const each of [copied, ...copied.querySelectorAll("*")]) {
      for (const name of ["id", "href", "tabindex"]) each.removeAttribute(name);
      if (each.hasAttribute("src")) each.src = new URL(each.getAttribute("src"), url);
    }
    return copied;
  };
  const partsOf = async link => {
    const url = new URL(link.href);
    const page = await pageAt(url);
    if (!page) return [];
    if (link.querySelector(":scope > .blog-post")) {
      const text = page.querySelector("meta[name=description]")?.content;
      const main = page.querySelector("[role=main]");
      const parts = [["preview-title", page.querySelector("h1")?.cloneNode(true)], ["", text]];
      return parts.filter(([, part]) => part).map(([className, part]) => {
        part.querySelector?.(".headerlink")?.remove();
        return make("p", { className, textContent: part.textContent ?? part, lang: main?.lang || page.documentElement.lang });
      });
    }
    let target = page.getElementById(decodeURIComponent(url.hash.slice(1)));
    if (target?.matches("dt")) {
      while (target?.matches("dt")) target = target.nextElementSibling;
      return target ? [...target.children].map(part => copyOf(part, url)) : [];
    }
    return target?.matches(".footnote, .citation") ? [...target.children].filter(part => !part.matches(".label, .backrefs")).map(part => copyOf(part, url)) : [];
  };
  const preview = async link => {
    if (!box) {
      loadExtras();
      box = document.body.appendChild(make("div", { className: "preview", popover: "manual" }));
      /* One may go into it, and it stays as long as one is there. */
      box.onpointerenter = () => clearTimeout(timer);
      box.onpointerleave = () => later(hide);
    }
    shown = link;
    let parts = [];
    try { parts = await partsOf(link); } catch {}
    if (shown != link || !parts.length) return;
    box.replaceChildren(...parts);
    box.showPopover();
    const at = link.getClientRects()[0];
    const left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8));
    const isBelow = at.bottom + box.offsetHeight + 8 < innerHeight || at.top < box.offsetHeight;
    Object.assign(box.style, { left: left + "px", top: (isBelow ? at.bottom + 6 : at.top - box.offsetHeight - 6) + "px" });
  };
  if (HTMLElement.prototype.showPopover) {
    for (const link of all(previewed)) {
      link.onpointerenter = event => event.pointerType == "touch" || later(preview, link);
      link.onpointerleave = () => later(hide);
      link.onfocus = () => link.matches(":focus-visible") && preview(link);
      link.onblur = hide;
    }
    addEventListener("keydown", event => event.key == "Escape" && hide());
    addEventListener("scroll", () => box && !box.matches(":hover") && hide(), { passive: true });
  }
{%- if is_instant %}

  /* The page that a link leads to is fetched when one comes to the link, unless data are to be saved or motion reduced. */
  const seen = new Set([location.pathname]);
  const saves = navigator.connection?.saveData || matchMedia("(prefers-reduced-data: reduce), (prefers-reduced-motion: reduce)").matches;
  const fetchAhead = ({ target }) => {
    const { origin, pathname, search, download } = target.closest?.("a[href]") || {};
    if (saves || origin != location.origin || target.closest(previewed) || download || seen.has(pathname) || !/(\/|\.html|\/[^.]+)$/.test(pathname)) return;
    seen.add(pathname);
    document.head.append(make("link", { rel: "prefetch", href: pathname + search }));
  };
  for (const kind of ["pointerover", "focusin"]) addEventListener(kind, fetchAhead);
{%- endif %}

  /* The words that were searched for are marked: ?highlight=… */
  const url = new URL(location);
  const terms = url.searchParams.getAll("highlight").join(" ").toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length && window.Highlight) {
    const ranges = [];
    const walker = document.createTreeWalker(find(".body"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      for (const term of terms)
        for (let text = walker.currentNode.data.toLowerCase(), at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + term.length);
          ranges.push(range);
        }
    CSS.highlights.set("search", new Highlight(...ranges));
    url.searchParams.delete("highlight");
    history.replaceState(null, "", url);
    addEventListener("keydown", event => event.key == "Escape" && CSS.highlights.delete("search"));
  }
})();

/* What every page has where scripts run, when it is there: contents at the side, the switch of colours, the search. */
(() => {
  const find = selector => document.querySelector(selector);
  const root = document.documentElement;
  const script = document.currentScript.src;
  const load = name => document.head.append(Object.assign(document.createElement("script"), { src: new URL(`blogext-${name}.js`, script) }));

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

  const button = find(".colours");
  if (button) {
    const modes = ["", "light", "dark"];
    const set = colours => {
      const mode = modes.indexOf(colours);
      root.dataset.colours = colours;
      button.ariaLabel = button.title = button.dataset.words.split("|")[mode];
      return mode;
    };
    button.onclick = () => {
      const mode = set(modes[(modes.indexOf(root.dataset.colours) + 1) % 3]);
      try { localStorage["blogext-colours"] = mode; } catch {}
    };
    set(root.dataset.colours);
  }

  /* The search opens where one is. What it needs is loaded when it is first asked for. */
  const search = event => {
    event.preventDefault();
    if (root.openSearch) root.openSearch();
    else load("{{ "pagefind" if theme_search == "pagefind" else "search" }}");
    root.openSearch ||= () => {};
  };
  addEventListener("keydown", event => {
    const isKey = event.ctrlKey || event.metaKey ? event.key == "k" : event.key == "/" && !event.altKey && !event.target.closest("input, textarea, select, [contenteditable]");
    const input = find("input[name=q]");
    if (!isKey || !input) return;
    if (find(".site-search")) return search(event);
    event.preventDefault();
    input.focus({ preventScroll: true });
  });
  const form = find(".site-search");
  if (form) form.onsubmit = form.elements.q.onclick = search;

  /* What shows where a link leads is loaded when one comes to such a link */
  root.previewed = '.body :is(.footnote-reference, .reference[href*="#term-"], .reference.internal[id], a:has(> .blog-post))';
  const preview = ({ target }) => {
    if (!target.closest?.(root.previewed)) return;
    load("preview");
    for (const kind of kinds) removeEventListener(kind, preview);
  };
  const kinds = ["pointerover", "focusin"];
  for (const kind of kinds) addEventListener(kind, preview);
{%- if is_instant %}

  /* The page that a link leads to is fetched when one comes to the link, unless data are to be saved */
  const seen = new Set([location.pathname]);
  const fetchAhead = event => {
    const { origin, pathname, search, download } = event.target.closest?.("a[href]") || {};
    if (origin != location.origin || download || seen.has(pathname) || !/(\/|\.html|\/[^.]+)$/.test(pathname)) return;
    seen.add(pathname);
    document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: pathname + search }));
  };
  if (!navigator.connection?.saveData && !matchMedia("(prefers-reduced-data: reduce)").matches)
    for (const kind of kinds) addEventListener(kind, fetchAhead);
{%- endif %}

  /* Words that were searched for */
  if (/[?&]highlight=/.test(location.search)) load("highlight");
})();

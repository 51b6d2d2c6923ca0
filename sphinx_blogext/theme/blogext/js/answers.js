/* What answers the reader: the switch of colours, the search, what a link leads to. */
(() => {
  const find = selector => document.querySelector(selector);
  const root = document.documentElement;
  const modes = ["", "light", "dark"];
  const words = {{ [words.colours_auto, words.colours_light, words.colours_dark]|tojson }};
  const button = find(".colours");
  const set = colours => {
    const mode = modes.indexOf(colours);
    root.dataset.colours = colours;
    button.ariaLabel = button.title = words[mode];
    return mode;
  };
  if (button) set(root.dataset.colours);
  const change = () => {
    const mode = set(modes[(modes.indexOf(root.dataset.colours) + 1) % 3]);
    try { localStorage["blogext-colours"] = mode; } catch {}
  };

  /* The search opens where one is. What it needs is loaded when it is first asked for. */
  const form = find(".site-search");
  const search = () => {
    if (!form) return find("input[name=q]")?.focus({ preventScroll: true });
    if (root.openSearch) root.openSearch();
    else root.load("{{ "pagefind" if theme_search == "pagefind" else "search" }}");
    root.openSearch ||= () => {};
  };

  /* What shows where a link leads is loaded when one comes to such a link */
  root.previewed = '.body :is(.footnote-reference, .reference[href*="#term-"], .reference.internal[id], a:has(> .blog-post))';
  let preview = target => {
    if (!target.closest(root.previewed)) return;
    root.load("preview");
    preview = () => {};
  };
{%- if is_instant %}

  /* The page that a link leads to is fetched when one comes to the link, unless data are to be saved or motion
     reduced. The preview fetches what it shows */
  const seen = new Set([location.pathname]);
  const saves = navigator.connection?.saveData || matchMedia("(prefers-reduced-data: reduce), (prefers-reduced-motion: reduce)").matches;
  const fetchAhead = target => {
    const { origin, pathname, search, download } = target.closest("a[href]") || {};
    if (saves || target.closest(root.previewed) || origin != location.origin || download || seen.has(pathname) || !/(\/|\.html|\/[^.]+)$/.test(pathname)) return;
    seen.add(pathname);
    document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: pathname + search }));
  };
{%- endif %}

  root.answer = ({ type, target }) => {
    if (type == "search") search();
    if (type == "click" && target.closest(".colours")) change();
    if (type == "click" && target == form?.elements.q) search();
    if (!["pointerover", "focusin"].includes(type) || !target.closest) return;
    preview(target);
{%- if is_instant %}
    fetchAhead(target);
{%- endif %}
  };
  root.kept.forEach(root.answer);
})();
{% include "js/wide.js" %}
{% include "js/contents.js" %}

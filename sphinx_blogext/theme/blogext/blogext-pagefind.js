/* Search by Pagefind, whose index is made after the build. */
(async () => {
{% include "search-box.js" %}
  const words = list.dataset;
  const root = new URL(document.documentElement.dataset.content_root, location);
  let results = [], turn = 0, pagefind;

  const excerpt = (text, className) => {
    /* Pagefind gives HTML in which only <mark> is mark-up. */
    const part = make("p", { className });
    new DOMParser().parseFromString(text, "text/html").body.childNodes.forEach(node =>
      part.append(node.nodeName == "MARK" ? make("mark", { textContent: node.textContent }) : node.textContent));
    return part;
  };

  /* The address of a result, with the places of its excerpt's marks */
  const marked = ({ url, excerpt }) => {
    const text = new DOMParser().parseFromString(excerpt, "text/html");
    const words = [...text.querySelectorAll("mark")].map(mark => mark.textContent.toLowerCase());
    const position = fragment([text.body.textContent], words);
    return position ? url + (url.includes("#") ? ":~:" : "#:~:") + position : url;
  };

  const show = async () => {
    const start = list.children.length;
    const mine = turn;
    const loaded = await Promise.all(results.slice(start, start + page).map(result => result.data()));
    if (mine != turn) return;
    for (const data of loaded) {
      const line = make("li");
      line.append(make("a", { href: marked(data), textContent: data.meta.title }));
      const section = (data.sub_results || []).find(part => part.url != data.url);
      if (section) line.append(" ", Object.assign(make("span", { className: "search-detail" }), { textContent: "" }));
      if (section) line.lastChild.append(make("a", { href: marked(section), textContent: section.title.replace(/¶$/, "") }));
      line.append(excerpt((section || data).excerpt, "search-context"));
      list.append(line);
    }
    more.hidden = list.children.length >= results.length;
  };

  const run = async () => {
    const query = input.value.trim();
    const mine = ++turn;
    list.replaceChildren();
    more.hidden = true;
    results = [];
    if (!query) { status.textContent = ""; return; }
    status.textContent = words.wait;
    const found = await pagefind.search(query);
    if (mine != turn) return;
    results = found.results;
    await show();
    const number = results.length;
    status.textContent = (number ? (number == 1 ? words.one : words.many) : words.none).replace("{query}", query).replace("{number}", number);
  };

  try {
    pagefind = await import(new URL("pagefind/pagefind.js", root));
    await pagefind.options({ excerptLength: 30, highlightParam: "highlight" });
  } catch {
    status.textContent = words.failed;
    return;
  }
  listen(run);
  more.onclick = async () => { const next = list.children.length; await show(); list.children[next]?.querySelector("a").focus(); };
  goThrough(input, list);
  if (header) { if (input.value) run(); return; }
  input.value = new URLSearchParams(location.search).get("q") || "";
  run();
})();

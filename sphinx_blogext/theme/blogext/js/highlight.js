/* Marks the words that were searched for: ?highlight=… */
(() => {
  const href = new URL("blogext-extras.css", document.currentScript.src);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const mark = () => {
    const url = new URL(location);
    const terms = url.searchParams.getAll("highlight").join(" ").toLowerCase().split(/\s+/).filter(term => term);
    if (!terms.length || !window.Highlight) return;
    const ranges = [];
    const walker = document.createTreeWalker(document.querySelector(".body"), NodeFilter.SHOW_TEXT);
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
  };
  if (document.readyState == "loading") addEventListener("DOMContentLoaded", mark);
  else mark();
})();

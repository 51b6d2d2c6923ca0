/* What the theme adds where scripts run. Nothing of it is needed to read. */
(() => {
  const root = document.documentElement;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const [button] = all(".colours");
  const words = button ? button.dataset.words.split("|") : [];

  /* What is folded above the text is open at its side, as the style sheet shows it */
  const wide = matchMedia("(min-width: 70rem)");
  const fold = () => all(".fold").forEach(part => (part.open = wide.matches));
  wide.onchange = fold;
  if (wide.matches) fold();

  /* Colours: as the system, light, dark */
  if (button) {
    const modes = ["auto", "light", "dark"];
    const show = () => {
      const colours = root.dataset.colours;
      button.title = words[Math.max(0, modes.indexOf(colours))];
      button.setAttribute("aria-label", button.title);
      const dark = document.getElementById("pygments_dark_css");
      if (dark) dark.media = { dark: "all", light: "not all" }[colours] || "(prefers-color-scheme: dark)";
    };
    button.onclick = () => {
      const next = modes[(modes.indexOf(root.dataset.colours || "auto") + 1) % 3];
      if (next == "auto") delete root.dataset.colours;
      else root.dataset.colours = next;
      try {
        if (next == "auto") localStorage.removeItem("blogext-colours");
        else localStorage.setItem("blogext-colours", next);
      } catch {}
      show();
    };
    show();
  }

  /* Copy code, without prompts and their output */
  if (navigator.clipboard && words[3] && !document.querySelector("script[src*=copybutton]"))
    for (const code of all(".body .highlight")) {
      const copy = document.createElement("button");
      copy.className = "copy";
      copy.type = "button";
      copy.textContent = words[3];
      copy.onclick = async () => {
        const text = all("pre", code).pop().cloneNode(true);
        const shell = all(".gp", text).length;
        all(".linenos, .gp, .go", text).forEach(part => part.remove());
        await navigator.clipboard.writeText(shell ? text.textContent.replace(/\n\s*\n/g, "\n").trim() : text.textContent);
        copy.textContent = words[4];
        setTimeout(() => (copy.textContent = words[3]), 2000);
      };
      code.append(copy);
    }

  /* “/” goes to the search */
  addEventListener("keydown", event => {
    if (event.key == "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input, textarea, select, [contenteditable]")) {
      const [input] = all("input[name=q]");
      if (input) event.preventDefault(), input.focus();
    }
  });

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

  /* Words that were searched for: ?highlight=… */
  const url = new URL(location);
  const terms = (url.searchParams.get("highlight") || "").toLowerCase().split(/\s+/).filter(term => term);
  if (terms.length && window.Highlight) {
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
  }
})();

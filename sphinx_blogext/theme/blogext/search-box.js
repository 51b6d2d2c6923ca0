  /* Where the search is: on its own page, or on any other in a box that has the parts of that page */
  const script = document.currentScript.src;
  const header = document.querySelector(".site-search");
  const make = (tag, given) => Object.assign(document.createElement(tag), given);
  const findParts = async () => {
    if (!header) return document;
    const style = make("link", { rel: "stylesheet", href: new URL("blogext-search.css", script) });
    const styled = new Promise(done => (style.onload = style.onerror = done));
    document.head.append(style);
    const response = await fetch(header.action);
    if (!response.ok) throw response;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const dialog = make("dialog", { className: "search-dialog", ariaLabel: page.querySelector("h1").textContent });
    dialog.append(...page.querySelectorAll(".search-form, .search-filters, #search-status, #search-results, #search-more"));
    const close = make("button", { type: "button", className: "search-close", ariaLabel: dialog.querySelector("ol").dataset.close });
    close.onclick = () => dialog.close();
    dialog.querySelector("form").append(close);
    dialog.querySelector("input").ariaLabel = dialog.ariaLabel;
    /* What is beside the box closes it, and what leads out of it */
    dialog.onclick = event => (event.target == dialog || event.target.closest("a")) && dialog.close();
    /* A browser would first empty the field, and then close the box */
    dialog.onkeydown = event => {
      if (event.key != "Escape" || event.isComposing || event.target.matches("select")) return;
      event.preventDefault();
      dialog.close();
    };
    document.body.append(dialog);
    await styled;
    const query = dialog.querySelector("input");
    const open = () => {
      dialog.showModal();
      const words = header.elements.q;
      if (words.value) [query.value, words.value] = [words.value, ""];
      else query.select();
      query.dispatchEvent(new Event("input"));
    };
    const { ready } = document.documentElement.openSearch;
    document.documentElement.openSearch = open;
    setTimeout(() => { ready(); open(); });
    return dialog;
  };

  /* Up and down go through the results, from wherever one is in the search */
  const goThrough = (input, list) => document.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = document.activeElement;
    if (!step || event.ctrlKey || event.metaKey || event.altKey || here.matches("select") || header && !input.closest("[open]")) return;
    const stops = [input, ...list.querySelectorAll(":scope > li > a")];
    const at = here == document.body ? 0 : stops.indexOf(here);
    if (at < 0) return;
    event.preventDefault();
    (stops[at + step] || stops[at]).focus();
  });

  /* The address of a page keeps what is searched for there, and that of others does not */
  const note = query => {
    if (header) return;
    const url = new URL(location);
    url.searchParams.set("q", query);
    history.replaceState(null, "", url);
  };

  /* The places in a page where the words first stand, as browsers mark them: whole words, and some that follow */
  const fragment = (texts, words) => {
    const places = [];
    for (const text of texts) {
      const find = word => text.toLowerCase().indexOf(word);
      for (const word of words.sort((a, b) => find(a) - find(b))) {
        const at = find(word);
        if (at < 0 || places.some(place => place.toLowerCase().includes(word))) continue;
        const place = text.slice(0, at).match(/[\p{L}\p{N}_]*$/u)[0] + text.slice(at).match(/^\S?[\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+){0,2}/u)[0];
        if (place.length <= 80) places.push(place);
      }
    }
    return places.map(place => "text=" + encodeURIComponent(place).replace(/-/g, "%2D")).join("&");
  };
  let parts;
  try { parts = await findParts(); } catch { header.submit(); return; }
  const form = parts.querySelector(".search-form");
  const input = form.elements.q;
  const status = parts.querySelector("#search-status");
  const list = parts.querySelector("#search-results");
  const more = parts.querySelector("#search-more");
  const page = 10;
  /* The results follow what is typed, and Enter leads to them. */
  const listen = run => {
    let timer;
    const ask = () => { note(input.value); return run(); };
    input.oninput = () => { clearTimeout(timer); timer = setTimeout(ask, 200); };
    form.onsubmit = async event => {
      event.preventDefault();
      clearTimeout(timer);
      const { value } = input;
      await ask();
      if (value == input.value) list.querySelector("a")?.focus();
    };
  };

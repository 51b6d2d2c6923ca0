/* Search on Sphinx's index: whole words, beginnings and parts of words, and Han by what it contains. */
(async () => {
{% include "search-box.js" %}
  const { suffix, folders, summary, none, one, many, some, wait, failed, all, searchIn, documentation, blog } = list.dataset;
  const root = document.documentElement.dataset.content_root;
  const choices = parts.querySelector(".search-filters");
  const isHan = word => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
  /* These say nothing about the page that is wanted. Sphinx has more, for the language of the site. */
  const small = "how what where why can do does i my 怎么 怎样 如何 什么 吗 的 了 我".split(" ");
  let index, results = [], words = [], isPartial = false, turn = 0;

  /* The index of words has “c” for C++ and C#, those of titles and entries have them as they are written.
     Nobody types the dot that the small letter of İ has for Python and for browsers. */
  const bare = word => word.replace(/[+#]+$|\u0307/g, "");
  /* Sphinx 9.0 names a stemmer for Chinese that is not there. */
  const stem = word => {
    const Stemmer = window.Stemmer || window.EnglishStemmer;
    return Stemmer ? new Stemmer().stemWord(bare(word)) : bare(word);
  };
  const split = query => {
    const named = Object.keys({ ...index.alltitles, ...index.indexentries }).join("\n").toLowerCase();
    const words = query.toLowerCase().replace(/\u0307/g, "").match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}_]+[+#]*/gu) || [];
    return words.map(word => (named.includes(word) ? word : bare(word)));
  };
  /* Titles are HTML in Sphinx 8.2 */
  const characters = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  const plain = text => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => characters[name]);
  const has = (object, key) => Object.hasOwn(object, key);

  const anyOf = words => words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  /* Whether a title has a word or a form of it: at the beginning of a word if it is no short one, or anywhere in Han */
  const isIn = word => {
    const forms = anyOf(word == bare(word) ? [word, stem(word)] : [word]);
    const pattern = new RegExp(isHan(word) ? forms : `(?<![\\p{L}\\p{N}])(${forms})` + (word.length < 3 ? "(?![\\p{L}\\p{N}])" : ""), "u");
    return title => pattern.test(title);
  };
  /* Chinese has no spaces between words. Characters in a row that a browser does not take for words are one: a name, a term. */
  const segments = word => {
    if (!isHan(word)) return word;
    const parts = Array.from(new Intl.Segmenter("zh", { granularity: "word" }).segment(word), part => part.segment);
    const joined = parts.join(" ").replace(/(?<!\S)([^的了吗我]) (?=[^的了吗我](?!\S))/gu, "$1").split(" ");
    return joined.every(part => part.length < 2 || parts.includes(part) || find(part).size) ? joined : parts;
  };

  /* The documents that hold a word, with their scores. */
  const find = word => {
    const scores = new Map();
    const note = (files, score) => [files].flat().forEach(file => scores.set(file, Math.max(score, scores.get(file) || 0)));
    const root = isHan(word) ? word : stem(word);
    /* What has C comes after all that is called C++ */
    const weight = word == bare(word) ? 1 : 0.01;
    for (const [terms, ...points] of [[index.terms, 5, 2], [index.titleterms, 15, 7]]) {
      const [whole, part] = points.map(point => point * weight);
      if (has(terms, root)) note(terms[root], whole);
      if (isHan(word) || root.length > 2)
        for (const term in terms)
          if (term != root && (bare(term).startsWith(root) || ((isHan(word) || root.length > 3) && term.includes(root))))
            note(terms[term], isHan(word) ? whole : part);
    }
    const isTitled = isIn(word);
    for (const title in index.alltitles)
      if (isTitled(title.toLowerCase())) index.alltitles[title].forEach(([file, id]) => note(file, id ? 8 : 18));
    return scores;
  };

  /* The date and the first tag of a post */
  const postOf = item => (index.blog_posts || {})[index.docnames[item.file]];

  const search = query => {
    words = split(query);
    if (!words.length) return [];
    /* A list in Sphinx 8.2 */
    const stops = new Set([...(window.stopwords || []), ...small]);
    /* How many of the words each document has, and the most that one has */
    let wanted, scores, counts, most;
    const count = () => {
      wanted = words.filter(word => !stops.has(word));
      if (!wanted.length) wanted = words;
      scores = wanted.map(find);
      counts = index.docnames.map((_, file) => scores.filter(each => each.has(file)).length);
      most = counts.reduce((most, number) => Math.max(most, number), 0);
    };
    count();
    const isFew = () => counts.filter(number => number == wanted.length).length < 5;
    if (isFew() && Intl.Segmenter && words.some(isHan)) {
      /* What has them together comes first. */
      const phrases = scores;
      words = words.flatMap(segments);
      count();
      scores.push(...phrases);
    }
    isPartial = most > 0 && most < wanted.length;
    wanted = wanted.filter((_, at) => scores[at].size);
    const whole = query.trim().toLowerCase();
    const found = new Map();
    const result = (file, id = "") => {
      const key = `${file}#${id}`;
      if (!found.has(key)) found.set(key, { file, id, title: index.titles[file], detail: "", score: 0, number: most });
      return found.get(key);
    };
    /* Where no page has all words, those with the most; where few have, then those with one less. What is for contributors comes after what is for readers. */
    const least = Math.max(1, most - isFew());
    counts.forEach((number, file) => {
      if (number < least) return;
      const sum = scores.reduce((sum, each) => sum + (each.get(file) || 0), 0);
      result(file).number = number;
      result(file).score += /\b(contributing|development|internals)\//.test(index.docnames[file]) ? sum / 2 : sum;
    });
    /* What is called so comes before what says so: pages, then sections, and those with the small words first. */
    const tests = words.map(isIn);
    for (const title in index.alltitles) {
      const lower = plain(title).toLowerCase();
      const named = words.filter((_, at) => tests[at](lower));
      if (!wanted.length || !wanted.every(word => named.includes(word))) continue;
      const share = named.join(" ").length / Math.max(whole.length, lower.length);
      for (const [file, id] of index.alltitles[title]) {
        const entry = result(file, id || "");
        entry.score += (id ? 100 : 200) + 60 * share + (named.length == words.length ? 40 : 0);
        if (id) entry.detail = title;
      }
    }
    for (const entry in index.indexentries || {})
      if (whole && entry.toLowerCase().includes(whole))
        for (const [file, id] of index.indexentries[entry]) {
          const item = result(file, id || "");
          item.score += (30 * whole.length) / entry.length;
          item.detail = item.detail || entry;
        }
    /* Functions, classes and other objects */
    for (const prefix in index.objects)
      for (const [file, type, priority, anchor, name] of index.objects[prefix]) {
        const full = (prefix ? prefix + "." : "") + name;
        const lower = full.toLowerCase();
        if (!whole || priority < 0 || !lower.includes(whole)) continue;
        /* What is called so comes first, then what is called so in something else: rill.Queue, rill::Queue */
        const isLast = lower.endsWith(whole) && /[.:]/.test(lower.at(-whole.length - 1));
        const id = anchor == "" ? full : anchor == "-" ? `${index.objnames[type][1]}-${full}` : anchor;
        const item = result(file, id);
        item.score += lower == whole ? 2000 : isLast ? 1000 : 15;
        item.title = full;
        item.detail = `${index.objnames[type][2]}, ${index.titles[file]}`;
      }
    /* Documentation first; of posts those that are called so, and the newer ones. What has only C, not C++, is last. */
    const ranks = item => {
      const [date] = postOf(item) || [];
      const isCalled = item.score >= 7 * wanted.length;
      return [item.score >= 1, item.number, date === undefined, date === undefined || isCalled, date || "", item.score];
    };
    const order = (a, b) => {
      const at = a.ranks.findIndex((rank, place) => rank != b.ranks[place]);
      if (at >= 0) return a.ranks[at] < b.ranks[at] ? 1 : -1;
      return a.title < b.title ? -1 : a.title > b.title ? 1 : a.id < b.id ? -1 : 1;
    };
    const kind = choices.querySelector("select")?.value;
    const isWanted = item => item.score > 0 && (!kind || !postOf(item) == (kind == documentation));
    /* A page has one result: the best of its places, with the others below it. */
    const pages = new Map();
    for (const item of [...found.values()].filter(isWanted).map(item => Object.assign(item, { ranks: ranks(item), others: [] })).sort(order))
      if (pages.has(item.file)) pages.get(item.file).others.push(item);
      else pages.set(item.file, item);
    return [...pages.values()];
  };

  const address = file => {
    const name = index.docnames[file];
    if (!folders) return root + name + suffix;
    return root + (name == "index" ? "" : name.replace(/\/index$/, "") + "/");
  };

  /* Text around the first word that was searched for, marked */
  const mark = (text, words, element) => {
    const lower = text.toLowerCase();
    const forms = words.filter(word => lower.includes(word));
    /* From the beginning of a word to the end of one, where there are spaces */
    const from = forms.length ? lower.indexOf(forms[0]) - 60 : 0;
    const at = from > 0 ? from + text.slice(from, from + 30).search(/\s\S/) + 1 : 0;
    const isCut = at + 200 < text.length;
    const found = text.slice(at, at + 200);
    const cut = (at ? "…" : "") + (isCut ? found.replace(/\s\S{0,30}$/, "").replace(/[\s\p{Po}]*$/u, "…") : found.trim());
    const pattern = anyOf(forms);
    for (const part of pattern ? cut.split(new RegExp(`(${pattern})`, "giu")) : [cut])
      if (forms.includes(part.toLowerCase())) element.append(make("mark", { textContent: part }));
      else element.append(part);
  };

  const describe = async (item, line, link) => {
    const response = await fetch(address(item.file));
    if (!response.ok) return;
    const main = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[role=main]");
    if (!main) return;
    if (main.lang) line.lang = main.lang;
    main.querySelectorAll(".headerlink, script, style, .blog-post-header, .blog-post-footer, .blog-mentions, .blog-listing, annotation").forEach(part => part.remove());
    const place = (item.id && main.querySelector(`#${CSS.escape(item.id)}`)) || main;
    /* What describes a function is beside its name. */
    const parts = [...(place.matches("dt") ? place.parentNode : place).querySelectorAll("p, li, dd, pre, td")];
    const textOf = part => part.textContent.replace(/\s+/g, " ").trim();
    const paragraphs = parts.map(textOf);
    const text = paragraphs.join("\n").toLowerCase();
    const forms = words.map(word => (text.includes(word) ? word : stem(word)));
    const hit = parts[paragraphs.findIndex(text => forms.some(word => text.toLowerCase().includes(word)))] || parts[0];
    const position = fragment(paragraphs, forms);
    if (position) link.href += (item.id ? ":~:" : "#:~:") + position;
    if (!hit) return;
    // The page shows these spaces, which are no text, and so the link to the place does not have them.
    hit.querySelectorAll("mspace, .footnote-reference").forEach(part => part.replaceWith(part.id ? "" : " "));
    mark(textOf(hit), forms, line.querySelector(".search-context"));
  };

  const addressOf = item => `${address(item.file)}?highlight=${encodeURIComponent(words.join(" "))}${item.id ? "#" + item.id : ""}`;
  const show = () => {
    const start = list.children.length;
    for (const item of results.slice(start, start + page)) {
      const line = make("li");
      const link = line.appendChild(make("a"));
      link.href = addressOf(item);
      link.textContent = plain(item.title);
      if (item.detail) line.append(" ", make("span", { className: "search-detail", textContent: plain(item.detail) }));
      const [date, tag] = postOf(item) || [];
      if (date) line.append(" ", make("time", { className: "search-detail", dateTime: date, textContent: index.blog_dates[index.docnames[item.file]] }));
      if (tag) line.append(" ", make("span", { className: "search-detail", textContent: tag }));
      list.append(line);
      /* It has its place before it comes, so that nothing moves. */
      if (summary) line.append(make("p", { className: "search-context" }));
      /* Without a server, no page can be read. */
      if (summary) describe(item, line, link).catch(() => line.querySelector(".search-context").remove());
      const places = item.others.filter(other => other.id).slice(0, 5);
      if (places.length) line.append(make("ul", { className: "search-places" }));
      for (const place of places) {
        const text = place.title == index.titles[place.file] ? place.detail : place.title;
        line.lastChild.appendChild(make("li")).append(make("a", { href: addressOf(place), textContent: plain(text) }));
      }
    }
    more.hidden = list.children.length >= results.length;
  };

  const fetched = name => new Promise((done, fail) => {
    document.head.append(make("script", { onload: done, onerror: fail, src: root + name }));
  });
  const load = async () => {
    if (index) return;
    window.Search = { setIndex: loaded => (index = loaded) };
    await Promise.all([fetched("_static/language_data.js"), fetched("searchindex.js")]);
    if (!index.blog_posts) return;
    const choice = make("select", { name: "kind", onchange: run });
    choice.append(new Option(all, ""), ...[documentation, blog].map(value => new Option(value, value)));
    const line = make("label", { textContent: searchIn + " " });
    line.append(choice);
    choices.append(line);
    choices.hidden = false;
  };

  const run = async () => {
    const query = input.value.trim();
    const mine = ++turn;
    if (!query) { results = []; list.replaceChildren(); more.hidden = true; status.textContent = ""; return; }
    if (!index) status.textContent = wait;
    try { await load(); } catch { status.textContent = failed; return; }
    if (mine != turn) return;
    results = search(query);
    list.replaceChildren();
    show();
    status.textContent = (results.length ? (isPartial ? some : results.length == 1 ? one : many) : none).replace("{query}", query).replace("{number}", results.length);
  };

  listen(run);
  more.onclick = () => { const next = list.children.length; show(); list.children[next].querySelector("a").focus(); };
  goThrough(input, list);
  if (header) return;
  input.value = new URLSearchParams(location.search).get("q") || "";
  if (!input.value) input.focus({ preventScroll: true });
  run();
})();

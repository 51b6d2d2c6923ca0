/* What every page has where scripts run, when it is there. What answers the reader is loaded when they first do something. */
  const find = selector => document.querySelector(selector);
  const root = document.documentElement;
  const script = document.currentScript.src;
  root.load = name => document.head.append(Object.assign(document.createElement("script"), { src: new URL(`blogext-${name}.js`, script) }));

  /* What is done before the answers are there is kept for them */
  root.kept = [];
  root.answer = event => root.kept.push(event) > 1 || root.load("answers");
  for (const kind of ["click", "keydown", "pointerover", "submit", "focusin"])
    addEventListener(kind, event => {
      /* A page of its own for the search takes the focus itself */
      if (kind == "focusin" && !find(".site-search")) return;
      const isKey = event.ctrlKey || event.metaKey ? event.key == "k" : event.key == "/" && !event.altKey && !event.target.closest("select, :read-write");
      const isSearch = (isKey && find("input[name=q]")) || (kind == "submit" && event.target.matches(".site-search"));
      if (isSearch) event.preventDefault();
      root.answer(isSearch ? { type: "search" } : event);
    });
  /* What is to be told at once: colours that were chosen, words that were searched for */
  addEventListener("DOMContentLoaded", () => root.dataset.colours && root.answer({}));
  if (/[?&]highlight=/.test(location.search)) root.load("highlight");

/* What every page has where scripts run: colours and the font for formulas, before anything is shown, the switch of colours, and the key of the search. */
(() => {
  const find = selector => document.querySelector(selector);
  const name = "blogext-colours";
  let mode = 0;
  const root = document.documentElement;
  const paint = () => (root.dataset.colours = ["", "light", "dark"][mode]);
  try { mode = localStorage[name] % 3 || 0; } catch {}
  paint();

  /* A font for formulas that is not at hand is waited for, though no more than a second */
  const fonts = document.fonts, font = "1em blogext-math";
  if (fonts && !fonts.check(font)) {
    root.dataset.formulas = "awaited";
    const show = () => delete root.dataset.formulas;
    setTimeout(show, 1000);
    fonts.load(font);
    /* What parts of it there are to wait for is known when the page is laid out */
    addEventListener("DOMContentLoaded", () => root.offsetHeight && fonts.ready.then(show));
  }

  addEventListener("DOMContentLoaded", () => {
    /* What is folded above the text is open at its side, as the style sheet shows it */
    for (const [part, width] of [[".site-nav > .fold", 60], [".page-sections > .fold", 70]]) {
      const wide = matchMedia(`(min-width: ${width}rem)`), fold = find(part);
      if (fold) (wide.onchange = () => (fold.open = wide.matches))();
    }

    /* A long navigation shows where the reader is */
    const here = find(".site-nav [aria-current=page]");
    if (here) here.closest(".site-nav").scrollTop = here.getBoundingClientRect().top - innerHeight / 2;

    const button = find(".colours");
    if (!button) return;
    const tell = () => (button.ariaLabel = button.title = button.dataset.words.split("|")[mode]);
    button.onclick = () => {
      mode = (mode + 1) % 3;
      paint();
      tell();
      try { localStorage[name] = mode; } catch {}
    };
    tell();
  });

  /* “/” goes to the search */
  addEventListener("keydown", event => {
    const input = find("input[name=q]");
    if (!input || event.key != "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    input.focus({ preventScroll: true });
  });

  /* Words that were searched for */
  if (/[?&]highlight=/.test(location.search))
    document.head.append(Object.assign(document.createElement("script"), { src: document.currentScript.src.replace("-theme.js", "-highlight.js") }));
})();

// Comments below a post: a button, and what it loads. Until then nothing comes from elsewhere.
(() => {
  "use strict";

  const place = document.querySelector(".blog-comments[data-comments]");
  if (!place) return;
  const settings = JSON.parse(place.dataset.comments);
  const own = document.currentScript.src;

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    element.className = name;
    element.textContent = text;
    return element;
  };

  // Whatever the theme calls its dark mode: what counts is what is seen.
  const isDark = () => {
    for (const element of [document.body, document.documentElement]) {
      const colour = getComputedStyle(element).backgroundColor.match(/[\d.]+/g)?.map(Number);
      if (colour && colour.length >= 3 && (colour[3] ?? 1) > 0.5) {
        return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 128;
      }
    }
    return matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const theme = () => settings.themes?.[isDark() ? 1 : 0];

  const follow = () => {
    const frame = place.querySelector("iframe.giscus-frame, iframe.utterances-frame");
    if (!frame || !settings.themes) return;
    const message =
      settings.provider === "giscus"
        ? { giscus: { setConfig: { theme: theme() } } }
        : { type: "set-theme", theme: theme() };
    frame.contentWindow.postMessage(message, new URL(frame.src).origin);
  };

  const load = () => {
    if (place.dataset.loaded) return;
    place.dataset.loaded = "true";
    const thread = document.createElement("div");
    thread.className = settings.provider;
    for (const [name, value] of Object.entries(settings.thread ?? {})) thread.setAttribute(name, value);
    const script = document.createElement("script");
    script.async = true;
    for (const [name, value] of Object.entries(settings.attributes ?? {})) script.setAttribute(name, value);
    if (settings.themes) script.setAttribute(settings.provider === "giscus" ? "data-theme" : "theme", theme());
    // A thread is fetched by a script of ours.
    script.src = settings.script ?? new URL("blogext-thread.js", own);
    place.querySelector(".blog-comments-ask").replaceWith(thread);
    // utterances puts its frame where its script stands.
    (settings.provider === "utterances" ? thread : place).append(script);

    const changed = new MutationObserver(follow);
    for (const element of [document.documentElement, document.body]) changed.observe(element, { attributes: true });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
  };

  const ask = make("div", "blog-comments-ask", "");
  const button = make("button", "blog-comments-button", settings.button);
  button.type = "button";
  button.addEventListener("click", load);
  ask.append(button, make("p", "blog-comments-note", settings.note));
  place.append(make("p", "blog-comments-title", settings.title), ask);
  place.hidden = false;

  if (settings.load === "scroll") {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        seen.disconnect();
        load();
      }
    });
    seen.observe(place);
  }
})();

// Only the preview adds this to a page: it loads the page again when the page or a file that it uses has changed,
// and shows what the last build reports.
{
  const used = new Map([[location.pathname, document.currentScript.dataset.version]]);
  const report = document.createElement("details");
  const text = document.createElement("pre");
  report.open = true;
  report.style.cssText = "all: initial; display: block; position: fixed; z-index: 9999; inset: auto 0 0; " +
    "max-height: 50vh; overflow: auto; padding: .5rem 1rem; background: #fff4ce; color: #000; " +
    "border-top: 2px solid #a80000; font: 14px/1.4 system-ui, sans-serif";
  text.style.cssText = "all: initial; display: block; font: 13px/1.4 monospace; white-space: pre-wrap";
  report.append(Object.assign(document.createElement("summary"), { textContent: "Preview" }), text);

  // The page of half a file may be too short for the place where the whole was scrolled to: until it is long enough,
  // the place is kept as a negative number.
  const place = Number(sessionStorage.getItem(location.pathname));
  sessionStorage.removeItem(location.pathname);
  if (place < 0) addEventListener("load", () => setTimeout(() => scrollTo({ top: -place, behavior: "instant" })));
  const reload = () => {
    const isCut = scrollY < Math.abs(place) && scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    sessionStorage.setItem(location.pathname, isCut ? -Math.abs(place) : scrollY);
    location.reload();
  };

  let wait = new AbortController();
  const ask = async () => {
    wait.abort();
    const { signal } = (wait = new AbortController());
    // A browser opens few connections to one server: only pages that are seen have one.
    while (!document.hidden && !signal.aborted) {
      try {
        const body = JSON.stringify([[...used], text.textContent]);
        const [isOld, now] = await (await fetch("/_preview", { method: "QUERY", body, signal })).json();
        if (isOld) return reload();
        text.textContent = now;
        if (now) document.body.append(report);
        else report.remove();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  };
  new PerformanceObserver((list) => {
    const own = list.getEntries().filter(({ name }) => name.startsWith(location.origin));
    const files = own.filter(({ serverTiming }) => serverTiming?.[0]?.description);
    for (const { name, serverTiming } of files) used.set(new URL(name).pathname, serverTiming[0].description);
    if (files.length) ask();
  }).observe({ type: "resource", buffered: true });
  document.addEventListener("visibilitychange", ask);
  ask();
}

// Only the preview adds this to a page: it loads the page again when the page or a file it uses has changed,
// and shows what the last build reports.
{
  const { version, build } = document.currentScript.dataset;
  const report = document.createElement("details");
  const text = document.createElement("pre");
  report.open = true;
  report.style.cssText = "all: initial; display: block; position: fixed; z-index: 9999; inset: auto 0 0; " +
    "max-height: 50vh; overflow: auto; padding: .5rem 1rem; background: #fff4ce; color: #000; " +
    "border-top: 2px solid #a80000; font: 14px/1.4 system-ui, sans-serif";
  text.style.cssText = "all: initial; display: block; font: 13px/1.4 monospace; white-space: pre-wrap";
  report.append(Object.assign(document.createElement("summary"), { textContent: "Preview" }), text);

  const show = ({ data }) => {
    const now = JSON.parse(data);
    const used = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    if (now.version !== version || used.some((url) => now.changes[url] > build)) location.reload();
    text.textContent = now.report;
    if (now.report) document.body.append(report);
    else report.remove();
  };

  // A browser opens few connections to one server: only pages that are seen have one.
  let events;
  const listen = () => {
    events?.close();
    if (document.hidden) return;
    events = new EventSource(`/_preview?${location.pathname}`);
    events.onmessage = show;
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}

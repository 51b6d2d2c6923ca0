/* What must be known before anything is shown: the reader's colours. */
(() => {
  const root = document.documentElement;
  let mode = 0;
  try { mode = localStorage["blogext-colours"] % 3 || 0; } catch {}
  root.dataset.colours = ["", "light", "dark"][mode];
})();

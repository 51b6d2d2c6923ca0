// MathJax shows what the page has as TeX, and leaves its MathML to the browser.
(window.MathJax = window.MathJax || {}).startup = Object.assign({ input: ["tex"] }, window.MathJax.startup);

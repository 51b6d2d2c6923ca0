{% include "js/page.js" %}
/* What code gains where scripts run: it is copied, without prompts and their output. */
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const words = document.querySelector(".colours")?.dataset.words.split("|");

  if (words && navigator.clipboard && !document.querySelector("script[src*=copybutton]"))
    for (const code of all(".body .highlight")) {
      const button = code.appendChild(document.createElement("button"));
      /* Around it may be a text in another language. */
      button.lang = words[3];
      const say = index => (button.textContent = words[index]);
      say(0);
      button.className = "copy";
      button.onclick = async () => {
        const text = all("pre", code).pop().cloneNode(true);
        const isShell = text.querySelector(".gp");
        all(".linenos, .gp, .go", text).forEach(part => part.remove());
        await navigator.clipboard.writeText(isShell ? text.textContent.replace(/\n\s*\n/g, "\n").trim() : text.textContent);
        say(1);
        setTimeout(say, 2e3, 0);
      };
    }
})();

{% include "js/page.js" %}
/* What a text gains where scripts run. Nothing of it is needed to read. */
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const words = document.querySelector(".colours")?.dataset.words.split("|");

  /* Copy code, without prompts and their output */
  if (words && navigator.clipboard && !document.querySelector("script[src*=copybutton]"))
    for (const code of all(".body .highlight")) {
      const button = code.appendChild(document.createElement("button"));
      const say = index => (button.textContent = words[index]);
      say(3);
      button.className = "copy";
      button.onclick = async () => {
        const text = all("pre", code).pop().cloneNode(true);
        const isShell = text.querySelector(".gp");
        all(".linenos, .gp, .go", text).forEach(part => part.remove());
        await navigator.clipboard.writeText(isShell ? text.textContent.replace(/\n\s*\n/g, "\n").trim() : text.textContent);
        say(4);
        setTimeout(say, 2000, 3);
      };
    }

  /* What does not scroll is no stop for the keyboard */
  const scrollers = all(".body [role=group][tabindex]");
  new ResizeObserver(() => {
    for (const part of scrollers)
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
  }).observe(document.body);
})();

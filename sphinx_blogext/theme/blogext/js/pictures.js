/* Pictures that are shown smaller than they are open in their full size. */
(() => {
  const script = document.currentScript.src;
  const make = (tag, given) => Object.assign(document.createElement(tag), given);
  const word = document.querySelector(".colours")?.dataset.words.split("|")[2] || "";
  let box;
  /* Of a picture in several sizes the browser shows one; how wide it is in full is written there. */
  const isSized = picture => picture.matches("[srcset], picture > img");
  const open = picture => {
    if (!box) {
      box = document.body.appendChild(make("dialog", { className: "zoom" }));
      box.onclick = () => box.close();
    }
    box.ariaLabel = picture.alt || word;
    box.replaceChildren(make("img", { src: isSized(picture) ? picture.src : picture.currentSrc || picture.src, alt: picture.alt }));
    box.showModal();
  };
  const check = picture => {
    /* A tenth more is nothing to see. */
    const width = isSized(picture) ? picture.dataset.width || picture.getAttribute("width") : picture.naturalWidth;
    const isSmaller = width > picture.clientWidth * 1.1 && picture.clientWidth > 0;
    if (isSmaller == picture.classList.contains("zoomable")) return;
    picture.classList.toggle("zoomable", isSmaller);
    /* A button is no decoration, which an empty text would say. */
    if (!picture.alt) picture.toggleAttribute("alt", !isSmaller);
    for (const [name, value] of [["role", "button"], ["tabindex", 0], ["aria-label", [word, picture.alt].filter(Boolean).join(": ")]])
      if (isSmaller) picture.setAttribute(name, value);
      else picture.removeAttribute(name);
    if (!document.querySelector("link[href*=blogext-extras]"))
      document.head.append(make("link", { rel: "stylesheet", href: new URL("blogext-extras.css", script) }));
  };
  const observer = new ResizeObserver(entries => entries.forEach(({ target }) => check(target)));
  for (const picture of document.querySelectorAll(".body img:not(a *, button *, .blog-avatar, .math)")) {
    picture.addEventListener("load", () => check(picture));
    picture.onclick = () => picture.matches(".zoomable") && open(picture);
    picture.onkeydown = event => {
      if (!picture.matches(".zoomable") || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      open(picture);
    };
    observer.observe(picture);
  }
})();

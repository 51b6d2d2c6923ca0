// A thread on Mastodon or Bluesky as comments. What others wrote is data: nothing of it becomes mark-up unseen.
(async () => {
  "use strict";

  const place = document.querySelector(".blog-comments[data-comments]");
  const settings = JSON.parse(place.dataset.comments);
  const { words } = settings;
  const thread = place.querySelector(`.${settings.provider}`);

  const make = (tag, name, ...content) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...content);
    return element;
  };

  const link = (address, ...content) => {
    let url;
    try {
      url = new URL(address);
    } catch {
      return content;
    }
    if (!["http:", "https:"].includes(url.protocol)) return content;
    const element = make("a", "", ...content);
    element.href = url.href;
    element.rel = "nofollow ugc noopener noreferrer external";
    element.referrerPolicy = "no-referrer";
    return [element];
  };

  // Elements of a text that stay, without their attributes; of all others their text stays.
  const kept = new Set(["P", "BR", "EM", "I", "STRONG", "B", "DEL", "CODE", "PRE", "BLOCKQUOTE", "UL", "OL", "LI"]);
  const dropped = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "SVG", "MATH"]);
  const cleaned = (node, depth = 0) =>
    [...node.childNodes].flatMap((child) => {
      if (child.nodeType === Node.TEXT_NODE) return [child.data];
      if (child.nodeType !== Node.ELEMENT_NODE || dropped.has(child.tagName.toUpperCase()) || depth > 40) return [];
      // Mastodon shortens addresses for the eye.
      if (child.classList.contains("invisible")) return [];
      const content = cleaned(child, depth + 1);
      if (child.classList.contains("ellipsis")) content.push("…");
      if (child.tagName === "A") return link(child.getAttribute("href"), ...content);
      return kept.has(child.tagName) ? [make(child.tagName, "", ...content)] : content;
    });
  const fromHtml = (html) => cleaned(new DOMParser().parseFromString(String(html ?? ""), "text/html").body);

  // Bluesky counts bytes of UTF-8.
  const fromFacets = ({ text, facets }) => {
    text = String(text ?? "");
    const bytes = new TextEncoder().encode(text);
    const part = (start, end) => new TextDecoder().decode(bytes.slice(start, end));
    const found = [];
    let end = 0;
    for (const { index, features } of [...(facets ?? [])].sort((a, b) => a.index.byteStart - b.index.byteStart)) {
      const uri = features?.find((feature) => feature.uri)?.uri;
      if (!uri || index.byteStart < end) continue;
      found.push(part(end, index.byteStart), ...link(uri, part(index.byteStart, index.byteEnd)));
      end = index.byteEnd;
    }
    const paragraph = make("p", "", ...found, part(end));
    paragraph.classList.add("blog-comment-plain");
    return [paragraph];
  };

  // Both as one tree: who, where, when, what, and the answers to it.
  const ofMastodon = ({ descendants }) => {
    const known = new Map(descendants.map((status) => [status.id, { ...mastodonReply(status), replies: [] }]));
    const first = [];
    for (const { id, in_reply_to_id } of descendants) (known.get(in_reply_to_id)?.replies ?? first).push(known.get(id));
    return first;
  };
  const mastodonReply = ({ account, url, created_at, content, spoiler_text, media_attachments }) => ({
    name: account?.display_name || account?.acct || "?",
    page: account?.url,
    url,
    date: created_at,
    warning: spoiler_text,
    // Pictures are not fetched; what they show may be said.
    text: () => [...fromHtml(content), ...(media_attachments ?? []).map((media) => make("p", "", `[${media.description || media.type}]`))],
  });
  const ofBluesky = ({ thread: { replies } }) =>
    (replies ?? [])
      .filter((reply) => reply?.post?.author && reply.post.record)
      .map((reply) => ({
        name: reply.post.author.displayName || reply.post.author.handle,
        page: `https://bsky.app/profile/${encodeURIComponent(reply.post.author.handle)}`,
        url: `https://bsky.app/profile/${encodeURIComponent(reply.post.author.handle)}/post/${reply.post.uri.split("/").pop()}`,
        date: reply.post.record.createdAt,
        text: () => fromFacets(reply.post.record),
        replies: ofBluesky({ thread: reply }),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1));

  const day = (date) => {
    const moment = new Date(date);
    if (isNaN(moment)) return [];
    const element = make("time", "", moment.toLocaleDateString(place.closest("[lang]")?.lang || undefined, { dateStyle: "medium" }));
    element.dateTime = moment.toISOString();
    return [element];
  };
  const shown = ({ name, page, url, date, warning, text, replies }) => {
    const head = make("p", "blog-comment-head", make("strong", "", ...link(page, String(name))), " · ", ...link(url, ...day(date)));
    const body = make("div", "blog-comment-text", ...text());
    body.dir = "auto";
    const folded = warning
      ? make("details", "", make("summary", "", words.warning.replace("%(text)s", () => warning)), body)
      : body;
    return make("li", "blog-comment", head, folded, ...(replies.length ? [list(replies)] : []));
  };
  // One that is not as expected is no reason to lose the others.
  const tried = (reply) => {
    try {
      return [shown(reply)];
    } catch {
      return [];
    }
  };
  const list = (replies) => make("ol", "blog-comment-list", ...replies.flatMap(tried));

  thread.className = "blog-thread";
  thread.setAttribute("aria-live", "polite");
  thread.setAttribute("aria-busy", "true");
  const reply = make("p", "blog-comment-reply", ...link(settings.url, words.reply));
  try {
    const answer = await fetch(settings.api, { credentials: "omit", referrerPolicy: "no-referrer", mode: "cors" });
    if (!answer.ok) throw new Error(answer.status);
    const found = await answer.json();
    const replies = settings.provider === "mastodon" ? ofMastodon(found) : ofBluesky(found);
    thread.append(replies.length ? list(replies) : make("p", "", words.none), reply);
  } catch {
    thread.replaceChildren(make("p", "", words.failed), reply);
  }
  thread.removeAttribute("aria-busy");
})();

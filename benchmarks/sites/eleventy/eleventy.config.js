import { feedPlugin } from "@11ty/eleventy-plugin-rss";
import highlight from "@11ty/eleventy-plugin-syntaxhighlight";
import MarkdownIt from "markdown-it";

const PAGE_SIZE = 10;
const KINDS = { tags: "Tags", category: "Categories", author: "Authors" };
const markdown = new MarkdownIt({ html: true });

export default function (config) {
  config.addPlugin(highlight);
  config.addPlugin(feedPlugin, {
    type: "atom",
    outputPath: "/feed.xml",
    collection: { name: "posts", limit: 20 },
    metadata: { language: "en", title: "Blog", base: "https://example.org/", author: { name: "Nobody" } },
  });
  config.setFrontMatterParsingOptions({ excerpt: true, excerpt_separator: "<!-- more -->" });
  config.addFilter("markdown", (text) => markdown.render(text));
  config.addFilter("day", (date) => date.toISOString().slice(0, 10));
  config.addCollection("posts", (api) => findPosts(api));
  config.addCollection("kinds", (api) => findKinds(findPosts(api)));
  config.addCollection("lists", (api) => findLists(findPosts(api)));
}

function findPosts(api) {
  return api.getFilteredByGlob("posts/*.md");
}

/** Returns the taxonomies, each with its terms, and those with their posts. */
function findKinds(posts) {
  return Object.entries(KINDS).map(([key, title]) => {
    const terms = new Map();
    for (const post of posts) {
      for (const term of [post.data[key]].flat()) {
        terms.set(term, [...(terms.get(term) ?? []), post]);
      }
    }
    return { key, title, terms: [...terms].sort().map(([name, posts]) => ({ name, posts })) };
  });
}

/** Returns the pages of all lists. Eleventy itself paginates only one list in a template. */
function findLists(posts) {
  const lists = [{ title: "Blog", path: "/", posts }];
  for (const kind of findKinds(posts)) {
    for (const term of kind.terms) {
      lists.push({ title: term.name, path: `/${kind.key}/${slugify(term.name)}/`, posts: term.posts });
    }
  }
  return lists.flatMap(paginate);
}

function paginate({ title, path, posts }) {
  const newest = posts.toReversed();
  const paths = [];
  for (let first = 0; first < newest.length; first += PAGE_SIZE) {
    paths.push(first ? `${path}page/${first / PAGE_SIZE + 1}/` : path);
  }
  return paths.map((path, number) => ({
    title,
    path,
    posts: newest.slice(number * PAGE_SIZE, (number + 1) * PAGE_SIZE),
    newer: paths[number - 1],
    older: paths[number + 1],
  }));
}

function slugify(name) {
  return name.replaceAll(" ", "-");
}

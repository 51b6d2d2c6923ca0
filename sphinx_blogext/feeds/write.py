"""Write the feeds of a blog whose inputs have changed, and ``posts.json``: for all others nothing is rendered."""

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from mimetypes import guess_type
from operator import attrgetter
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from sphinx.config import Config
from sphinx.util.display import status_iterator

from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.cards.plan import shared_picture
from sphinx_blogext.core.addresses import POSTS_FILE, feed_file
from sphinx_blogext.core.caching import by_post
from sphinx_blogext.core.dates import rfc3339, sort_key
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.urls import absolute_url, media_type
from sphinx_blogext.feeds.clean import clean
from sphinx_blogext.feeds.formats import WRITERS, Category, Feed, Item, Picture, write_atom
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import language_tag, text_direction, valid_language
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.relocate import attach
from sphinx_blogext.markup.tree import start_tag
from sphinx_blogext.mathml.renderer import macros_of, to_mathml
from sphinx_blogext.mathml.tokens import MathError
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.hosting import Hosting
from sphinx_blogext.site.pages import term_label
from sphinx_blogext.site.published_blog import Channel, Person, PublishedBlog, person_of
from sphinx_blogext.write.output import Output
from sphinx_blogext.write.teaser import render_text

#: The characters that are not escaped in the path of a tag URI.
_PATH = "/~!$&()*+,;=:@"
#: A tag URI needs a date; that of a feed never changes.
_FEED_DATE = "2026-01-01"
_NOT_IRI = pattern(r"[\x00-\x20\x7f<>\"{}|\\^`]")
_IRI = pattern(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
#: The version of the format of ``posts.json``, increased only when a name is removed or changes its meaning.
VERSION = 1


def write_feeds(output: Output) -> set[str]:
    """Write the feeds and lists for programs that have changed; return the file names of all of them."""
    manifest, builder, build = output.manifest, output.builder, output.build
    channels = build.channels if build.hosting.has_feeds else ()
    items = Items(output)
    # What all feeds depend on: options, and where terms are listed.
    config = build.config.sphinx
    pages = [published.pages.overview_page(name) for published in build.blogs for name in published.blog.kinds]
    about = (config.author, config.project, _rights(config), config.html_favicon, config.html_logo)
    site = digest((output.digests.site.settings, about, items.language, pages))
    # Compared before anything is rendered: an unchanged feed requires no rendering.
    digests = {channel.folder: digest((site, _inputs(channel, items))) for channel in channels}
    changed = [each for each in channels if _is_due(output, each.folder, digests[each.folder], each.paths)]
    progress = _("writing feeds... "), "darkgreen", len(changed), build.app.verbosity, attrgetter("folder")
    for channel in status_iterator(changed, *progress):
        for name, content in _files(channel, items):
            manifest.write(builder.outdir / feed_file(channel.folder, name), content)
    lists = _write_posts_files(output)
    manifest.feeds = digests | lists
    return set(lists).union(*(channel.paths for channel in channels))


def _is_due(output: Output, name: str, made_of: str, paths: Iterable[str]) -> bool:
    """Return whether the files *paths*, recorded as *name*, are missing or were made of something else."""
    outdir = output.builder.outdir
    return output.manifest.feeds.get(name) != made_of or not all((outdir / path).is_file() for path in paths)


def _files(channel: Channel, items: "Items") -> Iterator[tuple[str, str]]:
    term = channel.term
    language = valid_language(term.name) if term and term.taxonomy == "language" else ""
    author = person_of(term, items.base) if term and term.taxonomy == "author" else _blog_author(channel, items)
    feed = Feed(
        id=items.feed_id(channel.folder),
        title=channel.title,
        subtitle=channel.subtitle,
        page=items.build.url_of(channel.page),
        language=language or items.language,
        authors=(author,),
        icon=_own_file("html_favicon", items),
        logo=_own_file("html_logo", items),
        rights=_rights(items.config.sphinx),
        items=tuple(map(items.item, channel.posts)),
    )
    entries_of = items.build.blog_of(channel.folder).config.conventions.feed_entries
    for name in channel.files:
        shown = feed._replace(items=entries_of(channel, name, feed.items, items))
        # Those that sites have templates for are in Atom.
        yield name, WRITERS.get(name, write_atom)(shown, items.base + quote(feed_file(channel.folder, name)))


def _own_file(option: str, items: "Items") -> str:
    """Return the URL of a file set in one of Sphinx's own options: Sphinx copies these files itself."""
    name = items.config.sphinx[option] or ""
    return name if "://" in name else items.base + "_static/" + quote(PurePosixPath(name).name) if name else ""


def _rights(config: Config) -> str:
    """Return the copyright notice, if ``conf.py`` sets one."""
    notice = config.copyright if {"copyright", "project_copyright"}.intersection(names_in_conf(config)) else ""
    return ", ".join(notice) if isinstance(notice, (list, tuple)) else str(notice)


def _blog_author(channel: Channel, items: "Items") -> Person:
    """Return the author of the blog as a whole: entries may have no author, a feed must."""
    published = items.build.blog_of(channel.folder)
    config, authors = published.config, published.blog.taxonomies["author"]
    if term := next(map(authors.find, config.blog_default_author), None):
        return person_of(term, items.base)
    # Sphinx's own default is a sentence.
    names = [name for name in ("author", "project") if name in names_in_conf(config.sphinx)]
    return Person((config.sphinx[names[0]] if names else "") or config.blog_title)


def _inputs(channel: Channel, items: "Items") -> object:
    conventions, digests = items.build.blog_of(channel.folder).config.conventions, items.output.digests
    has_templates = any(conventions.blog_feed_templates.values())
    # Templates of the site may show more than the data of its posts.
    more = (digests.of_blog, sorted(digests.of_texts.items())) if has_templates else None
    posts = [_inputs_of_post(post, items) for post in channel.posts]
    return channel.folder, channel.page, channel.files, channel.title, channel.subtitle, posts, more


def _inputs_of_post(post: Post, items: "Items") -> object:
    """Return what the entry of a post is made of, by the options of its own blog, as :class:`Items` does."""
    data, records = items.output.digests.page_data.posts_of(post), items.output.digests.posts
    config = items.build.blog_of_post(post).config
    # The teaser is already in the record of its post.
    text = records.of_text(post, items.output.shown) if config.blog_feed_fulltext else ""
    files = items.picture(post), items.enclosure(post)
    return records.of_record(post), data.of(post), items.ids[post.key], files, text


def _write_posts_files(output: Output) -> dict[str, str]:
    """Write those of the files for programs that have changed; return the names of all, with their digests."""
    digests = {}
    records, settings = output.digests.posts, output.digests.site.settings
    for published in output.build.blogs:
        if published.config.blog_posts_json:
            name = feed_file(published.pages.addresses.root, POSTS_FILE)
            data, posts = output.digests.page_data.of(published.root).posts, published.blog.posts
            inputs = [(records.of_record(post), data.of(post), data.voice(post).language) for post in posts]
            head = (VERSION, published.config.blog_title, published.pages.home, settings)
            digests[name] = digest((head, inputs))
            if _is_due(output, name, digests[name], [name]):
                output.manifest.write(output.builder.outdir / name, _posts_json(published, output))
    return digests


def _posts_json(published: PublishedBlog, output: Output) -> str:
    # Imported here because most edits leave this file as it is.
    from sphinx_blogext.api import blogs_in

    blog = next(each for each in blogs_in(output.build) if each.path == published.root)
    entries = []
    for record, post in zip(published.blog.posts, blog.posts, strict=True):
        terms = {
            kind.plural: [{"name": term.name, "label": term.label, "url": term.url} for term in post.terms[name]]
            for name, kind in published.blog.kinds.items()
        }
        entry = {
            "title": post.title,
            "url": post.url,
            "date": rfc3339(post.date),
            "updated": rfc3339(post.updated) if post.updated else None,
            "language": post.language,
            "description": output.renderer.parts.description(record),
            "image": post.image,
            "terms": terms,
        }
        external = absolute_url(post.external_link, post.url)
        entries.append(entry | ({"external_url": external} if external else {}))
    language = language_tag(output.build.config.language)
    data = {"version": VERSION, "title": blog.title, "url": blog.url, "language": language, "posts": entries}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def feed_ids(posts: Iterable[Post], id_of: Callable[[Post, str], str], language: str = "") -> dict[str, str]:
    """Return the id of each post, by its key: ids are unique and never change.

    *id_of* returns the id of a post from the name of its document; instead of it, the post may set another name,
    or the whole id, to which the *language* of a translation of the site is added.
    """
    ids: dict[str, str] = {}
    taken: set[str] = set()
    # Oldest first: if two posts claim the same id, the older one keeps it, whatever is published later.
    for post in sorted(posts, key=lambda post: (sort_key(post.date) if post.date else 0, post.key)):
        is_whole = _IRI.fullmatch(post.feed_id)
        iri = _in_language(post.feed_id, language) if is_whole or not post.feed_id else id_of(post, post.feed_id)
        # Readers compare ids character by character, so only what no IRI may contain is escaped (RFC 3987).
        iri = _NOT_IRI.sub(lambda sign: quote(sign[0]), iri)
        ids[post.key] = iri if iri and iri not in taken else id_of(post, "")
        taken.add(ids[post.key])
    return ids


def _in_language(iri: str, language: str) -> str:
    if not (iri and language):
        return iri
    # In a tag as in our own: the id of a post that has been renamed can be given for all languages at once.
    tag = re.match("tag:[^:]+:", iri)
    return f"{tag[0]}{language}:{iri[tag.end() :]}" if tag else f"{iri}{'&' if '#' in iri else '#'}{language}"


def id_tag(hosting: Hosting, post: Post, name: str) -> str:
    """Return a tag URI (RFC 4151) for a post, from its date, and *name* or its own name."""
    assert post.date is not None
    path = quote(hosting.id_prefix + (name or post.key), safe=_PATH)
    return f"tag:{hosting.authority},{post.date.date().isoformat()}:{path}"


class Items:
    """Creates the entries of posts, for the feeds of one build."""

    def __init__(self, output: Output) -> None:
        self.output, self.builder, self.renderer = output, output.builder, output.renderer
        self.build = build = output.build
        self.config, self.base = build.config, build.hosting.canonical
        self.language = language_tag(self.config.language)
        listed = [post for published in build.blogs for post in published.blog.posts]
        id_of = self._id_url if self.config.blog_feed_ids == "url" else partial(id_tag, build.hosting)
        self.ids = feed_ids(listed, id_of, build.hosting.language)

    def _id_url(self, post: Post, name: str) -> str:
        """Return the URL that identifies a post, as in ABlog; *name* is a former name of its document."""
        # With a base, nothing is escaped: these ids are older than the site, and nobody follows them.
        base, name = self.config.conventions.blog_feed_id_base, name.strip("/") or post.docname
        if not base:
            return self.build.url_of(name, post.anchor)
        uri = posixpath.join(base, self.builder.get_target_uri(name))
        return _in_language(f"{uri}#{post.anchor}" if post.anchor else uri, self.build.hosting.language)

    def feed_id(self, folder: str) -> str:
        """Return the id of the feeds in *folder*; it must not change when posts are added or removed."""
        if self.config.blog_feed_ids == "url":
            own = _in_language(self.config.conventions.blog_feed_id_base or "", self.build.hosting.language)
            return own or self.base + quote(feed_file(folder, "atom.xml"))
        path = quote(self.build.hosting.id_prefix + folder, safe=_PATH)
        return f"tag:{self.build.hosting.authority},{_FEED_DATE}:{path}"

    @by_post
    def item(self, post: Post) -> Item:
        assert post.date is not None
        published = self.build.blog_of_post(post)
        blog, config = published.blog, published.config
        page = self.build.url_of(post.docname, post.anchor)
        texts = config.blog_feed_titles
        return Item(
            id=self.ids[post.key],
            title=post.title,
            page=page,
            external_url=absolute_url(post.external_link, page) if post.external_link else "",
            published=post.date,
            updated=post.updated,
            summary="" if texts is True else self.renderer.parts.description(post),
            content="" if texts else self._content(post, page),
            language=self.renderer.page_data.posts_of(post).voice(post).declared,
            title_language=self.build.title_lang(post),
            image=self.picture(post),
            enclosure=self.enclosure(post),
            authors=tuple(person_of(term, self.base, post) for term in blog.terms_of(post, "author")),
            categories=tuple(
                Category(term.name, term_label(term), self.build.url_of(published.pages.overview_page(name)))
                for name, kind in blog.kinds.items()
                if kind.in_feeds
                for term in blog.terms_of(post, name)[: config.blog_max_tags_shown or None]
            ),
        )

    def picture(self, post: Post) -> Picture | None:
        """Return the picture of a post, or its card, with its size if it is a file of the site."""
        shared, env = shared_picture(post, self.build), self.build.env
        url = absolute_url(shared, self.base, is_loaded=True)
        is_picture = post.image in env.images and shared == self.build.picture_of(post)
        path = Path(env.srcdir, post.image) if is_picture else Path(self.builder.outdir, shared)
        length = path.stat().st_size if shared and "://" not in shared and path.is_file() else 0
        return Picture(url, guess_type(shared, strict=False)[0] or "", length) if url else None

    def enclosure(self, post: Post) -> Picture | None:
        """Return the audio or video file of a post, with its size if it is a file of the site."""
        uri, path = self.build.enclosure_of(post), Path(self.build.env.srcdir, post.enclosure)
        length = path.stat().st_size if uri and "://" not in uri and path.is_file() else 0
        return Picture(absolute_url(uri, self.base), media_type(post.enclosure), length) if uri else None

    def _content(self, post: Post, page: str) -> str:
        """Return the text or the teaser of a post as its page shows it, converted for feed readers."""
        voice = self.renderer.page_data.posts_of(post).voice(post)
        parts, is_whole = self.renderer.parts, self.build.blog_of_post(post).config.blog_feed_fulltext
        whole = parts.try_to(render_text, "text", post) if is_whole else None
        html = (whole or parts.teaser(post)).html
        content = parts.attempt("entry", post, lambda: clean(attach(html, self.base), page, self._mathml))
        if content is None:
            content = f"<p>{escape(parts.description(post), quote=False)}</p>"
        if whole is None and (post.has_more or post.external_link):
            url = post.external_link or self.build.url_of(post.docname, post.more_anchor)
            text = post.more_text or voice.words.translations.gettext("Read more")
            content += f'\n<p><a href="{escape(absolute_url(url, page))}">{escape(text)}</a></p>'
        # Feed readers show many entries on one page, in the direction of their own interface.
        marks = {"lang": voice.foreign, "dir": voice.direction or text_direction(voice.tag)}
        marks = {name: value for name, value in marks.items() if value}
        return f"{start_tag('div', marks)}{content}</div>" if marks and content else content

    def _mathml(self, tex: str, is_block: bool) -> str | None:
        try:
            return to_mathml(tex, display=is_block, macros=macros_of(self.config.sphinx))
        except MathError:
            return None

"""HTML of lists, headers and footers: rendered from templates, then attached to a page."""

import json
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from html import escape
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import jinja2
from docutils import nodes
from jinja2.runtime import Context
from markupsafe import Markup
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import SphinxError, ThemeError

from sphinx_blogext._compat import global_toctree
from sphinx_blogext.core import N_
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.comments import read_thread, script_data
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import Page
from sphinx_blogext.data.lists import by_year
from sphinx_blogext.data.posts import Data
from sphinx_blogext.files import TEMPLATES
from sphinx_blogext.isolation import below
from sphinx_blogext.lang.codes import language_tag, split_languages
from sphinx_blogext.lang.words import Words
from sphinx_blogext.markup.relocate import ID_PREFIX, ROOT, attach, detach, root_of
from sphinx_blogext.site.pages import FeedsPage, Listing, ListPage, TermIndex
from sphinx_blogext.write.teaser import Fragment, distinct_kinds, page_state

if TYPE_CHECKING:
    from sphinx_blogext.write.parts import Parts

#: Styles whose items are all HTML.
_WHOLE = frozenset({"teasers", "full"})


class _Item(NamedTuple):
    """A post of a list, on any page: its template data, the parts it was made of, and its complete HTML."""

    data: dict[str, Any]
    parts: tuple[Fragment, ...]
    html: str

    def attach(self, prefix: str) -> dict[str, Any]:
        """Return the data for a place in a list in which ids start with *prefix*."""
        html = {name: self.data[name] for name in ("title", "teaser", "lead") if self.data.get(name)}
        html |= {"html": self.html} if self.html else {}
        # The root stays a placeholder until the whole list is attached to its page.
        return self.data | {name: Markup(attach(value, ROOT, prefix)) for name, value in html.items()}


class Renderer:
    """Renders what the blog shows, once per build."""

    def __init__(self, parts: "Parts") -> None:
        self.parts, self.page_data, self.build = parts, parts.page_data, parts.build
        self.builder = parts.build.html_builder
        #: The documents whose lists contain formulas.
        self.pages_with_maths: set[str] = set()
        #: Samples of the nodes in the lists of documents: see :class:`~sphinx_blogext.write.teaser.Fragment`.
        self.samples: dict[str, list[nodes.Element]] = {}
        #: The page that is being rendered, for errors.
        self.page = ""
        self._items: dict[tuple[str, str] | None, dict[tuple[str, int, bool], _Item]] = {None: {}}

    def render(self, template: str, own: Words | None = None, /, **context: Any) -> str:
        """Return the fragment ``blog/<template>.html`` in its *own* words, or in those of the site."""
        words = own or self.page_data.words
        with located(self.page, self.builder.confdir):
            return self._environment(words).get_template(f"blog/{template}.html").render(context)

    @cached_by(lambda docname: docname)
    def title(self, docname: str) -> str:
        """Return the title of a document as HTML."""
        return str(self.builder.render_partial(self.builder.env.titles[docname])["title"])

    @cached_by(lambda words: words.language)
    def _environment(self, words: Words) -> jinja2.Environment:
        return _environment(self.builder, words)

    def listing(self, listing: Listing, page: Page[Post], prefix: str = "", level: int = 2) -> Fragment:
        """Return a page of a list with headings of *level*; *prefix* is that of its ids, unique on the page."""
        data = self.page_data.of(listing.root).listing(listing, page, level)
        rendered = [self._item(item, listing, level) for item in data["posts"]]
        items = [item.attach(f"post-{prefix}{number}-") for number, item in enumerate(rendered, start=1)]
        shown = data | {"posts": items, "years": by_year(items)}
        html = self.render("listing", listing=shown, pagination=shown["pages"])
        parts = [part for item in rendered for part in item.parts]
        # Most posts have the same. Copies, because the page becomes their parent.
        all_samples = {id(node): node for part in parts for node in part.samples}
        samples = tuple(node.copy() for node in distinct_kinds(all_samples.values()))
        flags = frozenset[str]().union(*(part.flags for part in parts))
        return Fragment(html, any(part.has_maths for part in parts), samples, flags)

    def prepare(self, page: ListPage | TermIndex) -> None:
        """Render what a generated page shows of posts, which other pages may also show."""
        self.page = page.name
        if isinstance(page, ListPage) and page.listing.subject is None:
            for item in self.page_data.items(page.listing, page.page.items):
                self._item(item, page.listing, 2)

    def overview(self, page: TermIndex) -> Fragment:
        if isinstance(page, FeedsPage):
            return Fragment(self.render("subscribe", feeds=self.page_data.of(page.name).feeds))
        return Fragment(self.render("terms", terms=self.page_data.of(page.name).overview(page.taxonomy)))

    def term_list(self, docname: str, **options: Any) -> Fragment:
        return Fragment(self.render("terms", terms=self.page_data.term_list(docname, **options)))

    def header(self, post: Post) -> Fragment:
        """Return what is shown below the heading, in the language of the post."""
        data = self.page_data.of_post(post).frames.header(post)
        boxes = [self._series(box, f"series-{number}-") for number, box in enumerate(data["series"], start=1)]
        shown = [part for box in data["series"] for part in box["parts"]]
        # The data contains the parts of the summary, so that its digest needs no rendering.
        added = {"summary": self.parts.description(post), "lede": self.parts.lede(post)}
        context = data | {"series": boxes, "post": data["post"] | added}
        return self._fragment("post-header", context, shown, self.page_data.posts_of(post).voice(post).words)

    def draft_banner(self, post: Post) -> Fragment:
        """Return the banner that marks a post as a draft, for posts without a header."""
        data = self.page_data.of_post(post).frames.header(post)
        words = self.page_data.posts_of(post).voice(post).words
        return Fragment(self.render("draft-banner", words, post=data["post"]))

    def comments(self, post: Post) -> Fragment | None:
        """Return the placeholder for the comments on a post, if it can have any."""
        if not self.build.has_comments(post):
            return None
        words = self.page_data.posts_of(post).voice(post).words
        comments = _comments_of(post, self.build.blog_of_post(post).config.blog_comments or {}, words)
        around = self.page_data.of_post(post).frames.comments(post)
        return Fragment(self.render("comments", words, comments=comments, **around))

    def footer(self, post: Post) -> Fragment:
        """Return neighbors, related posts and posts that link here, as far as they are enabled."""
        data = self.page_data.of_post(post).frames.footer(post)
        context = data | {
            "older": data["older"] and self._named(data["older"], "older-"),
            "newer": data["newer"] and self._named(data["newer"], "newer-"),
            "related": self._all_named(data["related"], "related-"),
            "mentions": self._all_named(data["mentions"], "mention-"),
        }
        shown = filter(None, (data["older"], data["newer"], *data["related"], *data["mentions"]))
        return self._fragment("post-footer", context, shown, self.page_data.posts_of(post).voice(post).words)

    def mentions(self, posts: Iterable[Post], prefix: str) -> Fragment:
        """Return the list of the posts that link to a document, or to an object in it."""
        named = self.page_data.all_named(posts)
        return self._fragment("mentions", {"mentions": self._all_named(named, prefix)}, named)

    def _fragment(
        self, template: str, context: dict[str, Any], named: Iterable[dict[str, Any]], words: Words | None = None
    ) -> Fragment:
        html = self.render(template, words, **context)
        return Fragment(html, any(self.parts.of(post["title"]).has_maths for post in named))

    def _series(self, box: dict[str, Any], prefix: str) -> dict[str, Any]:
        """Return the data of a box that lists the parts of a series, with their titles."""
        return box | {
            "parts": [self._named(part, f"{prefix}{part['number']}-") for part in box["parts"]],
            "older": box["older"] and self._named(box["older"], f"{prefix}older-"),
            "newer": box["newer"] and self._named(box["newer"], f"{prefix}newer-"),
        }

    def attach(self, html: str, page: str) -> str:
        return attach(html, root_of(self.builder.get_target_uri(page)))

    @cached_by(lambda docname, **options: (docname, *sorted(options.items())))
    def toctree(self, docname: str, **options: Any) -> str:
        """Return what a document's template function ``toctree`` returns, detached from its page."""
        # Once, because Sphinx goes through all entries of all toctrees to answer.
        with page_state(self.builder, docname):
            html = global_toctree(self.builder, docname, **options)
        return detach(html, self.builder.get_target_uri(docname))

    def _item(self, item: Data, listing: Listing, level: int) -> _Item:
        """Return a post as an item of a list, created once for all lists that show it the same way."""
        subject = listing.subject and (listing.subject.taxonomy, listing.subject.key)
        if subject not in self._items:
            # Only lists of the same term in other languages, which follow, show the same.
            self._items = {None: self._items[None], subject: {}}
        items = self._items[subject]
        # The ``repr`` of the data serves as a digest. Lists of other styles may show the same.
        key = repr(item), level, listing.style in _WHOLE
        if key not in items:
            items[key] = self._make_item(item, listing.style, level)
        return items[key]

    def _make_item(self, item: Data, style: str, level: int) -> _Item:
        parts = {name: self.parts.of(item[name]) for name in ("title", "teaser", "lead") if item[name]}
        data = item | {name: Markup(part.html) for name, part in parts.items()}
        data["summary"] = self.parts.description(item["summary"].post) if item["summary"] else ""
        if teaser := parts.get("teaser"):
            # A document may have several first-level headings: those are below the post's title too.
            outer = level if "<h1" in teaser.html else level - 1
            data["teaser"] = Markup(attach(teaser.html, ROOT, ID_PREFIX, outer_heading=outer))
            for name in ("teaser_image", "teaser_cover"):
                if escape(item[name]) in teaser.html:
                    data[name] = ""
            data["teaser_classes"] = " ".join(["blog-teaser-body", *teaser.classes])
        whole = self.render("teaser", post=data, level=level) if style in _WHOLE else ""
        return _Item(data, tuple(parts.values()), whole)

    def _named(self, post: dict[str, Any], prefix: str) -> dict[str, Any]:
        """Return the data of a post with its title rendered; *prefix* is that of ids in the title."""
        return post | {"title": Markup(attach(self.parts.of(post["title"]).html, ROOT, prefix))}

    def _all_named(self, posts: Iterable[dict[str, Any]], prefix: str) -> list[dict[str, Any]]:
        return [self._named(post, f"{prefix}{number}-") for number, post in enumerate(posts, start=1)]


def _comments_of(post: Post, service: Mapping[str, Any], words: Words) -> str:
    """Return what the script needs to show the comments on a post, in *words*, as JSON."""
    say = words.translations.gettext
    data: dict[str, Any]
    if post.comments:
        thread = read_thread(post.comments)
        host, data = thread.host, {"provider": thread.network, "url": thread.url, "api": thread.api}
        data["load"] = service.get("load", "click")
        data["words"] = {
            "reply": say(N_("Reply at %(host)s")) % {"host": host},
            "none": say(N_("Nobody has replied yet.")),
            "failed": say(N_("The comments could not be loaded.")),
            "warning": say(N_("Content warning: %(text)s")),
        }
    else:
        data = script_data(service, post.key, language_tag(words.language))
        host = urlsplit(data["script"]).hostname or ""
    note = say(N_("Comments are hosted at %(host)s; nothing is loaded from there until you ask.")) % {"host": host}
    data |= {"title": say(N_("Comments")), "button": say(N_("Show the comments")), "note": note}
    # The same in every build.
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


class _Environment(jinja2.Environment):
    def getattr(self, obj: Any, attribute: str) -> Any:
        # What templates receive are dictionaries: that these lack an attribute takes Jinja longer to find out.
        # A name such as ``items`` is that of the method, even if it is also a key.
        if type(obj) is dict and attribute in obj and not hasattr(dict, attribute):
            return obj[attribute]
        return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        # Jinja chains the two, which it then copies for each fragment.
        return {**self.globals, **(d or {})}


def _environment(builder: StandaloneHTMLBuilder, words: Words) -> jinja2.Environment:
    """Return an environment for the blog's templates: unlike Sphinx's it escapes, but finds the same files."""
    loader = builder.templates
    if not isinstance(loader, jinja2.BaseLoader):
        # A template bridge that is not Jinja's: the theme cannot override our fragments.
        folders = [builder.confdir / path for path in builder.config.templates_path]
        loader = jinja2.FileSystemLoader([*folders, TEMPLATES])
    environment = _Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        # Templates do not change during a build.
        auto_reload=False,
    )
    cache = getattr(getattr(loader, "environment", None), "bytecode_cache", None)
    if isinstance(cache, jinja2.FileSystemBytecodeCache):
        # Compiled templates are cached next to Sphinx's, but in files of their own: these escape.
        environment.bytecode_cache = type(cache)(cache.directory, f"fragment-{cache.pattern}")
    # ``newstyle``, because it escapes the values filled into a message.
    environment.install_gettext_translations(words.translations, newstyle=True)  # type: ignore[attr-defined]  # by the extension

    # With the context, because otherwise what it returns for a constant is compiled into templates.
    @jinja2.pass_context
    def mark_languages(context: Context, text: str, tag: str = "") -> Markup:
        """Return a text, or HTML, with the language of words in another script than that of the language *tag*."""
        if isinstance(text, Markup):
            return text
        marked = Markup('<span lang="{}">{}</span>')
        parts = split_languages(str(text), tag or words.language)
        if not any(spoken for _part, spoken in parts):
            return Markup.escape(str(text))
        return Markup("").join(marked.format(spoken, part) if spoken else part for part, spoken in parts)

    environment.filters["languages"] = mark_languages
    return environment


@contextmanager
def located(page: str, confdir: Path) -> Iterator[None]:
    """Raise an error in a template that is rendered for *page* with the place of the mistake."""
    try:
        yield
    except SphinxError:
        raise
    except Exception as error:
        if not (place := _place_of(error, confdir)):
            raise
        reason = f"{type(error).__name__}: {error}"
        if isinstance(error, jinja2.TemplateNotFound):
            # Sphinx lists all folders in place of the name.
            name = str(error.name).partition(" not found in ")[0].strip("'")
            reason = f"there is no template {name!r}"
        elif isinstance(error, jinja2.TemplateError):
            reason = error.message or ""
        raise ThemeError(f"{place}: {reason} (on the page {page})") from error


def _place_of(error: Exception, confdir: Path) -> str:
    """Return the file and line of the template in which an error was raised, or ``""`` if it was in none."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"{below(confdir, error.filename or error.name or '?')}:{error.lineno}"
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        # Jinja replaces the frames of its own code by ones that point to the template.
        if "__jinja_exception__" in frame.f_globals:
            place = f"{below(confdir, frame.f_code.co_filename)}:{line}"
    return place

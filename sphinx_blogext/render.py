"""HTML of lists, headers and footers: made by templates, then attached to a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, FileSystemLoader
from markupsafe import Markup

from sphinx_blogext.comments import as_attribute, comments_of
from sphinx_blogext.descriptions import describe
from sphinx_blogext.i18n import _
from sphinx_blogext.listings import FeedsPage
from sphinx_blogext.relocate import ID_PREFIX, ROOT, attach, root_of
from sphinx_blogext.teaser import Teaser, distinct_kinds, render_lead, render_teaser, render_title
from sphinx_blogext.teaser_cache import TeaserCache
from sphinx_blogext.views import Views

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from docutils import nodes
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.blog import SeriesPlace
    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.i18n import Words
    from sphinx_blogext.listings import Listing, Overview
    from sphinx_blogext.model import Post
    from sphinx_blogext.pagination import Page

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Fragment:
    """Finished HTML, free of any page, and what a page that holds it must load."""

    html: str
    has_maths: bool = False
    samples: tuple[nodes.Element, ...] = ()


class _Item(NamedTuple):
    """A post of a list: the data of its template, what they were made of, and the whole as HTML.

    It is free of its page, and of the prefix of its ids.
    """

    view: dict[str, Any]
    parts: tuple[Teaser, ...]
    html: str

    def attach(self, prefix: str) -> dict[str, Any]:
        """Return the data for a place in a list in which ids start with *prefix*."""
        html = {name: self.view[name] for name in ("title", "teaser", "lead") if self.view.get(name)}
        html |= {"html": self.html} if self.html else {}
        return self.view | {name: Markup(attach(value, ROOT, prefix)) for name, value in html.items()}


@dataclass
class Renderer:
    """Renders what the blog shows. Made once per build; a teaser is rendered once.

    ``pages_with_maths`` are the documents whose lists hold formulas.
    """

    domain: BlogDomain
    builder: StandaloneHTMLBuilder
    views: Views = field(init=False)
    pages_with_maths: set[str] = field(default_factory=set)
    _teasers: dict[str, Teaser] = field(default_factory=dict)
    _leads: dict[str, Teaser] = field(default_factory=dict)
    _titles: dict[str, Teaser] = field(default_factory=dict)
    _descriptions: dict[str, str] = field(default_factory=dict)
    _items: dict[tuple[Any, ...], _Item] = field(default_factory=dict)
    _environments: dict[str, Environment] = field(default_factory=dict)
    _cache: TeaserCache = field(init=False)

    def __post_init__(self) -> None:
        self._cache = TeaserCache(Path(self.domain.env.doctreedir, f".teasers-{self.builder.name}"))
        self.views = Views(
            self.domain.blog, self.domain.pages, self.builder, self.domain.hosting, self.domain.channels
        )

    def render(self, template: str, **context: Any) -> str:
        """Return the fragment ``blog/<template>.html`` in the words of the site."""
        return self.render_in(self.views.words, template, **context)

    def render_in(self, words: Words, template: str, **context: Any) -> str:
        """Return the fragment ``blog/<template>.html`` in *words*."""
        return self._templates(words).get_template(f"blog/{template}.html").render(context)

    def teaser(self, post: Post) -> Teaser:
        if post.key not in self._teasers:
            self._teasers[post.key] = self._kept_or_made("teaser", post, render_teaser)
        return self._teasers[post.key]

    def lead(self, post: Post) -> Teaser:
        """Return the first paragraph of the teaser."""
        if post.key not in self._leads:
            self._leads[post.key] = self._kept_or_made("lead", post, render_lead)
        return self._leads[post.key]

    def description(self, post: Post) -> str:
        """Return what a post is about, in a sentence or two of plain text, made once."""
        if post.key not in self._descriptions:
            self._descriptions[post.key] = post.description or describe(self.teaser(post).html)
        return self._descriptions[post.key]

    def title(self, post: Post) -> Teaser:
        if post.key not in self._titles:
            self._titles[post.key] = self._render_title(post)
        return self._titles[post.key]

    def listing(self, listing: Listing, page: Page[Post], prefix: str = "", level: int = 2) -> Fragment:
        """Return one page of a list whose headings are of *level*.

        *prefix* tells its ids from those of other lists on the page.
        """
        found = [self._item(listing, post, level) for post in page.items]
        items = [item.attach(f"post-{prefix}{number}-") for number, item in enumerate(found, start=1)]
        view = self.views.listing(listing, page, items, level)
        html = self.render("listing", listing=view, pagination=view["pages"])
        parts = [part for item in found for part in item.parts]
        samples = distinct_kinds(node for part in parts for node in part.samples)
        return Fragment(html, any(part.has_maths for part in parts), samples)

    def overview(self, page: Overview) -> Fragment:
        """Return what stands on a page that lists terms, or the feeds."""
        if isinstance(page, FeedsPage):
            return Fragment(self.render("subscribe", feeds=self.views.feeds()))
        return self.term_list(page.taxonomy, "list")

    def term_list(self, taxonomy: str, style: str, least: int = 1) -> Fragment:
        return Fragment(self.render("terms", terms=self.views.term_list(taxonomy, style, least)))

    def header(self, post: Post) -> Fragment:
        """Return what stands below the heading, in the language of the post."""
        places = self.domain.blog.series_of(post)
        context = {
            "post": self.views.header(post) | {"summary": self.description(post)},
            "series": [self._series(*item) for item in enumerate(places, start=1)],
        }
        html = self.render_in(self.views.words_of(post), "post-header", **context)
        shown = [place.parts[number] for place in places for number in place.shown]
        return Fragment(html, any(self.title(part).has_maths for part in shown))

    def draft_banner(self, post: Post) -> Fragment:
        """Return what says that a post is a draft, where there is no header to say it."""
        return Fragment(self.render("draft-banner", post=self.views.post(post)))

    def comments(self, post: Post) -> Fragment | None:
        """Return the place of the comments on a post, if there may be any."""
        found = comments_of(post, self.builder.config)
        return Fragment(self.render("comments", comments=as_attribute(found))) if found else None

    def footer(self, post: Post) -> Fragment:
        """Return neighbours, related posts and those that link here, as far as they are switched on."""
        config = self.builder.config
        older, newer = self.domain.blog.neighbours(post) if config.post_show_prev_next else (None, None)
        related = self.domain.blog.related(post, config.blog_related) if config.blog_related else ()
        mentions = self.domain.found_mentions.documents.get(post.key, ())
        named = [other for other in (older, newer, *related, *mentions) if other]
        context = {
            "post": self.views.post(post),
            "older": older and self._named(older, "older-"),
            "newer": newer and self._named(newer, "newer-"),
            "related": self._all_named(related, "related-"),
            "mentions": self._all_named(mentions, "mention-"),
        }
        return Fragment(self.render("post-footer", **context), any(self.title(other).has_maths for other in named))

    def mentions(self, posts: Iterable[Post], prefix: str) -> Fragment:
        """Return the list of the posts that link to a document, or to an object in it."""
        posts = tuple(posts)
        html = self.render("mentions", mentions=self._all_named(posts, prefix))
        return Fragment(html, any(self.title(post).has_maths for post in posts))

    def _series(self, box: int, place: SeriesPlace) -> dict[str, Any]:
        """Return the data of the *box* that names the parts of a series around a post."""
        prefix = f"series-{box}-"
        parts = [
            self._named(place.parts[number], f"{prefix}{number + 1}-")
            | {"number": number + 1, "is_current": number == place.place}
            for number in place.shown
        ]
        return {
            **self.views.term(place.term),
            "number": place.place + 1,
            "count": len(place.parts),
            "parts": parts,
            "is_whole": len(parts) == len(place.parts),
            "older": place.older and self._named(place.older, f"{prefix}older-"),
            "newer": place.newer and self._named(place.newer, f"{prefix}newer-"),
        }

    def has_maths(self, docname: str) -> bool:
        """Return whether what the blog shows in the document holds formulas."""
        return docname in self.pages_with_maths

    def attach(self, html: str, page: str) -> str:
        """Return *html* for the page *page*."""
        return attach(html, root_of(self.builder.get_target_uri(page)))

    def save(self) -> None:
        """Keep the teasers for the next build."""
        self._cache.save(self.domain.blog.by_key)

    def _kept_or_made(self, part: str, post: Post, render: Callable[..., Teaser]) -> Teaser:
        """Return a part of a post, from an earlier build if it is the same."""
        made_of = self.domain.digests.posts.of_teaser(post) if self.domain.digests else ""
        kept = self._cache.get((part, post.key), made_of) if made_of and self._may_be_kept(post) else None
        if kept is not None:
            return kept
        made = render(self.domain.env, self.builder, post.docname, post.anchor)
        self._cache.put((part, post.key), made_of, made)
        return made

    def _may_be_kept(self, post: Post) -> bool:
        """Return whether what an earlier build made of the post is as good.

        Not where its page is written anyway, be it because everything is: images and the like
        are written with it. Nor with a list in it, which is made of other posts.
        """
        domain, docname = self.domain, post.docname
        has_list = docname in domain.lists or docname in domain.terms or docname in domain.env.toctree_includes
        return domain.to_write is not None and docname not in domain.to_write and not has_list

    def _templates(self, words: Words) -> Environment:
        """Return the template environment of a language, made once."""
        if words.language not in self._environments:
            self._environments[words.language] = _template_environment(self.builder, words)
        return self._environments[words.language]

    def _item(self, listing: Listing, post: Post, level: int) -> _Item:
        """Return a post as it stands in the list, made once for all lists that show it so."""
        request = listing.request
        has_teaser = listing.style == "teasers" or request.excerpts
        # What says that the post is in another language than the list.
        mark = {
            "only": self.views.only_in(post, listing.language),
            "is_foreign": self.views.is_foreign(post, listing.language),
        }
        options = (request.date_format, request.format, request.expand, level)
        key = (post.key, listing.style, has_teaser, *mark.values(), *options)
        if key not in self._items:
            self._items[key] = self._make_item(listing, post, level, mark, has_teaser=has_teaser)
        return self._items[key]

    def _make_item(
        self, listing: Listing, post: Post, level: int, mark: dict[str, Any], *, has_teaser: bool
    ) -> _Item:
        request = listing.request
        view = self.views.post(post) | self._title(post) | mark
        parts = [self.title(post)]
        if request.date_format:
            view["date"] = self.views.date(post.date, request.date_format)
        view["parts"] = self.views.format_parts(view, request.format)
        if post.has_more or post.external_link:
            text = post.more_text or request.expand or _("Read more")
            url = post.external_link or self.views.url(post.docname, post.more_anchor)
            view["more"] = {"url": url, "text": text, "is_own": bool(post.more_text)}
        if has_teaser:
            teaser = self.teaser(post)
            parts.append(teaser)
            # A document may have several headings of the first level: those are below the post's title, too.
            outer = level if "<h1" in teaser.html else level - 1
            view["teaser"] = Markup(attach(teaser.html, ROOT, ID_PREFIX, outer_heading=outer))
            view["teaser_classes"] = " ".join(["blog-teaser-body", *teaser.classes])
        elif listing.style == "cards" and not post.description:
            lead = self.lead(post)
            parts.append(lead)
            view["lead"] = Markup(lead.html)
        whole = self.render("teaser", post=view, level=level) if listing.style == "teasers" else ""
        return _Item(view, tuple(parts), whole)

    def _named(self, post: Post, prefix: str) -> dict[str, Any]:
        """Return the data of a post that is named by its title; *prefix* is that of ids in it."""
        return self.views.named(post) | self._title(post, prefix)

    def _all_named(self, posts: Iterable[Post], prefix: str) -> list[dict[str, Any]]:
        return [self._named(post, f"{prefix}{number}-") for number, post in enumerate(posts, start=1)]

    def _title(self, post: Post, prefix: str = ID_PREFIX) -> dict[str, Any]:
        title = attach(self.title(post).html, ROOT, prefix)
        return {"title": Markup(title), "teaser": None, "lead": None, "more": None}

    def _render_title(self, post: Post) -> Teaser:
        """Return the heading with its mark-up, unless the post has another title for lists."""
        if post.has_own_title:
            return Teaser(str(Markup.escape(post.title)))
        return render_title(self.domain.env, self.builder, post.docname)


def _template_environment(builder: StandaloneHTMLBuilder, words: Words) -> Environment:
    """Return a template environment that escapes, unlike Sphinx's own, and finds the same templates."""
    loader = builder.templates
    if not isinstance(loader, BaseLoader):
        # A template bridge that is not Jinja's: the theme cannot replace our fragments.
        loader = FileSystemLoader([*(builder.confdir / p for p in builder.config.templates_path), TEMPLATES])
    environment = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        # Templates do not change while they are used.
        auto_reload=False,
    )
    kept = getattr(getattr(loader, "environment", None), "bytecode_cache", None)
    if isinstance(kept, FileSystemBytecodeCache):
        # Where Sphinx's are kept compiled, but in files of their own: these escape.
        environment.bytecode_cache = FileSystemBytecodeCache(kept.directory, "blog-%s.cache")
    environment.install_gettext_translations(words.translations, newstyle=True)  # type: ignore[attr-defined]  # by the extension
    return environment


def renderer_of(domain: BlogDomain, builder: StandaloneHTMLBuilder) -> Renderer:
    """Return the renderer of this build."""
    if domain.renderer is None or domain.renderer.builder is not builder:
        domain.renderer = Renderer(domain, builder)
    return domain.renderer

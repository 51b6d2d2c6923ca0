"""What machines are told of a page: OpenGraph for link previews, JSON-LD (schema.org) for search engines."""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from sphinx_blogext.cards.faces import SIZE as CARD_SIZE
from sphinx_blogext.cards.plan import shared_picture
from sphinx_blogext.core.citation import Source, license_url
from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.urls import absolute_url, media_type
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.markup.tree import parse, title_text
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.pages import Frame, ListPage, TermIndex, frame_of, term_label
from sphinx_blogext.site.published_blog import Person, person_of
from sphinx_blogext.write.output import Output


class PageFacts(NamedTuple):
    """A page; URLs are absolute, and empty if the URL of the site is not known.

    ``kind`` is ``"post"``, ``"blog"`` for the list of all posts, or ``"list"``. ``blog`` is the title and the URL
    of the blog's first page, ``parents`` lead from there to the page's own parent, and ``language`` may be ``""``.
    """

    kind: str
    title: str
    url: str
    site: str
    blog: tuple[str, str]
    language: str
    description: str = ""
    image: str = ""
    image_size: tuple[int, int] | None = None
    image_alt: str = ""
    video: str = ""
    published: datetime | None = None
    updated: datetime | None = None
    authors: tuple[Person, ...] = ()
    section: str = ""
    tags: tuple[str, ...] = ()
    cited: Source | None = None
    license: str = ""
    parents: tuple[tuple[str, str], ...] = ()


def line_of(title: str, names: Iterable[str]) -> str:
    return _("%(list)s: %(names)s") % {"list": title, "names": "; ".join(names)}


def latest(title: str, posts: Sequence[Post]) -> str:
    """Return the title of a list and its latest posts, as a search engine shows them in a line or two."""
    return shorten(line_of(title, [post.title for post in posts[:3]]))


def description_of_lists(build: Build, page: str) -> "list[MetaTag]":
    """Return the description of a document with lists other than those of the blog's pages."""
    listings = (build.pages.placed.get((page, place)) for place in range(len(build.domain.lists.get(page, ()))))
    posts = [post for listing in listings if listing for post in listing.pages[0].items]
    return [MetaTag("description", latest(title_text(build.env.titles[page]), posts))] if posts else []


class FactsCollector:
    def __init__(self, output: Output, page: str) -> None:
        self.output, self.build = output, output.build
        published = self.build.blog_of(page)
        self.blog, self.config = published.blog, published.config
        self.base = self.build.hosting.canonical
        self.common: dict[str, Any] = {
            # Sphinx leaves two spaces if a site has no release. The title may also be a number.
            "site": " ".join(str(self.config.sphinx.html_title or self.config.sphinx.project).split()),
            "blog": (self.config.blog_title, self.build.url_of(published.pages.home)),
            "language": language_tag(self.config.language),
        }

    def of_page(self, name: str, url: str, head: str, *, has_text: bool) -> PageFacts | None:
        """Return the facts of the page at *url* with the *head* so far, if it belongs to the blog."""
        if (post := self.build.posts.get(name)) is not None:
            return self._of_post(post, url)
        if (shown := self.build.pages.shown_on.get(name)) is None:
            return None
        contents = {meta.get("name"): meta.get("content", "") for meta in reversed(_metas(head))}
        written = contents.get("description", "")
        if isinstance(shown, ListPage):
            return self._of_list(shown, url, written, has_text=has_text)
        terms = self.blog.taxonomies[shown.taxonomy].shown[:12] if shown.taxonomy and not has_text else ()
        description = shorten(line_of(shown.title, [term.label for term in terms])) if terms else ""
        return self._list("list", shown, url, written or description)

    def _of_post(self, post: Post, url: str) -> PageFacts:
        if (tag := self.build.config.voice(post).declared) is not None:
            self.common["language"] = tag
        categories = self.blog.terms_of(post, "category")
        keywords = ["tag", *(name for name, kind in self.blog.kinds.items() if kind.is_own)]
        return PageFacts(
            kind="post",
            title=post.title,
            url=url,
            description=self.output.renderer.parts.description(post),
            published=post.date,
            updated=post.updated,
            authors=tuple(person_of(term, self.base, post) for term in self.blog.terms_of(post, "author")),
            section=term_label(categories[0]) if categories else "",
            cited=self.build.blog_of_post(post).source_of(post, self.output.builder),
            license=license_url(post.license) or post.license,
            tags=tuple(term_label(term) for name in keywords for term in self.blog.terms_of(post, name)),
            parents=(self.common["blog"],),
            **self._media(post),
            **self.common,
        )

    def _media(self, post: Post) -> dict[str, Any]:
        shared = shared_picture(post, self.build)
        image, own = self._image(shared), self.build.picture_of(post)
        is_own = image == absolute_url(own, self.base, is_loaded=True)
        is_video = media_type(post.enclosure).startswith("video/")
        video = self.build.enclosure_of(post) if is_video and self.base else ""
        return {
            "image": image,
            "image_size": CARD_SIZE if image and not is_own and shared != own else None,
            "image_alt": post.image_alt if is_own else "",
            "video": absolute_url(video, self.base, is_loaded=True),
        }

    def _of_list(self, shown: ListPage, url: str, written: str, *, has_text: bool) -> PageFacts:
        listing, page = shown
        frame = frame_of(self.build.env, shown)
        subtitle = self.config.blog_feed_subtitle if listing.kind == "blog" else ""
        text = listing.term.settings.description if listing.term else subtitle
        if not text and not has_text:
            text = latest(frame.title, page.items) if page.items else line_of(self.common["site"], [frame.title])
        kind = "blog" if listing.kind == "blog" and page.newer is None else "list"
        return self._list(kind, frame, url, written or shorten(text or ""))

    def _list(self, kind: str, page: Frame | TermIndex, url: str, description: str) -> PageFacts:
        links = tuple((title, self.build.url_of(name)) for title, name in page.parents)
        about = {"title": page.title, "description": description, "image": self._image()} | self.common
        return PageFacts(kind=kind, url=url, parents=links, **about)

    def _image(self, uri: str = "") -> str:
        """Return the absolute URL of a picture, or of the default picture, for programs on other sites."""
        default = self.config.blog_default_image
        # Networks do not show SVG images.
        chosen = default if not uri or (default and uri.lower().endswith(".svg")) else uri
        return absolute_url(chosen, self.base, is_loaded=True) if self.base else ""


class MetaTag(NamedTuple):
    name: str
    content: str

    @property
    def html(self) -> str:
        attribute = "property" if self.name.startswith(("og:", "article:")) else "name"
        return f'<meta {attribute}="{self.name}" content="{escape(self.content)}">'


def preview_tags(page: PageFacts) -> list[MetaTag]:
    """Return the tags for *page*; those without a value are left out."""
    # OpenGraph knows languages with countries, but no scripts.
    locales = {"zh-Hans": "zh_CN", "zh-Hant": "zh_TW", "zh-Hant-HK": "zh_HK"}
    locale = locales.get(page.language, page.language.replace("-", "_"))
    tags = [
        ("description", page.description),
        ("og:title", page.title),
        ("og:type", "article" if page.kind == "post" else "website"),
        ("og:url", page.url),
        ("og:site_name", page.site),
        ("og:description", page.description),
        ("og:locale", locale if re.fullmatch(r"[a-z]{2,3}_[A-Z]{2}", locale) else ""),
        ("og:image", page.image),
        *_image_tags(page),
        ("og:video", page.video),
        ("og:video:type", page.video and media_type(page.video)),
        ("twitter:card", "summary_large_image" if page.image else "summary"),
    ]
    if page.kind == "post":
        tags += [*_article_tags(page), *_citation_tags(page)]
    return [MetaTag(name, content) for name, content in tags if content]


def _image_tags(page: PageFacts) -> list[tuple[str, str]]:
    # A network needs the size of a picture before fetching it.
    sides = zip(("width", "height"), page.image_size or (), strict=False)
    texts = [(f"{name}:image:alt", page.image_alt or page.title) for name in ("og", "twitter") if page.image]
    return [*((f"og:image:{name}", str(side)) for name, side in sides), *texts]


def _article_tags(page: PageFacts) -> list[tuple[str, str]]:
    # One each: programs that read these tags do not support a second author.
    fediverse = next(filter(None, [author.fediverse for author in page.authors]), "")
    handle = next(filter(None, [author.x for author in page.authors]), "")
    return [
        ("fediverse:creator", fediverse),
        ("twitter:creator", f"@{handle}" if handle else ""),
        ("article:published_time", _moment(page.published)),
        ("article:modified_time", _moment(page.updated)),
        *(("article:author", author.url or author.name) for author in page.authors),
        ("article:section", page.section),
        *(("article:tag", tag) for tag in page.tags),
    ]


def _citation_tags(page: PageFacts) -> list[tuple[str, str]]:
    """Return what reference managers read: the tags of Highwire Press."""
    if (source := page.cited) is None:
        return []
    return [
        ("citation_title", source.title),
        *(("citation_author", name) for name in source.authors),
        *(("citation_author_orcid", author.orcid) for author in page.authors if author.orcid),
        ("citation_publication_date", source.published.strftime("%Y/%m/%d")),
        ("citation_journal_title", source.blog),
        ("citation_language", source.language),
        ("citation_doi", source.doi),
        ("citation_public_url", source.url),
    ]


@lru_cache(maxsize=16)
def _metas(html: str) -> list[dict[str, str]]:
    return [element.attributes for element in parse(html).elements() if element.tag == "meta"]


def without_doubles(tags: list[MetaTag], html: str) -> list[MetaTag]:
    """Return those of *tags* that *html*, the head of a page so far, does not have yet."""
    names = {meta.get("property") or meta.get("name", "") for meta in _metas(html)}
    return [tag for tag in tags if tag.name not in names]


#: Characters that would end the script, or that JavaScript treated as line breaks.
_ESCAPED = pattern("[<>&\u2028\u2029]")


def jsonld_scripts(page: PageFacts) -> list[str]:
    """Return the ``<script>`` of *page*, if its URL is known; it contains data and is not executed."""
    if not page.url:
        return []
    things = [_thing(page)]
    if page.parents:
        elements = [
            {"@type": "ListItem", "position": place, "name": title} | ({"item": url} if url else {})
            for place, (title, url) in enumerate([*page.parents, (page.title, "")], start=1)
        ]
        things.append({"@type": "BreadcrumbList", "itemListElement": elements})
    data = {"@context": "https://schema.org", "@graph": things}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return [f'<script type="application/ld+json">{text}</script>']


def _moment(moment: datetime | None) -> str:
    return rfc3339(moment) if moment else ""


#: The types of pages in schema.org.
_TYPES = {"post": "BlogPosting", "blog": "Blog", "list": "CollectionPage"}


def _thing(page: PageFacts) -> dict[str, Any]:
    """Return the type and data of *page*; the posts of a list are marked up as microformats."""
    is_post, (blog, home) = page.kind == "post", page.blog
    video = {
        "@type": "VideoObject",
        "name": page.title,
        "description": page.description,
        "contentUrl": page.video,
        "thumbnailUrl": page.image,
        "uploadDate": _moment(page.published),
    }
    return _filled(
        {
            "@type": _TYPES[page.kind],
            "@id": page.url,
            "url": page.url,
            "mainEntityOfPage": page.url if is_post else "",
            "headline" if is_post else "name": page.title,
            "description": page.description,
            "image": page.image if is_post else "",
            "video": _filled(video) if page.video else {},
            "inLanguage": page.language,
            "datePublished": _moment(page.published),
            "dateModified": _moment(page.updated or page.published),
            "author": [*map(_person, page.authors)],
            "articleSection": page.section,
            "keywords": list(page.tags),
            "license": page.license,
            "identifier": f"https://doi.org/{page.cited.doi}" if page.cited and page.cited.doi else "",
            "isPartOf": {} if page.kind == "blog" else {"@type": "Blog", "@id": home, "name": blog},
        }
    )


def _person(person: Person) -> dict[str, Any]:
    kind = "Organization" if person.is_organization else "Person"
    data = {"@type": kind, "name": person.name, "url": person.url, "image": person.avatar}
    return _filled(data | {"sameAs": list(person.elsewhere)})


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value}

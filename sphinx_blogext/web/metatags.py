"""What a link preview shows of a page (OpenGraph), and its data for search engines (JSON-LD, schema.org)."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.markup.tree import parse
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_blogext.site.published_blog import Person
    from sphinx_blogext.web.page_facts import Link, PageFacts


class MetaTag(NamedTuple):
    """A ``<meta>`` element whose *attribute* is ``name`` or ``property``."""

    attribute: str
    name: str
    content: str

    @property
    def html(self) -> str:
        return f'<meta {self.attribute}="{self.name}" content="{escape(self.content)}">'


def preview_tags(page: PageFacts) -> list[MetaTag]:
    """Return the tags for *page*; those without a value are left out."""
    tags = [
        MetaTag("name", "description", page.description),
        MetaTag("property", "og:title", page.title),
        MetaTag("property", "og:type", "article" if page.kind == "post" else "website"),
        MetaTag("property", "og:url", page.url),
        MetaTag("property", "og:site_name", page.site),
        MetaTag("property", "og:description", page.description),
        MetaTag("property", "og:locale", _locale(page.language)),
        MetaTag("property", "og:image", page.image),
        *_size_tags(page),
        MetaTag("name", "twitter:card", "summary_large_image" if page.image else "summary"),
    ]
    if page.kind == "post":
        tags += [*_article_tags(page), *_citation_tags(page)]
    return [tag for tag in tags if tag.content]


def _size_tags(page: PageFacts) -> list[MetaTag]:
    """Return the size of a picture, which a network needs before fetching it, and its alternative text."""
    if not page.image:
        return []
    sides = zip(("width", "height"), page.image_size or (), strict=False)
    return [
        *(MetaTag("property", f"og:image:{name}", str(side)) for name, side in sides),
        MetaTag("property", "og:image:alt", page.title),
    ]


def _article_tags(page: PageFacts) -> list[MetaTag]:
    # One each: programs that read these tags do not support a second author.
    fediverse = next(filter(None, [author.fediverse for author in page.authors]), "")
    handle = next(filter(None, [author.x for author in page.authors]), "")
    return [
        MetaTag("name", "fediverse:creator", fediverse),
        MetaTag("name", "twitter:creator", f"@{handle}" if handle else ""),
        MetaTag("property", "article:published_time", rfc3339(page.published) if page.published else ""),
        MetaTag("property", "article:modified_time", rfc3339(page.updated) if page.updated else ""),
        *(MetaTag("property", "article:author", author.url or author.name) for author in page.authors),
        MetaTag("property", "article:section", page.section),
        *(MetaTag("property", "article:tag", tag) for tag in page.tags),
    ]


def _citation_tags(page: PageFacts) -> list[MetaTag]:
    """Return what reference managers read: the tags of Highwire Press, and those of Dublin Core (RFC 5013)."""
    source = page.cited
    if source is None:
        return []
    day = source.published.date()
    return [
        MetaTag("name", "citation_title", source.title),
        *(MetaTag("name", "citation_author", name) for name in source.authors),
        *(MetaTag("name", "citation_author_orcid", author.orcid) for author in page.authors if author.orcid),
        MetaTag("name", "citation_publication_date", day.strftime("%Y/%m/%d")),
        MetaTag("name", "citation_journal_title", source.blog),
        MetaTag("name", "citation_language", source.language),
        MetaTag("name", "citation_doi", source.doi),
        MetaTag("name", "citation_public_url", source.url),
        MetaTag("name", "DC.title", source.title),
        *(MetaTag("name", "DC.creator", name) for name in source.authors),
        MetaTag("name", "DC.date", day.isoformat()),
        MetaTag("name", "DC.type", "Text"),
        MetaTag("name", "DC.publisher", source.blog),
        MetaTag("name", "DC.language", source.language),
        MetaTag("name", "DC.identifier", source.address),
        MetaTag("name", "DC.rights", page.license),
    ]


def _locale(language: str) -> str:
    """Return a language with its country, as OpenGraph requires, if the tag contains or implies one."""
    # OpenGraph knows countries, but not scripts.
    locale = {"zh-Hans": "zh_CN", "zh-Hant": "zh_TW", "zh-Hant-HK": "zh_HK"}.get(
        language, language.replace("-", "_")
    )
    return locale if re.fullmatch(r"[a-z]{2,3}_[A-Z]{2}", locale) else ""


def written_description(html: str) -> str:
    """Return the description in *html*, the head of a page so far, or ``""``."""
    metas = (element.attributes for element in parse(html).elements() if element.tag == "meta")
    return next((meta.get("content", "") for meta in metas if meta.get("name") == "description"), "")


def without_doubles(tags: list[MetaTag], html: str) -> list[MetaTag]:
    """Return those of *tags* that *html*, the head of a page so far, does not have yet."""
    names = set()
    # Most heads have no others than these, which need no parser.
    for tag in tags:
        if tag.html in html:
            names.add(tag.name)
            html = html.replace(tag.html, "")
    if "<meta" in html.lower():
        names |= {
            element.attributes.get("property") or element.attributes.get("name", "")
            for element in parse(html).elements()
            if element.tag == "meta"
        }
    return [tag for tag in tags if tag.name not in names]


#: Characters that would end the script, or that JavaScript treated as line breaks.
_ESCAPED = pattern("[<>&\u2028\u2029]")


def jsonld_scripts(page: PageFacts) -> list[str]:
    """Return the ``<script>`` of *page*, if its URL is known; it contains data and is not executed."""
    if not page.url:
        return []
    things = [_post(page) if page.kind == "post" else _list(page)]
    if page.parents:
        things.append(_breadcrumbs(page))
    data = {"@context": "https://schema.org", "@graph": things}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return [f'<script type="application/ld+json">{text}</script>']


def _post(page: PageFacts) -> dict[str, Any]:
    changed = page.updated or page.published
    return _filled(
        {
            "@type": "BlogPosting",
            "@id": page.url,
            "url": page.url,
            "mainEntityOfPage": page.url,
            "headline": page.title,
            "description": page.description,
            "image": page.image,
            "inLanguage": page.language,
            "datePublished": rfc3339(page.published) if page.published else "",
            "dateModified": rfc3339(changed) if changed else "",
            "author": _persons(page.authors),
            "articleSection": page.section,
            "keywords": list(page.tags),
            "license": page.license,
            "identifier": f"https://doi.org/{page.cited.doi}" if page.cited and page.cited.doi else "",
            "isPartOf": {"@type": "Blog", "@id": page.blog.url, "name": page.blog.title},
        }
    )


def _list(page: PageFacts) -> dict[str, Any]:
    """Return the type and data of *page*; its posts are marked up as microformats."""
    is_blog = page.kind == "blog"
    return _filled(
        {
            "@type": "Blog" if is_blog else "CollectionPage",
            "@id": page.url,
            "url": page.url,
            "name": page.title,
            "description": page.description,
            "inLanguage": page.language,
            "isPartOf": None if is_blog else {"@type": "Blog", "@id": page.blog.url, "name": page.blog.title},
        }
    )


def _breadcrumbs(page: PageFacts) -> dict[str, Any]:
    steps: list[Link] = [*page.parents]
    elements = [
        {"@type": "ListItem", "position": place, "name": step.title, "item": step.url}
        for place, step in enumerate(steps, start=1)
    ]
    elements.append({"@type": "ListItem", "position": len(steps) + 1, "name": page.title})
    return {"@type": "BreadcrumbList", "itemListElement": elements}


def _persons(persons: Iterable[Person]) -> list[dict[str, Any]]:
    return [
        _filled(
            {
                "@type": "Person",
                "name": person.name,
                "url": person.url,
                "image": person.avatar,
                "sameAs": list(person.elsewhere),
            }
        )
        for person in persons
    ]


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value}

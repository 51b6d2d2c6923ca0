"""JSON-LD with the vocabulary of schema.org: the data of a page for search engines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.dates import rfc3339
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

    from sphinx_blogext.site.people import Person
    from sphinx_blogext.web.page_facts import Link, PageFacts

#: Characters that would end the script, or that JavaScript treated as line breaks.
_ESCAPED = pattern("[<>&\u2028\u2029]")


def scripts(page: PageFacts) -> list[str]:
    """Return the ``<script>`` of *page*, if its URL is known; it contains data and is not executed."""
    if not page.url:
        return []
    things = [_post(page) if page.kind == "post" else _list(page)]
    if page.parents:
        things.append(_breadcrumbs(page))
    data = {"@context": "https://schema.org", "@graph": things}
    text = _ESCAPED.sub(_escape, json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return [f'<script type="application/ld+json">{text}</script>']


def _escape(character: re.Match[str]) -> str:
    return f"\\u{ord(character[0]):04x}"


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
    """Return the breadcrumbs of *page*."""
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

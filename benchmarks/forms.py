"""Write a post in the form of each engine: its front matter and its mark for the end of the teaser.

Formulas stay as they are. An engine without support for them shows their source.
"""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corpus import Post


def to_ablog(post: Post) -> str:
    """Write a MyST document; ABlog takes the first paragraph as the teaser, so there is no mark."""
    keys = {
        "blogpost": True,
        "date": post.day,
        "tags": post.tags,
        "category": post.category,
        "author": post.author,
        "language": post.language,
    }
    return _front_matter(keys) + f"# {post.title}\n\n{post.teaser}\n\n{post.body}"


def to_pelican(post: Post) -> str:
    """Write a Markdown article; Pelican takes the first 50 words as the summary, so there is no mark."""
    keys = {
        "Title": post.title,
        "Slug": post.name,
        "Date": post.day,
        "Tags": ", ".join(post.tags),
        "Category": post.category,
        "Authors": post.author,
        "Lang": post.language,
    }
    return "".join(f"{key}: {value}\n" for key, value in keys.items()) + f"\n{post.teaser}\n\n{post.body}"


def to_nikola(post: Post) -> str:
    """Write Markdown with Nikola's own metadata; it could read YAML, with one more package."""
    keys = {
        "title": post.title,
        "slug": post.name,
        "date": post.day,
        "tags": ", ".join(post.tags),
        "category": post.category,
        "author": post.author,
        "has_math": "true",
    }
    metadata = "".join(f".. {key}: {value}\n" for key, value in keys.items())
    return f"<!--\n{metadata}-->\n\n{post.teaser}\n\n<!-- TEASER_END -->\n\n{post.body}"


def to_material(post: Post) -> str:
    keys = {
        "slug": post.name,
        "date": post.day,
        "tags": post.tags,
        "categories": [post.category],
        "authors": [post.author],
    }
    return _front_matter(keys) + f"# {post.title}\n\n{post.teaser}\n\n<!-- more -->\n\n{post.body}"


def to_hugo(post: Post) -> str:
    keys = {
        "title": post.title,
        "date": post.day,
        "tags": post.tags,
        "categories": [post.category],
        "authors": [post.author],
    }
    return _front_matter(keys) + f"{post.teaser}\n\n<!--more-->\n\n{post.body}"


def to_eleventy(post: Post) -> str:
    keys = {
        "title": post.title,
        "date": post.day,
        "tags": post.tags,
        "category": post.category,
        "author": post.author,
    }
    return _front_matter(keys) + f"{post.teaser}\n\n<!-- more -->\n\n{post.body}"


def _front_matter(keys: dict[str, object]) -> str:
    """Write *keys* as YAML. JSON is YAML, too, but has no dates."""
    values = {
        key: str(value) if isinstance(value, date) else json.dumps(value, ensure_ascii=False)
        for key, value in keys.items()
    }
    return "".join(["---\n", *(f"{key}: {value}\n" for key, value in values.items()), "---\n"])

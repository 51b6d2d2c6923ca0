"""Map the metadata of other engines to ours."""

import re
from collections import Counter
from html import unescape
from typing import Any

from blogext_import.settings import AUTHOR_KEYS, record_of
from blogext_import.values import Values, as_names, fold, one_line
from sphinx_blogext.core.metadata import KEYS, OWN_KEYS, is_foreign, suggest
from sphinx_blogext.core.urls import is_safe_url

#: Our key -> its names in other engines and their themes, the likeliest first.
_TEXTS = {
    "description": ("description", "summary", "excerpt", "desc", "abstract", "lead", "synopsis"),
    "translation_key": ("translation_key", "translationKey", "lang-ref", "i18n_key", "page_id", "ref", "lang_ref"),
    "id": ("guid",),
}
_URLS = {
    "canonical_link": ("canonical_link", "canonical_url", "canonicalURL", "canonical"),
    "external_link": ("external_link", "externalUrl", "external_url", "redirect_to", "link"),
}
_IMAGES = tuple(
    """
    image cover thumbnail featured_image feature_image featureImage cover_image banner index_img heroImage
    header_img hero previewimage og_image thumbnail_image top_img banner_img images photo featuredImagePreview
    header.image header.teaser header.overlay_image
    """.split()
)
#: The keys of an image's file where the image is a record.
_IMAGE_KEYS = ("image", "path", "src", "url", "feature", "relative_path", "file", "teaser")
_UPDATED = tuple(
    """
    updated lastmod last_modified_at last_modified modified last_update.date date.updated lastUpdated updated_at
    update update_date date_modified updatedDate
    """.split()
)
_DATE = ("date", "date.created", "publishDate", "pubdate", "published_at", "published", "created_at", "created")
_EXPIRES = ("expires", "expiryDate", "unpublishdate", "expiry_date")
_REDIRECTS = ("aliases", "alias", "redirect_from", "redirect")
_TAGS = ("tags", "tag", "taxonomies.tags", "taxonomies.tag")
_CATEGORIES = ("categories", "category", "taxonomies.categories", "taxonomies.category")
AUTHORS = ("authors", "author", "taxonomies.authors", "taxonomies.author")
_SERIES = ("series", "taxonomies.series", "collection")
_LANGUAGE = ("lang", "language", "locale")

#: Keys that are read elsewhere.
_ASKED = frozenset(
    map(
        fold,
        """
        password permalink slug url path abbrlink save_as translation draft drafts isdraft title linktitle
        published publish status pin
        pinned sticky top comments comment nocomments date pretty_url excerpt_separator
        """.split(),
    )
)
#: Keys that control how an engine displays a post, and have no equivalent.
_MEANINGLESS = frozenset(
    map(
        fold,
        """
        layout template theme type toc show_toc toc_number math mathjax katex mermaid comment_status weight sitemap
        markup usePageBundles sidebar_label hide toc_min_heading_level toc_max_heading_level sidebar_position
        hide_table_of_contents pagination_prev pagination_next search has_math hidetitle sidebar
        isCJKLanguage hasCJKLanguage in_search_index insert_anchor_links read_time share related classes tocdepth
        author_profile breadcrumbs highlight highlight_shrink aside copyright extra taxonomies links options header
        order
        """.split(),
    )
)
#: Keys that mean something else here, and the names under which they are kept.
_RENAMED = {"excerpt": "summary"}
#: Keys that have a meaning for docutils, Sphinx or MyST.
_THEIRS = re.compile(
    r"orphan|nosearch|no-search|myst|substitutions|status|version|revision|contact|address|organization|dedication|"
    r"abstract|copyright|wordcount|file_format|jupytext|kernelspec|mystnb|html_meta|jupyter|sd_hide_title|ogp_.*"
)
_KEY = re.compile(r"[A-Za-z][\w-]{0,60}")
#: An e-mail address in angle brackets is no tag.
_TAG = re.compile(r"</?[A-Za-z]+(?:\s[^<>]*)?>")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]+)\]\((https?://[^()\s]+)\)")
_LINK = re.compile(
    r"(?is)<a\s(?:[^<>]*\s)?href\s*=\s*[\"']?(?P<url>https?://[^\"'\s<>]+)[^<>]*>(?P<text>.{,200}?)</a>"
)


def map_fields(values: Values, separator: str | None) -> dict[str, Any]:
    """Return the metadata of *values* under our names; dates and images are strings, as found.

    A string with several tags or categories is split at *separator*.
    """
    fields: dict[str, Any] = {
        # ``published`` may be a date or a boolean.
        "date": next((text for text in map(values.text, _DATE) if text.lower() not in {"", "true", "false"}), ""),
        "updated": values.text(*_UPDATED),
        "expires": values.text(*_EXPIRES),
        "tags": values.names(*_TAGS, separator=separator),
        "category": values.names(*_CATEGORIES, separator=separator),
        "author": author_names(values.get(*AUTHORS)),
        "series": values.names(*_SERIES),
        "location": values.names("location", "locations"),
        "language": values.text(*_LANGUAGE),
        "image": image_of(values.get(*_IMAGES)) or _featured(values.get("resources")),
        "redirect": [name for key in _REDIRECTS for name in as_names(values.get(key), separator=r",\s*")],
    }
    fields |= {key: re.sub(r"</?[A-Za-z][^<>]*>", "", values.text(*names)) for key, names in _TEXTS.items()}
    fields |= {key: _url(values.text(*names)) for key, names in _URLS.items()}
    fields |= _states(values)
    return {key: value for key, value in fields.items() if value not in ("", [], None, False)}


def _url(text: str) -> str:
    return text if re.match(r"https?://", text) and is_safe_url(text) else ""


def _states(values: Values) -> dict[str, Any]:
    """Return the fields for visibility, position, comments, series index and reading time."""
    status = values.text("status").lower()
    top = values.text("pin", "pinned", "sticky", "top")
    comments = [values.flag("comments"), values.flag("comment")]
    return {
        # Whatever says that the post is a draft, it is one.
        "draft": True in map(values.flag, ("draft", "drafts", "isdraft"))
        or False in map(values.flag, ("published", "publish"))
        or status in {"draft", "drafts", "pending"},
        "unlisted": status in {"hidden", "private", "unlisted"}
        or True in map(values.flag, ("unlisted", "hidden", "hide_post", "hide", "eleventyExcludeFromCollections")),
        "featured": status == "featured" or values.flag("featured"),
        "pin": values.flag("pin", "pinned", "sticky", "top") or (top.isdecimal() and top.strip("0") != ""),
        "evergreen": values.flag("evergreen"),
        "nocomments": values.flag("nocomments") or False in comments or status == "closed",
        "series_index": _number(values.text("series_index", "series_order", "series_weight"), 9),
        "reading_time": _number(values.text("readtime", "reading_time"), 4),
    }


def _number(text: str, digits: int) -> int | None:
    return int(text) if re.fullmatch(rf"\d{{1,{digits}}}", text) else None


def author_names(value: Any) -> list[str]:
    """Return the names of authors from records, lists, and strings separated by commas or semicolons."""
    if isinstance(value, list):
        return list(dict.fromkeys(name for item in value for name in author_names(item)))
    if isinstance(value, dict):
        return [_without_tags(str(value[key])) for key in ("name", "key", "nick", "id") if value.get(key)][:1]
    # Some themes show HTML here.
    text = _without_tags(value) if isinstance(value, str) else value
    return as_names(text, separator=r"\s*[;,]\s*(?![JS]r\b)")


def _without_tags(text: str) -> str:
    return one_line(_TAG.sub("", _MARKDOWN_LINK.sub(r"\1", text)))


def author_records(value: Any) -> dict[str, dict[str, Any]]:
    """Return what records and links say of authors, by the names that :func:`author_names` returns."""
    if isinstance(value, list):
        return {name: record for item in value for name, record in author_records(item).items()}
    record = record_of(value)
    records = {name: {**record, "name": name} for name in author_names(value)}
    html = _MARKDOWN_LINK.sub(r'<a href="\2">\1</a>', str(record.get("name", value)))
    for link in _LINK.finditer(html):
        text = _without_tags(link["text"])
        # Of two names, one may contain the other.
        name = next((name for name in sorted(records, key=text.__ne__) if text in name), "")
        records.get(name, {}).setdefault("url", unescape(link["url"]))
    return records


def image_of(value: Any) -> str:
    """Return the path or URL of an image, which may be inside a record or a list."""
    if isinstance(value, list):
        return image_of(value[0]) if value else ""
    if isinstance(value, dict):
        return next((image_of(value[key]) for key in _IMAGE_KEYS if value.get(key)), "")
    text = one_line(value or "")
    # Some themes have a color or a boolean here.
    return "" if text.lower() in {"true", "false"} or text.startswith("#") else text


def _featured(resources: Any) -> str:
    """Return the file of the bundle resource whose name marks it as the post's image."""
    records = [item for item in resources if isinstance(item, dict)] if isinstance(resources, list) else []
    named = (item for item in records if re.match("feature|cover", str(item.get("name"))))
    return next((image_of(item.get("src")) for item in named), "")


def _unused_parts(values: Values) -> list[str]:
    """Return the names of parts of metadata that are left out although the rest of it is used."""
    images = set(map(fold, _IMAGES))
    records = {key: value for key, value in values.data.items() if isinstance(value, dict) and fold(key) in images}
    parts = [f"{key}.{part}" for key, value in records.items() for part in value if part not in _IMAGE_KEYS]
    titles = {values.text("title"), values.text("linktitle")} - {""}
    parts += ["linkTitle"] if len(titles) > 1 else []
    parts += _unused_of_authors(values.get(*AUTHORS))
    resources = values.get("resources")
    return parts + (["resources"] if resources and not _featured(resources) else [])


def _unused_of_authors(value: Any) -> list[str]:
    links = re.findall(r"<a\s", _LINK.sub("", str(value)))
    records = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]
    parts = [f"author.{part}" for record in records for part in record if part not in AUTHOR_KEYS]
    return ["author.href"] * len(links) + parts


def other_keys(values: Values, kept: Counter[str], left_out: Counter[str]) -> dict[str, Any]:
    """Return unknown keys that do no harm in front matter; count the keys that are kept or left out."""
    others: dict[str, Any] = {}
    left_out.update(_unused_parts(values))
    for key, value in values.data.items():
        name = str(key)
        if key in values.used or fold(name) in _ASKED or value in (None, "", [], {}):
            continue
        new = _RENAMED.get(name.lower(), name)
        if fold(new) in _MEANINGLESS or not _is_harmless(new) or new in others:
            left_out[name] += 1
        else:
            kept[new] += 1
            others[new] = value
    return others


def _is_harmless(name: str) -> bool:
    key = name.lower().replace("-", "_")
    looks_like_ours = key in KEYS or (suggest(key, OWN_KEYS, 0.75) and not is_foreign(key))
    return bool(_KEY.fullmatch(name)) and not looks_like_ours and not _THEIRS.fullmatch(name.lower())

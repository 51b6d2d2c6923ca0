"""Lines to copy into ``conf.py`` for imported posts."""

import pprint
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from blogext_import.body import SETTINGS
from blogext_import.post_records import OldSite
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.lang.codes import catalog_name, language_name, language_tag, valid_language

#: MyST extensions, and patterns that show that a text needs them.
_EXTENSIONS = {
    "amsmath": re.compile(
        r"^[ \t]*\\begin\{(?:align|equation|gather|multline|alignat|eqnarray|flalign)", re.MULTILINE
    ),
    "attrs_block": re.compile(r"^[ \t]*\{[.#%\w][^{}\n]*\}[ \t]*$", re.MULTILINE),
    "attrs_inline": re.compile(r"[)\]`]\{[.#\w][^{}\n]*\}"),
    "colon_fence": re.compile(r"^[ \t]*:{3,}[ \t]*\{", re.MULTILINE),
    "deflist": re.compile(r"^[ ]{0,3}:[ \t]+\S", re.MULTILINE),
    "dollarmath": re.compile(r"\$"),
    "fieldlist": re.compile(r"^:[\w ]+:[ \t]", re.MULTILINE),
    "html_image": re.compile(r"<img\b"),
    "strikethrough": re.compile(r"~~"),
    "tasklist": re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX]\][ \t]", re.MULTILINE),
}
#: A link to the id of a heading; MyST only generates these ids if it is configured to.
_ANCHOR = re.compile(r"\]\([^()\s]*#[^()\s]+\)")


def conf_fragment(
    site: OldSite,
    texts: Iterable[str],
    label: str,
    path: str,
    redirects: Mapping[str, str],
    extra: Sequence[str] = (),
) -> str:
    """Return lines for ``conf.py``; *texts* are the posts that are not RST, *path* is the folder of the blog.

    *redirects* are those from lists of the old site, *extra* the folders with files for the root of the site.
    """
    values = {
        "blog_path": path if path != "blog" else "",
        **_about_site(site),
        **_about_terms(site),
        **_about_markdown(site, texts),
        "nb_execution_mode": "off" if any(post.format == "ipynb" for post in site.posts) else None,
        "blog_feed_archives": any(re.match("feed:[a-z]+:", target) for target in redirects.values()) or None,
        **site.options,
        "blog_redirects": dict(redirects),
        "html_extra_path": list(extra),
    }
    values = {name: value for name, value in values.items() if value not in ("", {}, [], None)}
    lines = [f"# Settings for the posts imported from {label}: copy them into conf.py.", ""]
    lines += [f"{name} = {pprint.pformat(value, width=100, sort_dicts=False)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _about_site(site: OldSite) -> dict[str, Any]:
    is_address = re.match(r"https?://[^/]+\.?[^/]*", site.url)
    language = catalog_name(site.language) if valid_language(site.language) else ""
    return {
        # Sphinx's own default is English.
        "language": language if language != "en" else "",
        "blog_title": site.title,
        "blog_feed_subtitle": site.description,
        "html_baseurl": f"{site.url.rstrip('/')}/" if is_address else "",
        "blog_timezone": site.timezone if site.timezone.upper() != "UTC" else "",
    }


def _about_terms(site: OldSite) -> dict[str, Any]:
    default = site.author if any("author" not in post.fields for post in site.posts) else ""
    languages = {post.language for post in site.posts if post.language}
    return {
        "blog_authors": _authors(site, default),
        "blog_default_author": _key_of(default, site),
        "blog_tags": _tags(site),
        "blog_languages": _languages(site, languages) if languages else {},
        # A site may have another default, which all posts without a language would be said to be in.
        "blog_default_language": site.language if valid_language(site.language) else "",
    }


def _authors(site: OldSite, default: str) -> dict[str, dict[str, Any]]:
    """Return the authors of posts, by the names used in posts."""
    named = [name for post in site.posts for name in post.fields.get("author", [])]
    # Posts already in our format name their authors in the text.
    named += site.authors if any(post.head is not None for post in site.posts) else []
    # Posts may call an author by the name that is shown.
    keys = {normalize(str(author.get("name", key))): key for key, author in site.authors.items()}
    keys |= {normalize(key): key for key in site.authors}
    names = [*named, *([_key_of(default, site)] if default else [])]
    keys_used = [keys.setdefault(normalize(name), name) for name in names]
    return {name: site.authors.get(name, {"name": name}) for name in keys_used}


def _tags(site: OldSite) -> dict[str, dict[str, Any]]:
    """Return the descriptions of tags of posts; of several spellings, one."""
    used = {normalize(name) for post in site.posts for name in post.fields.get("tags", [])}
    keys = {normalize(name): name for name, entry in reversed(site.tags.items()) if entry}
    return {name: site.tags[name] for key, name in keys.items() if key in used}


def _languages(site: OldSite, used: set[str]) -> dict[str, tuple[str, None]]:
    codes = used | ({site.language} if valid_language(site.language) else set())
    return {code: (site.languages.get(code) or language_name(language_tag(code)), None) for code in sorted(codes)}


def _key_of(name: str, site: OldSite) -> str:
    return next((key for key, author in site.authors.items() if author.get("name") == name), name)


def _about_markdown(site: OldSite, texts: Iterable[str]) -> dict[str, Any]:
    if any(post.format in ("md", "ipynb") and post.head is None for post in site.posts):
        return dict(SETTINGS)
    # For posts already in our format, the texts show which extensions they need.
    needed: set[str] = set()
    has_anchors = False
    for text in texts:
        needed |= {name for name, sign in _EXTENSIONS.items() if name not in needed and sign.search(text)}
        has_anchors = has_anchors or bool(_ANCHOR.search(text))
    return {"myst_enable_extensions": sorted(needed), "myst_heading_anchors": 6 if has_anchors else None}

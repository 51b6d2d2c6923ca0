"""Terms and languages with several spellings, which count as one here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.lang.codes import language_tag

if TYPE_CHECKING:
    from blogext_import.old_files import Source
    from blogext_import.post_records import OldSite

_TAXONOMIES = ("tags", "category", "author", "series")


def settle_languages(site: OldSite) -> None:
    """Give each language one code, in the site and in its posts: the first that the site or a post has for it."""
    given = [*site.languages, site.language, *(post.language for post in site.posts)]
    codes: dict[str, str] = {}
    for code in filter(None, given):
        codes.setdefault(language_tag(code).lower(), code)
    site.language = codes.get(language_tag(site.language).lower(), "")
    for post in site.posts:
        if post.language:
            post.fields["language"] = codes[language_tag(post.language).lower()]


def note_spellings(source: Source, site: OldSite) -> None:
    """Note which posts spell a term differently from the first post that has it; a build also warns about it."""
    for taxonomy in _TAXONOMIES:
        first: dict[str, str] = {}
        for post in site.posts:
            for name in post.fields.get(taxonomy, ()):
                other = first.setdefault(normalize(name), name)
                if other != name:
                    message = "“%(name)s” is spelled “%(other)s” elsewhere: both are one term; builds will warn"
                    source.note(post.path, 0, message, name=name, other=other)

"""Terms with several spellings, which count as one term here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.marks import N_
from sphinx_blogext.core.slugs import normalize

if TYPE_CHECKING:
    from sphinx_blogext.importers.files import Source
    from sphinx_blogext.importers.records import OldSite

_TAXONOMIES = ("tags", "category", "author", "series")


def note_spellings(source: Source, site: OldSite) -> None:
    """Note which posts spell a term differently from the first post that has it; a build also warns about it."""
    for taxonomy in _TAXONOMIES:
        first: dict[str, str] = {}
        for post in site.posts:
            for name in post.fields.get(taxonomy, ()):
                other = first.setdefault(normalize(name), name)
                if other != name:
                    message = N_(
                        "“%(name)s” is spelled “%(other)s” elsewhere: both are one term; builds will warn"
                    )
                    source.note(post.path, 0, message, name=name, other=other)

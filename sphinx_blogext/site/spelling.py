"""Custom slugs of terms, from ``blog_slugify`` and ``blog_label_slugs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.builders import folds_index
from sphinx_blogext.core.addresses import Addresses, is_page_name
from sphinx_blogext.core.slugs import slugify
from sphinx_blogext.core.terms import SlugRules
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.builders import Builder

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import Post


def slug_rules(config: BlogConfig, builder: Builder) -> SlugRules:
    """Return the rules for slugs; a custom slug is ignored if it cannot be the last part of a page name."""
    own, romanize = config.slugify, config.transliterate
    if own is None and not config.conventions.blog_label_slugs:
        return SlugRules(romanize)
    addresses = Addresses(config.root)
    is_one_file = folds_index(builder)

    def spell(taxonomy: str, name: str) -> str:
        slug = _call(own, name) if own else slugify(name, (), romanize)
        # The list of all terms would be in the same file.
        is_free = slug != "index" or not is_one_file
        return slug if is_free and "/" not in slug and is_page_name(addresses.term(taxonomy, slug)) else ""

    return SlugRules(romanize, spell, config.conventions.blog_label_slugs)


def custom_slugs(config: BlogConfig, posts: Iterable[Post]) -> list[tuple[str, str]]:
    """Return what ``blog_slugify`` returns for the names of terms, as the function itself cannot be compared."""
    own = config.slugify
    if own is None:
        return []
    names = {name for post in posts for terms in post.terms.values() for name in terms}
    names |= {given.label for terms in config.terms.values() for given in terms.values()}
    return [(name, _call(own, name)) for name in sorted(names)]


def _call(own: Callable[[str], str], name: str) -> str:
    try:
        return str(own(name))
    except (Exception, SystemExit) as error:
        # Term names can be anything, so the site's function may fail in any way. It may be ``sys.exit``.
        warn(BlogWarning.CONFIG, "blog_slugify fails for %r: %s", name, error, once=True)
        return ""

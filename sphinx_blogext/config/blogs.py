"""The blogs of a site and their configurations: those in ``blogs``, or the one at ``blog_path``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from sphinx_blogext.config.conventions import conventions_of
from sphinx_blogext.core.addresses import SITE, Addresses, is_inside, name_at, nearest_root, page_of, short_name
from sphinx_blogext.core.metadata import suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.config import Config


class _BlogConfig:
    """The configuration of one blog: its own options, falling back to those of the site."""

    def __init__(self, site: Config, own: Mapping[str, Any]) -> None:
        self._site = site
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return self._own[name] if name in self._own else getattr(self._site, name)

    def __getitem__(self, name: str) -> Any:
        return self._own[name] if name in self._own else self._site[name]

    def __contains__(self, name: str) -> bool:
        return name in self._site

    def __iter__(self) -> Iterator[Any]:
        return iter(self._site)


def blog_root(config: Config) -> str:
    """Return the path of the blog that *config* belongs to, or of the site's first blog."""
    return blog_roots(config)[0]


def blog_roots(config: Config) -> tuple[str, ...]:
    """Return the paths of all blogs, which are the names of their first pages, in the order of ``conf.py``.

    That of a blog that is the whole site is :data:`~sphinx_blogext.core.addresses.SITE`.
    """
    home = {"", SITE} if conventions_of(config).has_index_path else {"", SITE, "index"}
    paths = (path.strip("/") for path in config.blogs or (config.blog_path,))
    return tuple(SITE if path in home else path for path in paths)


def blog_home(config: Config) -> str:
    """Return the name of the first page of the blog that *config* belongs to, if it is no document ``x/index``."""
    return page_of(name_at(blog_root(config)), ())


def blog_configs(config: Config) -> tuple[Config, ...]:
    """Return the configuration of each blog, in the order of ``conf.py``."""
    if not config.blogs:
        return (config,)
    # Each looks like the configuration of a site with one blog.
    made = (_BlogConfig(config, {**own, "blog_path": path, "blogs": {}}) for path, own in config.blogs.items())
    return cast("tuple[Config, ...]", tuple(made))


def config_of(root: str, config: Config) -> Config:
    """Return the configuration of the blog whose first page is *root*, or else of the site's first blog."""
    configs = blog_configs(config)
    # Asked for each post, and most sites have one blog.
    if len(configs) == 1:
        return configs[0]
    return next((found for found in configs if blog_root(found) == root), configs[0])


def config_at(page: str, config: Config) -> Config:
    """Return the configuration of the blog that a page or document belongs to, judging by its name."""
    return config_of(nearest_root(page, blog_roots(config)), config)


def blogs_problems(value: Any, allowed: Mapping[str, bool], taxonomies: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with a value of ``blogs``.

    *allowed* says for each option whether a blog may set it; the values of options are checked elsewhere.
    *taxonomies* are those of the site.
    """
    for path, own in value.items():
        if not isinstance(own, dict):
            yield f"{path!r} = {own!r}: expected a dictionary of options"
        for name in own if isinstance(own, dict) else ():
            if name not in allowed:
                yield f"{path!r}: unknown option {name!r}{suggest(str(name), allowed)}"
            elif not allowed[name]:
                yield f"{path!r}: {name!r} applies to the whole site and cannot be set for one blog"
    # Some file systems ignore case.
    roots = [path.strip("/").casefold() for path in value]
    for name in dict.fromkeys(root for number, root in enumerate(roots) if root in roots[:number]):
        yield f"{name!r} is the path of two blogs"
    inside = ((root, other) for root in roots for other in roots if root != other and is_inside(root, other))
    for root, other in inside:
        if _is_page_of(root, other, taxonomies):
            yield f"the path {root!r} is also that of a page of the blog {other!r}"


def _is_page_of(name: str, root: str, taxonomies: Iterable[str]) -> bool:
    """Return whether the blog whose first page is *root* may have a page *name*, or pages below it."""
    addresses = Addresses(root)
    own = (addresses.archive, addresses.drafts, addresses.subscribe, *map(addresses.overview, taxonomies))
    part = name.split("/")[0 if root == SITE else root.count("/") + 1]
    return part in map(short_name, own) or re.fullmatch(r"page|list-\d+|\d{4}", part) is not None

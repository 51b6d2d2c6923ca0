"""Declares the options and checks their values."""

import itertools
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import fields

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from sphinx_blogext._compat import is_set, names_in_conf
from sphinx_blogext.config.blogs import BlogConfig, Conventions, blog_config, conventions_in, forget, options_of
from sphinx_blogext.config.checks import BLOGS, INDEX_PATH, PATH, as_names, terms_check, unknown_name
from sphinx_blogext.config.options import OPTIONS, declare
from sphinx_blogext.config.taxonomies import TAXONOMY_TABLES, nested_options, read_taxonomies
from sphinx_blogext.core.addresses import SITE, is_generated, is_inside
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize
from sphinx_blogext.core.terms import other_names
from sphinx_blogext.lang.codes import no_language, valid_language
from sphinx_blogext.warnings import BlogWarning, report, warn

#: What other engines call an option, or what people expect it to be called, and what there is instead.
_EXPECTED = {
    **dict.fromkeys(("blog_per_page", "blog_posts_per_page", "posts_per_page"), "blog_page_size"),
    **dict.fromkeys(("blog_description", "blog_subtitle"), "blog_feed_subtitle"),
    "blog_feeds": "html_baseurl, with which there are feeds",
}
#: The extension that has the options of ABlog, and these options.
_ABLOG = "sphinx_blogext.ablog"
_OF_ABLOG = frozenset({"blog_archive_titles", *(each.name for each in fields(Conventions))})


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Check every value after ``conf.py`` has been read and other extensions have changed it."""
    forget(config)
    check_values(config, with_functions=True)
    _check_spelling(config)
    if config.blogs and is_set(config, "blog_path"):
        warn(BlogWarning.CONFIG, "conf.py: blog_path is ignored because blogs sets the paths: remove it")
    for blog in blog_config(config).each:
        called = other_names(blog.terms["language"])
        for name in blog.blog_default_language:
            # Browsers do not know it.
            if not valid_language(called.get(normalize(name), name)):
                message = "conf.py: blog_default_language: %s; posts get no language attribute"
                warn(BlogWarning.UNKNOWN_LANGUAGE, message, no_language(name))


def check_values(config: Config, *, with_functions: bool = False) -> None:
    """Raise :exc:`ConfigError` that lists all invalid values; *with_functions*, import those that options name."""
    problems = list(_wrong_values(config))
    if BLOGS.is_valid(config.blogs):
        problems += _wrong_options(config)
    # Further checks rely on the types of all values.
    if not problems:
        site = blog_config(config)
        # Blogs share what they do not set themselves.
        problems = list(dict.fromkeys((*_wrong_names(site), *(_wrong_functions(site) if with_functions else ()))))
    if problems:
        raise ConfigError(problems[0] if len(problems) == 1 else "\n".join(["conf.py:", *problems]))


def _wrong_values(config: Config) -> Iterator[str]:
    """Yield what is wrong with values by themselves, on the site and in the options of blogs."""
    for option in options_of(config):
        is_nested = option.name in nested_options(config["blog_taxonomies"])
        in_force = terms_check(is_nested=True) if is_nested else option.check
        if in_force is PATH and conventions_in(config).has_index_path:
            in_force = INDEX_PATH
        yield from in_force.complaints(option.name, config[option.name])
        for path, own in config.blogs.items() if BLOGS.is_valid(config.blogs) else ():
            if isinstance(own, dict) and option.name in own:
                yield from in_force.complaints(f"blogs[{path!r}][{option.name!r}]", own[option.name])


def _wrong_options(config: Config) -> Iterator[str]:
    """Yield what is wrong with the keys of ``blogs`` and of the options in it."""
    yield from _wrong_paths(config)
    known = {option.name: option.of_site for option in options_of(config)}
    for path, own in config.blogs.items():
        if not isinstance(own, dict):
            yield f"blogs: {path!r} = {own!r}: expected a dictionary of options"
            continue
        for name in own:
            if name not in known:
                hint = f"; use {_EXPECTED[name]}" if name in _EXPECTED else suggest(str(name), known)
                yield f"blogs: {path!r}: unknown option {name!r}{hint}"
            elif known[name]:
                yield f"blogs: {path!r}: {name!r} applies to the whole site and cannot be set for one blog"


def _wrong_paths(config: Config) -> Iterator[str]:
    # Some file systems ignore case.
    roots = Counter(path.strip("/").casefold() for path in config.blogs)
    yield from (f"blogs: {name!r} is the path of two blogs" for name, number in roots.items() if number > 1)
    tables = config["blog_taxonomies"]
    taxonomies = read_taxonomies(tables, str(config.language)) if TAXONOMY_TABLES.is_valid(tables) else TAXONOMIES
    for root, other in itertools.permutations(roots, 2):
        if is_inside(root, other) and _is_page_of(root, other, taxonomies):
            yield f"blogs: the path {root!r} is also that of a page of the blog {other!r}"


def _is_page_of(name: str, root: str, taxonomies: Iterable[str]) -> bool:
    """Return whether the blog whose first page is *root* may have a page *name*, or pages below it."""
    part = name.split("/")[0 if root == SITE else root.count("/") + 1]
    return is_generated(part) or part in taxonomies or re.fullmatch(r"page|list-\d+", part) is not None


def _wrong_names(site: BlogConfig) -> Iterator[str]:
    """Yield the options whose values contain names that are none of the site's taxonomies."""
    for blog, option in itertools.product(site.each, options_of(site.sphinx)):
        value, names = blog.values[option.name], option.check.names
        if names is not None and (message := unknown_name(as_names(value), (*names, *site.taxonomies))):
            is_own = option.name in site.blogs.get(blog.root, {})
            place = f"blogs[{blog.root!r}][{option.name!r}]" if is_own else option.name
            yield f"{place} = {value!r}: {message}"


def _wrong_functions(site: BlogConfig) -> Iterator[str]:
    """Yield the options that name missing functions or packages: the build would fail halfway through."""
    for blog, name in itertools.product(site.each, ("dates", "transliterate", "slugify")):
        try:
            getattr(blog, name)
        except ConfigError as error:
            yield str(error)


def _check_spelling(config: Config) -> None:
    """Warn about names in ``conf.py`` that look like ours but are none: Sphinx ignores them."""
    known = {option.name for option in options_of(config)}
    is_of_ablog = bool(conventions_in(config).options)
    own = names_in_conf(config)
    names = {name for name in own if name.startswith(("blog_", "post_", "postlist_"))} - _EXPECTED.keys()
    # ABlog has its own names only.
    names |= set() if is_of_ablog else _expected_in(own)
    # A name in ``config`` has been declared by another extension: it is not misspelled.
    for name in itertools.filterfalse(config.__contains__, sorted(names - known)):
        if name in _OF_ABLOG:
            warn(BlogWarning.CONFIG, "conf.py: %r is an option of %r alone and has no effect", name, _ABLOG)
        elif name in _EXPECTED:
            message = "conf.py: %r is not an option and has no effect; use %s"
            warn(BlogWarning.CONFIG, message, name, _EXPECTED[name])
        elif hint := suggest(name, known, 0.8):
            report("guess" if is_of_ablog else "config", f"conf.py: unknown option {name!r}{hint}", None)


def _expected_in(names: Container[str]) -> set[str]:
    """Return what people expect an option to be called; where that is set, the name may be that of a variable."""
    return {name for name, option in _EXPECTED.items() if name in names and option.partition(",")[0] not in names}


def setup(app: Sphinx) -> None:
    # Before either extension has declared anything, whatever their order in ``extensions``.
    if "ablog" in {*app.config.extensions, *app.extensions}:
        raise ConfigError(
            "extensions: 'ablog' and 'sphinx_blogext' declare the same options and directives and cannot both be "
            "loaded: remove 'ablog', or replace it by 'sphinx_blogext.ablog', which builds ABlog sites"
        )
    declare(app.config, OPTIONS)
    # After Sphinx's own type check, so that themes and extensions can still change values.
    app.connect("config-inited", on_config_inited, priority=900)
    # The last chance for themes and other extensions: from here on, documents are read.
    app.connect("builder-inited", lambda app: forget(app.config), priority=950)

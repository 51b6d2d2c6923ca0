"""Declares the options and checks their values."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_blogext._compat import is_set, names_in_conf, unknown_directive
from sphinx_blogext.config.blogs import blog_configs, blog_root, blogs_problems
from sphinx_blogext.config.checks import (
    BLOGS,
    INDEX_PATH,
    NESTED_TERMS,
    PATH,
    TABLES,
    list_title_problem,
    noindex_problem,
    taxonomy_problem,
    way_problem,
)
from sphinx_blogext.config.conventions import OPTIONS as CONVENTIONS
from sphinx_blogext.config.conventions import conventions_of
from sphinx_blogext.config.functions import date_parser, function_of, slugifier
from sphinx_blogext.config.options import OPTIONS, Option, declare, options_of
from sphinx_blogext.config.taxonomies import OPTION, nested_options, taxonomies_of, taxonomies_problem
from sphinx_blogext.config.terms import as_names, romanizer, settings_of
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.model import other_names
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.lang.codes import no_language, valid_language
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config


#: How many characters of an invalid value a message shows.
_LONGEST_VALUE = 500
#: The extension that declares the same options and directives.
_RIVAL = "ablog"
#: What takes the place of options that are gone, or that only sites of ABlog have.
WITHDRAWN = {
    "blog_ablog_redirects": "blog_redirects",
    "blog_archive_titles": "blog_list_style = 'titles'",
    "blog_ascii_slugs": "blog_slugify = 'ascii'",
    "blog_date_parser": "blog_date_formats",
    "blog_feed_templates": "blog_feed_item",
    "blog_label_slugs": "'slug' in blog_authors and the like",
    "blog_list_titles": "the labels in blog_tags and the like",
    "blog_math_source": "",
    "blog_on_long_title": "blog_checks = ['title']",
    "blog_on_many_tags": "blog_checks = ['tags']",
    "blog_on_no_alt": "blog_checks = ['alt']",
    "blog_on_no_description": "blog_checks = ['description']",
    "blog_on_no_picture": "blog_checks = ['picture']",
    "blog_on_no_zone": "blog_checks = ['zone']",
    "blog_on_redirected_link": "blog_checks = ['redirects']",
    "blog_stale_notice": "a template blog/notice.html",
    "blog_teaser_image": "blog_list_style = 'compact'",
    "post_auto_excerpt_past_headings": "a marker '<!-- more -->' in the post",
    "postlist_date_format": "post_date_format, or the option 'date' of postlist",
}
#: The extension that has the options of ABlog, and these options.
_ABLOG = "sphinx_blogext.ablog"
_OF_ABLOG = frozenset({*CONVENTIONS, "blog_ablog_redirects", "blog_archive_titles", "blog_home_text"})


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Check every value after ``conf.py`` has been read and other extensions have changed it."""
    check_values(config, with_functions=True)
    _check_spelling(config)
    _check_path(config)
    for blog in blog_configs(config):
        _check_language(blog)
        _check_date_formats(blog)


def check_values(config: Config, *, with_functions: bool = False) -> None:
    """Raise :exc:`ConfigError` that lists all invalid values of our options.

    Functions that options name are imported *with_functions*, which takes the modules of the site.
    """
    problems = [*_wrong_values(config), *_wrong_tables(config)]
    # Further checks rely on the types of all values.
    if not problems:
        problems = [*_wrong_names(config), *(_wrong_functions(config) if with_functions else ())]
    if problems:
        raise ConfigError(problems[0] if len(problems) == 1 else "\n".join(["conf.py:", *problems]))


def _wrong_values(config: Config) -> Iterator[str]:
    """Yield the options whose values have a wrong type, or are wrong by themselves."""
    options = options_of(config)
    for option in options:
        yield from _value_problem(_in_force(option, config), config[option.name], option.name)
    if isinstance(config.blogs, dict):
        for path, own in config.blogs.items():
            for option in options:
                if isinstance(own, dict) and option.name in own:
                    place = f"blogs[{path!r}][{option.name!r}]"
                    yield from _value_problem(_in_force(option, config), own[option.name], place)


def _wrong_tables(config: Config) -> Iterator[str]:
    """Yield what is wrong with custom taxonomies and several blogs, if these options are tables."""
    taxonomies, known = config[OPTION], tuple(TAXONOMIES)
    if TABLES.is_valid(taxonomies):
        problems = [*filter(None, (taxonomy_problem(name, given) for name, given in taxonomies.items()))]
        problems = problems or [*filter(None, [taxonomies_problem(taxonomies)])]
        yield from (f"{OPTION}: {problem}" for problem in problems)
        known = known if problems else tuple(taxonomies_of(config))
    if BLOGS.is_valid(config.blogs):
        allowed = {option.name: not option.of_site for option in options_of(config)}
        yield from (f"blogs: {problem}" for problem in blogs_problems(config.blogs, allowed, known))


def _wrong_names(config: Config) -> Iterator[str]:
    """Yield the options whose values contain unknown names."""
    checks = {"blog_nav": way_problem, "blog_list_titles": list_title_problem, "blog_noindex": noindex_problem}
    found = set()
    for blog in blog_configs(config):
        for name, problem_in in checks.items():
            if name in config and (problem := problem_in(blog[name], taxonomies_of(config))):
                is_own = name in config.blogs.get(blog_root(blog), {})
                place = f"blogs[{blog_root(blog)!r}][{name!r}]" if is_own else name
                found.add(f"{place} = {_cut(repr(blog[name]))}: {_cut(problem)}")
    yield from sorted(found)


def _wrong_functions(config: Config) -> Iterator[str]:
    """Yield the options that name missing functions or packages: the build would fail halfway through."""
    checks: list[Callable[[], object]] = [partial(date_parser, config)]
    for blog in blog_configs(config):
        checks += [
            partial(romanizer, blog),
            partial(slugifier, blog),
            partial(function_of, "blog_feed_item", blog),
        ]
    found: dict[str, None] = {}
    for check in checks:
        try:
            check()
        except ConfigError as error:
            found[str(error)] = None
    yield from found


def _in_force(option: Option, config: Config) -> Option:
    """Return *option* with the check that applies to it in this site."""
    if option.check is PATH and conventions_of(config).has_index_path:
        return replace(option, check=INDEX_PATH)
    is_nested = option.name in nested_options(config[OPTION])
    return replace(option, check=NESTED_TERMS) if is_nested else option


def _value_problem(option: Option, value: Any, name: str) -> Iterator[str]:
    """Yield what is wrong with *value* of the option, which is called *name*."""
    check = option.check
    if check.is_valid(value):
        return
    if problem := check.problem(value):
        yield f"{name}: {_cut(problem)}"
    else:
        yield f"{name} = {_cut(repr(_wrong_part(value, check.is_valid)))}: expected {check.allowed}"


def _wrong_part(value: Any, is_valid: Callable[[Any], bool]) -> Any:
    """Return the entries of a dictionary that are each invalid on their own, or else all of *value*."""
    entries = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in entries if not is_valid({key: item})} or value


def _cut(text: str) -> str:
    """Return *text*, shortened to fit into a message."""
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _check_spelling(config: Config) -> None:
    """Warn about names in ``conf.py`` that are no longer options or look like ours: Sphinx ignores them."""
    known = {option.name for option in options_of(config)}
    # A name in ``config`` has been declared by another extension: it is not misspelled.
    names = {name for name in names_in_conf(config) if name.startswith(("blog_", "post_", "postlist_"))}
    for name in sorted(name for name in names if name not in known and name not in config):
        if name in _OF_ABLOG or name in WITHDRAWN:
            instead = f"; use {WITHDRAWN[name]}" if WITHDRAWN.get(name) else ""
            where = f"is an option of {_ABLOG!r} alone" if name in _OF_ABLOG else "is no longer an option"
            warn(BlogWarning.CONFIG, "conf.py: %r %s and has no effect%s", name, where, instead)
        elif hint := suggest(name, known, 0.8):
            warn(BlogWarning.CONFIG, "conf.py: unknown option %r%s", name, hint)


def _check_path(config: Config) -> None:
    """Warn if ``blog_path`` has no effect."""
    if config.blogs and is_set(config, "blog_path"):
        warn(BlogWarning.CONFIG, "conf.py: blog_path is ignored because blogs sets the paths: remove it")


def _check_language(config: Config) -> None:
    """Warn about a default language that browsers do not know."""
    if "blog.unknown_language" in config.suppress_warnings:
        return
    called = other_names(settings_of(TAXONOMIES["language"], config))
    for name in as_names(config.blog_default_language):
        if not valid_language(called.get(normalize(name), name)):
            message = "conf.py: blog_default_language: %s; posts get no language attribute"
            warn(BlogWarning.CONFIG, message, no_language(name))


def _check_date_formats(config: Config) -> None:
    """Warn about unknown directives, which would appear unchanged in every date."""
    for option in ("post_date_format", "post_date_format_short"):
        if unknown := unknown_directive(config[option]):
            message = "conf.py: %s = %r: %r is not a known strftime directive and is shown unchanged"
            warn(BlogWarning.CONFIG, message, option, config[option], unknown)


def _check_alone(app: Sphinx) -> None:
    """Raise :exc:`ConfigError` if ABlog is loaded too: both declare the same options and directives."""
    # Before either has declared anything, whatever their order in ``extensions``.
    if _RIVAL in {*app.config.extensions, *app.extensions}:
        message = (
            f"extensions: {_RIVAL!r} and 'sphinx_blogext' declare the same options and directives and cannot both "
            f"be loaded: remove {_RIVAL!r}, or replace it by 'sphinx_blogext.ablog', which builds ABlog sites"
        )
        raise ConfigError(message)


def setup(app: Sphinx) -> None:
    _check_alone(app)
    declare(app.config, OPTIONS)
    # After Sphinx's own type check, so that themes and extensions can still change values.
    app.connect("config-inited", on_config_inited, priority=900)

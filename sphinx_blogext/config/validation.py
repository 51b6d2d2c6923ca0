"""Declares the options and checks their values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_blogext._compat import is_set, names_in_conf, unknown_directive
from sphinx_blogext.config.blogs import blog_configs, blog_root, blogs_problem
from sphinx_blogext.config.checks import (
    INDEX_PATH,
    NESTED_TERMS,
    PATH,
    list_title_problem,
    noindex_problem,
    taxonomy_problem,
    way_problem,
)
from sphinx_blogext.config.conventions import conventions_of
from sphinx_blogext.config.functions import function_of
from sphinx_blogext.config.options import OPTIONS, Option
from sphinx_blogext.config.taxonomies import OPTION, nested_options, taxonomies_of, taxonomies_problem
from sphinx_blogext.config.terms import as_names, romanizer, settings_of
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.model import other_names
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.languages import no_language, valid_language
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.config import Config


#: How many characters of an invalid value a message shows.
_LONGEST_VALUE = 500
#: The extension that declares the same options and directives.
_RIVAL = "ablog"
#: Options of ABlog that a conf.py may contain and that are not misspelled.
_OTHERS = frozenset(
    [
        "blog_archive_titles",
    ]
)


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Check every value after ``conf.py`` has been read and other extensions have changed it."""
    check_values(config)
    # If a package is missing, the build fails now and not halfway through.
    function_of("blog_date_parser", config)
    for blog in blog_configs(config):
        romanizer(blog)
        function_of("blog_slugify", blog)
        function_of("blog_feed_item", blog)
    _check_spelling(config)
    _check_path(config)
    for blog in blog_configs(config):
        _check_language(blog)
        _check_date_formats(blog)


def declare_options(config: Config) -> None:
    """Add our options to *config* when no extension has been set up, because only ``conf.py`` is read."""
    for option in OPTIONS:
        config.add(option.name, option.default, option.rebuild, Any)


def check_values(config: Config) -> None:
    """Raise :exc:`ConfigError` for the first of our options that has an invalid value."""
    for option in OPTIONS:
        _check_value(_in_force(option, config), config[option.name], option.name)
    problems = (taxonomy_problem(name, given) for name, given in config[OPTION].items())
    if problem := next(filter(None, problems), "") or taxonomies_problem(config[OPTION]):
        raise ConfigError(f"{OPTION}: {problem}")
    allowed = {option.name: not option.of_site for option in OPTIONS}
    if problem := blogs_problem(config.blogs, allowed, taxonomies_of(config)):
        raise ConfigError(f"blogs: {problem}")
    for path, own in config.blogs.items():
        for option in OPTIONS:
            if option.name in own:
                _check_value(_in_force(option, config), own[option.name], f"blogs[{path!r}][{option.name!r}]")
    checks = {"blog_nav": way_problem, "blog_list_titles": list_title_problem, "blog_noindex": noindex_problem}
    for blog in blog_configs(config):
        for name, problem_in in checks.items():
            if problem := problem_in(blog[name], taxonomies_of(config)):
                is_own = name in config.blogs.get(blog_root(blog), {})
                place = f"blogs[{blog_root(blog)!r}][{name!r}]" if is_own else name
                raise ConfigError(f"{place} = {blog[name]!r}: {problem}")


def _in_force(option: Option, config: Config) -> Option:
    """Return *option* with the check that applies to it in this site."""
    if option.check is PATH and conventions_of(config).has_index_path:
        return replace(option, check=INDEX_PATH)
    is_nested = option.name in nested_options(config[OPTION])
    return replace(option, check=NESTED_TERMS) if is_nested else option


def _check_value(option: Option, value: Any, name: str) -> None:
    """Raise :exc:`ConfigError`, which calls the option *name*, if *value* is not valid."""
    check = option.check
    if check.is_valid(value):
        return
    if problem := check.problem(value):
        raise ConfigError(f"{name}: {problem}")
    shown = _cut(repr(_wrong_part(value, check.is_valid)))
    raise ConfigError(f"{name} = {shown}: expected {check.allowed}")


def _wrong_part(value: Any, is_valid: Callable[[Any], bool]) -> Any:
    """Return the entries of a dictionary that are each invalid on their own, or else all of *value*."""
    entries = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in entries if not is_valid({key: item})} or value


def _cut(text: str) -> str:
    """Return *text*, shortened to fit into a message."""
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _check_spelling(config: Config) -> None:
    """Warn about names in ``conf.py`` that look like our options: Sphinx ignores them silently."""
    known = {option.name for option in OPTIONS}
    for name in sorted(names_in_conf(config)):
        # A name in ``config`` has been declared by another extension: it is not misspelled.
        if name.startswith(("blog_", "post_", "postlist_")) and name not in known | _OTHERS and name not in config:
            if hint := suggest(name, known, 0.8):
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
    for option in OPTIONS:
        # We check the type ourselves: Sphinx would only warn and go on.
        app.add_config_value(option.name, option.default, option.rebuild, types=Any, description=option.help)
    # After Sphinx's own type check, so that themes and extensions can still change values.
    app.connect("config-inited", on_config_inited, priority=900)

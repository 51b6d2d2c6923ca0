"""Declares the options, and checks what ``conf.py`` makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_blogext._compat import is_set, names_in_conf, unknown_directive
from sphinx_blogext.config.blogs import blog_configs, blog_root, blogs_problem
from sphinx_blogext.config.checks import COMMENTS, taxonomy_problem, way_problem
from sphinx_blogext.config.functions import function_of
from sphinx_blogext.config.options import OPTIONS, Option
from sphinx_blogext.config.taxonomies import OPTION, taxonomies_of, taxonomies_problem
from sphinx_blogext.config.terms import as_names, romanizer, settings_of
from sphinx_blogext.core.comment_providers import problem_of
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


#: How many characters of a wrong value a message shows.
_LONGEST_VALUE = 500
#: The extension that declares what we declare.
_RIVAL = "ablog"
#: Options of ABlog and of ours that a conf.py may hold without being misspelt.
_OTHERS = frozenset(
    [
        "blog_archive_titles",
    ]
)


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Check every value, after ``conf.py`` has been read and other extensions have changed it."""
    check_values(config)
    # If its package is missing, the build fails now and not halfway through.
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
    """Give *config* our options where no extension has been set up, as it is for who only reads ``conf.py``."""
    for option in OPTIONS:
        config.add(option.name, option.default, option.rebuild, Any)


def check_values(config: Config) -> None:
    """Raise :exc:`ConfigError` for the first of our options whose value is none that it may have."""
    for option in OPTIONS:
        _check_value(option, config[option.name], option.name)
    problems = (taxonomy_problem(name, given) for name, given in config[OPTION].items())
    if problem := next(filter(None, problems), "") or taxonomies_problem(config[OPTION]):
        raise ConfigError(f"{OPTION}: {problem}")
    allowed = {option.name: not option.of_site for option in OPTIONS}
    if problem := blogs_problem(config.blogs, allowed, taxonomies_of(config)):
        raise ConfigError(f"blogs: {problem}")
    for path, own in config.blogs.items():
        for option in OPTIONS:
            if option.name in own:
                _check_value(option, own[option.name], f"blogs[{path!r}][{option.name!r}]")
    for blog in blog_configs(config):
        if problem := way_problem(blog.blog_nav, taxonomies_of(config)):
            is_own = "blog_nav" in config.blogs.get(blog_root(blog), {})
            name = f"blogs[{blog_root(blog)!r}]['blog_nav']" if is_own else "blog_nav"
            raise ConfigError(f"{name} = {blog.blog_nav!r}: {problem}")


def _check_value(option: Option, value: Any, name: str) -> None:
    """Raise :exc:`ConfigError` for a value of an option, called *name*, that it may not have."""
    allowed, is_valid = option.check
    if not is_valid(value):
        detail = f": {problem_of(value)}" if option.check is COMMENTS else ""
        shown = _cut(repr(_wrong_part(value, is_valid)))
        raise ConfigError(f"{name} = {shown}: expected {allowed}{detail}")


def _wrong_part(value: Any, is_valid: Callable[[Any], bool]) -> Any:
    """Return the entries of a dictionary that are wrong each by itself, or else all of *value*."""
    entries = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in entries if not is_valid({key: item})} or value


def _cut(text: str) -> str:
    """Return *text* as far as it fits into a message."""
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _check_spelling(config: Config) -> None:
    """Warn of names in ``conf.py`` that are nearly ours: Sphinx ignores them without a word."""
    known = {option.name for option in OPTIONS}
    for name in sorted(names_in_conf(config)):
        # A name that is in ``config`` has been declared by another extension: it is not misspelt.
        if name.startswith(("blog_", "post_")) and name not in known | _OTHERS and name not in config:
            if hint := suggest(name, known, 0.8):
                warn(BlogWarning.CONFIG, "conf.py: unknown option %r%s", name, hint)


def _check_path(config: Config) -> None:
    """Warn of a path that no blog has."""
    if config.blogs and is_set(config, "blog_path"):
        warn(BlogWarning.CONFIG, "conf.py: blog_path is not used, since blogs has the paths of the blogs")


def _check_language(config: Config) -> None:
    """Warn of a language of posts that browsers do not know."""
    if "blog.unknown_language" in config.suppress_warnings:
        return
    called = other_names(settings_of(TAXONOMIES["language"], config))
    for name in as_names(config.blog_default_language):
        if not valid_language(called.get(normalize(name), name)):
            message = "conf.py: blog_default_language: %s; posts are not marked with it"
            warn(BlogWarning.CONFIG, message, no_language(name))


def _check_date_formats(config: Config) -> None:
    """Warn of what would stand in every date as it is."""
    for option in ("post_date_format", "post_date_format_short"):
        if unknown := unknown_directive(config[option]):
            message = "conf.py: %s = %r: %r is no directive of strftime that is known; it is shown as it is"
            warn(BlogWarning.CONFIG, message, option, config[option], unknown)


def _check_alone(app: Sphinx) -> None:
    """Raise :exc:`ConfigError` where ABlog is loaded too: both declare the same options and directives."""
    # Before either has declared anything, in whichever order they stand there.
    if _RIVAL in {*app.config.extensions, *app.extensions}:
        message = (
            f"extensions: {_RIVAL!r} and 'sphinx_blogext' have the same options and directives, and cannot "
            f"both be loaded: take {_RIVAL!r} out. 'sphinx_blogext.ablog' in its place builds its sites"
        )
        raise ConfigError(message)


def setup(app: Sphinx) -> None:
    _check_alone(app)
    for option in OPTIONS:
        # The type is checked by us: Sphinx would only warn and go on.
        app.add_config_value(option.name, option.default, option.rebuild, types=Any, description=option.help)
    # Later than Sphinx's own type check, so that themes and extensions have had their say.
    app.connect("config-inited", on_config_inited, priority=900)

"""The options of each blog of a site: of those in ``blogs``, or of the one at ``blog_path``.

Conventions are rules that are fixed, except on sites that ``sphinx_blogext.ablog`` keeps as they are.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, ClassVar, Literal, cast

from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.matching import patmatch

from sphinx_blogext.config.options import OPTIONS, Option, Options
from sphinx_blogext.config.taxonomies import read_taxonomies, read_terms
from sphinx_blogext.core.addresses import FEED_FILES, SITE, is_inside, name_at, nearest_root, page_of
from sphinx_blogext.core.dates import DateReader
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import Taxonomies
from sphinx_blogext.core.terms import TermSettings
from sphinx_blogext.lang.words import Voice

#: The attribute of Sphinx's configuration that holds ours while it is valid; Sphinx stores none with this sign.
_ATTRIBUTE = "_blog_config"
#: The option that holds conventions; only that extension declares it.
OPTION = "blog_conventions"
#: The value of ``blog_slugify`` that stands for no function of the site.
ASCII = "ascii"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Conventions:
    """The rules of a blog. Readers of :class:`Conventions` are all over the package; they are set in one place.

    ``sphinx_blogext.ablog`` sets what is common to its blogs on a class of its own, and declares the fields, which
    have a description, as ``options`` with its own defaults. The build and its parts are above this module.
    """

    options: ClassVar[tuple[Option, ...]] = ()
    #: Whether ``blog_path`` may be ``x/index``: the list is on that page, and all others are below it.
    has_index_path: ClassVar[bool] = False
    #: Whether the theme decides about the markers of a ``postlist`` with the option ``list-style``.
    has_theme_markers: ClassVar[bool] = False
    #: Whether front matter may ask for another URL without a warning that it has no effect.
    has_silent_addresses: ClassVar[bool] = False
    #: Whether a blog without posts has feeds, which then are empty.
    has_empty_feeds: ClassVar[bool] = False
    #: Whether the site's own templates may render redirects, which then show everything that pages do.
    has_rendered_redirects: ClassVar[bool] = False
    #: The files of the feeds of terms and years.
    archive_feeds: ClassVar[tuple[str, ...]] = tuple(FEED_FILES)

    blog_same_moment: Literal["name", "title"] = "name"
    """Order of posts with the same date and time: by document name from A to Z, or by title from Z to A as in
    ABlog."""
    blog_read_more: Literal["cut", "always"] = "cut"
    """Whether “Read more” appears only where a teaser was cut, or always (in a `postlist`, with `expand`)."""
    blog_teaser_image: bool = False
    """Show the image of a post (`image`, `post_auto_image`) below its teaser, unless the teaser contains it."""
    post_auto_excerpt_past_headings: bool = False
    """Let such a teaser continue past headings. Otherwise it ends before the next heading."""
    blog_home_text: bool = True
    """Whether the document that is the blog's first page shows its text above the list. With `False`, it shows
    only its title, unless it has a `postlist`."""
    blog_undated: Literal["pages", "drafts"] = "pages"
    """Whether documents that match `blog_post_pattern` but have no date are ordinary pages or drafts. The blog's
    own pages and documents that list posts are always pages, as are documents without front matter that have a
    toctree."""
    blog_label_slugs: bool = False
    """Build the URLs of authors, languages and locations from their labels, not from the names used in posts."""
    blog_language_marks: Literal["names", "labels"] = "names"
    """How posts in another language are marked: with the name of the language in that of the page, or with the
    label that it has in `blog_languages`."""
    postlist_match: Literal["any", "all"] = "any"
    """Whether a post must have any or all of the names in a filter of `postlist`, such as `:tags: a, b`."""
    postlist_date_format: str | None = None
    """Format of dates in `postlist` directives that do not set one. Defaults to `post_date_format`."""
    blog_feed_id_base: str | None = None
    """What IDs that are URLs begin with, exactly as written here; it is then also the ID of all feeds. Defaults to
    the URL of the site. Set it to keep the IDs of a site that has moved to another URL."""
    blog_date_parser: str | None = None
    """A function that reads dates in any other format, such as `dateutil.parser.parse`. Its result is used, and a
    warning shows how to write the date."""
    blog_feed_templates: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Templates for the title, summary and content of entries, by feed name: `atom`, `rss` or `feed`. Any other
    name adds an Atom feed."""
    blog_ablog_redirects: bool = False
    """Redirect ABlog's URLs of the blog and of terms if they have other URLs here."""
    blog_list_titles: Mapping[str, str] = field(default_factory=dict)
    """Titles of generated lists, by taxonomy or by the names `blog`, `archive`, `year` and `month`; `{name}`
    stands for the label of the term, the year or the month. `feed` is the title of their feeds, where `{blog}` and
    `{list}` stand for the titles of the blog and the list."""

    def page_template(self, build: Any, page: str, shown: Any) -> tuple[str, dict[str, Any]] | None:
        """Return a template for a page without a document, and its context; *shown* is on it, or its target."""
        return None

    def feed_entries(self, channel: Any, file: str, entries: tuple[Any, ...], items: Any) -> tuple[Any, ...]:
        """Return the *entries* of the feed *file* of a *channel*, perhaps with other texts."""
        return entries

    def former_names(self, blog: Any, *, folds_index: bool) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Return former names of pages and paths of feeds of a *blog*, each with that of today."""
        return [], []


class BlogConfig(Options):
    """The options of one blog, or those of the site, which also apply to blogs that do not set them.

    Each blog looks like the only one of a site. *sphinx* has all other options, *values* its own as they are set.
    """

    def __init__(
        self, options: Mapping[str, Any], values: Mapping[str, Any], sphinx: Config, conventions: Conventions
    ) -> None:
        vars(self).update(options)
        self.values, self.sphinx, self.conventions = values, sphinx, conventions

    @property
    def language(self) -> str:
        """The language of the site, as Sphinx names it."""
        return str(self.sphinx.language or "en")

    @cached_property
    def each(self) -> "tuple[BlogConfig, ...]":
        """The options of each blog, in the order of ``conf.py``."""
        if not self.blogs:
            return (self,)
        own = ({**options, "blog_path": path, "blogs": {}} for path, options in self.blogs.items())
        return tuple(_config_with(options, self.sphinx) for options in own)

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The paths of all blogs, or ``SITE``, in the order of ``conf.py``: the names of their first pages."""
        home = {"", SITE} if self.conventions.has_index_path else {"", SITE, "index"}
        paths = (path.strip("/") for path in self.blogs or (self.blog_path,))
        return tuple(SITE if path in home else path for path in paths)

    @property
    def root(self) -> str:
        """The path of the blog, or of the site's first blog."""
        return self.roots[0]

    @property
    def home(self) -> str:
        """The name of the first page of the blog, if it is no document ``x/index``."""
        return page_of(name_at(self.root), ())

    def of(self, root: str) -> "BlogConfig":
        """Return the options of the blog whose first page is *root*, or else of the site's first blog."""
        return next((config for config in self.each if config.root == root), self.each[0])

    def at(self, page: str) -> "BlogConfig":
        """Return the options of the blog that a page or document belongs to, judging by its name."""
        return self.of(nearest_root(page, self.roots))

    def matches(self, docname: str, source: str) -> bool:
        """Return whether a document, with or without the suffix of its file, matches the pattern of any blog."""
        return any(blog._matches(docname, source) for blog in self.each)

    def claims(self, docname: str, source: str) -> bool:
        """Return whether a document is below the path of a blog that is not the site, or matches a pattern."""
        has_pattern = (blog for blog in self.each if blog.blog_post_pattern is not None)
        return self.is_above(docname) or any(blog._matches(docname, source) for blog in has_pattern)

    def is_above(self, docname: str) -> bool:
        """Return whether a document is below the path of a blog that is not the site."""
        paths = ((blog.root, blog.home) for blog in self.each if blog.root != SITE)
        return any(is_inside(docname, root) and docname != home for root, home in paths)

    def may_have(self, docname: str, source: str) -> bool:
        """Return whether a document is where posts are, and so may be of a blog."""
        return self.matches(docname, source) or self.is_above(docname)

    def _matches(self, docname: str, source: str) -> bool:
        if self.blog_post_pattern is None:
            return is_inside(docname, self.root) and docname != self.home
        names = (docname, docname + source[source.rfind(".") :])
        # As in pathlib, ``**/`` matches any number of folders, including none.
        forms = {form for pattern in self.blog_post_pattern for form in (pattern, pattern.replace("**/", ""))}
        return any(patmatch(name, form) for form in forms for name in names)

    @cached_property
    def changelogs(self) -> dict[str, str]:
        """The documents that are changelogs, each with the first page of its blog: the first that names it."""
        own: dict[str, str] = {}
        for blog, options in zip(self.each, self.blogs.values(), strict=False):
            for name in blog.blog_changelog if "blog_changelog" in options else ():
                own.setdefault(name, blog.root)
        return own | {name: self.root for name in self.blog_changelog if name not in own}

    @cached_property
    def taxonomies(self) -> Taxonomies:
        return read_taxonomies(self.blog_taxonomies, self.language)

    @cached_property
    def terms(self) -> dict[str, dict[str, TermSettings]]:
        """The settings of all terms: taxonomy -> key -> settings."""
        terms = {}
        for name, kind in self.taxonomies.items():
            own = self.blog_taxonomies[name].get("terms") or {} if kind.is_own else getattr(self, kind.option)
            terms[name] = read_terms(kind, own, self.language)
        return terms

    @cached_property
    def dates(self) -> DateReader:
        name = self.conventions.blog_date_parser
        parse = find_function("blog_date_parser", name) if name else None
        return DateReader(self.blog_timezone, self.blog_date_formats, parse)

    @cached_property
    def slugify(self) -> Callable[[str], str] | None:
        """The site's own function that builds slugs, if it has one."""
        own = None if self.blog_slugify == ASCII else self.blog_slugify
        return find_function("blog_slugify", own) if own else None

    @cached_property
    def transliterate(self) -> Callable[[str], str] | None:
        """The function that makes slugs ASCII, if asked for; raise :exc:`ConfigError` without its package."""
        if self.blog_slugify != ASCII:
            return None
        try:
            transliterate: Callable[[str], str] = import_module("anyascii").anyascii
        except ImportError as error:
            message = "blog_slugify = 'ascii' needs the package 'anyascii'"
            raise ConfigError(f"{message}: run pip install 'sphinx-blogext[ascii]'") from error
        return transliterate

    def voice(self, post: Post) -> Voice:
        return Voice.of_post(post, self.language, self.blog_languages)


def blog_config(config: Config) -> BlogConfig:
    """Return the options of the site: once per build, when other extensions have changed them."""
    site: BlogConfig | None = vars(config).get(_ATTRIBUTE)
    if site is None:
        site = vars(config)[_ATTRIBUTE] = _config_with({}, config)
    return site


def options_of(config: Config) -> tuple[Option, ...]:
    """Return all options of the blog that have been declared in *config*."""
    return (*OPTIONS, *conventions_in(config).options)


def conventions_in(config: Config) -> Conventions:
    """Return the conventions of the site, regardless of its options."""
    return cast("Conventions", config[OPTION]) if OPTION in config else Conventions()


def _config_with(own: Mapping[str, Any], config: Config) -> BlogConfig:
    """Return the options of the blog that sets *own* itself."""
    values = {option.name: own.get(option.name, config[option.name]) for option in options_of(config)}
    conventions = conventions_in(config)
    rules = {**vars(conventions), **dict(_read(conventions.options, values))}
    return BlogConfig(dict(_read(OPTIONS, values)), values, config, type(conventions)(**rules))


def _read(options: tuple[Option, ...], values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for option in options:
        value = values[option.name]
        yield option.name, option.read(value) if option.read else value


def forget(config: Config) -> None:
    """Let the options of the site be read anew: they may have changed."""
    vars(config).pop(_ATTRIBUTE, None)


def find_function(option: str, value: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return the function that an option is or names; raise :exc:`ConfigError` if there is none of that name."""
    try:
        function: Callable[..., Any] = value if callable(value) else resolve_name(value)
        if not callable(function):
            raise TypeError(f"{value} is not a function")
    except (Exception, SystemExit) as error:
        # Importing a module executes it.
        message = f"{option} = {value!r}: expected a function, such as 'module.function'; {error}"
        raise ConfigError(message) from error
    return function

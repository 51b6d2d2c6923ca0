"""Prepares documents before they are parsed: front matter stays text (``3.10``), or is cleared if broken.

Default metadata for the posts in a folder is in ``_blog.yml`` in it or in a parent folder; the nearest wins.

Markdown in the folder of a blog is read also where nothing in ``conf.py`` reads Markdown. MyST-Parser is loaded
only where the folder has some, and reads it there alone: ``README.md`` and the like do not become pages.
"""

import json
import os
import posixpath
import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]  # has no types of its own
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import get_filetype, logging
from sphinx.util.matching import get_matching_files

from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.core import metadata
from sphinx_blogext.core.addresses import SITE
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.metadata import KEYS, Metadata, Problem, field_name, keys_of, suggest
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.files import digest
from sphinx_blogext.markup.bounded_yaml import YamlError, compose, construct
from sphinx_blogext.markup.tree import edited
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.heads import DECIDING, INVISIBLE, POST_DIRECTIVE, REPEATED, Unread, find_unread
from sphinx_blogext.warnings import BlogWarning, report, warn

logger = logging.getLogger(__name__)
FILE = "_blog.yml"
#: In the place of a file that the build may not read.
_UNREADABLE = b"\0"
#: What cannot apply to several posts.
_OF_ONE = frozenset(
    "blogpost canonical_link date description doi enclosure external_link feed_id redirects related "
    "series_index title translation_key translations updated".split()
)
#: Tags of values that YAML leaves as written, or that are empty.
_PLAIN = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
_TEXT = "tag:yaml.org,2002:str"
_DASHES = pattern(r"(?P<dashes>-{3,})(?P<rest>.*)\n")
#: What helps, by what is in the lines down to the error: a curly quote at the end, a comment in brackets, others.
_SLIPS = {
    r":\s+\[?\s*[\u201c\u201d\u201e\u2018][^\n]*\Z": "write straight quotation marks, as curly ones do not count",
    r"\[([^\]#\n]*[\s,\[])?#": "put names that contain '#' in quotes, because it begins a comment",
    "": "correct it, or put the text in quotes",
}
_MARKDOWN = ".md"


class Block(NamedTuple):
    """Front matter: its YAML, from *start* to *end*, the number of lines, what is *behind* the first dashes."""

    yaml: str = ""
    start: int = 0
    end: int = 0
    lines: int = 0
    behind: str = ""

    @property
    def keys(self) -> set[str]:
        return {field_name(line.partition(":")[0]) for line in self.yaml.split("\n")}

    def invalid(self, error: YamlError, keys: Container[str]) -> Unread | None:
        """Return what is wrong with it, or ``None`` if it is text between two horizontal lines."""
        lines = self.yaml.split("\n")
        if not lines[0].strip() and not any(key in keys for key in self.keys):
            return None
        # Where a bracket is not closed, the error is below it.
        above = "\n".join(lines[: error.line])
        slip = next(remedy for form, remedy in _SLIPS.items() if re.search(form, above))
        remedy = REPEATED if "twice" in str(error) else slip
        return Unread(error.line + 1, error.column, str(error), remedy, self.lines)

    def behind_dashes(self, keys: Container[str]) -> Unread | None:
        """Return metadata in its first line, which the parser ignores."""
        if field_name(self.behind.partition(":")[0]) not in keys:
            return None
        return Unread(1, 5, "text after the hyphens is not read", "put it on a line of its own", self.lines)


class FrontMatterText:
    """Front matter in YAML; raises :exc:`YamlError` if it cannot be read.

    YAML turns ``3.10`` into 3.1 and ``no``, the code for Norwegian, into false. It rejects a date that does not
    exist, and MyST then drops the entire front matter, so the document would no longer be a post. Quoted, they
    reach us as text and we can report what is wrong. Only values of our own keys that take text are changed, alone
    or in a list; *taxonomies* are those of the site.
    """

    def __init__(self, text: str, taxonomies: Taxonomies = TAXONOMIES) -> None:
        self.text = text
        root = compose(text)
        if not (root is None or isinstance(root, yaml.MappingNode)):
            raise YamlError("expected keys and values, such as 'title: Hello'")
        #: The lines and the keys, as written, of those of ours that are set twice to different values.
        self.repeated: list[tuple[int, str]] = []
        entries, values = getattr(root, "value", []), dict[str, Any]()
        for key, value in entries:
            name = field_name(str(key.value))
            first = values.setdefault(name, value)
            if first is not value and yaml.serialize(first) != yaml.serialize(value):
                line = key.start_mark.line + 1
                if name in DECIDING:
                    raise YamlError(f"the key {name!r} is set twice", line, key.start_mark.column + 1)
                if name in keys_of(taxonomies):
                    self.repeated.append((line + 1, str(key.value)))
        self.keys, text_keys = values.keys(), metadata.text_keys_of(taxonomies)
        # Not before, because what is repeated is compared as written.
        texts = [value for key, value in entries if field_name(str(key.value)) in text_keys]
        self._places = set(self._make_texts(texts))
        #: As it will be read: with quotes.
        self.data = construct(root)

    def _make_texts(self, values: list[Any]) -> Iterator[tuple[int, int]]:
        for value in values:
            for item in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                place = item.start_mark.index, item.end_mark.index
                # Only the value is there, without a tag or an anchor.
                if item.tag not in _PLAIN and item.value == self.text[slice(*place)]:
                    item.tag = _TEXT
                    yield place

    def report_repeated(self, docname: str) -> None:
        for line, key in self.repeated:
            message = "the key %r is set twice; only the last one counts: remove one of them"
            warn(BlogWarning.FRONT_MATTER, message, key, location=(docname, line))

    def quoted(self) -> str:
        return edited(self.text, ((*place, f'"{self.text[slice(*place)]}"') for place in sorted(self._places)))


def on_source_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Prepare the text of what may be a post; leave other documents to MyST and other tools as they are."""
    text, path, config = source[0].lstrip(INVISIBLE), str(app.env.doc2path(docname)), blog_config(app.config)
    is_of_blog = config.may_have(docname, path)
    has_directive = POST_DIRECTIVE.search(text) is not None
    # The metadata of a notebook is not in its cells.
    if path.endswith(".ipynb") or not any((is_of_blog, has_directive, "blogpost" in text)):
        return
    app.env.temp_data["blog_text"] = text
    is_rst = get_filetype(app.config.source_suffix, path) == "restructuredtext"
    block = find_block(text, is_rst=is_rst)
    front, unread = _read_front_matter(block, config.taxonomies)
    if front and unread is None:
        # Ours, and the one that our theme reads.
        keys = {*keys_of(config.taxonomies), "layout"}
        # In a site that is a blog, only what says that it is a post can be a misspelled one.
        is_front_only = not config.claims(docname, path)
        unread = find_unread(text, keys, is_rst=is_rst, start=block.lines, is_front_only=is_front_only)
    if front and _is_post(front, docname, path, config, has_directive=has_directive):
        front.report_repeated(docname)
        text = f"{text[: block.start]}{front.quoted()}{text[block.end :]}"
    if not (is_of_blog or "blogpost" in block.keys):
        # Elsewhere, only a directive shows that the document is a post.
        unread = unread and unread._replace(lines=0, needs_directive=True)
    if unread:
        blog_domain(app.env).unread[docname] = unread
        # Nothing else complains about empty lines.
        text = "\n" * unread.lines + "\n".join(text.split("\n")[unread.lines :])
    source[0] = text


def _read_front_matter(block: Block, taxonomies: Taxonomies) -> tuple[FrontMatterText | None, Unread | None]:
    keys = keys_of(taxonomies)
    try:
        return FrontMatterText(block.yaml, taxonomies), block.behind_dashes(keys)
    except YamlError as error:
        return None, block.invalid(error, keys)


def _is_post(front: FrontMatterText, docname: str, path: str, config: BlogConfig, *, has_directive: bool) -> bool:
    is_dated = not front.keys.isdisjoint(DECIDING) or config.at(docname).blog_date_from_name
    return has_directive or "blogpost" in front.keys or (is_dated and config.matches(docname, path))


def find_block(text: str, *, is_rst: bool = False) -> Block:
    """Return the front matter of *text*, which is what MyST takes for it; without any, it has no lines."""
    opening = _DASHES.match(text)
    if opening is None or is_rst:
        return Block()
    closing = re.compile(rf"^(?: {{0,3}}-{{{len(opening['dashes'])},}}|\.\.\.)[ \t]*$", re.MULTILINE)
    match = closing.search(text, opening.end())
    if match is None:
        return Block()
    start, end = opening.end(), max(match.start() - 1, opening.end())
    return Block(text[start:end], start, end, text.count("\n", 0, match.start()) + 1, opening["rest"])


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Load MyST-Parser for the folders of blogs, unless something else reads Markdown."""
    suffixes = config.source_suffix
    # A site may name the markup of a suffix without loading a parser for it; ABlog's sites load what they need.
    is_read = suffixes.get(_MARKDOWN) in app.registry.source_parsers
    if is_read or "sphinx_blogext.ablog" in app.extensions or set(config.include_patterns) != {"**"}:
        return
    folders = [posixpath.join(root, f"**{_MARKDOWN}") for root in blog_config(config).roots if root != SITE]
    if not any(get_matching_files(app.srcdir, folders, [*config.exclude_patterns, *config.templates_path])):
        return
    suffixes.pop(_MARKDOWN, None)
    config.include_patterns = [*(f"**{suffix}" for suffix in suffixes), *folders]
    app.setup_extension("myst_parser")
    logger.info("blog: myst_parser is loaded to read %s, because no extension in conf.py does", ", ".join(folders))


def on_env_before_read_docs(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Keep the list of documents to read, which becomes the list of documents to write."""
    domain = blog_domain(env)
    domain.documents_read = docnames
    # Other extensions may have asked for all documents that Sphinx has found.
    docnames[:] = [name for name in dict.fromkeys(docnames) if name not in domain.withheld]
    # Sphinx would stop the build there, without the name of the file.
    domain.undecoded = {docname: reason for docname in docnames if (reason := _reason_unread(app, docname))}
    for docname, reason in domain.undecoded.items():
        docnames.remove(docname)
        warn(BlogWarning.FRONT_MATTER, reason, location=(docname, 1))


def _reason_unread(app: Sphinx, docname: str) -> str:
    """Return why nobody can tell what is in the file of a document that may be of a blog, or ``""``."""
    path, until = app.env.doc2path(docname), "so the document is withheld until it is"
    try:
        if not blog_config(app.config).may_have(docname, str(path)):
            return ""
        text = path.read_bytes().decode(app.config.source_encoding)
        # In UTF-16, there is a zero byte for each ASCII letter: the beginning is enough to tell.
        if "\0" in text[:100]:
            raise UnicodeError
        if path.suffix == ".ipynb":
            # Raises an error if it is no notebook, or has metadata that is none.
            json.loads(text).get("metadata", {}).items()
    except UnicodeError:
        return f"the file is not in UTF-8, {until}: save it in UTF-8"
    except (ValueError, AttributeError, RecursionError):
        return f"the file is not a notebook in JSON, {until}: correct it"
    return ""


class FolderDefaults:
    """Reads the defaults of folders, each once in a build; only their effects on posts are stored."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def of(self, docname: str) -> Metadata:
        defaults = Metadata()
        for folder, source in self._above(docname):
            defaults = defaults.over(self._read(folder, source))
        return defaults

    @cached_by(lambda folder, _source: folder)
    def _read(self, folder: str, source: bytes) -> Metadata:
        """Return the metadata in the file of a folder; warn about invalid parts and leave them out."""
        if source == _UNREADABLE:
            return Metadata(draft=True)
        path, config = self._path(folder), blog_config(self._env.config)
        try:
            text = source.decode("utf-8-sig").replace("\r\n", "\n")
            # Read like front matter, so that ``3.10`` and ``no`` stay as written.
            data = FrontMatterText(text, config.taxonomies).data
        except ValueError as error:
            _report_unread(path, str(error), getattr(error, "line", 1), getattr(error, "column", 1))
            return Metadata(draft=True)
        fields = {str(key): _as_text(value) for key, value in (data or {}).items()}
        defaults, problems = metadata.read_metadata(
            fields, dates=config.dates, is_directive=True, taxonomies=config.taxonomies
        )
        lines = [line.strip("\"' ") for line in text.split("\n")]
        for problem in (*problems, *_refuse(defaults, fields, config)):
            line = next((number for number, line in enumerate(lines, 1) if line.startswith(problem.key)), 1)
            report(problem.kind, problem.message, f"{path}:{line}")
        return defaults

    def digest_of(self, docname: str) -> str:
        """Return a digest of all files that :meth:`of` uses, or ``""`` if there are none."""
        sources = self._above(docname)
        return digest(sources) if sources else ""

    def _above(self, docname: str) -> list[tuple[str, bytes]]:
        """Return the folders above a document that have such a file, nearest first, with its contents."""
        parts = docname.split("/")[:-1]
        folders = ("/".join(parts[:count]) for count in range(len(parts), -1, -1))
        return [(folder, source) for folder in folders if (source := self._source(folder)) is not None]

    @cached_by(lambda folder: folder)
    def _source(self, folder: str) -> bytes | None:
        path = self._path(folder)
        if path.name == FILE and os.path.lexists(other := path.with_suffix(".yaml")):
            warn(BlogWarning.INVALID_OPTION, "%s is ignored beside %s", other.name, FILE, location=f"{other}:1")
        try:
            # Something else of that name, such as a link that leads nowhere, cannot be read either.
            return path.read_bytes() if os.path.lexists(path) else None
        except OSError as error:
            _report_unread(path, error.strerror or str(error))
            return _UNREADABLE

    def _path(self, folder: str) -> Path:
        path = Path(self._env.srcdir, folder, FILE)
        other = path.with_suffix(".yaml")
        return other if os.path.lexists(other) and not os.path.lexists(path) else path


def _refuse(defaults: Metadata, fields: Mapping[str, str], config: BlogConfig) -> Iterator[Problem]:
    """Remove from *defaults* what cannot have defaults, and yield the reasons."""
    names = {key: KEYS[field_name(key)][0] for key in fields if field_name(key) in KEYS}
    for key, name in names.items():
        reason = f"{key!r} can only be set for a single post and is ignored" if name in _OF_ONE else ""
        blog = defaults.get("blog", "") if name == "blog" else ""
        if blog and blog.strip("/") not in config.roots:
            hint = suggest(blog.strip("/"), set(config.roots))
            reason = f"unknown blog {blog!r}{hint}; posts belong to the blog of their folder"
        if reason and defaults.pop(name, None) is not None:
            yield Problem("invalid_option", key, reason)


def _report_unread(path: Path, reason: str, line: int = 1, column: int = 1) -> None:
    """Warn that a file cannot be read: as it may say that posts are drafts, they are."""
    message = "%s cannot be read: %s (column %s); the posts below it are drafts until it is fixed"
    warn(BlogWarning.INVALID_OPTION, message, path.name, reason, column, location=f"{path}:{line}")


def _as_text(value: Any) -> str:
    """Return a value in the form in which MyST passes on values in front matter: lists as JSON."""
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def defaults_of(docname: str, env: BuildEnvironment) -> Metadata:
    """Return the defaults that the folders of a post set for it, and record a digest of them."""
    domain = blog_domain(env)
    folders: FolderDefaults = domain.folder_defaults
    if digest_of_folders := folders.digest_of(docname):
        domain.defaults[docname] = digest_of_folders
    return folders.of(docname)


def setup(app: Sphinx) -> None:
    app.connect("env-before-read-docs", on_env_before_read_docs, priority=850)
    app.connect("source-read", on_source_read)
    # After the values of all options have been checked, and the suffixes of all extensions and of ``conf.py`` are
    # known: until then, an extension further down the list may still bring a parser, and two cannot be loaded.
    app.connect("config-inited", on_config_inited, priority=950)

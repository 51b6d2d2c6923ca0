"""Makes a ``Post`` of a document that was read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_root, blog_roots, config_at, config_of
from sphinx_blogext.config.conventions import conventions_of
from sphinx_blogext.config.functions import date_reader
from sphinx_blogext.config.taxonomies import taxonomies_of
from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.addresses import short_name
from sphinx_blogext.core.dates import DateReader, as_written, sort_key
from sphinx_blogext.core.metadata import Metadata, Problem, clean_text, guess_message, read_metadata, suggest
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.reading_time import count_words, reading_minutes
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import add, blog_domain
from sphinx_blogext.images import read_size
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.markup.titles import title_text
from sphinx_blogext.read.additions import set_aside
from sphinx_blogext.read.catalogs import is_translated, settle_messages
from sphinx_blogext.read.checks import check_address, check_content, check_languages, check_terms
from sphinx_blogext.read.folder_defaults import defaults_of
from sphinx_blogext.read.marker import Counted, Cut, place_marker
from sphinx_blogext.read.pictures import find_enclosure, find_picture, pictures_of
from sphinx_blogext.read.references import collect_references, note_files, note_labels, note_links, note_titles
from sphinx_blogext.read.sections import standing_alone
from sphinx_blogext.read.texts import countable_texts, heading_of, raw_heading_of, settle_description
from sphinx_blogext.read.version_changes import note_version_changes
from sphinx_blogext.warnings import BlogWarning, place_of, report, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Reference
    from sphinx_blogext.domain import BlogDomain


#: Keys of metadata that determine how a document is read; the others are fields of a post.
_OF_READING = frozenset({"blogpost", "excerpt", "exclude"})


class _Part(NamedTuple):
    """A section that is a post: its heading, its anchor, and whether it is a release in a changelog."""

    heading: str
    anchor: str
    is_release: bool


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Record the post in a document, and leave in the tree only what is needed for writing."""
    env = app.env
    settle_messages(doctree, app)
    if next(doctree.findall(blog_nodes.section_post), None) is not None:
        with set_aside(doctree):
            _note_sections(doctree, env)
    references = collect_references(doctree)
    note_labels(env.docname, references, blog_domain(env))
    note_titles(env.docname, references, blog_domain(env))
    note_links(env.docname, doctree, env)
    note_version_changes(env.docname, doctree, env)
    # Removed, because the tree is stored, and some builders write out all attributes.
    fields: dict[str, str | None] | None = doctree.attributes.pop("blog_fields", None)
    if fields is not None or env.docname in blog_domain(env).sections:
        note_files(env.docname, references, env)
    if fields is None:
        # With ``blogpost: false`` a document may contain the directive: its body is then ordinary text.
        _clear_post_nodes(list(doctree.findall(blog_nodes.post)))
        for marker in list(doctree.findall(blog_nodes.more)):
            marker.parent.remove(marker)
        return
    docname = env.docname
    with set_aside(doctree):
        post = collect_post(docname, doctree, fields, env)
        check_content(post, doctree, env, config_of(post.blog, env.config))
        _tell_assistants(post, doctree, env)
    domain = blog_domain(env)
    domain.posts[docname] = post
    _note_mentions(domain, docname, "", references)
    _release_from_toctrees(post, env)


def _note_mentions(domain: BlogDomain, docname: str, anchor: str, references: tuple[Reference, ...]) -> None:
    if references:
        add(domain.mentions, docname, (anchor, references))


def _release_from_toctrees(post: Post, env: BuildEnvironment) -> None:
    """Allow the document of a post to be in no toctree: readers find it in lists, but Sphinx would warn."""
    if config_of(post.blog, env.config).post_auto_orphan:
        env.metadata[post.docname].setdefault("orphan", True)


def _tell_assistants(post: Post, doctree: nodes.document, env: BuildEnvironment) -> None:
    """Put the description of a post where ``sphinx-llm`` looks for it; HTML pages have it anyway.

    Otherwise ``sphinx-llm`` would use the last line of a short post, which names its author.
    """
    is_said = any(node.get("name") == "description" for node in doctree.findall(nodes.meta))
    if "llms_txt_enabled" in env.config and env.config.blog_opengraph and not is_said:
        first = next(doctree.findall(nodes.paragraph), None)
        text = post.description or shorten(first.astext() if first else "", 160) or post.title
        doctree += nodes.meta("", name="description", content=text)


def _note_sections(doctree: nodes.document, env: BuildEnvironment) -> None:
    """Record the posts that are sections of a document."""
    domain = blog_domain(env)
    for node in list(doctree.findall(blog_nodes.section_post)):
        section = node.parent
        assert isinstance(section, nodes.section)
        title = section.next_node(nodes.title)
        heading = clean_text(title_text(title)) if title is not None else ""
        part = _Part(heading, section["ids"][0], is_release="is_release" in node)
        with standing_alone(section, doctree) as alone:
            post = collect_post(env.docname, alone, {}, env, part)
        # Only the text of its heading is known.
        post = replace(
            post,
            anchor=part.anchor,
            has_own_title=True,
            is_release=part.is_release,
            has_header=node.get("has_header", True),
        )
        if post.draft:
            message = "a section cannot be a draft: it is in no list, but its document shows it"
            warn(BlogWarning.INVALID_OPTION, message, location=(env.docname, post.lineno))
        add(domain.sections, env.docname, post)
        _release_from_toctrees(post, env)
        _note_mentions(domain, env.docname, post.anchor, collect_references(section))


def collect_post(
    docname: str,
    doctree: nodes.document,
    fields: Mapping[str, str | None],
    env: BuildEnvironment,
    part: _Part | None = None,
) -> Post:
    """Return the post in *doctree*, whose front matter is *fields*, and warn about all problems.

    *part* describes a section that is a post.
    """
    dates = date_reader(env.config)
    metadata, lineno = _read_fields(docname, doctree, fields, dates, env)
    place = (docname, lineno)
    config = _config_of(docname, metadata, place, env)
    # Before the cut, which treats any remaining body as the teaser.
    _settle_teaser_body(doctree, exclude=bool(metadata.get("exclude")))
    cut = _cut(doctree, metadata, place, env, config, part)
    heading = part.heading if part else heading_of(docname, doctree, env)
    title = metadata.get("title") or heading or raw_heading_of(doctree) or _file_name(docname, lineno)
    has_translation = is_translated(doctree)
    picture, problem = find_picture(metadata.get("image", ""), config.post_auto_image, doctree, env)
    _report([problem] if problem else [], *place, env)
    enclosure, problem = find_enclosure(metadata.get("enclosure", ""), env)
    _report([problem] if problem else [], *place, env)
    terms = _terms(metadata, place, env, config, is_translated=has_translation)
    words, code = map(count_words, countable_texts(doctree))
    return Post(
        **{name: value for name, value in metadata.items() if name not in _OF_READING}
        | {
            "docname": docname,
            "lineno": lineno,
            "blog": blog_root(config),
            "title": title,
            "has_own_title": title != heading,
            "updated": _last_update(doctree, metadata, dates, place),
            "description": settle_description(doctree, metadata.get("description", ""), _language(terms, config)),
            "terms": terms,
            "image": picture,
            "enclosure": enclosure,
            "has_cover": bool(metadata.get("image") and picture) and picture not in pictures_of(doctree),
            "nocomments": metadata.get("nocomments", False) or metadata.get("comments") == "",
            "word_count": sum(words),
            "reading_time": metadata.get(
                "reading_time", reading_minutes(*map(sum, zip(words, code, strict=True)))
            ),
            "is_translated": has_translation,
            **cut.fields,
        }
    )


def _config_of(docname: str, metadata: Metadata, place: tuple[str, int], env: BuildEnvironment) -> Config:
    """Return the configuration of the blog that a post belongs to, by its metadata or its folder."""
    if metadata.get("blog"):
        roots, named = blog_roots(env.config), metadata["blog"].strip("/")
        if named in roots:
            return config_of(named, env.config)
        message = "unknown blog %r%s; the post belongs to the blog of its folder"
        warn(BlogWarning.INVALID_OPTION, message, metadata["blog"], suggest(named, set(roots)), location=place)
    return config_at(docname, env.config)


def _cut(
    doctree: nodes.document,
    metadata: Metadata,
    place: tuple[str, int],
    env: BuildEnvironment,
    config: Config,
    part: _Part | None,
) -> Cut:
    """Mark where the teaser ends, and warn about problems with it."""
    cut = place_marker(
        doctree,
        metadata.get("excerpt", config.post_auto_excerpt),
        lambda path: read_size(env.srcdir / path),
        counted=_counted(config, part),
        # A number would point to another section as soon as one is inserted before it.
        anchor=f"{part.anchor}-more" if part else "more",
    )
    if cut.is_empty:
        warn(BlogWarning.MARKER, "the teaser is empty: put text above the marker", location=place)
    elif not cut.is_explicit and config.blog_on_untruncated == "warn":
        warn(BlogWarning.UNTRUNCATED, "the post has no teaser marker", location=place)
    return cut


def _counted(config: Config, part: _Part | None) -> Counted:
    """Return which paragraphs an automatic teaser consists of."""
    if part and part.is_release:
        # Headings such as "Added" and "Fixed" do not end the teaser.
        return Counted.OF_TEXT
    return Counted.ALL if conventions_of(config).post_auto_excerpt_past_headings else Counted.TO_HEADING


def _last_update(
    doctree: nodes.document, metadata: Metadata, dates: DateReader, place: tuple[str, int]
) -> datetime | None:
    """Return when the post was last updated, which is after it was published."""
    published: datetime | None = metadata.get("date")
    update = max(filter(None, (metadata.get("updated"), *_updates(doctree, dates))), key=sort_key, default=None)
    if update is None or published is None or sort_key(update) > sort_key(published):
        return update
    # A day without a time may be the day of the post.
    if update.date() < published.date():
        message = "the post was updated (%s) before it was published (%s); the update is ignored"
        warn(BlogWarning.DATE, message, as_written(update), as_written(published), location=place)
    return None


def _read_fields(
    docname: str,
    doctree: nodes.document,
    fields: Mapping[str, str | None],
    dates: DateReader,
    env: BuildEnvironment,
) -> tuple[Metadata, int]:
    """Return the metadata from front matter and the ``post`` directive, which takes precedence, and the line."""
    taxonomies = taxonomies_of(env.config)
    front, problems = read_metadata(fields, dates=dates, is_directive=False, taxonomies=taxonomies)
    _report(problems, docname, 1, env)
    check_address(fields, docname, env)
    post_nodes = list(doctree.findall(blog_nodes.post))
    front = front.over(defaults_of(docname, env))
    if not post_nodes:
        return front, 1
    lineno = post_nodes[0].line or 1
    raw = post_nodes[0]["options"]
    options, problems = read_metadata(raw, dates=dates, is_directive=True, taxonomies=taxonomies)
    _report(problems, docname, lineno, env)
    for other in post_nodes[1:]:
        second = read_metadata(other["options"], dates=dates, is_directive=True, taxonomies=taxonomies)[0]
        dated = [other_date for each in (second, options) if (other_date := each.get("date"))]
        is_later = len(dated) == 2 and sort_key(dated[0]) > sort_key(dated[1])
        if second.get("draft") or is_later or ("date" in other["options"] and "date" not in second):
            options["draft"] = True
        result = (
            "the post is a draft until one is removed"
            if options.get("draft")
            else "this one is ignored: remove it"
        )
        message = "the document already has a post directive in line %s, so %s"
        warn(BlogWarning.DUPLICATE_POST, message, lineno, result, location=other)
    _clear_post_nodes(post_nodes[1:])
    return options.over(front), lineno


def _report(problems: Iterable[Problem], docname: str, lineno: int, env: BuildEnvironment) -> None:
    """Emit a warning for each problem, in the line of its key."""
    for problem in problems:
        location = place_of([problem.key], docname, lineno, env)
        report(problem.kind, problem.message, location)


def _settle_teaser_body(doctree: nodes.document, *, exclude: bool) -> None:
    """Keep the ``post`` node only if its body is the teaser."""
    for node in list(doctree.findall(blog_nodes.post)):
        if node.children:
            node["exclude"] = exclude
            # No longer needed: the post has them, and the tree is stored.
            del node["options"]
            _move_below_heading(node, doctree)
        else:
            node.parent.remove(node)


def _move_below_heading(body: blog_nodes.post, doctree: nodes.document) -> None:
    """Move the body of a directive above the heading below the heading."""
    section = next((child for child in doctree.children if isinstance(child, nodes.section)), None)
    if section is not None and body.parent is doctree and doctree.index(body) < doctree.index(section):
        doctree.remove(body)
        section.insert(1, body)


def _clear_post_nodes(post_nodes: list[blog_nodes.post]) -> None:
    """Leave the bodies of *post_nodes* as ordinary text."""
    for node in post_nodes:
        node.replace_self(node.children)


def _language(terms: Mapping[str, tuple[str, ...]], config: Config) -> str:
    return next(iter(terms.get("language", ())), config.language or "")


def _file_name(docname: str, lineno: int) -> str:
    """Return the title of a post that has none, with a warning."""
    name = short_name(docname)
    message = "the post has no heading, so its file name %r is its title: add a heading"
    warn(BlogWarning.TITLE, message, name, location=(docname, lineno))
    return name


def _updates(doctree: nodes.document, dates: DateReader) -> list[datetime]:
    """Return the dates of the ``update`` directives and store them in the nodes."""
    moments = []
    for node in doctree.findall(blog_nodes.update):
        try:
            node["moment"], is_guess = dates.read(node["date"])
        except ValueError:
            warn(BlogWarning.DATE, "the date of the update, %r, cannot be read", node["date"], location=node)
            continue
        moments.append(node["moment"])
        if is_guess:
            report("guess", guess_message("the update's date", node["date"], node["moment"]), node)
    return moments


def _terms(
    metadata: Metadata, place: tuple[str, int], env: BuildEnvironment, config: Config, *, is_translated: bool
) -> dict[str, tuple[str, ...]]:
    """Return the terms of a post, including defaults, and warn about problems with them."""
    # Before defaults are added: they are checked once, with the configuration.
    check_languages(metadata.terms.get("language", ()), *place, env, config)
    defaults = {
        name: as_names(config[kind.default])
        for name, kind in TAXONOMIES.items()
        # The default language is that of the original text, not of its translation.
        if kind.default and not (is_translated and name == "language")
    }
    terms = {taxonomy: names for taxonomy, names in {**defaults, **metadata.terms}.items() if names}
    # An author who is a record need not be in the configuration.
    records = dict(metadata.get("author_urls", ()))
    names = {kind: tuple(name for name in each if name not in records) for kind, each in terms.items()}
    check_terms(names, *place, env, config)
    return terms

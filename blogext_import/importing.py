"""Run an import: from the folder of another engine's site to documents in ours."""

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from textwrap import indent
from types import MappingProxyType
from typing import Literal, NamedTuple

from blogext_import.addresses import base_path, is_public
from blogext_import.bodies.boxes import without_hidden
from blogext_import.bodies.code import Code
from blogext_import.bodies.marks import EMOJI, emoji_of
from blogext_import.bodies.work import COMMENT, BodyContext
from blogext_import.body import convert_body, convert_html_post
from blogext_import.conf_fragment import conf_fragment
from blogext_import.copies import SITE_FILES, Copies, Writer
from blogext_import.documents import markdown_document, rst_document
from blogext_import.headings import take_heading
from blogext_import.links import Layout, Links, lay_out
from blogext_import.notebooks import NOTEBOOK, notebook_document
from blogext_import.old_files import Source
from blogext_import.old_lists import follow_forwards, list_redirects, needed_redirects
from blogext_import.post_records import ImportedPost, OldSite, Remark
from blogext_import.reading import finish, note_people
from blogext_import.recognition import Engine, keep_feed_ids
from blogext_import.rst_body import convert_rst, without_roles
from blogext_import.translations import note_translations, set_languages, settle_languages
from sphinx_blogext.markup.quote import markdown_text

#: Comments, also those that engines leave out, and what else readers do not see: scripts and styles.
_COMMENT = (
    r"<!--.*?(?:-->|\Z)|\{/\*.*?(?:\*/\}|\Z)|\{%-?\s*comment\b.*?(?:\{%-?\s*end(?:comment)?\b[^%]*%\}|\Z)"
    r"|\{\{[<%]\s*comment\b.*?(?:\{\{[<%]\s*/\s*comment\b[^}]*\}\}|\Z)"
)
_HIDDEN = re.compile(rf"{_COMMENT}|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
#: Tags of engines and of HTML, includes, targets of links, attributes, and what begins a directive or an option.
_MARKUP = re.compile(
    r"\{%[^%]*%\}|\{\{[^{}]*\}\}|(?:</?[A-Za-z](?:\{[{%][^{}]*\}\}?|[^<>])*+>|\]\((?:\{[{%][^{}]*\}\}?|[^()\s])*+)"
    r"|(?<!\w)\w++://[^\s<>)\]]*|\{:?[ ]?[.#%][^{}\n]*\}|^[ \t>]*(?:[!?]{3}\+?[ ][\w -]+"
    r"|[`:~]{3,}[ ]*\{?[\w-]+\}?(?: html$)?|\.\. (?:\|[^|\n]+\| )?[\w-]+::(?:[ ]+\S+$)?"
    r"|:(?:width|height|align):.*|:[\w-]+:(?!`))|&#?\w+;|^[ ]*\.\. [A-Z_]+(?::|$)|:doc:`[^`<>]+`"
    r"|<[^<>`]*>(?=`)|:[\w+.-]+:(?=`)|\.\. (?:image|figure|thumbnail)::[ ]+[^\s|,\"]+"
    r"|^[ \t>]*;*-+8<-+(?:[ ]*\n(?:[ \t>]*+\S++\n)+?[ \t>]*+-+8<-+|.*)|^import[ ](?:[\w{*].*[ ]from[ ])?['\"].*"
    r"|^export[ ](?:const|let|default|function|async)\b(?:.++\n?)*+",
    re.MULTILINE,
)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SHOWN = re.compile(
    r"!\[|\{image\}|\{figure\}|\.\. (?:\|[^|\n]+\| )?(?:image|figure|include)::"
    r"|<(?:img|svg|video|audio|iframe|embed|object|canvas|script|math)\b|^[ \t>]*<?https?://\S+\s*$"
    r"|[\u2600-\u27bf\U0001f000-\U0001faff]",
    re.MULTILINE,
)
#: How much of the words may be missing before anybody has to know: one in so many.
_FEW = 10

EMPTY = "none of its text can be shown: its source is shown as it is"
SHORTER = "has %(after)s of the %(before)s words of its source"
#: What happens to a heading at the start of a text that is not the title; other engines show both.
_HEADINGS: dict[str, Literal["keep", "replace", "lower"]] = {"material": "keep", "docusaurus": "replace"}

_SUFFIXES = {"rst": ".rst", "ipynb": ".ipynb"}


def count_words(text: str) -> int:
    """Return the number of words of a text, of which each Chinese, Japanese and Korean character is one."""
    text = EMOJI.sub(lambda match: " " if emoji_of(match["name"]) else match[0], _HIDDEN.sub(" ", text))
    return len(_WORD.findall(_MARKUP.sub(" ", text)))


def shows(text: str) -> bool:
    """Return whether readers see anything of a text: words, or a picture or the like."""
    text = COMMENT.sub("", text)
    # In a converted text, what looks like a tag is text.
    return bool(_SHOWN.search(text)) or count_words(text.replace("{{", "").replace("{%", "")) > 0


def as_literal(post: ImportedPost) -> str:
    """Return the text of a post as code, without its comments; ``""`` if there is nothing else."""
    text = re.sub(_COMMENT, "", post.body, flags=re.DOTALL).strip()
    if not text or post.format != "rst":
        return "\n".join(Code("text").block(text)) if text else ""
    return f"::\n\n{indent(text, '   ')}"


class Place(NamedTuple):
    """Where posts are written: *folder*, in the site with the folder *root*.

    If *is_blog* is false, documents there are posts only if they are marked as posts. *path* is the value for
    ``blog_path`` if there is no site yet.
    """

    folder: Path
    root: Path
    is_blog: bool
    path: str


class InPlaceError(ValueError):
    """The posts would be written into the folder that they come from."""


class Wishes(NamedTuple):
    """What the person who runs the import wants: no files written, the languages guessed.

    *tags* are texts to write in the place of tags, by their names.
    """

    is_dry: bool = False
    guesses: bool = False
    tags: Mapping[str, str] = MappingProxyType({})


@dataclass
class Imported:
    """The result of an import: the old site, and the number of *files*; *fragment* is for ``conf.py``."""

    source: Source
    site: OldSite
    outcome: Writer
    fragment: str
    fragment_name: str
    files: int

    @property
    def remarks(self) -> list[Remark]:
        return [*self.source.remarks, *self.outcome.remarks]

    @property
    def is_whole(self) -> bool:
        """Whether all posts are written, with all of their text."""
        lost = any(remark.text in (EMPTY, SHORTER) for remark in self.source.remarks)
        return not (lost or self.source.lost or self.outcome.kept)


def import_site(
    source: Source,
    engine: Engine,
    place: Place,
    wishes: Wishes,
    progress: Callable[[list[ImportedPost]], Iterable[ImportedPost]],
) -> Imported:
    """Write the posts of *source* to *place*; *progress* yields them one by one. Raises :exc:`InPlaceError`."""
    site = engine.read(source)
    if any((source.root / post.path).resolve().is_relative_to(place.folder) for post in site.posts):
        raise InPlaceError
    if wishes.guesses:
        set_languages(site)
    _settle(source, site)
    blog = place.folder.relative_to(place.root).as_posix().removeprefix(".")
    layout = lay_out(source, site, blog, exists := partial(_has_page, place.root, place.folder))
    keep_feed_ids(site, layout, engine.feed_id)
    lists = list_redirects(source, site, layout, exists, datetime.now(UTC))
    links = Links(source, site, layout, lists)
    copies = Copies(source, site, layout)
    writer = Writer(place.folder, is_dry=wishes.is_dry)
    texts = []
    for post in progress(site.posts):
        post.fields["redirect"] = layout.redirects[post.path]
        if not place.is_blog:
            post.fields["blogpost"] = True
        text = _document(source, post, engine, links, copies, wishes.tags)
        writer.write(
            _below(layout, f"{layout.documents[post.path]}{_SUFFIXES.get(post.format, '.md')}"),
            text.encode("utf-8", "replace"),
        )
        texts += [text] if post.format not in _SUFFIXES else []
    _copy(copies, writer)
    redirects = _redirects(lists, blog, site, place)
    extra = [posixpath.join(blog, SITE_FILES)] * copies.has_site_files
    fragment = conf_fragment(site, texts, engine.label, place.path, redirects, extra)
    name = f"conf-{engine.name}.py"
    if site.posts:
        writer.write(name, fragment.encode())
    return Imported(source, site, writer, fragment, name, len(copies.sources))


def _redirects(lists: Mapping[str, str], blog: str, site: OldSite, place: Place) -> Mapping[str, str]:
    """Return the redirects from lists that are needed: without a URL, there are no feeds."""
    # Elsewhere, the blog of the site may be at another path.
    redirects = needed_redirects(lists, blog, site) if place.is_blog else lists
    is_known = is_public(site.url)
    return {name: target for name, target in redirects.items() if is_known or not target.startswith("feed:")}


def _copy(copies: Copies, writer: Writer) -> None:
    copies.publish_resources()
    copies.copy_beside()
    for target, path in copies.files.items():
        writer.write(_below(copies.layout, target), copies.source.root / path)
    for target, data in copies.made.items():
        writer.write(_below(copies.layout, target), data)


def _settle(source: Source, site: OldSite) -> None:
    """Complete the posts of *site* with what only all of them together show."""
    if not is_public(site.url) and any(post.addresses for post in site.posts):
        # The path is known where only the host is not.
        site.url = base_path(site.url)
        source.note(".", 0, "the URL of the site is not known: without html_baseurl, there are no feeds")
    finish(source, site)
    note_people(site)
    settle_languages(site)
    follow_forwards(site)
    note_translations(source, site)


def _has_page(root: Path, folder: Path, name: str) -> bool:
    paths = [root / f"{name}{end}" for end in (".md", ".rst", "/index.md", "/index.rst")]
    return any(path.is_file() and not path.is_relative_to(folder) for path in paths)


def _below(layout: Layout, name: str) -> str:
    return name.removeprefix(f"{layout.blog}/") if layout.blog else name


def _document(
    source: Source, post: ImportedPost, engine: Engine, links: Links, copies: Copies, tags: Mapping[str, str]
) -> str:
    _set_image(source, post, copies)
    context = _context(post, engine, links, copies, tags)
    if post.format == "ipynb":
        source.note(post.path, 0, NOTEBOOK)
        return notebook_document(post)
    if post.format == "rst":
        return _rst_document(source, post, context)
    is_html = post.format == "html"
    if post.dialect == "quarto" and (shown := without_hidden(post.body)) != post.body:
        source.note(post.path, 0, "what Quarto leaves out of HTML is left out")
        post.body = shown
    body, heading = post.body, markdown_text(post.title) if is_html else ""
    if post.head is None and not is_html:
        body, heading = take_heading(body, post.title, _HEADINGS.get(engine.name, "lower"))
    new, remarks = convert_html_post(body, context) if is_html else convert_body(body, context)
    source.remarks.extend(remarks)
    return markdown_document(post, heading, _checked(source, post, body, new))


def _context(
    post: ImportedPost, engine: Engine, links: Links, copies: Copies, tags: Mapping[str, str]
) -> BodyContext:
    return BodyContext(
        engine=engine.name if post.dialect is None else post.dialect,
        path=post.path,
        first_line=post.first_line,
        find_post=partial(links.find_post, post),
        find_file=partial(copies.find_file, post),
        find_include=partial(links.find_include, post),
        find_address=partial(links.find_address, post),
        is_rst=links.is_rst,
        find_heading=links.find_heading,
        find_list=lambda name: links.find_list(name, post.language),
        find_file_url=partial(copies.find_file_url, post),
        find_in_language=partial(links.find_post, post),
        forwards=links.forwards,
        breaks_lines=links.site.breaks_lines,
        excerpt_separator=post.separator,
        extensions=links.site.extensions,
        base=base_path(links.site.url),
        find_definition=links.find_definition,
        store=partial(copies.store, post),
        page={**post.data, "title": post.title, "url": next(iter(post.addresses), "")},
        config=links.site.config,
        tags=tags,
    )


def _checked(source: Source, post: ImportedPost, old: str, new: str) -> str:
    """Return the *new* text of a post, or what it was made of if readers see nothing of it; note lost words."""
    if not shows(new) and (literal := as_literal(post)):
        source.note(post.path, 0, EMPTY)
        return literal
    before, after = count_words(old), count_words(new)
    if before - after > before // _FEW:
        source.note(post.path, 0, SHORTER, before=before, after=after)
    return new


def _rst_document(source: Source, post: ImportedPost, context: BodyContext) -> str:
    is_sphinx = context.engine not in ("pelican", "nikola")
    body, remarks = convert_rst(post.body, context, is_sphinx=is_sphinx)
    if not is_sphinx:
        post.heading = without_roles(post.heading)
    source.remarks.extend(remarks)
    return rst_document(post, _checked(source, post, post.body, body))


def _set_image(source: Source, post: ImportedPost, copies: Copies) -> None:
    image = post.fields.get("image")
    if not image:
        return
    if path := copies.find_file(post, image) or copies.find_by_name(post, image):
        post.fields["image"] = path
    elif not re.match(r"https?://", image):
        del post.fields["image"]
        source.note(post.path, 0, "the image %(name)s is not found", name=image)

"""Pictures in several sizes: created once, stored next to the doctrees, and offered to browsers on pages."""

import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from html import escape, unescape
from importlib.util import find_spec
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote

from sphinx.application import Sphinx
from sphinx.util.display import status_iterator

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.model import Post
from sphinx_blogext.domain.stores import PICTURES
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import STATIC, delete_cache, digest, file_digest, write_file
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build, build_of, once
from sphinx_blogext.site.pages import ListPage
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    # Loaded only if a picture is made.
    from sphinx_blogext.pictures.variants import Made

#: Increase this when the same settings produce different files.
_VERSION = 2
_RASTER = frozenset({".png", ".jpg", ".jpeg", ".webp", ".avif"})
#: Media types (RFC 2046) by Pillow's names of formats.
TYPES = {"AVIF": "image/avif", "WEBP": "image/webp", "JPEG": "image/jpeg", "PNG": "image/png"}
#: The folder of resized pictures, inside the folder of pictures.
FOLDER = "sizes"
#: An image; or something that is to be skipped, because it only looks like one, or has its own sources.
_IMAGE = pattern(
    r"<(picture|script|style|textarea|template)\b(?:(?!<\1\b).)*?</\1\s*+>|<!--(?:(?!<!--).)*?-->"
    r"""|<img\b(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*?)(?P<end>(?<!\s)\s*+/?>)""",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = pattern(r"""\s([\w-]+)=(?:"([^"]*)"|'([^']*)')""")
_LAZY = ' loading="lazy"'
_PIXELS = pattern(r"(?:^|;)\s*width:\s*(\d+(?:\.\d+)?)px")
_SIDE = pattern(r"(?:^|[;-])\s*(?:width|height)\s*:")
_HEIGHT = pattern(r"(?:^|[;-])\s*height\s*:")
#: The display width of pictures: on a phone its whole width, else that of the text, or that of their class.
_COLUMN = 720
_TEXT = "(max-width: 48rem) 100vw, 45rem"
_SHOWN = {
    "blog-large": "(max-width: 48rem) 100vw, 47rem",
    "blog-compact-image": "(max-width: 48rem) 25vw, 12rem",
    "blog-teaser-cover": "11rem",
    "blog-card-image": "(max-width: 40rem) 100vw, 22rem",
}


class Sized(NamedTuple):
    """A picture of a *width* and a *height* in pixels, and its other files.

    ``key`` changes with the contents. ``files`` are pairs of width and file name, by kind of file, the
    lightest kind first; for ``kind``, the picture's own, its original width is not included.
    """

    key: str
    width: int
    height: int
    kind: str
    files: Mapping[str, Sequence[tuple[int, str]]]

    @property
    def names(self) -> list[str]:
        return [name for files in self.files.values() for _width, name in files]


@dataclass
class Pictures:
    """The pictures that the pages of a build contain, by the names that Sphinx gives them in the output."""

    build: Build

    def __post_init__(self) -> None:
        self.widths = tuple(sorted(set(self.build.config.blog_picture_sizes)))
        self.folder = Path(self.build.env.doctreedir, PICTURES)

    @cached_property
    def _settings(self) -> str:
        """A digest of what determines the files made from a picture."""
        import PIL

        return digest((_VERSION, self.widths, PIL.__version__))

    @cached_property
    def sized(self) -> Mapping[str, Sized]:
        """The other files of each picture; those that cannot be converted are left out."""
        if not self.widths:
            return {}
        if find_spec("PIL") is None:
            message = "blog_picture_sizes needs Pillow, which is not installed: pip install %s"
            warn(BlogWarning.PICTURE, message, "'sphinx-blogext[images]'")
            return {}
        sources = dict(self._sources())
        # One for each key.
        if due := {source[0]: source for source in sources.values() if not self._record(source[0]).is_file()}:
            # Imported here, because few sites have pictures in several sizes. Pillow uses several processors.
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = pool.map(self._make, due.values())
                message = _("resizing pictures... ")
                deque(status_iterator(done, message, "darkgreen", len(due), stringify_func=str), maxlen=0)
        self._prune({key for key, *_others in sources.values()})
        pictures = {name: self._read(key) for name, (key, *_others) in sources.items()}
        return {name: sized for name, sized in pictures.items() if sized}

    def _sources(self) -> Iterator[tuple[str, tuple[str, Path, str]]]:
        """Yield the name of each picture in the output, its key, its file, and a document that shows it."""
        for source, (documents, name) in sorted(self.build.env.images.items()):
            path = Path(self.build.env.srcdir, source)
            if path.suffix.lower() in _RASTER and path.is_file():
                yield name, (f"{file_digest(path)}-{self._settings}", path, min(documents))

    def _prune(self, keys: Set[str]) -> None:
        """Delete files made from pictures that are gone, or with other settings."""
        for path in self.folder.glob("*-*"):
            # ``CONTENTS-SETTINGS-WIDTH.KIND``, and ``CONTENTS-SETTINGS.json``.
            if "-".join(path.stem.split("-")[:2]) not in keys:
                delete_cache(path)

    def _record(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def _make(self, due: tuple[str, Path, str]) -> str:
        from sphinx_blogext.pictures.variants import make_variants

        key, path, document = due
        try:
            self._store(key, make_variants(path, self.widths, document))
        # Encoders fail in as many ways as decoders do. Not recorded, so that the next build warns again.
        except Exception as error:
            warn(BlogWarning.PICTURE, "%s cannot be resized: %s", path.name, error, location=document)
        return path.name

    def _store(self, key: str, made: "Made | None") -> None:
        if made is None:
            return
        names: dict[str, list[tuple[int, str]]] = {kind: [] for kind in made.files}
        for kind, variants in made.files.items():
            for width, content in variants:
                name = f"{key}-{width}.{kind.lower()}"
                write_file(self.folder / name, content)
                names[kind].append((width, name))
        record = {"width": made.width, "height": made.height, "kind": next(reversed(names), ""), "files": names}
        # Last, when all the files that it lists exist.
        write_file(self._record(key), json.dumps(record))

    def _read(self, key: str) -> Sized | None:
        try:
            record = json.loads(self._record(key).read_text(encoding="utf-8"))
            files = {kind: [(width, name) for width, name in pairs] for kind, pairs in record["files"].items()}
            return Sized(key, record["width"], record["height"], record["kind"], files)
        except (OSError, ValueError, KeyError):
            return None

    def of(self, source: str) -> str:
        """Return the key of the picture *source* if it has other files, or ``""``."""
        image = self.build.env.images.get(source)
        sized = self.sized.get(image[1]) if image else None
        return sized.key if sized else ""


@once
def pictures_of(build: Build) -> Pictures:
    return Pictures(build)


def offer_sizes(html: str, pictures: Mapping[str, Sized], folder: str) -> str:
    """Return *html* with all sizes of its pictures, which are given by their names in the output's *folder*."""
    # ``folder`` is the URL of the folder relative to the page. All pictures except the first are loaded lazily.
    is_first = True

    def offer(match: re.Match[str]) -> str:
        nonlocal is_first
        text = match["attributes"] or ""
        attributes = {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(text)}
        if (sized := _sized(attributes, pictures, folder)) is None:
            return match[0]
        text = text.replace(_LAZY, "") if is_first else text + _LAZY * ("loading" not in attributes)
        is_first = False
        return _offered(text, match["end"], attributes, sized)

    return _IMAGE.sub(offer, html)


def _sized(attributes: Mapping[str, str], pictures: Mapping[str, Sized], folder: str) -> Sized | None:
    """Return the other files of an image in *folder*, if it has some and offers none itself."""
    place, _, name = unquote(attributes.get("src", "")).rpartition("/")
    sized = pictures.get(name) if place and normpath(place) == normpath(folder) else None
    return sized if sized and sized.names and "srcset" not in attributes else None


def _offered(written: str, end: str, attributes: Mapping[str, str], sized: Sized) -> str:
    """Return the image with its *written* attributes and its other files as sources."""
    folder = f"{attributes['src'].rpartition('/')[0]}/{FOLDER}/"
    sizes = escape(_sizes(attributes))
    added = _size_attributes(attributes, sized)
    if own := [(width, folder + file) for width, file in sized.files.get(sized.kind, ())]:
        added += f' srcset="{_srcset([*own, (sized.width, attributes["src"])])}" sizes="{sizes}"'
    sources = "".join(
        f'<source type="{TYPES[kind]}" srcset="{_srcset([(width, folder + file) for width, file in files])}" '
        f'sizes="{sizes}">'
        for kind, files in sized.files.items()
        if kind != sized.kind
    )
    image = f"<img{written}{added}{end}"
    return f'<picture class="blog-picture">{sources}{image}</picture>' if sources else image


def _srcset(files: Sequence[tuple[int, str]]) -> str:
    # A comma ends a candidate, and a URL may contain one.
    return escape(", ".join(f"{quote(unquote(url), safe='/:.')} {width}w" for width, url in files))


def _sizes(attributes: Mapping[str, str]) -> str:
    """Return the display width of a picture in the form of the attribute ``sizes``."""
    pixels = _PIXELS.search(attributes.get("style", ""))
    width = attributes.get("width") or (pixels[1] if pixels else "")
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?", width) and float(width) < _COLUMN:
        return f"{width}px"
    return next((_SHOWN[name] for name in attributes.get("class", "").split() if name in _SHOWN), _TEXT)


def _size_attributes(attributes: Mapping[str, str], sized: Sized) -> str:
    """Return the size attributes that an image lacks, so that nothing moves when it has loaded."""
    width, style = attributes.get("width", ""), attributes.get("style", "")
    # Its full width, for scripts that enlarge it.
    added = f' data-width="{sized.width}"' if width not in {"", str(sized.width)} or _SIDE.search(style) else ""
    if not width and "height" not in attributes and not _HEIGHT.search(style):
        # If the style sets a width, these determine the height.
        added += f' width="{sized.width}" height="{sized.height}"'
    elif re.fullmatch("[0-9]{1,9}", width) and "height" not in attributes and not _SIDE.search(style):
        added += f' height="{round(int(width) * sized.height / sized.width)}"'
    return added


_STYLESHEET = "blogext-picture.css"


def on_builder_inited(app: Sphinx) -> None:
    """If pictures are wanted in other sizes, put our style sheet where the user's own can override it."""
    if not renders_pages(app.builder):
        return
    file = app.outdir / "_static" / _STYLESHEET
    if blog_config(app.config).blog_picture_sizes:
        write_file(file, (STATIC / "blog" / "picture.css").read_text(encoding="utf-8"))
        app.connect(PAGE_DATA_EVENT, on_page_data)
        # Before themes change the text.
        app.connect("html-page-context", on_html_page_context, priority=450)
    else:
        # An earlier build may have written it.
        file.unlink(missing_ok=True)


def on_html_page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Offer the pictures of a page in other sizes."""
    builder, body = app.builder, context.get("body")
    if not isinstance(body, str) or "<img" not in body:
        return
    if not (sized := pictures_of(build_of(app.env)).sized):
        return
    html = offer_sizes(body, sized, root_of(builder.get_target_uri(page)) + builder.imagedir)
    if html != body:
        context["body"] = html
        app.add_css_file(_STYLESHEET)


def on_page_data(app: Sphinx, page: str) -> object:
    """Return the sizes of the pictures that lists on *page* show and posts do not contain; or of all pictures."""
    build = build_of(app.env)
    pictures = pictures_of(build)
    if not page:
        return sorted((name, sized.key) for name, sized in pictures.sized.items()) or None
    return [pictures.of(post.image) for post in _posts_on(build, page)] or None


def _posts_on(build: Build, page: str) -> list[Post]:
    """Return the posts in the lists of a page: those placed in a document, its own, or those appended to it."""
    pages = build.pages
    cuts = [listing.pages[0] for (name, _), listing in pages.placed.items() if name == page]
    shown = (pages.shown_on.get(page), *pages.appended.get(page, ()))
    cuts += [each.page for each in shown if isinstance(each, ListPage)]
    return [post for cut in cuts for post in cut.items]


def write_pictures(build: Build, write: Callable[[Path, bytes], None]) -> set[str]:
    """Use *write* to put the resized pictures into the output; return the names of all files."""
    pictures, builder = pictures_of(build), build.html_builder
    names = {name for sized in pictures.sized.values() for name in sized.names}
    for name in sorted(names):
        file = builder.outdir / builder.imagedir / FOLDER / name
        # Files with the same name have the same contents.
        if not file.is_file():
            write(file, (pictures.folder / name).read_bytes())
    return {f"{builder.imagedir}/{FOLDER}/{name}" for name in names}


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", on_builder_inited)

"""Which posts have cards, what the cards contain, and which must be drawn."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.display import status_iterator

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.cards.faces import Card, Faces, NoGlyphError, digest_of
from sphinx_blogext.cards.font_files import find_fonts, font_folders, read_faces
from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import find_language
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import text_direction
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.build import Build, build_of, once
from sphinx_blogext.site.pages import term_label
from sphinx_blogext.warnings import BlogWarning, warn

#: Internal, not to be set by users.
_MADE_WITH = "_blogext_pictures_made_with"
#: The formats that Pillow reads on every system, among those that browsers show.
_RASTER = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})


@dataclass
class Cards:
    """The cards of one build. Each is planned on demand; none is drawn here."""

    build: Build
    #: Characters that no font has, with the posts that need them.
    missing: dict[str, list[Post]] = field(default_factory=dict)
    unshaped: list[Post] = field(default_factory=list)
    shown: dict[str, tuple[Card, Faces, str]] = field(default_factory=dict)

    @cached_property
    def is_possible(self) -> bool:
        """Whether cards can be drawn, and no other extension draws them; warns once if they cannot."""
        config, module = self.build.config.sphinx, sys.modules.get("sphinxext.opengraph")
        if "ogp_social_cards" in config:
            draws = getattr(module, "create_social_card", None) is not None
            # Or has a picture for all pages.
            if config.ogp_image or (draws and (config.ogp_social_cards or {}).get("enable", True)):
                return False
        if find_spec("PIL") is None:
            message = "blog_social_cards needs Pillow, which is not installed: pip install %s"
            warn(BlogWarning.CARD, message, "'sphinx-blogext[images]'")
            return False
        return True

    def of(self, post: Post) -> str:
        """Return the file of a post's card, as a path relative to the root of the site; ``""`` if it has none."""
        config = self.build.blog_of_post(post).config
        # Only a whole page can have a picture of its own in link previews.
        if post.anchor or not config.blog_social_cards or not self.is_possible:
            return ""
        return self._name(post, config)

    def all(self) -> Mapping[str, tuple[Card, Faces, str]]:
        """Return the contents of the cards of all posts, their fonts, and their documents, by file name."""
        for post in self.build.posts.values():
            self.of(post)
        return self.shown

    @cached_by(lambda post, _config: post.key)
    def _name(self, post: Post, config: BlogConfig) -> str:
        card, by_language = self._card(post, config), config.blog_card_fonts
        names = by_language.get("") or by_language.get(find_language(card.language, by_language), ())
        faces = self._faces_for(card.language, names)
        try:
            title, blog, byline, *_ = (faces.drawable(text, is_bold=is_bold) for text, is_bold in card.texts)
        except NoGlyphError as error:
            posts = self.unshaped if error.needs_shaping else self.missing.setdefault(error.character, [])
            posts.append(post)
            return ""
        card = card._replace(title=title, blog=blog, byline=byline)
        fonts = {face.identity for text, is_bold in card.texts for face in faces.used(text, is_bold=is_bold)}
        name = card.name(fonts)
        self.shown[name] = card, faces, post.docname
        return name

    @cached_by(lambda language, names: (language, names))
    def _faces_for(self, language: str, names: tuple[str, ...]) -> Faces:
        files = tuple(Path(self.build.app.confdir, name).resolve() for name in names)
        for file in files:
            if not read_faces(file):
                warn(BlogWarning.CARD, "blog_card_fonts: cannot read the font %s", file.name, once=True)
        from PIL import features

        return Faces(language, files, can_shape=all(map(features.check, ("raqm", "fribidi"))))

    def _card(self, post: Post, config: BlogConfig) -> Card:
        voice = self.build.title_voice(post)
        language = voice.language or voice.site_tag
        authors = [term_label(term) for term in self.build.blog_of_post(post).blog.terms_of(post, "author")]
        day = [voice.words.date(post.date, config.post_date_format)] if post.date else []
        return Card(
            title=post.title,
            blog=config.blog_title,
            byline=" · ".join([*authors, *day]),
            language=language,
            is_rtl=text_direction(language) == "rtl",
            accent=_accent(config.sphinx),
            logo=_raster(Path(self.build.app.confdir, config.sphinx.html_logo or "")),
            picture=_raster(Path(self.build.env.srcdir, post.image), post.docname)
            if post.image in self.build.env.images
            else None,
        )


def _raster(path: Path, docname: str = "") -> Path | None:
    """Return the file *path* if it is a raster image that can be read; warn if it is one that cannot."""
    if path.suffix.lower() not in _RASTER or not path.is_file():
        return None
    if not digest_of(path):
        warn(BlogWarning.PICTURE, "%s cannot be read as an image", path.name, location=docname or None, once=True)
        return None
    return path


def _accent(config: Config) -> str:
    """Return the color that the theme is set to: our option, or that of Furo."""
    options = config.html_theme_options
    variables = options.get("light_css_variables")
    brand = variables.get("color-brand-primary", "") if isinstance(variables, dict) else ""
    return str(options.get("accent") or brand or "")


@once
def cards_of(build: Build) -> Cards:
    return Cards(build)


def shared_picture(post: Post, build: Build) -> str:
    """Return the picture for link previews of a post: its own or its card, as a URL or relative to the root."""
    picture = build.picture_of(post)
    # Networks do not show SVG images.
    is_shown = bool(picture) and not picture.lower().endswith(".svg")
    return picture if is_shown else cards_of(build).of(post) or picture


def on_page_data(app: Sphinx, page: str) -> object:
    """Return the card that is in the head of a page; or, for the records of all pages, the cards of all posts."""
    build = build_of(app.env)
    if not renders_pages(app.builder):
        return None
    cards = cards_of(build)
    if not page:
        return sorted(cards.all()) or None
    return (cards.of(build.posts[page]) or None) if page in build.posts else None


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Record what cards and resized pictures are made with: with other fonts, any page may show different ones."""
    site = blog_config(config)
    has_cards = any(blog.blog_social_cards for blog in site.each)
    if has_cards or site.blog_picture_sizes:
        pillow = import_module("PIL").__version__ if find_spec("PIL") else ""
        config[_MADE_WITH] = digest([pillow, *(_fonts(Path(app.confdir), site.each) if has_cards else ())])
    if has_cards:
        app.connect(PAGE_DATA_EVENT, on_page_data)


def _fonts(confdir: Path, configs: Iterable[BlogConfig]) -> Iterator[object]:
    for config in configs:
        for names in config.blog_card_fonts.values():
            yield from (digest_of(confdir / name) for name in names)
    yield from ((str(path), path.stat().st_size) for path in find_fonts(font_folders()) if path.is_file())


#: The maximum number of characters listed in a warning.
_NAMED = 5


def write_cards(build: Build, write: Callable[[Path, bytes], None]) -> set[str]:
    """Use *write* to save the cards that do not exist yet; return the file names of all cards."""
    cards, outdir = cards_of(build), build.html_builder.outdir
    files = cards.all()
    _report(cards)
    if due := sorted(name for name in files if not (outdir / name).is_file()):
        from sphinx_blogext.cards.drawing import draw_card

        message = _("drawing social cards... ")
        for name in status_iterator(due, message, "darkgreen", len(due), build.app.verbosity):
            write(outdir / name, draw_card(*files[name]))
    return set(files)


def _report(cards: Cards) -> None:
    """Emit one warning for all characters that no card can show."""
    if cards.missing:
        posts = sorted({post.docname for posts in cards.missing.values() for post in posts})
        shown = ", ".join(
            f"{text} ({' '.join(f'U+{ord(character):04X}' for character in text)})"
            for text in sorted(cards.missing)[:_NAMED]
        )
        more = "…" if len(cards.missing) > _NAMED else ""
        message = "no font has %s%s: add one to blog_card_fonts; posts without a social card: %d"
        warn(BlogWarning.CARD, message, shown, more, len(posts), location=posts[0])
    if cards.unshaped:
        post = min(cards.unshaped, key=lambda post: post.docname)
        message = "Pillow cannot render this script without Raqm and FriBiDi; posts without a social card: %d"
        warn(BlogWarning.CARD, message, len(cards.unshaped), location=post.docname)


def setup(app: Sphinx) -> None:
    # Sphinx writes all pages again when this changes, as for other options.
    app.add_config_value(_MADE_WITH, "", "html", str)
    app.connect("config-inited", on_config_inited, priority=900)

"""The languages of pages: those of titles and texts, and links to the same page in other languages.

Without ``lang``, a browser shows Chinese in the glyphs of another language, and a screen reader spells it out.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx.addnodes import desc_signature
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.lang import codes
from sphinx_blogext.lang.typography import break_words, squeeze_marks
from sphinx_blogext.nodes import word_break
from sphinx_blogext.patterns import pattern

_TAG = pattern(r"<[^>]*>")
#: An entry of a toctree in a text: its start, the rest of its start tag, its URL, and its text.
_ENTRY = pattern(r'(<li class="toctree-l[^"]*"><a)( class="reference internal" href="([^"]*)">)(.*?)(?=</a>)')
#: The elements that Sphinx writes with their classes. docutils turns one of them into the attribute ``lang``.
_MARKED = (
    *(nodes.paragraph, nodes.title, nodes.term, nodes.line, nodes.rubric, nodes.attribution, nodes.caption),
    *(nodes.inline, nodes.emphasis, nodes.strong, nodes.title_reference, nodes.reference),
)
#: Elements that are not running text.
_LEFT_ALONE = (nodes.literal, nodes.FixedTextElement, nodes.math, nodes.Invisible, nodes.label, desc_signature)
_LANGUAGE = "language-"


class Titles:
    """The languages of the documents of a site: from their metadata, or guessed from their titles."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        env = builder.env
        self.site = (env.config.language or "en").replace("_", "-")
        self._metadata = env.metadata
        # A toctree may also contain these pages, which Sphinx generates.
        names = (*env.all_docs, "genindex", "modindex", "search")
        self._pages = {f"/{builder.get_target_uri(name)}": name for name in names}

    def page_at(self, url: str, uri: str) -> str | None:
        """Return the name of the page to which *url* leads from the page at *uri*, if it is of the site."""
        return None if "//" in url else self._pages.get(urljoin(f"/{uri}", url.partition("#")[0]))

    def language(self, title: str, page: str | None) -> str:
        """Return the language tag of *page*, whose *title* is text, or ``""`` if it is the site's language."""
        # Other pages may have the same title in another language.
        language = codes.valid_language(str(self._metadata.get(page or "", {}).get("language", "")).strip())
        if not language:
            return codes.guess_language(title, self.site)
        return "" if _main(language) == _main(self.site) else language

    def language_of_page(self, title: object, page: str | None) -> str:
        """Return the language tag of *page*, whose *title* is HTML, or ``""`` if it is the site's language."""
        return self.language(unescape(_TAG.sub("", str(title))), page)

    def attribute(self, title: object, page: str | None = None, *, is_of_text: bool = False) -> str:
        """Return the attribute ``lang`` for the *title* (HTML) of *page*, or ``""``."""
        # With ``is_of_text`` it is for the text below the title, which may have another direction.
        if not (language := self.language_of_page(title, page)):
            return ""
        direction = codes.turned(language, self.site) if is_of_text else ""
        return f' lang="{escape(language)}"' + (f' dir="{direction}"' if direction else "")

    def mark_entries(self, body: str, uri: str, language: str) -> str:
        """Return the text at *uri* with the language of each entry of a toctree, if it is not *language*."""

        def mark(entry: re.Match[str]) -> str:
            start, attributes, url, text = entry.groups()
            own = self.language_of_page(text, self.page_at(unescape(url), uri)) or self.site
            return entry[0] if _main(own) == _main(language) else f'{start} lang="{escape(own)}"{attributes}{text}'

        return _ENTRY.sub(mark, body) if 'class="toctree-l' in body else body


def _main(language: str) -> str:
    """Return a language tag without the script and the country."""
    return language.partition("-")[0].lower()


def language_links(languages: Mapping[str, Any], uri: str, site: str, base: str) -> list[dict[str, Any]]:
    """Return what the links of the page at *uri* in each language need.

    *site* is the site's language, as Sphinx names it, and *base* its URL. An unknown ``absolute`` URL is ``""``.
    """
    own = codes.language_tag(site).lower()
    tags = [codes.language_tag(tag) for tag in languages]
    # The only variant of that language, or the very one.
    current = [tag for tag in tags if codes.is_same_language(tag.lower(), own)]
    current = current if len(current) == 1 else [tag for tag in tags if tag.lower() == own]
    links = []
    for lang, link in zip(tags, languages.values(), strict=True):
        label, address = (codes.language_name(lang), link) if isinstance(link, str) else link
        url = address.replace("{page}", uri)
        whole = urljoin(base, url)
        absolute = whole if whole.startswith(("http://", "https://")) else ""
        spoken = {"lang": codes.language_of_name(label, lang, site), "hreflang": lang}
        links.append(spoken | {"label": label, "url": url, "absolute": absolute, "is_current": lang in current})
    return links


def mark_links(html: str, language: str) -> str:
    """Return the links of a table of contents, each with the language of its text, if it is not *language*."""

    def mark(link: re.Match[str]) -> str:
        guess = codes.guess_language(_TAG.sub("", link[3]), language)
        return f'{link[1]} lang="{guess}"{link[2]}{link[3]}' if guess and " lang=" not in link[2] else link[0]

    is_plain = html.isascii() or codes.is_wide(language)
    return html if is_plain else re.sub(r"(<a\b)([^<>]*>)((?:(?!<a\b).)*?)(?=</a>)", mark, html)


def mark_languages(element: nodes.Element, language: str, *, is_title: bool = False) -> None:
    """Mark the languages within an *element* of a tree, whose own is *language*."""
    for child in list(element.children):
        if isinstance(child, nodes.Text):
            element.replace(child, list(_pieces(child, language, is_title=is_title)))
        elif isinstance(child, nodes.Element) and not isinstance(child, _LEFT_ALONE):
            spoken = _spoken(child, language) or language
            is_emphasis = isinstance(child, (nodes.emphasis, nodes.title_reference)) and codes.is_wide(spoken)
            # In Latin it is slanted: only Han has dots instead.
            if is_emphasis and not any(other for _, other in codes.split_languages(child.astext(), "en")):
                child["classes"].append("latin")
            mark_languages(child, spoken, is_title=is_title or isinstance(child, nodes.title))


def _words(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return str(node)
    return "".join(_words(child) for child in node.children if not isinstance(child, _LEFT_ALONE))


def _spoken(element: nodes.Element, around: str) -> str:
    """Return the language of an element, marked if it is guessed; ``""`` if it is that of the text *around* it."""
    for name in element["classes"]:
        if name.startswith(_LANGUAGE):
            return str(name.removeprefix(_LANGUAGE))
    # Sphinx writes the caption of a block of code without its classes.
    is_of_code = isinstance(element, nodes.caption) and not isinstance(element.parent, nodes.figure)
    if not isinstance(element, _MARKED) or codes.is_wide(around) or is_of_code:
        return ""
    guess = codes.guess_language(_words(element), around)
    element["classes"] += [f"{_LANGUAGE}{guess}"] if guess else []
    return guess


def _pieces(text: nodes.Text, language: str, *, is_title: bool) -> Iterator[nodes.Node]:
    """Yield a *text* in *language* with marks on the words of others, its punctuation and where it may break."""
    if text.isascii():
        yield text
    elif codes.is_wide(language):
        for part, is_squeezed in squeeze_marks(text):
            first, *others = break_words(part) if is_title and language.startswith("zh") else [part]
            yield nodes.inline("", first, classes=["halt"]) if is_squeezed else nodes.Text(first)
            for word in others:
                yield from (word_break(), nodes.Text(word))
    else:
        for part, spoken in codes.split_languages(text, language):
            yield nodes.inline("", part, classes=[f"{_LANGUAGE}{spoken}"]) if spoken else nodes.Text(part)

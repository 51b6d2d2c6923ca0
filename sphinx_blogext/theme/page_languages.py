"""The languages of pages: that of a title and a text, and links to the same page in other languages.

Without ``lang``, a browser shows Chinese in the glyphs of another language, and a screen reader spells it out.
"""

from __future__ import annotations

from html import escape, unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from sphinx_blogext.lang.codes import (
    guess_language,
    is_same_language,
    language_name,
    language_tag,
    turned,
    valid_language,
)
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from sphinx.builders.html import StandaloneHTMLBuilder

_TAG = pattern(r"<[^>]*>")
#: An entry of a toctree in a text: its start, the rest of its start tag, its URL, and its text.
_ENTRY = pattern(r'(<li class="toctree-l[^"]*"><a)( class="reference internal" href="([^"]*)">)(.*?)(?=</a>)')


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
        return self._pages.get(urljoin(f"/{uri}", url.partition("#")[0]))

    def language(self, title: str, page: str | None) -> str:
        """Return the language tag of *page*, whose *title* is text, or ``""`` if it is the site's language.

        Other pages may have the same title in another language.
        """
        language = valid_language(str(self._metadata.get(page or "", {}).get("language", "")).strip())
        if not language:
            return guess_language(title, self.site)
        is_own = language.partition("-")[0].lower() == self.site.partition("-")[0].lower()
        return "" if is_own else language

    def language_of_page(self, title: object, page: str | None) -> str:
        """Return the language tag of *page*, whose *title* is HTML, or ``""`` if it is the site's language."""
        return self.language(_plain(title), page)

    def attribute(self, title: object, page: str | None = None, *, is_of_text: bool = False) -> str:
        """Return the attribute ``lang`` for the *title* (HTML) of *page*, or ``""``.

        With *is_of_text* it is for the text below the title, which may have another direction.
        """
        language = self.language_of_page(title, page)
        if not language:
            return ""
        direction = turned(language, self.site) if is_of_text else ""
        return f' lang="{escape(language)}"' + (f' dir="{direction}"' if direction else "")

    def mark_entries(self, body: str, uri: str, language: str) -> str:
        """Return the text at *uri* with the language of each entry of a toctree, if it is not *language*."""

        def mark(entry: re.Match[str]) -> str:
            start, attributes, url, text = entry.groups()
            own = self.language(_plain(text), self.page_at(unescape(url), uri)) or self.site
            is_same = own.partition("-")[0].lower() == language.partition("-")[0].lower()
            return entry[0] if is_same else f'{start} lang="{escape(own)}"{attributes}{text}'

        return _ENTRY.sub(mark, body) if 'class="toctree-l' in body else body


def _plain(html: object) -> str:
    return unescape(_TAG.sub("", str(html)))


def language_links(languages: Mapping[str, Any], uri: str, site: str, base: str = "") -> list[dict[str, Any]]:
    """Return ``label``, ``lang``, ``url``, ``absolute`` and ``is_current`` of the page at *uri* in each language.

    *site* is the language of the site, as Sphinx names it, and *base* its URL. An ``absolute`` URL that is not
    known is ``""``.
    """
    own = language_tag(site).lower()
    tags = [language_tag(tag) for tag in languages]
    # The only variant of that language, or the very one.
    current = [tag for tag in tags if is_same_language(tag.lower(), own)]
    current = current if len(current) == 1 else [tag for tag in tags if tag.lower() == own]
    links = []
    for lang, link in zip(tags, languages.values(), strict=True):
        label, address = (language_name(lang), link) if isinstance(link, str) else link
        url = address.replace("{page}", uri)
        whole = urljoin(base, url)
        absolute = whole if whole.startswith(("http://", "https://")) else ""
        links.append(
            {"label": label, "lang": lang, "url": url, "absolute": absolute, "is_current": lang in current}
        )
    return links


def tell_search_engines(links: list[dict[str, Any]]) -> bool:
    """Return whether *links* are a page in all builds of the site, including this one, at known URLs."""
    has_all = len(links) > 1 and all(link["absolute"] for link in links)
    return has_all and any(link["is_current"] for link in links)

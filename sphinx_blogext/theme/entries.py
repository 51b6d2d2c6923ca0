"""Mark the entries of toctrees in a text that are in another language."""

from __future__ import annotations

from html import escape, unescape
from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import is_same_language, language_tag
from sphinx_blogext.lang.guesses import guess_language
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.theme.titles import Titles

#: What is before its attributes, these attributes with its URL and the anchor in it, and its text.
_ENTRY = pattern(
    r'(<li class="toctree-l[^"]*"><a)( class="reference internal" href="([^"#]*)(#?)[^"]*">)(.*?)(?=</a>)'
)
_TAG = pattern(r"<[^>]*>")


def mark_entries(body: str, builder: StandaloneHTMLBuilder, page: str, titles: Titles) -> str:
    """Return the text of *page* with the language of each entry of a toctree, if it is not that of the text."""
    env, site = builder.env, language_tag(builder.config.language or "en")
    if page not in env.toctree_includes:
        return body
    # A toctree may also name pages that are no documents, such as ``genindex``.
    below = (page, *_below(page, env.toctree_includes))
    names = {name: env.titles[name].astext() for name in below if name in env.titles}
    said = {name: language_tag(titles.language(title, name)) or site for name, title in names.items()}
    marks = {
        escape(builder.get_relative_uri(page, name)): (title, said[name])
        for name, title in names.items()
        if not is_same_language(said[name], said[page])
    }

    def marked(entry: re.Match[str]) -> str:
        start, attributes, url, anchor, text = entry.groups()
        title, language = marks.get(url, ("", ""))
        # A document is named by its title, unless the toctree names it otherwise; it may have a number.
        plain = unescape(_TAG.sub("", text))
        language = (language if anchor or plain.endswith(title) else "") or guess_language(plain, said[page])
        lang = f' lang="{escape(language)}"' if language else ""
        return f"{start}{lang}{attributes}{text}"

    return _ENTRY.sub(marked, body)


def _below(page: str, includes: dict[str, list[str]]) -> Iterator[str]:
    """Yield the documents below *page* in its toctrees, each once."""
    due, known = [page], {page}
    while due:
        for name in includes.get(due.pop(), ()):
            if name not in known:
                known.add(name)
                due.append(name)
                yield name

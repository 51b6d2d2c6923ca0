"""Extensions to CommonMark in each engine's Markdown that MyST interprets differently."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Dialect:
    """The Markdown of an engine.

    *tags* names the syntax of its tags: ``liquid``, ``hugo``, ``zola``, ``nikola`` or none. *attributes* are lists
    in braces after the element they belong to. With *bare_links*, bare URLs are links.
    """

    tags: str = ""
    attributes: bool = False
    definitions: bool = False
    bare_links: bool = False
    strikes: bool = True
    jsx: bool = False
    #: ``$$…$$`` within a line is an inline formula.
    double_is_inline: bool = False
    #: ``==mark==``, ``++key++``, ``H~2~O`` and icons.
    pymdown: bool = False
    #: HTML elements with the attribute ``markdown`` contain Markdown.
    markdown_in_html: bool = False
    #: Pipes in code do not separate the cells of a table.
    code_in_cells: bool = False
    #: Tables may have no header, and several rules.
    loose_tables: bool = False
    #: Asterisks mark a text beside letters, too, if only no space is between them and the text.
    loose_emphasis: bool = False
    #: The texts are already MyST.
    is_myst: bool = False


#: What Python-Markdown and kramdown have in common.
_STRICT = Dialect(
    attributes=True, definitions=True, markdown_in_html=True, code_in_cells=True, loose_emphasis=True
)
DIALECTS = {
    "hexo": Dialect(tags="liquid", definitions=True, bare_links=True),
    "hugo": Dialect(tags="hugo", attributes=True, definitions=True, bare_links=True),
    "jekyll": replace(_STRICT, tags="liquid", double_is_inline=True, loose_tables=True),
    "pelican": replace(_STRICT, tags="liquid", strikes=False),
    "nikola": replace(_STRICT, tags="nikola", strikes=False),
    "material": replace(_STRICT, pymdown=True),
    "docusaurus": Dialect(bare_links=True, jsx=True),
    "zola": Dialect(tags="zola"),
    "eleventy": Dialect(tags="liquid", bare_links=True),
    "quarto": Dialect(tags="hugo", attributes=True, definitions=True),
    "ablog": Dialect(is_myst=True),
}

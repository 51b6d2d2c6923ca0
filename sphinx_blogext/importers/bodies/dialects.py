"""What the Markdown of each engine has beyond CommonMark, as far as MyST reads it otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """The Markdown of an engine.

    *tags* names the syntax of its tags: ``liquid``, ``hugo``, ``zola``, ``nikola`` or none. *attributes* are lists
    in braces after what they belong to. Where *bare_links* is set, addresses are links without any mark.
    """

    tags: str = ""
    attributes: bool = False
    definitions: bool = False
    bare_links: bool = False
    strikes: bool = True
    jsx: bool = False
    #: ``$$…$$`` within a line is a formula of that line.
    double_is_inline: bool = False
    #: ``==mark==``, ``++key++``, ``H~2~O`` and icons.
    pymdown: bool = False
    #: An element of HTML with the attribute ``markdown`` holds Markdown.
    markdown_in_html: bool = False
    #: The texts are MyST already.
    is_myst: bool = False


DIALECTS = {
    "hexo": Dialect(tags="liquid", definitions=True, bare_links=True),
    "hugo": Dialect(tags="hugo", attributes=True, definitions=True, bare_links=True),
    "jekyll": Dialect(
        tags="liquid", attributes=True, definitions=True, double_is_inline=True, markdown_in_html=True
    ),
    "pelican": Dialect(tags="liquid", attributes=True, definitions=True, strikes=False, markdown_in_html=True),
    "nikola": Dialect(tags="nikola", attributes=True, definitions=True, strikes=False, markdown_in_html=True),
    "material": Dialect(attributes=True, definitions=True, pymdown=True, markdown_in_html=True),
    "docusaurus": Dialect(bare_links=True, jsx=True),
    "zola": Dialect(tags="zola"),
    "ablog": Dialect(is_myst=True),
}

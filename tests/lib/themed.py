"""A site in the theme ``blogext``."""

import re

from page import Page, elements
from writing import many

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000028000000140806000000a5b1b9c60000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
)
FILES: dict[str, str | bytes] = {
    "index.md": "# Home\n\nText.\n\n```{toctree}\nguide\napi\nblog/index\n```\n",
    "guide.md": "# The guide\n\nText.\n\n## First\n\n```python\nprint('a')\n```\n\n## Second\n\n"
    ":::{note}\nText.\n:::\n",
    "api.rst": "The API\n=======\n\n.. py:module:: rill\n\n.. py:function:: rill.open(path)\n\n   Text.\n",
    "pictures.md": "# Pictures\n\n![](a.png)\n\n![](b.svg)\n\n![](c.svg)\n\n![](https://example.org/d.png)\n",
    "a.png": PNG,
    "b.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="12.4"></svg>',
    "c.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"></svg>',
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(3, tags=["python"]),
}
CONF = {
    "html_theme": "blogext",
    "html_use_index": True,
    "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
}
#: What every page loads, in this order.
PLAIN = ["blogext-theme.css", "blogext.css", "blogext-theme.js", "blogext.js"]


def loaded(page: Page) -> list[str]:
    """The files that a page loads."""
    urls = [e.get("src") or e.get("href") or "" for e in elements(page.root) if e.tag in {"script", "link"}]
    return [url.rpartition("/")[2].partition("?")[0] for url in urls if re.search(r"\.(js|css)\b", url)]

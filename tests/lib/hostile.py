"""A site that no theme likes: everything in it is too long, too many or not there."""

from writing import md

LONG = "Donaudampfschifffahrtsgesellschaft" * 6
TAG = "tag-" + "x" * 76
AUTHORS = ", ".join(f"author {number} of the ten" for number in range(10))
CELLS = [" | ".join(f"{word} {number}" for number in range(40)) for word in ("column", "value")]
TABLE = f"| {CELLS[0]} |\n|{'---|' * 40}\n| {CELLS[1]} |"
TEXT = f"""Some text with `{"code" * 40}`, a long address <https://example.org/{"a" * 120}>, and $a^2 + b^2 = c^2$.

```python
line = "{"x" * 290}"
```

{TABLE}

$$
{" + ".join(f"a_{{{number}}}" for number in range(60))} = 0
$$

![A wide picture](wide.svg)

> A quotation that has a {"verylongword" * 12} in it.

- {"item" * 60}

:::{{note}}
{"note" * 60}
:::

Term {"term" * 50}
: Its definition. [^1]

[^1]: A footnote with {"footnote" * 30}.

## {"Heading" * 30}

## Second

More.
"""
FILES = {
    "index.md": "---\nlayout: home\n---\n# Home\n\n![A wide picture](blog/wide.svg)\n\n"
        f"```{{toctree}}\n:caption: T\nblog/index\n```\n\n{{bdg}}`{TAG}`\n\n:::{{dropdown}} {TAG}\n"
        "A\n:::\n```{blog-terms} tag\n:style: cloud\n```\n::::{grid} 1\n:gutter: 5\n:::{grid-item}\n:::\n::::\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n:paginate: 4\n```\n\n## C\n\n```{postlist}\n:style: cards\n```\n",
    "blog/wide.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="900"></svg>',
    "blog/long.md": md(LONG, TEXT, tags=f"[{TAG}, b]", author=f"[{AUTHORS}]", category=LONG),
    "blog/bare.md": md("Nobody's"),
    "blog/arabic.md": md("مرحبا بالعالم",
        "هذا نص من اليمين إلى اليسار، وفيه `code` ورابط [إلى مكان](long.md).\n", language="ar"),
    "blog/mixed.md": md("中文与 English 混排", "“引号”——破折号……*强调*，以及 `code`。\n\n" + TEXT,
        language="zh"),
}  # fmt: skip
CONF = {
    "html_theme": "blogext",
    "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
    "myst_enable_extensions": ["dollarmath", "colon_fence", "deflist"],
    "html_title": "A title of a site that is eighty characters long, which is more than fits a line",
    "html_theme_options": {
        "links": {"Code": "https://example.org/code", "A link with a name of many words": "index"},
        "languages": {"en": "/en/{page}", "zh": "/zh/{page}", "ar": "/ar/{page}", "pt-BR": "/pt/{page}"},
    },
    "html_baseurl": "https://example.org/",
    "suppress_warnings": ["myst.header"],
}
#: The pages to look at.
PAGES = ("index.html", "blog/index.html", "blog/long.html", "blog/arabic.html", "blog/mixed.html")

"""Lists of whole posts: ``:style: full``."""

import pytest
from checker import problems_of_page
from conftest import MakeSite
from page import elements, text
from writing import INDEX, md, rst

LONG = """The *lead*, with a note. [^a]

<!-- more -->

## First part

{ref}`Here <place-{n}>` and [there](#second-part-{n}).

```python
x = {n}
```

### Deeper

(place-{n})=
- [x] done

## Second part {n}

| a | b |
|---|---|
| 1 | 2 |

[^a]: The note.
"""
NEWS = "---\norphan: true\n---\n# News\n\n```{{postlist}}\n:style: full\n{0}```\n"
FILES = {
    **INDEX,
    **{f"blog/p{n}.md": md(f"Post {n}", LONG.replace("{n}", str(n)), date=f"2024-01-0{n}") for n in (1, 2, 3)},
    "blog/short.rst": rst("Short", "Only this [1]_.\n\n.. [1] A note.\n", date="2024-02-01"),
    "news.md": NEWS.format(":paginate: 2\n:feed:\n"),
}


def test_whole_posts_are_shown_below_their_titles(make_site: MakeSite) -> None:
    site = make_site(FILES, {"myst_heading_anchors": 3})
    assert site.warnings == []
    for name, titles in {"news": ["Short", "Post 3"], "news/page/2": ["Post 2", "Post 1"]}.items():
        page = site.page(name)
        assert problems_of_page(site.path(name), site.outdir) == []
        assert page.posts == titles
        for title in page.posts:
            teaser = page.teaser(title)
            assert "note" in text(teaser)
            levels = [e.tag for e in elements(teaser) if e.tag in {"h1", "h2", "h3", "h4", "h5"}]
            assert levels == (["h2"] if title == "Short" else ["h2", "h3", "h4", "h3"])
            assert [e for e in elements(teaser) if e.tag == "pre"] or title == "Short"
        assert page.all(".blog-read-more") == []


@pytest.mark.slow
def test_many_posts_on_one_page(make_site: MakeSite) -> None:
    # A thousand is what Python allows functions to call each other.
    posts = {f"blog/q{n}.md": md(f"Q{n}", "Lead.\n\n<!-- more -->\n\n## Part\n\nRest.\n") for n in range(1200)}
    site = make_site({**INDEX, **posts, "news.md": NEWS.format("")})
    assert len(site.page("news").posts) == 1200

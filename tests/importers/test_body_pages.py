"""What converted bodies look like on the page: one site that holds them all, built without a warning."""

import re
from urllib.parse import unquote

import pytest
from bodies import convert
from conftest import ROOT, MakeSite, Site
from page import text
from writing import md

from blogext_import.bodies.code import Code
from blogext_import.bodies.containers import MADE
from blogext_import.body import SETTINGS

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000000000500"
    "01a5f645400000000049454e44ae426082"
)
BODIES = {
    "hexo": """\
Lead with {% post_link other %} and $5 or $10.

<!-- more -->

{% note warning The title %}
Text with `code`.

{% note %}
inner
{% endnote %}
{% endnote %}
{% tabs x %}
<!-- tab First@icon -->
{% asset_img a.png "The alt" %}
<!-- endtab -->
<!-- tab Second -->
b
<!-- endtab -->
{% endtabs %}
{% blockquote Ann https://x.org %}
quoted
{% endblockquote %}
After ~~gone~~ https://x.org/bare.
{% codeblock The title lang:js mark:1 %}
let a = "{% x %}";
{% endcodeblock %}

# 第一 部分
## 数据
[up](#第一-部分) ![图](图.png) [away](/about/) [page](/2020/01/02/other/#the-part)

> ### Inside
> {note}`x`

% no comment
text
$$
a_b
$$
:::
""",
    "hugo": """\
{{< figure src="/images/a.png" caption="The *caption*" alt="The alt" >}}
[x]({{< ref "other.md" >}})

- item
  {{< highlight go "hl_lines=2" >}}
  a
  b
  {{< /highlight >}}

> [!TIP]
> An alert.

## Chosen {#own}

[to](#own) [^1]

[^1]: note

{{< foo >}}

```go {linenos=true}
x
```
""",
    "jekyll": """\
* TOC
{:toc}

## Part

A box.
{: .lead #box}

[to](#box) ![x](/images/a.png){: width="30"} and $$x$$ inline.

| a | b |
|---|---|
| 1 | 2 |
{: .wide}

> Careful
{: .prompt-warning }

{% raw %}{{ x }}{% endraw %}

Term
: Meaning

*[MML]: Math Markup

MML
""",
    "material": """\
!!! note "Outer"

    Text.

    ??? tip

        ```py title="a.py"
        x = 1
        ```

=== "A"

    a

=== "B"

    - b

        !!! danger
            deep

++ctrl+c++ ==marked== H~2~O [Button](other.md){ .md-button }

- [x] done
""",
    "docusaurus": """\
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

Lead.

{/* truncate */}

:::tip[The title]

Text.

:::

<Tabs>
  <TabItem value="a" label="Label A">

    ```js {2} title="a.js"
    a
    b
    ```

  </TabItem>
</Tabs>

<div align="center"><img src="/images/a.png" width="20" /></div>

<details>
<summary>More</summary>

Hidden.

</details>
""",
    "pelican": """\
[x]({filename}other.md) ![x]({static}/images/a.png)

    :::python
    x = 1

[TOC]

## A
""",
    "zola": """\
a {{ youtube(id="abc") }}

{% quote(author="Ann") %}
x
{% end %}
[y](@/posts/other.md)
""",
    "nikola": """\
[x](link://slug/other)

<!-- TEASER_END -->

{{% thumbnail "/images/a.png" %}}C{{% /thumbnail %}}
""",
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    bodies = {f"blog/{engine}.md": md(engine, convert(engine, body)[0]) for engine, body in BODIES.items()}
    files = {
        **bodies,
        "index.md": "# Home\n",
        "blog/other.md": md("The other", "## The part\n"),
        "blog/a.png": PNG,
        "blog/图.png": PNG,
    }
    conf = {**SETTINGS, "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"]}
    return make_shared_site(files, conf)


def test_the_site_has_no_warnings(site: Site) -> None:
    assert site.warnings == []


def test_admonitions_stand_in_each_other(site: Site) -> None:
    page = site.page("blog/hexo")
    outer = page.one(".admonition.warning")
    assert page.texts("p.admonition-title", outer) == ["The title", "Note"]
    assert page.texts(".admonition.note p", outer) == ["Note", "inner"]
    page = site.page("blog/material")
    folded = page.one("details.admonition.tip", page.one("div.admonition.note"))
    assert folded.get("open") is None
    assert page.texts(".code-block-caption .caption-text", folded) == ["a.py"]
    assert site.page("blog/hugo").texts(".admonition.tip p") == ["Tip", "An alert."]
    assert site.page("blog/jekyll").texts(".admonition.warning p") == ["Warning", "Careful"]
    assert site.page("blog/docusaurus").texts(".admonition.tip p") == ["The title", "Text."]


def test_tabs_are_tabs(site: Site) -> None:
    assert site.page("blog/hexo").texts(".sd-tab-set label") == ["First", "Second"]
    assert site.page("blog/material").texts(".sd-tab-set label") == ["A", "B"]
    assert site.page("blog/material").texts(".sd-tab-content li .admonition.danger p") == ["Danger", "deep"]
    page = site.page("blog/docusaurus")
    assert page.texts(".sd-tab-set label") == ["Label A"]
    assert page.texts(".sd-tab-content .caption-text") == ["a.js"]
    assert page.texts(".sd-tab-content .hll") == ["b"]


@pytest.mark.parametrize("engine", ["hexo", "hugo", "material", "pelican", "zola", "nikola"])
def test_links_lead_to_the_other_post(site: Site, engine: str) -> None:
    assert "other.html" in site.page(f"blog/{engine}").links("p a.internal")


def test_links_have_titles_and_anchors(site: Site) -> None:
    page = site.page("blog/hexo")
    links = {text(link): link.get("href", "") for link in page.all("p a")}
    assert links["The other"] == "other.html"
    assert links["page"] == "other.html#the-part"
    assert links["away"] == "/about/"
    assert links["https://x.org/bare"] == "https://x.org/bare"
    assert any(element.get("id") == links["up"][1:] for element in page.main.iter())
    page = site.page("blog/hugo")
    assert "#chosen" in page.links("p a.internal")
    assert [anchor.get("id") for anchor in page.all("p a") if anchor.get("id") == "own"] == ["own"]
    page = site.page("blog/jekyll")
    assert page.one("p.lead").get("id") == "box"
    assert "#box" in page.links("p a.internal")


@pytest.mark.parametrize("engine", ["hexo", "hugo", "jekyll", "docusaurus", "pelican", "nikola"])
def test_pictures_are_there(site: Site, engine: str) -> None:
    found = [image.get("src", "") for image in site.page(f"blog/{engine}").all("img")]
    assert "../_images/a.png" in found
    assert all((site.outdir / "blog" / unquote(path)).is_file() for path in found)


def test_pictures_have_names_of_all_languages(site: Site) -> None:
    assert [image.get("alt") for image in site.page("blog/hexo").all("img")] == ["The alt", "图"]


def test_what_looks_like_myst_stays_text(site: Site) -> None:
    page = site.page("blog/hexo")
    texts = page.texts("p")
    assert "{note}x" in texts
    assert any(paragraph.startswith("% no comment") for paragraph in texts)
    assert any("$5 or $10" in paragraph for paragraph in texts)
    assert ":::" in texts


def test_headings_stand_below_the_title(site: Site) -> None:
    assert site.page("blog/hexo").headings[:3] == ["hexo", "第一 部分", "数据"]
    assert site.page("blog/hexo").texts("blockquote .rubric") == ["Inside"]


def test_quotations_name_whom_they_quote(site: Site) -> None:
    assert site.page("blog/hexo").texts("blockquote p")[0] == "quoted"
    assert site.page("blog/zola").texts("blockquote p") == ["x", "— Ann"]


def test_text_has_its_marks(site: Site) -> None:
    page = site.page("blog/material")
    assert page.texts("kbd") == ["Ctrl", "C"]
    assert page.texts("mark") == ["marked"]
    assert page.texts("sub") == ["2"]
    assert page.texts(".md-button") == ["Button"]
    assert site.page("blog/jekyll").one("abbr").get("title") == "Math Markup"
    assert site.page("blog/hexo").texts("del") == ["gone"]
    assert site.page("blog/jekyll").texts("dt") == ["Term"]
    assert site.page("blog/jekyll").all("table.wide")
    assert site.page("blog/jekyll").one("img").get("width") == "30"
    assert "{{ x }}" in site.page("blog/jekyll").texts("p")


def test_lists_of_contents_are_there(site: Site) -> None:
    assert site.page("blog/jekyll").texts("nav.contents a") == ["Part"]
    assert site.page("blog/pelican").texts("nav.contents a") == ["A"]


def test_teasers_end_at_their_markers(site: Site) -> None:
    teasers = {post.docname: post.has_more for post in site.domain.posts.values()}
    assert teasers["blog/hexo"]
    assert teasers["blog/docusaurus"]
    assert teasers["blog/nikola"]


def test_the_documentation_names_the_settings() -> None:
    said: dict[str, object] = {}
    text = (ROOT / "docs/reference/import.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], said)  # type: ignore[index]  # it is there
    assert {key: value for key, value in said.items() if key != "__builtins__"} == dict(SETTINGS)


SIGNS = [f"{sign}{rest}" for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" for rest in ("x", " x", "x y" + " #z")]
TITLES = [
    *SIGNS,
    *"__init__.py|a_b*.py|1. x|2) y|a: b|x \\|[a](b)|{.c}|<b>x</b>|&amp; :smile:".split("|"),
]


def test_titles_of_code_are_plain_text(make_site: MakeSite) -> None:
    """In captions, Markdown and YAML have no meaning."""
    code = "\n".join("\n".join(Code("text", title).block("x")) + "\n" for title in TITLES)
    conf = f"myst_enable_extensions = {SETTINGS['myst_enable_extensions']!r}\nsmartquotes = False\n"
    site = make_site({"index.md": f"# Home\n\n{code.replace(MADE, '')}"}, conf)
    assert site.page("index").texts(".caption-text") == [" ".join(title.split()) for title in TITLES]

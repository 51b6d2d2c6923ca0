"""The Markdown of other engines becomes MyST that says the same, piece by piece."""

import re
from pathlib import Path
from typing import Any

import pytest
from bodies import ENGINES, convert
from conftest import ROOT, MakeSite, Site
from imports import run_import
from old_sites import PNG
from writing import md

from blogext_import.bodies.code import Code
from blogext_import.bodies.rules import MADE
from blogext_import.body import SETTINGS

FRAME = '<iframe src="https://www.youtube-nocookie.com/embed/abc"'

#: Engine, text, and what becomes of it: ``None`` if it stays. A site of them is below.
CASES = [
    # Tags.
    ("hexo", "{% img left /images/a.png 50% %}", '![](a.png){width="50%"}'),
    ("hexo", '{% asset_img a.png "x](javascript:y)" %}', "![x\\](javascript:y)](a.png)"),
    ("hexo", '{% asset_link a.png "F" %} {% link Text https://x.org %}', "[F](a.png) [Text](https://x.org)"),
    ("hexo", "{% youtube abc %}", FRAME),
    ("hexo", "{% gist 12345 a.py %}", '<script src="https://gist.github.com/12345.js?file=a.py"></script>'),
    ("hexo", "{% codeblock The title lang:js mark:2 https://x.org link %}\na {% b %}\n```\n{% endcodeblock %}",
     ("````{code-block} js\n:caption: The title [link](https://x.org)\n:emphasize-lines: 2\n\n"
     "a {% b %}\n```\n````")),
    ("hexo", "{% include_code Title lang:python from:2 to:2 app.py %}",
     "```{code-block} python\n:caption: Title\n\ntwo = 2\n```"),
    ("hexo", "{% blockquote Ann, A book https://x.org Page %}\none\n\ntwo\n{% endblockquote %}",
     "> one\n>\n> two\n>\n> — **Ann, A book**, [Page](https://x.org)"),
    ("hexo", "{% pullquote %}\nx\n{% endpullquote %}", ":::{pull-quote}\n\nx\n:::"),
    ("hexo", "{% note info, One, two. %}", ":::{admonition} Info\n:class: note info\n\nOne, two.\n:::"),
    ("hexo", "{% folding green open, A title %}\nx\n{% endfolding %}", ":::{dropdown} A title\n:open:\n\nx\n:::"),
    ("hexo",
     "{% tabs x %}\n<!-- tab A@icon -->\na\n<!-- endtab -->\n<!-- tab B -->\nb\n<!-- endtab -->\n{% endtabs %}",
     "::::{tab-set}\n\n\n:::{tab-item} A\n\na\n:::\n\n:::{tab-item} B\n\nb\n:::\n::::"),
    ("jekyll", "{% highlight ruby linenos %}\nx\n{% endhighlight %}", "```{code-block} ruby\n:linenos:\n\nx\n```"),
    ("jekyll",
     "[]({{ site.baseurl }}{% link _posts/2020-01-02-other.md %})![]({{ '/images/a.png' | relative_url }})",
     "[](/blog/other)![](a.png)"),
    ("jekyll", '{% include youtube.html id="abc" %}', FRAME),
    ("jekyll", '{% include alert.html text="x" %}', ":::{note}\n\nx\n:::"),
    ("jekyll", "a{% comment %}x -- y{% endcomment %}<!-- -->`{% raw %}{% x %}{% endraw %}`", "a<!-- -->`{% x %}`"),
    ("hugo", '{{< figure src="/images/a.png" title="T" caption="C" alt="A" width="300" link="https://x.org" >}}',
     ":::{figure} a.png\n:alt: A\n:width: 300\n:target: https://x.org\n\n**T** C\n:::"),
    ("hugo", '{{< tweet user="u" id="1" >}}', "<https://twitter.com/u/status/1>"),
    ("hugo", '{{% notice tip "The title" %}}\nx\n{{% /notice %}}',
     ":::{admonition} The title\n:class: tip\n\nx\n:::"),
    ("hugo", '{{< details "T" open >}}\nx\n{{< /details >}}', ":::{dropdown} T\n:open:\n\nx\n:::"),
    ("hugo", '{{< figure src="a.png" caption="A **b** [l](https://x.org) `c` & <i>d</i>" >}}',
     ":::{figure} a.png\n:alt: A b l c & d\n\nA **b** [l](https://x.org) `c` & <i>d</i>\n:::"),
    ("hugo",
     '- a\n\n  {{< highlight go "linenos=table,hl_lines=2,linenostart=5" >}}\n  a\n  b\n  {{< /highlight >}}',
     "- a\n\n  ```{code-block} go\n  :emphasize-lines: 2\n  :lineno-start: 5\n\n  a\n  b\n  ```"),
    ("hugo", '`{{</* x */>}}` {{%/* y */%}}[]({{<ref path="other">}})', "`{{< x >}}` {{% y %}}[](/blog/other)"),
    ("zola", '{% quote(author="Ann") %}\nx\n{% end %}', "> x\n>\n> — **Ann**"),
    ("nikola", "[x](link://slug/other)", "[x](/blog/other)"),
    ("pelican", "[x]({filename}posts/other.md) [y](|filename|other.md)", "[x](/blog/other) [y](/blog/other)"),
    ("pelican", "![x]({static}/images/a.png) [y]({attach}/files/paper.pdf)", "![x](a.png) [y](paper.pdf)"),
    ("hugo", '<a href="{{< ref "other.md" >}}">x</a>', '<a href="/2020/01/02/other/">x</a>'),
    ("jekyll", "{% assign a = 'one' %}\n{{ a }} and {{ a | markdownify }}.\n", "\none and one.\n"),
    ("jekyll",
     "{% capture my-note %}\n- a\n- b\n{% endcapture %}\n\n<div>\n  {{ my-note | markdownify }}\n</div>\n",
     "\n\n<div>\n\n- a\n- b\n\n</div>\n"),
    ("hugo", '{{< button href="https://x.org" label="Code" external=true >}}', "[Code](https://x.org)"),
    ("hugo", '{{< callout type="tip" text="Hello *x*" >}}', ":::{tip}\n\nHello *x*\n:::"),
    ("hugo", '{{< tabgroup >}}\n{{< tab name="A" >}}\nx\n{{< /tab >}}\n{{< /tabgroup >}}',
     "::::{tab-set}\n\n\n:::{tab-item} A\n\nx\n:::\n::::"),
    # Blocks.
    ("material", "??? warning\n    x\n", ":::{warning}\n:collapsible: closed\nx\n:::\n"),
    ("material", '!!! note "Only this"\n', ":::{admonition} Only this\n:class: note\n\nOnly this\n:::\n"),
    ("docusaurus", "::::note\n:::tip\nx\n:::\n::::\n", "::::{note}\n\n:::{tip}\nx\n:::\n::::\n"),
    ("docusaurus", ":::own\nx\n:::\n", ":::{admonition} Own\n:class: note own\nx\n:::\n"),
    ("docusaurus", '<Tabs>\n  <TabItem value="a" label="A">\n\n    x\n\n    - y\n\n  </TabItem>\n</Tabs>\n',
     "::::{tab-set}\n\n\n:::{tab-item} A\n\n\nx\n\n- y\n\n:::\n::::\n"),
    ("jekyll", "> x\n{: .prompt-tip }\n", ":::{tip}\nx\n:::\n"),
    ("material", "/// tab | A\na\n///\n", "::::{tab-set}\n:::{tab-item} A\na\n:::\n::::\n"),
    ("jekyll", "- x\n{: .a}\n", "{.a}\n- x\n"),
    ("pelican", "[TOC]\n", "```{contents}\n:local:\n```\n"),
    ("docusaurus", "import a from './img/a.png';\n\n<img src={a} />\n", '\n<img src="a.png" />\n'),
    ("docusaurus", "a{/* b */}\n\n{/* truncate */}\n\nc", "a\n\n<!-- truncate -->\n\nc"),
    ("docusaurus", "[x]\n\n[x]: pathname:///files/paper.pdf\n", "[x]\n\n[x]: paper.pdf\n"),
    ("docusaurus", '<p align="center">**b** [l](2020-01-02-other#x) <kbd>_k_</kbd> `<b>` a_b_c [m](/no)</p>\n',
     ('<p align="center"><strong>b</strong> <a href="/2020/01/02/other/#x">l</a> <kbd><em>k</em></kbd>'
     ' <code>&lt;b&gt;</code> a_b_c <a href="/no">m</a></p>\n')),
    ("material", '```\n--8<-- "note.md:2:2"\n;--8<-- "a"\n```\n', '```\nSecond line.\n--8<-- "a"\n```\n'),
    ("jekyll", "{: .a }\nx\ny\n", "{.a}\n\nx\ny\n"),
    ("material", "![x](a.png){ width=300 align=left }\n", '![x](a.png){width="300" align="left"}\n'),
    ("hexo", "# A\n### B\n# C\n", "## A\n### B\n## C\n"),
    ("hugo", "## Part one {#part-one}\n", "## Part one\n"),
    ("hexo", "[x](#A-amp-B)\n\n## A & B\n", "[x](#a--b)\n\n## A & B\n"),
    ("hexo", "A\n===\nB\n---\n", "A\n---\n### B\n"),
    ("hexo", "<div>\n{% asset_img a.png x %}\n</div>\n", '<div>\n\n<img src="a.png" alt="x">\n\n</div>\n'),
    ("hexo", "<br/>\n{% post_link other %}\n", "<br/>\n<!-- {% post_link other %} -->\n"),
    ("material", '<figure markdown="span">\n  ![x](a.png)\n</figure>\n', "<figure>\n\n![x](a.png)\n\n</figure>\n"),
    # Values that docutils refuses are dropped.
    ("pelican", '<img src="a.png" align="middle" class="" width=" 30px " height="auto">',
     '<img src="a.png" width="30px">'),
    # Markdown directly below HTML, which engines end in different ways; and where CommonMark agrees with them.
    ("jekyll", '<img src="/images/a.png">\n*b*\n', '<img src="a.png"> *b*\n'),
    ("pelican", "<p>\na\n</p>\n*b*\n<div>c</div>\n*d*\n", "<p>\na\n</p>\n\n*b*\n\n<div>c</div>\n\n*d*\n"),
    ("jekyll", "<pre>\n<div>\n</pre>\n*a*\n<p>b\n*c*\n", "<pre>\n<div>\n</pre>\n*a*\n<p>b\n*c*\n"),
    ("docusaurus", "<div\n  a={1}\n>\n    *b*\n</div>\n", '<div\n  a="1"\n>\n\n*b*\n\n</div>\n'),
    ("hugo", "<div>a</div>\n*b*\n", "<div>a</div>\n*b*\n"),
    # Code.
    ("docusaurus", "```js {1,3}\n// highlight-next-line\na\n```\n",
     "```{code-block} js\n:emphasize-lines: 1\n\na\n```\n"),
    ("material", "/// details | T\n    type: warning\n    open: True\n\nx\n///\n",
     ":::{admonition} T\n:class: warning\n:collapsible:\n\nx\n:::\n"),
    ("pelican", "- a\n\n        :::python\n        x = 1\n", "- a\n\n    ```python\n    x = 1\n    ```\n"),
    ("nikola", "    #!python\n    x = 1\n", "```{code-block} python\n:linenos:\n\nx = 1\n```\n"),
    ("material", '``` py title="a.py" hl_lines="1 2-3" linenums="2"\na\nb\nc\n```\n',
     "```{code-block} py\n:caption: a.py\n:emphasize-lines: 1,2-3\n:lineno-start: 2\n\na\nb\nc\n```\n"),
    ("zola", "```rust,linenos,hl_lines=1-2,name=a.rs\na\nb\n```\n",
     "```{code-block} rust\n:caption: a.rs\n:emphasize-lines: 1-2\n:linenos:\n\na\nb\n```\n"),
    ("hexo", "```js first_line:10 mark:11\na\nb\n```\n",
     "```{code-block} js\n:emphasize-lines: 2\n:lineno-start: 10\n\na\nb\n```\n"),
    ("hexo", "```math\na\n```\n", "```{math}\na\n```\n"),
    # Dollars of formulas, and those that are paid with or belong to names.
    ("hexo", "$5 and $10", "\\$5 and $10"),
    ("hugo", "It costs $5 and \\(x\\) here.", "It costs \\$5 and $x$ here."),
    ("hugo", "10$和20$, 3$ (or 4$), 100$", "10\\$和20\\$, 3\\$ (or 4\\$), 100$"),
    ("hugo", "${A}${B} $HOME/.x/${X} $HOME/bin:$PATH", "\\${A}\\${B} \\$HOME/.x/\\${X} \\$HOME/bin:$PATH"),
    ("hugo", "$5 \\times 3$, $n$-th, $x$和$y$, $2$, $AB$和$CD$", None),
    ("hugo", "2$x$, $k$NN, $[a,b)$, $-10$ $x/2$ $(a+b)$ ${n}$ $x,y$, 3$n+1$, $(x)$($y$)", None),
    ("hexo", "\\\\(x_1\\\\) and \\\\[ y \\\\\\\\ z \\\\]", "$x_1$ and $$y \\\\ z$$"),
    ("hexo", "\\(\\alpha\\) $=5\\\\%$ but \\(not this\\)", "$\\alpha$ $=5\\%$ but \\(not this\\)"),
    ("hexo", "\\\\(nlogn\\\\) \\\\(xyz\\\\) of $ L $ and $ f(x,t) $", "$nlogn$ $xyz$ of $ L $ and $ f(x,t) $"),
    ("hugo", r"$f[i][j]$, $d[i][j] = \max(d[i-1][j], d[i](j/2))$", None),
    ("hugo", "$A_x [y](/images/a.png) $B", "\\$A_x [y](a.png) $B"),
    ("zola", r'{{ katex(body="\frac{a}{b_{c}}") }} {% katex() %}n m{% end %}', r"$\frac{a}{b_{c}}$ $n m$"),
    ("hugo", "a {{< katex display=true >}}\nb\n{{< /katex >}} {{< math >}}$ 0 ${{< /math >}}\n\n{{< katex >}}",
     "a \n\n$$\nb\n$$\n\n $0$"),
    ("hexo", "from $ 5 to $ 6, \\\\(a\\\\)", "from \\$ 5 to \\$ 6, $a$"),
    ("hexo", "what $ is this $ here, \\\\(a\\\\)", "what \\$ is this \\$ here, $a$"),
    ("hexo", "costs $ L $ here", "costs \\$ L $ here"),
    ("hexo", "$z^\\*\\_e$", "$z^*_e$"),
    ("jekyll", "inline $$a$$ here", "inline $a$ here"),
    ("hugo", "inline $$a$$ here", "inline $$a$$ here"),
    ("hugo", r"$x \\in \\text{A}$, $a \\b$, $\in \\bc$", r"$x \in \text{A}$, $a \\b$, $\in \\bc$"),
    ("hexo", "text\n$$\na \\\\\\\\ b\n$$\nmore", "text\n\n$$\na \\\\ b\n$$\nmore"),
    # Links and pictures.
    ("hexo", "[![x](/images/a.png)](/2020/01/02/other/)", "[![x](a.png)](/blog/other)"),
    ("hexo", "[x](tel:1) [y]() [z](//x.org/)", "[x](tel:1){.external} [y](){.external} [z](//x.org/){.external}"),
    ("hexo", "[x](https://example.org/paper.pdf) <https://x.org/paper.pdf>", "[x](paper.pdf) <https://x.org/paper.pdf>"),
    ("hugo", '[x](#a)\n\n## T<a id = "a"></a>', '[x](#a){.external}\n\n## T<a id = "a"></a>'),
    ("hexo", "![x][y]\n\n[y]: /images/a.png", "![x][y]\n\n[y]: a.png"),
    ("hexo", '<img src="/images/a.png" style="width:50%">', '<img src="a.png" width="50%">'),
    # What MyST alone would not read as text.
    ("hexo", "{note}`x` and `y`{.z}", "\\{note}`x` and `y`\\{.z}"),
    ("hexo", "a\n% b\n+++\n(c)=\n::: d", "a\n\\% b\n\\+++\n\\(c)=\n\\::: d"),
    ("hexo", "a | b\n--|--\n%c | d\n+++ | (e)=\n::: f | g\n\n%h\n---\n\n## %i\n",
     "a | b\n--|--\n\\%c | d\n\\+++ | (e)=\n\\::: f | g\n\n\\%h\n---\n\n## %i\n"),
    ("hugo", "`\\d`{3} `a`{n}", None),
    ("zola", "a\n: b", "a\n\\: b"),
    ("hexo", "[^abc]+ and [^1] and `[^x]`\n\n[^1]: a", "\\[^abc]+ and [^1] and `[^x]`\n\n[^1]: a"),
    # Marks. In Python-Markdown and kramdown, bold text may end before a letter.
    ("jekyll", "**굵게(bold)**는", "<strong>굵게(bold)</strong>는"),
    ("pelican", "x**(y)**z *e(m)*는", "x<strong>(y)</strong>z <em>e(m)</em>는"),
    ("nikola", "**注意！**后 **a** ***a.***b", "<strong>注意！</strong>后 **a** <strong><em>a.</em></strong>b"),
    ("pelican", "2 ** 3 ** 4 and 2*3*4 ~~a~~", None),
    ("hexo", "x**(y)**z", None),
    ("hugo", ":rocket: :smile: a:b:c 12:30:45 `:tada:` :nobody:", "🚀 😄 a:b:c 12:30:45 `:tada:` :nobody:"),
    ("jekyll", "{::comment}\nnot -- shown\n{:/comment}\n\na `{::comment}`",
     "<!-- not - - shown -->\n\na `{::comment}`"),
    ("hexo", "<!-- more -->\n\nAll of it.", "All of it."),
    ("jekyll", "x\n\n### <!--more-->A [b][c] <img id=c><img data-original=a.png>\n\n[c]: https://example.org/paper.pdf\n",
     "x\n\n<!--more-->\n\n## A [b](https://example.org/paper.pdf){.external} <img src=a.png>\n\n[c]: paper.pdf\n"),
    ("material",
     "One\n\n<!-- more -->\n\n<!-- more -->\n\ntwo <!-- more --> `<!-- more -->`\n\n- x\n\n    <!-- more -->",
     "One\n\n<!-- more -->\n\n\n\ntwo  `<!-- more -->`\n\n- x"),
    ("hexo", "~~a `~~` b~~", "<del>a `~~` b</del>"),
    ("hexo", "见 https://x.org/a，和 (http://y.org/b).", "见 <https://x.org/a>，和 (<http://y.org/b>)."),
    ("jekyll", "<https://example.org/2020/01/02/other/>", "[](/blog/other)"),
    ("material", "==a== ++ctrl+c++ H~2~O x^2^ ^^b^^",
     "<mark>a</mark> {kbd}`Ctrl`+{kbd}`C` H<sub>2</sub>O x<sup>2</sup> <ins>b</ins>"),
    ("pelican", "HTML and\nCSS\n*[HTML]: Markup", '<abbr title="Markup">HTML</abbr> and\nCSS'),
    ("hugo", "> [!WARNING] A title\n> Text", ":::{admonition} A title\n:class: warning\nText\n:::"),
    ("pelican", "{% notebook n.ipynb cells[-2:-1] %}", "x"),
    ("jekyll", '{% include box.html t="A b" %}', "<i>A b</i>"),
    ("docusaurus", "a <b style={{color: 'red', marginTop: 10, '--n': 3, lineHeight: 1.5}} className=\"x\">b</b>",
     'a <b style="color: red; margin-top: 10px; --n: 3; line-height: 1.5" class="x">b</b>'),
    ("material", "a :material-check:{ .b } c", "a  c"),
    ("jekyll", "*[HTML]: Markup\n\nHTML and `HTML`", '<abbr title="Markup">HTML</abbr> and `HTML`'),
    ("jekyll", "{::nomarkdown}<b>x</b>{:/nomarkdown} {::nomarkdown}<i>y</i>{:/}\n", "<b>x</b> <i>y</i>\n"),
    # Escapes of Markdown are no part of formulas, but these are TeX.
    ("hugo", r"$\\{a\\}$ and $a\*b\[i\]$", r"$\{a\}$ and $a*b[i]$"),
    ("hugo", r"$\{a\}, \#A, \_$ or $$\begin{cases} a \\ b \\[2pt] c \end{cases}$$ $a \\% b" + "\nc$", None),
    ("hugo", r"\(\pi(r) |&#095;{\omega}\) and $a &lt; b$", r"$\pi(r) |_{\omega}$ and $a < b$"),
    # A formula contains no link, and a site of MkDocs has none without an extension.
    ("hugo", "[$WORK_PATH](https://a.org/b) or [$HOME](other.md) or [$A][b]",
     "[\\$WORK_PATH](https://a.org/b) or [\\$HOME](/blog/other) or [$A][b]"),
    ("material", "$$..celebrate.$$ and $a_1$", "\\$\\$..celebrate.\\$\\$ and \\$a_1$"),
    # Formulas in HTML are formulas.
    ("pelican", r"<center>$\sum_T p$</center>", "<center>\n\n$\\sum_T p$\n\n</center>"),
    ("pelican", "<p>It costs $5 and $10.</p>\n\n<pre>$a_1$</pre>", None),
    # Code stays.
    ("hexo", "```\n{% img a.png %} $5 $6\n```\n\n`{% img a.png %} [x](other.md)`", None),
    ("hexo", "    {% img a.png %} $5 $6\n", None),
    ("hexo", "{% raw %}[x](other.md) ~~a~~{% endraw %}", "[x](other.md) ~~a~~"),
    ("hugo", "`{{< gist 1 >}}`\n\n~~~\n{{< gist 1 >}}\n~~~", None),
    ("jekyll", "```\na\\\\\nb\n^\n{::nomarkdown}x{:/}\n```\n", None),
    ("material", '```\n!!! note\n    x\n=== "A"\n```', None),
    ("docusaurus", "```\n:::note\n<Tabs>\n{/* x */}\nimport a from 'b'\n```\n`{/* x */}`", None),
    ("zola", "`{{ youtube(id=1) }}` [x] (@/other.md)", None),
    # In Zola, a tag has arguments in parentheses.
    ("zola", "a {% p b %}", None),
]  # fmt: skip
#: The same for what pages show only with another extension.
MERMAID = (
    "hugo",
    '{{< mermaid-box width="9px" >}}\nflowchart TD\n  A["x"] --> B{"{{< y"}\n{{< /mermaid-box >}}',
    '```mermaid\nflowchart TD\n  A["x"] --> B{"{{< y"}\n```',
)
#: Parts of the few remarks on them.
REPORTED = ("tag post_link", "{a}", ":material-check:", "code in mermaid")
PYTHON = ("pelican", "nikola", "material")
HEAD = "| a | b |\n|---|---|\n"
EMPTY = "|  |  |\n| --- | --- |\n"


@pytest.mark.parametrize(("engine", "text", "expected"), [*CASES, MERMAID])
def test_bodies_are_converted(engine: str, text: str, expected: str | None) -> None:
    body, remarks = convert(engine, text)
    body = body if text.endswith("\n") else body.strip()
    assert (body[: len(FRAME)] if expected == FRAME else body) == (text if expected is None else expected)
    assert [said for _line, said in remarks if not any(part in said for part in REPORTED)] == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "text",
    [
        'Text with *emphasis*, `code`[^1] and [a link](https://x.org "T").\n\n[^1]: A note.\n\n    More.\n',
        "- [ ] open\n- [x] done\n\n1. one\n\n       code\n\n2. two\n",
        "| a | b |\n|---|:-:|\n| `1` | 2 |\n",
        "<!-- a comment -->\n\n<details><summary>S</summary>\n\nText.\n\n</details>\n",
        "## A\n\n### B\n\n> quote\n> > deeper\n\n---\n\nb\n\n```python\nx = '$5'\n```\n",
        "a\n\n$$\na = b\n$$\n\n\\begin{align}\na &= b\n\\end{align}\n",
        "Above.\n\n<!-- more -->\n\nBelow.\n",
    ],
)
def test_what_all_write_alike_stays(engine: str, text: str) -> None:
    assert convert(engine, text, extensions=frozenset({"mathjax"})) == (text, [])


VIDEO = '<video controls src="/media/a.mp4" style="max-width: 100%"></video>'
VIDEOS: dict[str, Any] = {"find_file_url": {"a.mp4": "/media/a.mp4"}.get}
BREAKS: dict[str, Any] = {"breaks_lines": True}
PAGE: dict[str, Any] = {"page": {"x": "ab c", "list": ["p", "q"], "my-key": "key", "png": "/images/a.png"}}
#: Engine, what is known of the site or the post, a text, and what becomes of it.
CONFIGURED: list[tuple[str, dict[str, Any], str, str]] = [
    ("hexo", BREAKS, "一\n二 \n三\n", "一\\\n二 \\\n三\n"),
    ("hexo", BREAKS, "a  \nb\\\nc<br>\nd\n", "a  \nb\\\nc<br>\nd\n"),
    ("hexo", BREAKS, "$a\n+ b$ `c\nd`\n", "$a\n+ b$ `c\nd`\n"),
    ("hexo", BREAKS, "- a\n  b\n> c\n> d\n", "- a\\\n  b\n> c\\\n> d\n"),
    ("hexo", BREAKS, "| a |\n|---|\n| b |\n", "| a |\n|---|\n| b |\n"),
    ("zola", VIDEOS, '{{ video(path="a.mp4") }}', VIDEO),
    ("hexo", VIDEOS, "{% video a.mp4 %}", VIDEO),
    # Markers of teasers.
    ("nikola", {}, "a\n\n<!-- truncate -->\n\nb\n", "a\n\n<!-- truncate -->\n\nb\n"),
    ("jekyll", {"excerpt_separator": "<!--read more-->"}, "a <!--read more--> b\n", "a\n\n<!-- more -->\n\nb\n"),
    # Extensions of MkDocs.
    ("material", {"extensions": {"pymdownx.magiclink"}}, "See https://x.org/a.", "See <https://x.org/a>."),
    ("material", {}, "See https://x.org/a. \\(e^x\\)", "See https://x.org/a. \\(e^x\\)"),
    ("material", {"extensions": {"pymdownx.arithmatex"}}, "$a_1$", "$a_1$"),
    ("material", {"extensions": {"pymdownx.arithmatex"}}, r"\(a formula\) \[ z \]", r"$a formula$ \[ z \]"),
    # Tags of Pelican are those of a plugin. What it does not read is the author's text.
    ("pelican", {"extensions": {"liquid_tags"}}, "{% photo a %}\n\n{{ x }}", "<!-- {% photo a %} -->\n\n{{ x }}"),
    ("pelican", {"extensions": {"other"}}, "{% photo a %}\n\n{{ x }}", "\\{% photo a %}\n\n{{ x }}"),
    # Statements of Liquid.
    ("jekyll", PAGE, "{% case page.x %}{% when 'b' %}B{% when 'c', 'ab c' %}C{% endcase %}\n", "C\n"),
    ("jekyll", PAGE, "{% assign a = 'x' %}{{ a }}{% assign a = 'y' %}{{ a }}\n", "xy\n"),
    ("jekyll", PAGE, "{% if page.x %}{% assign a = page.x | upcase %}{% endif %}{{ a }}\n", "AB C\n"),
    ("jekyll", PAGE, "{% for a in page.list %}*{{ a }}*{% unless forloop.last %}, {% endunless %}{% endfor %}\n",
     "*p*, *q*\n"),
    ("jekyll", PAGE, "{{ page.x | replace: ' ', '-' | append: '!' }} {{ page.none }}.\n", "ab-c! .\n"),
    ("jekyll", PAGE, "![](/img/{{ page.x | slugify }}.png)\n", "![](/img/ab-c.png)\n"),
    ("jekyll", PAGE, "{% if size %}B{% endif %}![{{ 'y' | append: page.x }}](/){{ 'w' | upcase }}\n", "yab cW\n"),
    ("jekyll", PAGE, "{% include img.html src=page.png alt=page.x %}{% include img.html src='page.png' %}\n",
     "![ab c](a.png)\n"),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "options", "text", "expected"), CONFIGURED)
def test_bodies_are_converted_as_the_site_says(
    engine: str, options: dict[str, Any], text: str, expected: str
) -> None:
    assert convert(engine, text, **options)[0] == expected


@pytest.mark.parametrize("text", ["a\n\n# b [[more]] c\n", "a [[more]] b\n", "a `x [[more]] y`\n"])
def test_a_separator_within_a_line_is_reported(text: str) -> None:
    _body, remarks = convert("jekyll", text, excerpt_separator="[[more]]")
    assert [said for _line, said in remarks if "is not a marker here" in said]


def test_links_to_sections_lead_to_lists() -> None:
    known = {"find_post": {"_index.fr.md": "/blog/other"}.get, "forwards": "/blog/".__eq__}
    body, remarks = convert("zola", "[a](@/blog/_index.md) [b](@/_index.fr.md)", **known, base="/base")
    assert body == "[a](/base/blog/){.external} [b](@/_index.fr.md){.external}"
    assert remarks == [(1, "the target of the link to @/_index.fr.md is not found")]


def test_files_in_html_stay_at_their_urls() -> None:
    urls = {"v.mp4": "/2024/v.mp4", "/p.png": "/p.png", "/a b.pdf": "/a%20b.pdf", "s.webp": "/2024/s.webp"}
    urls["https://e.example/b.pdf"] = "/b.pdf"
    text = (
        '<video poster="/p.png" src=v.mp4></video>\n\n<p><a href="/a b.pdf">a</a><a href="https://e.example/b.pdf#2">b</a>\n'
        "<source srcset='s.webp 1x, t.webp 2x'> <a href='#v.mp4'></a>\n"
        '<iframe src=https://x.example/></iframe> <a href="/other/">b</a></p>\n\n'
        'A <audio src="gone.mp3"> <object data="data:,x">\n'
    )
    body, remarks = convert("hugo", text, find_file_url=urls.get)
    expected = text.replace("src=v.mp4", "src=/2024/v.mp4").replace("/a b.pdf", "/a%20b.pdf")
    assert body == expected.replace("'s.webp", "'/2024/s.webp").replace("https://e.example/b", "/b")
    lost = {4: "t.webp", 7: "gone.mp3"}
    assert remarks == [(line, f"the file {name} in HTML is not copied") for line, name in lost.items()]


@pytest.mark.parametrize("engine", ENGINES)
def test_paths_may_have_spaces(engine: str) -> None:
    """In kramdown and Python-Markdown; for all others, what has them is no link."""
    text = "![x](/a b.png 'T') `![x](/a b.png)`\n\n| a | b |\n|---|---|\n| ![x](/a b.png) | y |\n"
    is_link = engine in {"jekyll", *PYTHON}
    new = re.sub("(?<!`)!\\[x\\]\\(/a b.png", "![x](<a b.png>", text) if is_link else text
    assert convert(engine, text) == (new, [])


NOWHERE = "the target of the link to /nowhere/ is not found"
CHECKED = "whether /blog/other has a heading {} is only checked by the build"
TOP = "a link to a heading in /blog/other now leads to its top"
#: Engine, text, what becomes of it, and the remarks, of which only the line of each is known if it is a number.
REPORTS: list[tuple[str, str, str, list[Any]]] = [
    # Tags that are unknown, within lines and alone.
    ("hugo", "a {{< style x >}}**b**{{< /style >}} c", "a **b** c", [1]),
    ("hexo", "a {% chip x %}", "a ", [1]),
    ("hexo", "{% video a.html %}", "<!-- {% video a.html %} -->", [(1, "the tag video is now a comment")]),
    # What only the old site knew.
    ("jekyll", "a {{ site.data.b }} c", "a  c", [1]),
    ("jekyll", "a {% for a in site.data.people %}{{ a.name }}{% endfor %}", "a ", [1, 1]),
    # Of an unknown tag, words stay: in a line, alone, and as the title of a pair.
    ("hexo", "A {% label red@vital %} word, {% chip so blue %}; {% hide the answer,Show %}.",
     "A vital word, so; the answer.", [(1, "of the tag label, only the words stay"), 1, 1]),
    ("hexo", "{% chip How it is, #fff, #000 %}\n**x**\n{% endchip %}\n", "**How it is**\n\n\n**x**\n\n", [1]),
    ("hugo", '{{< chip title="How to install" style="a: b c; d: e f" >}}\n', "\nHow to install\n\n", [1]),
    ("hexo", '{% chip abc1 %}\n{% chip user/repo, theme=blue %}\n{% set x = "one two" %}\n',
     '<!-- {% chip abc1 %} -->\n<!-- {% chip user/repo, theme=blue %} -->\n<!-- {% set x = "one two" %} -->\n',
     [1, 2, 3]),
    ("hexo", "{% cell Two words, https://x.org, fas fa-x %}", "[Two words](https://x.org)", []),
    ("hexo", "<div>{% chip red big, <i>two whole words %}</div>\n", "<div>&lt;i&gt;two whole words</div>\n", [1]),
    ("zola", 'a {{ chip(title="Two words", n=1) }}', "a Two words", [(1, "of the tag chip, only the words stay")]),
    ("hugo", "[x](#no)\n\n<!-- <a id='no'> -->", "[x](#no){.external}\n\n<!-- <a id='no'> -->", [1]),
    ("hexo", "y {% endb %} z\n", "y  z\n", [(1, "the tag endb, which closes nothing, is left out of its line")]),
    ("hugo", "a ![]() ![b *c*]()\n", "a  b *c*\n", [(1, "the image ![]() is not found"), 1]),
    ("hugo", ("{{< wide >}}\nSome *words* here.\n\n- {{< deep >}}\n  x\n  {{< /deep >}}\n{{< /wide >}}\n"
     'and {{< more >}}.\n\n{{< a\n  b="--> x" >}}\n'),
     ("<!-- {{< wide >}} -->\nSome *words* here.\n\n- <!-- {{< deep >}} -->\n  x\n  <!-- {{< /deep >}} -->\n"
     '<!-- {{< /wide >}} -->\nand .\n\n<!-- {{< a b="- -> x" >}} -->\n'),
     [(1, "the tag wide is now a comment"), 4, (8, "the tag more is left out of its line"), 10]),
    # Where the URL is, it is a part of more.
    ("jekyll", '<a href="{{ site.data.b }}">a</a>', '<a href="{{ site.data.b }}">a</a>', [1]),
    ("jekyll", "a {% include own.html %}\n\n```\n{% if x %}\n```\n\n{{ page.title }}\n{% note %}\n\n{% own %}\n",
     "a \n\n```\n{% if x %}\n```\n\n<!-- {{ page.title }} -->\n<!-- {% note %} -->\n\n<!-- {% own %} -->\n",
     [(1, "the tag include own.html is left out of its line"), (7, "the tag page.title is now a comment"), 8, 10]),
    ("jekyll", "\n[x](/nowhere/)\n![y](nope.png)\n\n```whatever\nx\n```\n",
     "\n[x](/nowhere/){.external}\n![y](nope.png)\n\n```whatever\nx\n```\n", [(2, NOWHERE),
     (3, "the image nope.png is not found"),
     (5, "code in whatever is not highlighted: Pygments does not know the language")]),
    # Headings of other posts are left to the build.
    ("zola", "[x](@/posts/other.md#部分)", "[x](/blog/other.md#部分)", [(1, CHECKED.format("部分"))]),
    ("zola", "[x](@/posts/other.md#a.b)", "[x](/blog/other)", [(1, TOP)]),
    # Lines are those of the file.
    ("material", '--8<-- "note.md"\n\n--8<-- "nope.md"\n\n[x](/nowhere/)\n',
     'Included *text*.\nSecond line.\n\n<!-- --8<-- "nope.md" -->\n\n[x](/nowhere/){.external}\n',
     [3, (5, NOWHERE)]),
    ("hexo", "{% note %}\na\n{% endnote %}\n\n{% raw %}x\n{% endraw %}\n[x](/nowhere/)\n",
     ":::{note}\n\na\n:::\n\nx\n\n[x](/nowhere/){.external}\n", [(7, NOWHERE)]),
    ("hexo", "a\r\n\r\n[x](/nowhere/)\r\n", "a\n\n[x](/nowhere/){.external}\n", [(3, NOWHERE)]),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "text", "expected", "remarks"), REPORTS)
def test_what_is_not_converted_is_reported_with_its_line(
    engine: str, text: str, expected: str, remarks: list[Any]
) -> None:
    body, found = convert(engine, text)
    assert body == expected
    assert [line for line, _said in found] == [each if isinstance(each, int) else each[0] for each in remarks]
    assert {each for each in remarks if not isinstance(each, int)} <= set(found)


@pytest.mark.parametrize(
    ("engine", "text"),
    [
        ("hexo", '{% iframe javascript:alert(1) %}{% youtube "><script>" %}{% gist "a\\"b" %}'),
        ("hexo", '{% iframe https://x.org/?a="><script>alert(1)</script> %}'),
        ("hugo", '{{< youtube "\\"><b>" >}}'),
    ],
)
def test_arguments_cannot_become_markup(engine: str, text: str) -> None:
    body = convert(engine, text)[0].replace(text, "")
    assert "<script" not in body
    assert ("<iframe" in body) == ("https:" in text)


@pytest.mark.parametrize(("settings", "end"), {"": "\\\n", "markdown: {render: {breaks: false}}\n": "\n"}.items())
def test_settings_of_hexo_turn_line_breaks_off(settings: str, end: str, tmp_path: Path) -> None:
    files = {"_config.yml": settings, "source/_posts/a.md": "---\ntitle: A\ndate: 2024-01-02\n---\nOne\ntwo.\n"}
    assert run_import("hexo", files, tmp_path)["a.md"].endswith(f"\nOne{end}two.\n")


@pytest.mark.parametrize("engine", [*PYTHON, "jekyll"])
@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| `x|y` | c |", r"| `x\|y` | c |"),
        (r"| `x\|y` | c |", r"| `x\\|y` | c |"),
        ("| `` x|`y `` | `z | w` |", r"| `` x\|`y `` | `z \| w` |"),
        ("| `x | y |", "| `x | y |"),
    ],
)
def test_pipes_in_code_are_text(engine: str, row: str, expected: str) -> None:
    for margin in ("", "  ", "> "):
        text = "".join(f"{margin}{line}\n" for line in (*HEAD.splitlines(), row))
        before = "- x\n\n" if margin == "  " else ""
        assert convert(engine, before + text)[0] == before + text.replace(row, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| a | b |\n| c | d |", f"{EMPTY}| a | b |\n| c | d |"),
        ("a | b", "a | b"),
        ("x\n| a |\n| b |", "x\n| a |\n| b |"),
        ("|---|---|\n| a | b |\n|---|:-:|\n| c | d |", "| a | b |\n|---|:-:|\n| c | d |"),
        (f"{HEAD}| c | d |\n|===|===|\n| e | f |", f"{HEAD}| c | d |\n| e | f |"),
        ("| a |\n|---|\n| b | c |", "| a |  |\n|---| --- |\n| b | c |"),
        (f"{HEAD}| c | d |", f"{HEAD}| c | d |"),
        ("a {{ x | y }} and {% z a | b %}", "a  and "),
        ("Let $|x| > 0$ be", "Let $|x| > 0$ be"),
    ],
)
def test_tables_of_kramdown_are_tables(text: str, expected: str) -> None:
    assert convert("jekyll", f"Text.\n\n{text}\n\nText.\n")[0] == f"Text.\n\n{expected}\n\nText.\n"


# On pages: one site that holds them all

BODIES = [convert(engine, text)[0] for engine, text, _ in CASES]
#: What each directive becomes on the page.
PARTS = {
    "admonition|note|tip|warning": ".admonition",
    "tab-set": ".sd-tab-set",
    "tab-item": ".sd-tab-label",
    "dropdown": ".sd-dropdown",
    "figure": "figure",
    "pull-quote": ".pull-quote",
    "code-block": ".highlight",
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    files = {f"blog/p{number}.md": md(body=f"Lead.\n\n{body}\n") for number, body in enumerate(BODIES)}
    files |= {"index.md": "# Home\n", "blog/other.md": md("The other"), "blog/paper.pdf": "x"}
    files |= dict.fromkeys(("blog/a.png", "blog/a b.png"), PNG)
    site = make_shared_site(files, {**SETTINGS, "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"]})
    assert site.warnings == []
    return site


@pytest.mark.parametrize(("directives", "selector"), PARTS.items())
def test_each_directive_is_one_part_of_the_page(site: Site, directives: str, selector: str) -> None:
    counts = [len(re.findall(rf"(?:```|:::)\{{(?:{directives})\}}", body)) for body in BODIES]
    written = {number: count for number, count in enumerate(counts) if count}
    assert {number: len(site.page(f"blog/p{number}").all(selector)) for number in written} == written
    assert written


@pytest.mark.parametrize("text", ["{note}`x`", "{.z}", "% b", "+++", "(c)=", "::: d", "$5 and $10", "[^abc]+"])
def test_what_looks_like_myst_stays_text(site: Site, text: str) -> None:
    pages = (site.page(f"blog/p{number}") for number in range(len(BODIES)))
    assert any(text.replace("`", "") in paragraph for page in pages for paragraph in page.texts("p"))


def test_the_documentation_names_the_settings() -> None:
    said: dict[str, object] = {}
    text = (ROOT / "docs/reference/import.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], said)  # type: ignore[index]  # it is there
    assert {key: value for key, value in said.items() if key != "__builtins__"} == dict(SETTINGS)


SIGNS = [f"{sign}{rest}" for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" for rest in ("x", " x", "x y" + " #z")]
TITLES = [*SIGNS, *"__init__.py|a_b*.py|1. x|2) y|a: b|x \\|[a](b)|{.c}|<b>x</b>|&amp; :smile:".split("|")]


def test_titles_of_code_are_plain_text(make_site: MakeSite) -> None:
    """In captions, Markdown and YAML have no meaning."""
    code = "\n".join("\n".join(Code("text", title).block("x")) + "\n" for title in TITLES)
    conf = f"myst_enable_extensions = {SETTINGS['myst_enable_extensions']!r}\nsmartquotes = False\n"
    site = make_site({"index.md": f"# Home\n\n{code.replace(MADE, '')}"}, conf)
    assert site.page("index").texts(".caption-text") == [" ".join(title.split()) for title in TITLES]

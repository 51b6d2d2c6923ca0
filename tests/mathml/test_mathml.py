"""Formulas as MathML: the conversion, the renderer, and what falls back to MathJax."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from conftest import MakeSite, Site
from hypothesis import given
from hypothesis import strategies as st
from page import Page, elements
from sphinx.ext.mathjax import MATHJAX_URL
from writing import rst

from sphinx_blogext.mathml import Macro, MathError, macros_from_mathjax, to_mathml
from sphinx_blogext.mathml import symbols as known

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"


def shape(tex: str, *, display: bool = False, macros: tuple[Macro, ...] = ()) -> str:
    """Return a formula as nested calls: ``mfrac(a b)``; space is left out, and what cannot be seen."""
    root = ElementTree.fromstring(to_mathml(tex, display=display, macros=macros))
    assert root.tag == NAMESPACE + "math"
    return " ".join(filter(None, map(_shape, root)))


def _shape(element: Element) -> str:
    tag = element.tag.removeprefix(NAMESPACE)
    if tag in {"mi", "mn", "mo", "mtext"}:
        return (element.text or "").replace("\u2061", "")
    inside = " ".join(filter(None, map(_shape, element)))
    return "" if tag == "mspace" else inside if tag == "mrow" else f"{tag}({inside})"


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("a_i < b^2", "msub(a i) < msup(b 2)"), (r"\frac12 + \frac ab", "mfrac(1 2) + mfrac(a b)"),
        (r"\sqrt{x} \sqrt[3]{y}", "msqrt(x) mroot(y 3)"), (r"\sum_{i=1}^n", "munderover(∑ i = 1 n)"),
        (r"\int_0^1", "msubsup(∫ 0 1)"), (r"\sum\nolimits_i \int\limits_0", "msub(∑ i) munder(∫ 0)"),
        (r"\lim_{x\to0}", "munder(lim x → 0)"),
        (r"\operatorname{abs}_x \operatorname*{argmax}_x", "msub(abs x) munder(argmax x)"),
        ("x^12", "msup(x 1) 2"), ("3.14 1{,}000", "3.14 1 , 000"),
        ("f'^2_n f'' x^\\prime_i", "msubsup(f ′ n 2) f ″ msub(x i) ′"),
        (r"{a \over b} {n \choose k}", "mfrac(a b) ( mfrac(n k) )"), (r"\binom nk", "( mfrac(n k) )"),
        (r"\left( x \middle| y \right.", "( x | y"), (r"\bigl( x \bigr)", "( x )"),
        (r"\mathbb{R} \mathcal{L} \mathfrak{g} \mathbf{x1} \mathbb 1", "ℝ ℒ 𝔤 𝐱 𝟏 𝟙"),
        (r"\mathrm{fl}(x) \mathrm{H_2O}", "fl ( x ) msub(H 2) O"),
        (r"\text{if $x>0$, 中文} x_{中文}", "if\xa0 x > 0 , 中文 msub(x 中文)"),
        (r"\not= \not\in \not\subset \notin", "≠ ∉ ⊄ ∉"), (r"50\% \& \# \_ \$ \{ \}", "50 % & # _ $ { }"),
        (r"a \pmod n", "a ( mod n )"), (r"\KaTeX + \TeX^2", "KaTeX + msup(TeX 2)"),
        (r"\argmin_x \plim", "munder(arg\u2009min x) plim"),
        (r"\overset{!}{=} \underset{x}{y} \stackrel{d}{=}", "mover(= !) munder(y x) mover(= d)"),
        (r"\xrightarrow[a]{b}", "munderover(→ a b)"), (r"\underbrace{a}_n", "munder(munder(a ⏟) n)"),
        (r"\hat x \vec v", "mover(x ˆ) mover(v \u20d7)"), (r"\color{red} x", "mstyle(x)"),
        (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "( mtable(mtr(mtd(a) mtd(b)) mtr(mtd(c) mtd(d))) )"),
        (r"\begin{cases} a & b \\ c \end{cases}", "{ mtable(mtr(mtd(a) mtd(b)) mtr(mtd(c)))"),
        (r"\sum_{\substack{i \\ j}}", "munder(∑ mstyle(mtable(mtr(mtd(i)) mtr(mtd(j)))))"),
        (r"\DeclareMathOperator{\argmin}{arg\,min} \argmin x", "arg\u2009min x"),
        (r"\newcommand{\R}[1]{\mathbb{#1}} \R Z", "ℤ"),
        (r"\newcommand{\f}[2][x]{#1^#2} \f2 \f[y]3", "msup(x 2) msup(y 3)"),
        (r"\def\pair#1#2{(#1,#2)} \pair ab", "( a , b )"), (r"\def\R{\mathbb{R}} \text{in $\R$}", "in\xa0 ℝ"),
        ("a % a comment\n b", "a b"),
        # What only KaTeX has.
        (r"\exist x \in \R \isin \N \sub \empty", "∃ x ∈ ℝ ∈ ℕ ⊂ ∅"),
        (r"a \rArr b \Harr c \larr \infin", "a ⇒ b ⇔ c ← ∞"),
        (r"\lang x \rang \or \plusmn \Alpha", "⟨ x ⟩ ∨ ± A"), (r"\mskip{1em} \footnotesize x", "mstyle(x)"),
    ],
)  # fmt: skip
def test_a_formula_is_converted(tex: str, expected: str) -> None:
    assert shape(tex) == expected


def test_rows_of_a_displayed_formula_are_aligned() -> None:
    rows = "mtable(mtr(mtd(a) mtd(= b)) mtr(mtd() mtd(= c)))"
    for tex in (r"a &= b \\ &= c", r"\begin{align} a &= b \\ &= c \end{align}", "a &= b\n\n &= c", r"a&=b\\&=c\\"):
        assert shape(tex, display=True) == rows
    root = ElementTree.fromstring(to_mathml(r"a &= b", display=True))
    assert [cell.get("columnalign") for cell in root.iter(NAMESPACE + "mtd")] == ["right", "left"]


def test_a_tag_stands_in_the_row_that_has_it() -> None:
    assert shape(r"a \tag{1}", display=True) == "mtable(mtr(mtd() mtd(a) mtd(( 1 ))))"
    assert shape(r"a \tag*{x}", display=True) == "mtable(mtr(mtd() mtd(a) mtd(x)))"
    math = to_mathml(r"\begin{align} a &= b \tag{1} \\ c &= d \end{align}", display=True)
    rows = ElementTree.fromstring(math).iter(NAMESPACE + "mtr")
    assert ["".join(row.itertext()) for row in rows] == ["a=b(1)", "c=d"]
    with pytest.raises(MathError):
        to_mathml(r"a \tag{1}", display=False)


def test_macros_of_mathjax_are_expanded() -> None:
    table = {"RR": r"\mathbb{R}", "bold": [r"\mathbf{#1}", 1], "pow": ["#2^{#1}", 2, "n"], "odd": 3, "worse": [1]}
    assert shape(r"\RR \bold{x} \pow y", macros=macros_from_mathjax({"tex": {"macros": table}})) == "ℝ 𝐱 msup(y n)"
    assert macros_from_mathjax(None) == macros_from_mathjax({"tex": []}) == ()


HOSTILE = [
    "{" * 5000 + "}" * 5000, "x" * 100_000, "x^" * 5000, r"\frac" * 5000, r"\left(" * 3000,
    r"\begin{matrix}" * 1000, r"\sqrt[" * 2000, r"\text{$" * 2000, r"\def\x{\x\x}\x", r"\def\x{\text{$\x\x$}}\x",
    "_" * 1000, r"\newcommand{\a}[1]{#1#1#1}" + r"\a{" * 30 + "x" * 100 + "}" * 30,
    r"\href{javascript:alert(1)}{x}",
    r"\color{red\" onload=\"x}{y}", r"\hspace{1em\" x=\"}", "\0", "\ud800", "\\", "a}", "{a", r"\left( a", "a^b^c",
    r"\begin{foo} a \end{foo}", r"\begin{matrix} a \end{cases}", r"\operatorname{a_b}", "a & b", "#",
    r"\require{html}", r"\over" * 3, r"\newcommand{\a}[12]{x}", r"\newcommand{a}{b}", r"\text{\foo}",
    r"\begin{matrix}" + "&" * 6_000 + r"\\" * 6_000 + r"\end{matrix}",
]  # fmt: skip


@pytest.mark.parametrize("tex", HOSTILE, ids=lambda tex: ascii(tex[:20]))
def test_what_cannot_be_converted_is_an_error_of_ours(tex: str) -> None:
    with pytest.raises(MathError) as error:
        to_mathml(tex, display=False)
    assert 5 < len(str(error.value)) < 200


def test_what_is_nested_takes_no_step_twice() -> None:
    """A step that doubles with each level would not come to an end."""
    for begin, end in ((r"\frac{a}{", "}"), (r"\left(", r"\right)"), (r"\begin{matrix}", r"\end{matrix}")):
        assert to_mathml(begin * 29 + "x" + end * 29, display=True)


def test_markup_in_a_formula_is_text() -> None:
    mathml = to_mathml(r"</math><script>alert(1)</script> \text{<b>&amp;}", display=True)
    assert {element.tag.removeprefix(NAMESPACE) for element in ElementTree.fromstring(mathml).iter()} <= {
        *("math", "semantics", "mrow", "mi", "mo", "mn", "mtext", "annotation")
    }


COMMANDS = st.sampled_from(
    [
        *(f"\\{name} " for name in (*known.OPERATORS, *known.FUNCTIONS, *known.SPACES, *known.ALPHABETS)),
        *(f"\\{name} " for name in (*known.OVER, *known.UNDER, *known.ACCENTS, *known.LONG_ARROWS, *known.SIZES)),
        *r"\frac \sqrt \left \middle \right \over \choose \color \rm \limits \not \tag \text \begin \end".split(),
        *r"\\ \hline \newcommand \def \DeclareMathOperator \operatorname \mathrel \hspace \kern \phantom".split(),
        *"{ } { } { } [ ] ( ) | ^ _ & ' x 1 2 . , - = % $ # ~ 中 ∑ < > \0 {red} {1em} {matrix} {cases}".split(),
        *("\n\n", r"\begin{aligned}", r"\end{aligned}", r"\begin{array}{c|c}", r"\end{array}"), "{\\a}", "#1",
        "[1]",
    ]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(COMMANDS, max_size=20).map("".join)), st.booleans())
def test_any_text_is_well_formed_mathml_or_an_error_of_ours(tex: str, display: bool) -> None:
    try:
        mathml = to_mathml(tex, display=display)
    except MathError:
        return
    assert ElementTree.fromstring(mathml).tag == f"{NAMESPACE}math"


# On pages

FORMULAS = (
    "Formulas\n========\n\nInline :math:`a^2`, by number :eq:`one` and :eq:`two`.\n\n"
    ".. math:: a = b\n   :label: one\n\n.. math::\n   :label: two\n\n   c &= d \\\\\n     &= e\n\n"
    ".. math::\n   :nowrap:\n\n   \\begin{gather} f = g \\end{gather}\n\n.. math:: no + number\n"
)
TITLED = f"About :math:`\\sin x^2`\n{'=' * 30}\n\nText.\n\n:math:`\\alpha`\n{'-' * 15}\n\nMore.\n"
BROKEN = "Fine :math:`x`, and not :math:`\\ce{H2O}`.\n\n.. math:: \\ce{CO2}\n   :label: gas\n"
INDEX = "Site\n====\n\n.. toctree::\n   :numbered:\n\n   formulas\n   titled\n"


def uses_mathjax(page: Page) -> bool:
    scripts = page.root.iter("script")
    return any("tex-mml-chtml" in script.get("src", "") + (script.text or "") for script in scripts)


def numbers(page: Page) -> list[tuple[str, ...]]:
    """Everything about numbers: where they stand, what they say, where they lead."""
    found = []
    for element in elements(page.main):
        classes = (element.get("class") or "").split()
        if "eqno" in classes or "reference" in classes or ("math" in classes and element.tag == "div"):
            links = [(a.get("href", ""), a.get("title", ""), a.text or "") for a in element.iter("a")]
            inside = "" if "math" in classes else "".join(element.itertext())
            found.append((element.tag, " ".join(classes), element.get("id") or "", inside, *map(str, links)))
    return found


@pytest.mark.parametrize(
    ("builder", "numfig"), [("html", False), ("html", True), ("dirhtml", True), ("singlehtml", True)]
)
def test_numbers_are_those_of_mathjax(make_site: MakeSite, builder: str, numfig: bool) -> None:
    conf = {"math_numfig": numfig, "numfig": numfig, "math_eqref_format": "Eq. {number}"}
    files = {"index.rst": INDEX, "formulas.rst": FORMULAS, "titled.rst": TITLED}
    ours, theirs = (
        make_site(files, {**conf, "html_math_renderer": renderer}, builder) for renderer in ("blogext", "mathjax")
    )
    assert ours.warnings == theirs.warnings == []
    name = "index" if builder == "singlehtml" else "formulas"
    assert numbers(ours.page(name)) == numbers(theirs.page(name))
    assert [entry[1] for entry in numbers(ours.page(name))].count("eqno") == 2
    assert not uses_mathjax(ours.page(name))
    assert uses_mathjax(theirs.page(name))


@pytest.fixture(scope="module")
def broken(make_shared_site: MakeSite) -> Site:
    """A blog of which one post of three holds a formula that has no MathML, in its teaser."""
    files = {
        "index.rst": "Site\n====\n\n.. toctree::\n\n   blog\n   plain\n\n.. postlist:: 2\n   :style: teasers\n",
        "blog.rst": "Blog\n====\n\n.. postlist::\n   :paginate: 1\n",
        "all.rst": ":orphan:\n\nAll\n===\n\n.. postlist::\n   :style: teasers\n",
        "plain.rst": "Plain\n=====\n\n:math:`x`.\n",
        "blog/a.rst": rst("Oldest", BROKEN, "2024-01-01", tags="x"),
        "blog/b.rst": rst("Middle", "Fine :math:`y`.\n", "2024-01-02", tags="x"),
        "blog/c.rst": rst("Newest", "No formula.\n", "2024-01-03", tags="x"),
    }
    conf = {"html_math_renderer": "blogext", "mathjax_options": {"data-own": "1"}, "blog_page_size": 1}
    return make_shared_site(files, conf)


def test_what_has_no_mathml_is_warned_of_once_with_its_place(broken: Site) -> None:
    assert [(warned.type, warned.file) for warned in broken.warnings] == [("blog.math", "blog/a.rst")] * 2
    assert ["\\ce{H2O}" in w.message for w in broken.warnings] == [True, False]
    assert all(warned.line for warned in broken.warnings)


def test_mathjax_is_loaded_on_just_the_pages_that_need_it_and_leaves_mathml_alone(broken: Site) -> None:
    pages = {name: broken.page(name) for name in broken.pages if name not in {"search", "genindex"}}
    loading = {name for name, page in pages.items() if uses_mathjax(page)}
    assert loading == {name for name, page in pages.items() if "\\(\\ce{H2O}\\)" in page.source}
    assert {"blog/a", "all", "blog/page/3", "blog/tag/x/page/3", "blog/2024/page/3"} <= loading
    assert not {"index", "blog", "plain", "blog/b", "blog/c", "blog/page/2", "blog/tag/x"} & loading
    # It is loaded as Sphinx does.
    page = broken.page("blog/a")
    found = [script for script in page.root.iter("script") if "math" in script.get("src", "")]
    assert ["blogext-mathjax.js" in found[0].get("src", ""), found[1].get("src")] == [True, MATHJAX_URL]
    assert {"defer", "data-own"} <= set(found[1].attrib)
    assert len(list(page.main.iter(NAMESPACE + "math"))) == 1
    display = page.one("div.math")
    assert (display.get("id"), "mathjax_process" in display.get("class", "")) == ("equation-gas", True)
    assert "(1)" in "".join(page.one("span.eqno").itertext())


def test_the_style_sheet_is_loaded_where_formulas_stand(broken: Site) -> None:
    def has_styles(name: str) -> bool:
        return any("blogext-math.css" in link.get("href", "") for link in broken.page(name).root.iter("link"))

    assert all(map(has_styles, ("plain", "blog/a", "blog/b", "blog/page/2", "blog/tag/x/page/2", "index")))
    assert not any(map(has_styles, ("blog", "blog/c", "blog/tag/x", "blog/tag")))
    for name in ("blogext-math.css", "blogext-math.woff2"):
        assert (broken.outdir / "_static" / name).is_file()


AROUND = {"index.rst": "Site\n====\n\n.. toctree::\n\n   titled\n   last\n", "last.rst": "Last\n====\n"}


def test_formulas_stand_in_headings_and_navigation(make_site: MakeSite) -> None:
    site = make_site(AROUND | {"titled.rst": TITLED}, {"html_math_renderer": "blogext", "html_theme": "alabaster"})
    assert site.warnings == []
    page = site.page("titled")
    # The title of the window is text: the formula stands there once.
    assert page.title.startswith("About sin\u2061x2 ")
    links = site.page("index").root.iter("a")
    entries = [link for link in links if link.get("href", "").startswith("titled.html")]
    assert all(any(child.tag == NAMESPACE + "math" for child in entry.iter()) for entry in entries)
    assert len(entries) >= 3
    assert not any(element.tag == NAMESPACE + "annotation" for element in elements(page.root))


def test_a_heading_without_mathml_has_mathjax_wherever_it_may_stand(make_site: MakeSite) -> None:
    titled = {"titled.rst": "Of :math:`\\ce{H2O}`\n====================\n"}
    site = make_site(AROUND | titled, {"html_math_renderer": "blogext"})
    assert [warned.type for warned in site.warnings] == ["blog.math"]
    assert all(uses_mathjax(site.page(name)) for name in ("index", "titled", "last"))


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ({"html_theme": "blogext"}, "math"),
        ({"html_theme": "blogext", "html_math_renderer": "mathjax"}, "mathjax"),
        ({"html_theme": "blogext", "extensions": ["sphinx_blogext", "sphinx.ext.imgmath"]}, "img"),
        ({"html_theme": "alabaster"}, "mathjax"),
        ({"extensions": ["sphinx_blogext.mathml"], "html_math_renderer": "blogext"}, "math"),
    ],
)
def test_the_theme_has_mathml_and_the_user_the_last_word(
    make_site: MakeSite, conf: dict[str, object], expected: str
) -> None:
    conf = conf | {"imgmath_latex": "no-such-program"}
    page = make_site({"index.rst": "Site\n====\n\n:math:`a + b`\n"}, conf).page("index")
    tags = {element.tag for element in elements(page.main)}
    shown = "math" if NAMESPACE + "math" in tags else "mathjax" if uses_mathjax(page) else "img"
    assert shown == expected


def test_myst_formulas_have_their_numbers(make_site: MakeSite) -> None:
    text = "# T\n\n$$ a = b $$ (one)\n\n\\begin{align} a &= b \\\\ c &= d \\end{align}\n\nSee {eq}`one`, $x$.\n"
    conf = {"html_math_renderer": "blogext", "myst_enable_extensions": ["dollarmath", "amsmath"]}
    ours = make_site({"index.md": text}, conf).page("index")
    theirs = make_site({"index.md": text}, conf | {"html_math_renderer": "mathjax"}).page("index")
    assert ours.texts("span.eqno") == theirs.texts("span.eqno") != []
    assert len(list(ours.main.iter(NAMESPACE + "math"))) == 3


def test_hostile_formulas_are_text_on_the_page(make_site: MakeSite) -> None:
    hostile = [
        r"</math><script>alert(1)</script>", r"\x</span><script>alert(2)</script>", "{" * 5_000, "x" * 100_000,
    ]  # fmt: skip
    text = "".join(f".. math:: {tex}\n\n" for tex in (*hostile, r"\href{javascript:alert(3)}{x}"))
    site = make_site({"index.rst": f"Site\n====\n\n{text}"}, {"html_math_renderer": "blogext"})
    assert [(w.type, w.line) for w in site.warnings] == [("blog.math", line) for line in (6, 8, 10, 12)]
    assert all(len(warned.message) < 400 for warned in site.warnings)
    page = site.page("index")
    assert not list(page.main.iter("script"))
    assert not page.links("a", page.one("section"))[1:]
    assert len(page.all("div.math")) == 5


def test_definitions_hold_to_the_end_of_the_page(make_site: MakeSite) -> None:
    text = (
        r".. math:: \newcommand{\RR}{\mathbb{R}} \DeclareMathOperator*{\amax}{arg\,max}"
        "\n\nNow :math:`x \\in \\RR`, and :math:`\\cancel{\\RR}`.\n\n.. math:: \\amax_x\n"
    )
    text = f"Site\n====\n\n:math:`\\RR` is not yet known.\n\n{text}"
    files = {"index.rst": text, "other.rst": ":orphan:\n\nO\n=\n\n:math:`\\RR`\n"}
    site = make_site(files, {"html_math_renderer": "blogext"})
    page = site.page("index")
    shown = ["".join(e.itertext()) for e in page.all("span.math") if "mathjax_process" not in e.get("class", "")]
    assert shown == ["x∈ℝ"]
    left = ["".join(e.itertext()) for e in page.all("span.mathjax_process")]
    definition = r"\newcommand{\RR}{\mathbb{R}}\newcommand{\amax}{\operatorname*{arg\,max}}"
    assert left == [r"\(\RR\)", rf"\({definition}\cancel{{\RR}}\)"]
    places = sorted((w.file, w.line) for w in site.warnings)
    assert places == [("index.rst", 4), ("index.rst", 8), ("other.rst", 6)]


def test_an_epub_is_well_formed(make_site: MakeSite) -> None:
    files = {"index.rst": INDEX, "formulas.rst": FORMULAS, "titled.rst": TITLED}
    site = make_site(files, {"html_math_renderer": "blogext", "epub_show_urls": "no", "version": "1"}, "epub")
    assert [warned for warned in site.warnings if "math" in warned.message] == []
    assert len(list(ElementTree.parse(site.outdir / "formulas.xhtml").getroot().iter(NAMESPACE + "math"))) == 5
    assert "url(" not in (site.outdir / "_static" / "blogext-math.css").read_text(encoding="utf-8")


def test_formulas_take_the_focus_keep_punctuation_and_name_header_cells(make_site: MakeSite) -> None:
    files = {
        "index.rst": "Site\n====\n\n.. math:: a = b\n\n.. math:: " + "a + " * 40 + "b\n",
        "marks.rst": ":orphan:\n\nM\n=\n\n"
        "甲\\ :math:`a`\\ ，其中（\\ :math:`b`\\ ）和 :math:`c`, d :math:`e`\\ 乙。\n",
        "table.rst": ":orphan:\n\nTable\n=====\n\n.. list-table::\n   :header-rows: 1\n   :stub-columns: 1\n\n"
        "   * - a\n     - :math:`a < b`\n   * - :math:`x`\n     - :math:`y`\n",
    }
    small = make_site(files, {"html_math_renderer": "blogext"})
    # Only one that may scroll.
    assert [element.get("tabindex") for element in small.page("index").all("div.blog-math")] == [None, "0"]
    page = small.page("marks")
    assert page.texts(".math-kept") == ["a，", "（b）", "c,"]
    assert "甲a，其中（b）和 c, d e乙。" in page.texts("p")
    names = [element.get("aria-label") for element in small.page("table").main.iter(NAMESPACE + "math")]
    assert names == ["a < b", "x", None]

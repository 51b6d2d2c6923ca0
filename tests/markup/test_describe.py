"""Descriptions made of a text: its first paragraph, or whole words of it with an ellipsis."""

import re
from html import escape

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sphinx_blogext.markup.describe import describe, plain_text, shorten
from sphinx_blogext.markup.tree import parse
from sphinx_blogext.mathml.renderer import to_mathml
from sphinx_blogext.write.parts import spell_formula

_WORDS = "word " * 31
_NOTE = '<a class="footnote-reference">[1]</a>'
_FAMILY = "👩\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Short.\nTwo lines.  ", "Short. Two lines."),
        (f"{_WORDS}abcde", f"{_WORDS}abcde"), (f"{_WORDS}abcde and", f"{_WORDS}abcde…"),
        (f"{_WORDS}abcdef", f"{_WORDS.strip()}…"),
        # No sentence is looked for: an abbreviation ends none, nor does anything else.
        (f"{_WORDS}vs. Other", f"{_WORDS}vs…"), (f"One. Two! {_WORDS}", f"One. Two! {_WORDS[:149]}…"),
        (f"{_WORDS}a, – and more", f"{_WORDS}a…"),
        ("字" * 80, "字" * 80), ("字" * 79 + "。还没完", "字" * 79 + "…"),
        ("字" * 76 + "Sphinx是工具", "字" * 76 + "…"),
        ("한국어 문장은 " * 20, "한국어 문장은 " * 9 + "한국어 문장은…"),
        # The letters of the text decide, not where it is.
        (f"{_WORDS}字 and so on", f"{_WORDS}字 and…"), ("用 Sphinx 写文章" * 20, "用 Sphinx 写文章" * 13 + "用…"),
        ("ภาษาไทยไม่มีช่องว่าง " * 10, ("ภาษาไทยไม่มีช่องว่าง " * 7).strip() + "…"),
        # A word without end is cut, but not within what readers see as a character.
        ("x" * 161, "x" * 160 + "…"), ("See " + "x" * 200, "See…"), ("กี่" * 60, "กี่" * 53 + "…"),
        ("x" * 157 + _FAMILY * 2, "x" * 157 + "…"), ("x" * 159 + "🇩🇪🇫🇷", "x" * 159 + "…"),
        ("x" + "\u0301" * 300, "x" + "\u0301" * 159 + "…"), ("", ""),
    ],
)  # fmt: skip
def test_where_a_text_is_cut(text: str, expected: str) -> None:
    assert shorten(text) == expected


@given(st.text(st.sampled_from("ab，。 .汉字…!e\u0301👍🏽\u200d"), max_size=300))
def test_never_too_long_and_never_within_a_word(text: str) -> None:
    text = " ".join(text.split())
    short = shorten(text)
    assert len(short.removesuffix("…")) <= 160
    if short != text:
        assert short.endswith("…")
        assert text.startswith(short[:-1])


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One <em>two</em>, <code>three</code>.</p><p>Four.</p>", "One two, three. Four."),
        ("<p>Before.</p><pre>code</pre><table><tr><td>cell</td></tr></table><p>After.</p>", "Before. After."),
        ('<p>A <span class="math">\\(a_i &lt; b\\)</span> b<div class="math">\\[x\\]</div> c.</p>',
         "A a_i < b b c."),
        ('<p>A <span class="math"><math><mi>x</mi><annotation>y</annotation></math></span>.</p>', "A x."),
        ('<h2>Title<a class="headerlink" href="#">¶</a></h2><p>A<a class="footnote-reference">[1]</a>.</p>', "A."),
        (f"<p>A {_NOTE}, b {_NOTE} {_NOTE} (c {_NOTE}) ends {_NOTE}. D {_NOTE} too</p>", "A, b (c) ends. D too"),
        ('<p>Press <img src="a">, <i class="icon"></i> or <a href="b"><img src="c"></a>.</p>', "Press, or."),
        ("<p><ruby>漢字<rt>かんじ</rt></ruby>. <ruby>東<rp>（</rp><rt>とう</rt><rp>）</rp></ruby>。</p>",
         "漢字(かんじ). 東(とう)。"),
        ("<p>Call <code>main()</code> (<img src='a'>), f() or x[] [ <i class='icon'></i> ].</p>",
         "Call main(), f() or x[]."),
        ("<p>第一句，</p><ol><li>第二</li><li>第三</li></ol><p>（第四）</p>", "第一句，第二 第三（第四）"),
        ("<div><p>one</p></div><dl><dt>two</dt><dd>三<br>four</dd></dl>五 <b>six</b>", "one two 三 four 五 six"),
        ('<div class="admonition note"><p class="admonition-title">Note</p><p>Mind it.</p></div>', "Mind it."),
        ("<script>x</script><style>y</style><figure><img alt='z'><figcaption>c</figcaption></figure>", ""),
    ],
)  # fmt: skip
def test_plain_text(html: str, text: str) -> None:
    assert plain_text(parse(html)) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One. Two.</p><p>Three.</p>", "One. Two."),
        ("<p>Lead. " + "More " * 100 + "</p>", f"Lead. {'More ' * 30}More…"),
        ('<p><img src="a"></p><p> </p><p class="rubric">Title</p><p>Text</p>', "Text"),
        # As in cards: that of the text itself.
        ('<div class="note"><p>Aside</p></div><section><h2>A</h2><p>Text</p></section>', "Text"),
        ("<ul><li><p>one</p></li><li><p>two</p></li></ul>", "one"),
        ("<figure><p>Caption</p></figure><blockquote><p>Quote</p></blockquote>", "Quote"),
        ("<ul><li>one</li><li>two</li></ul>", "one two"), ("<p>one<p>two", "one"), ("<p>one<div>two</div>", "one"),
        ("<table><tr><td><p>cell</p></td></tr></table>", ""),
    ],
)  # fmt: skip
def test_a_teaser_is_described_by_its_first_paragraph(html: str, text: str) -> None:
    assert describe(html) == text


FORMULAS = [
    (r"O(\log k)", "O(log k)"), (r"a_1 + \dots + a_n", "a₁ + … + aₙ"), (r"x^2", "x²"), (r"x^{k+1}", "x^(k + 1)"),
    (r"\frac{a+b}{2}", "(a + b)/2"), (r"\sqrt{2}", "√2"), (r"\sum_{i=1}^{n} i \le n^2", "∑ᵢ₌₁ⁿi ≤ n²"),
    (r"\mathbb{R} \times \alpha", "ℝ × α"), (r"\text{cost} = \min_j c_j", "cost = minⱼ cⱼ"), (r"\hat{x}_1", "x₁"),
    (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "(1, 2; 3, 4)"), (r"\unknown{x}", "unknown x"),
    (r"\binom{n}{k+1}", "(n, (k + 1))"), (r"90^\circ", "90°"), (r"f'(x)", "f′(x)"), (r"T_{wall}", "T_wall"),
]  # fmt: skip


@pytest.mark.parametrize(("tex", "text"), FORMULAS)
def test_a_formula_as_text(tex: str, text: str) -> None:
    if "unknown" not in tex:
        assert describe(f"<p>{to_mathml(tex, display=False)}</p>").replace("−", "-") == text
    assert describe(f'<span class="math">\\({escape(tex)}\\)</span>', spell_formula).replace("−", "-") == text


@given(st.text(st.sampled_from("abx12_^{}\\ +-<&$"), max_size=20))
def test_no_formula_is_described_by_its_source(tex: str) -> None:
    # A brace with a backslash before it is one to be seen.
    assume(not re.search(r"\\[{}]", tex))
    assert not set("\\{}") & set(spell_formula(tex))

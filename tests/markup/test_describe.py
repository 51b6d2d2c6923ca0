"""Descriptions made of a text: whole sentences, or whole words with an ellipsis."""

import re
from html import escape

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sphinx_blogext.markup.describe import describe, plain_text, shorten
from sphinx_blogext.mathml.convert import to_mathml
from sphinx_blogext.write.parts import spell_formula


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("Short.", 20, "Short."), ("One sentence. And another one.", 20, "One sentence."),
        ("Is it? Yes! It is so.", 13, "Is it? Yes!"),
        ("Version 1.1 has nine words without any end", 16, "Version 1.1 has…"),
        ("第一句。第二句还没有完", 7, "第一句。"),
        ("真的吗？是的！后来怎么样了呢", 9, "真的吗？是的！"), ("他想了想……然后说了很多话", 10, "他想了想……"),
        ("先看甲；再看乙，然后看丙", 6, "先看甲；"),
        ("没有句号的一段很长很长的话", 8, "没有句号的一……"), ("前半句，后半句没有完", 6, "前半句……"),
        ("中文 and words without an end", 14, "中文 and words…"),
    ],
)  # fmt: skip
def test_where_a_text_is_cut(text: str, length: int, expected: str) -> None:
    assert shorten(text, length) == expected


#: Each text is one sentence, and the start of the next one, which does not fit.
SENTENCES = [
    "We compare several tools, e.g. Sphinx and ABlog, for one year.",
    "As Fig. 3 and Eqs. 4 to 6 of vol. 2 in Sec. 5 show, it is so.",
    "Ask Dr. Smith, Ms. Jones or J. R. R. Tolkien.", "It is noon in the U.S. West of them.",
    "“Why not?” he asked, and they said yes! in one voice.",
    "Wir treffen uns am 20. November um 3 Uhr, d. h. Freitag.", "Das sind z. B. Bilder, z.B. Karten.",
    "Version 3.12 and Node.js and conf.py are all in use.", "It took 20 ms. ", "She left in 2026. ",
    "He said “no.” ", "It is over... ", "यह एक वाक्य है।", "هل هذا صحيح؟", "参照 e.g. 第一章，然后 Fig. 3。",
]  # fmt: skip


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_text_ends_with_a_sentence_and_not_with_an_abbreviation(sentence: str) -> None:
    sentence = sentence.strip()
    text = f"{sentence} Next one that is not short enough"
    assert shorten(text, len(sentence) + 12) == sentence
    # Where no sentence ends, a word does.
    short = shorten(sentence[:-1] + " and so on " * 20, len(sentence))
    assert short.endswith("…")
    assert not re.search(r"[\s.,]…+$", short), short


@given(st.text(st.sampled_from("ab，。 .汉字…!e\u0301"), max_size=40), st.integers(5, 30))
def test_never_too_long_and_never_within_a_word(text: str, length: int) -> None:
    text = " ".join(text.split())
    short = shorten(text, length)
    assert len(short) <= max(length, len(text) if len(text) <= length else 0)
    if short != text:
        assert text.startswith(short.rstrip("…"))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One <em>two</em>, <code>three</code>.</p><p>Four.</p>", "One two, three. Four."),
        ("<p>Before.</p><pre>code</pre><table><tr><td>cell</td></tr></table><p>After.</p>", "Before. After."),
        (
            '<p>A <span class="math">\\(a_i &lt; b\\)</span> b<div class="math">\\[x\\]</div> c.</p>',
            "A a_i < b b c.",
        ),
        ("<p>With <math><mi>x</mi><annotation>y</annotation></math>.</p>", "With x."),
        ('<p>A <span class="math"><math><mi>x</mi><annotation>y</annotation></math></span>.</p>', "A x."),
        ('<h2>Title<a class="headerlink" href="#">¶</a></h2><p>A<a class="footnote-reference">[1]</a>.</p>', "A."),
        (
            "<p>A [1], b [2] [3] (c [4]) ends [5]. D [6] too</p>".replace("[", '<a class="footnote-reference">[')
            .replace("]", "]</a>"),
            "A, b (c) ends. D too",
        ),
        ('<p>Press <img src="a">, <i class="icon"></i> or <a href="b"><img src="c"></a>.</p>', "Press, or."),
        ('<p>Oui <a class="footnote-reference">[1]</a> ! Et <b>non</b> ?</p>', "Oui ! Et non ?"),
        ("<p><ruby>漢字<rt>かんじ</rt></ruby>. <ruby>東<rp>（</rp><rt>とう</rt><rp>）</rp></ruby>。</p>",
         "漢字(かんじ). 東(とう)。"),
        ("<p>It is <del>never</del> <s>not</s> done.</p>", "It is done."),
        ("<ul><li>a</li><li>b</li></ul>", "a b"),
        ("<p>第一句，</p><ol><li>第二</li><li>第三</li></ol><p>（第四）</p>", "第一句，第二 第三（第四）"),
        ("<div><p>one</p></div><dl><dt>two</dt><dd>三<br>four</dd></dl>五 <b>six</b>", "one two 三 four 五 six"),
        ('<div class="admonition note"><p class="admonition-title">Note</p><p>Mind it.</p></div>', "Mind it."),
        ("<script>x</script><style>y</style><figure><img alt='z'><figcaption>c</figcaption></figure>", ""),
    ],
)  # fmt: skip
def test_plain_text(html: str, text: str) -> None:
    assert plain_text(html) == text


def test_a_description_of_a_teaser() -> None:
    assert describe("<p>Lead. " + "More " * 100 + "</p>", 40) == "Lead. More More More More More More…"
    assert (
        describe("<p>A sentence of some length. And another that goes on</p>", 50) == "A sentence of some length."
    )


FORMULAS = [
    (r"O(\log k)", "O(log k)"), (r"a_1 + \dots + a_n", "a₁ + … + aₙ"), (r"x^2", "x²"), (r"x^{k+1}", "x^(k + 1)"),
    (r"\frac{a+b}{2}", "(a + b)/2"), (r"\sqrt{2}", "√2"), (r"\sum_{i=1}^{n} i \le n^2", "∑ᵢ₌₁ⁿi ≤ n²"),
    (r"\mathbb{R} \times \alpha", "ℝ × α"), (r"-1 < x", "-1 < x"), (r"f(x, y)", "f(x, y)"),
    (r"\text{cost} = \min_j c_j", "cost = minⱼ cⱼ"), (r"\hat{x}_1", "x₁"), (r"a \bmod b", "a mod b"),
    (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "(1, 2; 3, 4)"), (r"\unknown{x}", "unknown x"),
    (r"\binom{n}{k+1}", "(n, (k + 1))"), (r"90^\circ", "90°"), (r"f'(x)", "f′(x)"),
]  # fmt: skip


@pytest.mark.parametrize(("tex", "text"), FORMULAS)
def test_a_formula_as_text(tex: str, text: str) -> None:
    if "unknown" not in tex:
        assert plain_text(f"<p>{to_mathml(tex, display=False)}</p>").replace("−", "-") == text
    assert plain_text(f'<span class="math">\\({escape(tex)}\\)</span>', spell_formula).replace("−", "-") == text


@given(st.text(st.sampled_from("abx12_^{}\\ +-<&$"), max_size=20))
def test_no_formula_is_described_by_its_source(tex: str) -> None:
    # A brace with a backslash before it is one to be seen.
    assume(not re.search(r"\\[{}]", tex))
    assert not set("\\{}") & set(spell_formula(tex))

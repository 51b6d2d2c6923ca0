"""The checker of pages finds what is wrong with them, and nothing else."""

from pathlib import Path

import pytest
from checker import parse_errors, problems_of_tree
from page import parse

PAGE = "<!DOCTYPE html><html><head><title>T</title></head><body>{}</body></html>\n"


@pytest.mark.parametrize(
    ("body", "is_right"),
    [
        ("<pre>\n\n  text</pre><script>if (a<b) {}</script>", True),
        ('<svg viewBox="0 0 1 1"><path d="M0 0"/><use href="#a"/></svg><math><mspace/><mi>x</mi></math>', True),
        # Ends that may be left out.
        ("<br><ul><li>a<li>b</ul>", True),
        *((body, False) for body in ("<div><p>a</div></p>", "<a><a>a</a></a>", "<p id=a id=b>a</p>")),
    ],
)
def test_errors_of_a_page(body: str, is_right: bool) -> None:
    assert (parse_errors(PAGE.format(body)) == []) == is_right


def test_a_page_is_parsed_as_browsers_do() -> None:
    root = parse(PAGE.format("<p class='a  b'>x<!-- c -->y<br>z</p><math><mi>m</mi></math><template>t</template>"))
    (p,) = root.iter("p")
    assert "".join(p.itertext()) == "x c yz"
    assert p.get("class") == "a  b"
    assert [e.text for e in root.iter("{http://www.w3.org/1998/Math/MathML}mi")] == ["m"]
    assert [e.text for e in root.iter("template")] == ["t"]


def test_what_is_wrong_in_a_tree_of_pages(tmp_path: Path) -> None:
    links = "<a href='b.html#no'>1</a><a href='c.html'>2</a>"
    body = f"{links}<i id='d'></i><i id='d'></i><b aria-labelledby='e'></b></p>"
    (tmp_path / "a.html").write_text(PAGE.format(body), encoding="utf-8")
    (tmp_path / "b.html").write_text(PAGE.format("<a href='a.html#d'>1</a><a href='../x'>2</a>"), encoding="utf-8")
    assert [problem.partition(" in line")[0] for problem in problems_of_tree(tmp_path)] == [
        "a.html: parse error unexpected-end-tag {'name': 'p'}",
        "a.html: double id 'd'",
        "a.html: double id 'd'",
        "a.html: aria-labelledby to no id 'e'",
        "a.html: dead fragment 'b.html#no'",
        "a.html: dead link 'c.html'",
        "b.html: link out of the site '../x'",
    ]

"""The checker of pages, which many tests rely on, finds what is wrong with them, and nothing else."""

from pathlib import Path

from checker import problems_of_tree

PAGE = "<!DOCTYPE html><html><head><title>T</title></head><body>{}</body></html>\n"


def test_what_is_wrong_in_a_tree_of_pages(tmp_path: Path) -> None:
    links = "<a href='b.html#no'>1</a><a href='c.html'>2</a>"
    # Ends may be left out of HTML, and what is foreign closes itself.
    right = "<br><ul><li>a<li>b</ul><pre>\n\n  c</pre><svg><path d=''/></svg><math><mspace/><mi>x</mi></math>"
    body = f"{right}{links}<i id='d'></i><i id='d'></i><b aria-labelledby='e'></b></p>"
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

"""Tables that other Markdowns read and GitHub's does not."""

import pytest
from bodies import ENGINES, convert

PYTHON = ("pelican", "nikola", "material")
HEAD = "| a | b |\n|---|---|\n"
EMPTY = "|  |  |\n| --- | --- |\n"


@pytest.mark.parametrize("engine", [*PYTHON, "jekyll"])
@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| `x|y` | c |", r"| `x\|y` | c |"),
        (r"| `x\|y` | c |", r"| `x\\|y` | c |"),
        ("| `` x|`y `` | `z | w` |", r"| `` x\|`y `` | `z \| w` |"),
        (r"| \`x | y\` |", r"| \`x | y\` |"),
        ("| `x | y |", "| `x | y |"),
        ("`x|y` | `|`", r"`x\|y` | `\|`"),
    ],
)
def test_pipes_in_code_are_text(engine: str, row: str, expected: str) -> None:
    for margin in ("", "  ", "> "):
        text = "".join(f"{margin}{line}\n" for line in (*HEAD.splitlines(), row))
        before = "- x\n\n" if margin == "  " else ""
        assert convert(engine, before + text)[0] == before + text.replace(row, expected)


@pytest.mark.parametrize("engine", sorted({*ENGINES} - {*PYTHON, "jekyll"}))
def test_elsewhere_they_separate_cells(engine: str) -> None:
    text = f"{HEAD}| `x|y` | c |\n"
    assert convert(engine, text)[0] == text


@pytest.mark.parametrize("engine", [*PYTHON, "jekyll"])
def test_code_and_text_stay(engine: str) -> None:
    text = f"```\n{HEAD}| `x|y` | c |\n```\n\n    {HEAD}\n\n`a|b` and | b\nText.\n"
    assert convert(engine, text)[0] == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| a | b |\n| c | d |", f"{EMPTY}| a | b |\n| c | d |"),
        ("a | b", f"{EMPTY}| a | b |"),
        ("|---|---|\n| a | b |\n| c | d |", f"{EMPTY}| a | b |\n| c | d |"),
        ("|---|---|\n| a | b |\n|---|:-:|\n| c | d |", "| a | b |\n| --- | :---: |\n| c | d |"),
        (f"{HEAD}| c | d |\n|===|===|\n| e | f |", "| a | b |\n| --- | --- |\n| c | d |\n| e | f |"),
        (f"{HEAD}| c | d |\n|---|---|\n| e | f |", "| a | b |\n| --- | --- |\n| c | d |\n| e | f |"),
        ("| `a|b` | c |", rf"{EMPTY}| `a\|b` | c |"),
        ("| a \\| b | c |", rf"{EMPTY}| a \| b | c |"),
        ("| a |\n|---|\n| b | c |", "| a |  |\n| --- | --- |\n| b | c |"),
        ("> | a | b |\n> | c | d |", "> |  |  |\n> | --- | --- |\n> | a | b |\n> | c | d |"),
        (f"{HEAD}| c | d |", f"{HEAD}| c | d |"),
        ("| a | b |\ntext", "| a | b |\ntext"),
        ("- a | b", "- a | b"),
        ("a {{ x | y }} and {% z a | b %}", "a  and "),
        ("Let $|x| > 0$ be", "Let $|x| > 0$ be"),
        (HEAD.strip(), HEAD.strip()),
    ],
)
def test_tables_of_kramdown_are_tables(text: str, expected: str) -> None:
    assert convert("jekyll", f"Text.\n\n{text}\n\nText.\n")[0] == f"Text.\n\n{expected}\n\nText.\n"


def test_attributes_below_a_table_of_kramdown_belong_to_it() -> None:
    body, remarks = convert("jekyll", "| a | b |\n{: .wide}\n\n[x](gone)\n")
    assert body == "{.wide}\n|  |  |\n| --- | --- |\n| a | b |\n\n[x](gone){.external}\n"
    assert [line for line, _text in remarks] == [4]

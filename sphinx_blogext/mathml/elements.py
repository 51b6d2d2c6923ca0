"""Elements of MathML, the spacing between them that it does not provide itself, and environments with rows."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from sphinx_blogext.mathml.tokens import MathError

#: The space that TeX calls thin, in em.
THIN = 3 / 18
TIGHT = {"lspace": "0", "rspace": "0"}
#: For upright letters: for browsers that would render a single letter in italics, and for the style sheet.
UPRIGHT = {"mathvariant": "normal"}
_FUNCTION_APPLICATION = "\u2061"
_SIGNS = frozenset("+−±∓")
_PRIMES = {"′′": "″", "′′′": "‴", "′′′′": "⁗"}
#: The elements with subscripts and superscripts: beside their base, and below and above it.
_SCRIPTED = {"_": ("msub", "munder"), "^": ("msup", "mover"), "_^": ("msubsup", "munderover")}
_TALL = frozenset({"mfrac", "mtable", "munder", "mover", "munderover", "mroot", "msqrt"})
_TALL_OPERATORS = frozenset("∑∏∐∫∬∭∮⋂⋃⋀⋁⨁⨂⨆")
#: A table with more cells than this, including empty ones, is rejected.
MAX_CELLS = 2_500
_SIDES = {"l": "left", "r": "right"}


@dataclass(slots=True)
class Atom:
    """A piece of a row: its TeX class, its element, and the operator that it is a form of."""

    kind: str
    node: Element
    operator: Element | None = None
    #: Whether its scripts are placed above and below.
    limits: bool = False
    #: Whether it is the name of a function.
    is_name: bool = False


def token(tag: str, text: str, attributes: dict[str, str] | None = None) -> Element:
    element = Element(tag, attributes or {})
    element.text = text
    return element


def space(width: float) -> Element:
    return Element("mspace", {"width": f"{width:.4g}em"})


def parent(tag: str, *children: Element, **attributes: str) -> Element:
    element = Element(tag, attributes)
    element.extend(children)
    return element


def styled(node: Element, attributes: dict[str, str]) -> Element:
    return parent("mstyle", *flat(node), **attributes)


def flat(node: Element) -> list[Element]:
    """Return the children of a plain row, or the element itself."""
    return list(node) if node.tag == "mrow" and not node.attrib else [node]


def fence(text: str, form: str, *, stretchy: bool = True) -> Element:
    attributes = {"form": form, "fence": "true", "stretchy": "true" if stretchy else "false"}
    attributes |= {"lspace": "0.2222em", "rspace": "0.2222em"} if form == "infix" else TIGHT
    return token("mo", text, attributes)


def fenced(left: str, node: Element, right: str, *, stretchy: bool | None = None) -> Element:
    """Return *node* between delimiters, each of which may be empty."""
    return between([left, right], [flat(node)], stretchy=stretchy)


def between(delimiters: list[str], parts: list[list[Element]], *, stretchy: bool | None = None) -> Element:
    """Return *parts* with delimiters around and between them, which stretch if needed."""
    if stretchy is None:
        # Chromium makes a stretchy delimiter as wide as its largest variant, even where it does not stretch.
        inside = (inner for part in parts for node in part for inner in node.iter())
        stretchy = any((e.tag in _TALL and "accent" not in e.attrib) or e.text in _TALL_OPERATORS for e in inside)
    forms = ["prefix", *["infix"] * (len(parts) - 1), "postfix"]
    row = Element("mrow")
    for delimiter, form, part in zip(delimiters, forms, [*parts, []], strict=True):
        if delimiter:
            row.append(fence(delimiter, form, stretchy=stretchy))
        row.extend(part)
    return row


def padded(node: Element) -> Element:
    """Return the label of an arrow with padding, so that the arrow is a little longer."""
    return parent("mrow", space(0.4), *flat(node), space(0.4))


def function(name: str, *, limits: bool = False) -> Atom:
    """Return the name of a function, which is upright."""
    if limits:
        node = token("mo", name, {"movablelimits": "true", "form": "prefix", **TIGHT, **UPRIGHT})
        return Atom("op", node, node, limits=True, is_name=True)
    return Atom("op", token("mi", name, UPRIGHT), is_name=True)


def attach_scripts(base: Atom, scripts: dict[str, Element], primes: str, *, movable: bool) -> Atom:
    """Return *base* with its subscript ``_``, superscript ``^`` and primes."""
    if not movable and base.operator is not None and base.kind == "op":
        base.operator.set("movablelimits", "false")
    if not scripts and not primes:
        return base
    # With a superscript, the primes are part of its base.
    node = _primed(base.node, primes) if "^" in scripts else base.node
    if node.tag == "mo" and "minsize" in node.attrib:
        # In a row of its own it keeps its size in Chromium.
        node = parent("mrow", node)
    # TeX has no space around the operators of a script.
    for operator in (operator for script in scripts.values() for operator in script.iter("mo")):
        if operator.text not in {",", ";"}:
            operator.attrib = operator.attrib | TIGHT | operator.attrib
    signs = "".join(sorted(scripts, reverse=True))
    if names := _SCRIPTED.get(signs):
        node = parent(names[base.limits], node, *map(scripts.__getitem__, signs))
    node = node if "^" in scripts else _primed(node, primes)
    return Atom(base.kind, node, base.operator, is_name=base.is_name)


def _primed(node: Element, primes: str) -> Element:
    """Return *node* with primes, whose glyph is raised: as a superscript it would be tiny, and too high."""
    return parent("mrow", *flat(node), token("mo", _PRIMES.get(primes, primes), TIGHT)) if primes else node


def _spaced(atom: Atom, left: str, following: str) -> Iterator[Element]:
    """Yield an atom with the space around the names of functions and around fractions and the like."""
    if (atom.is_name or atom.kind == "inner") and left in {"ord", "close", "op", "inner"}:
        yield space(THIN)
    yield atom.node
    if atom.is_name and following:
        yield token("mo", _FUNCTION_APPLICATION, TIGHT)
    kinds = {"ord", "open", "punct"} if atom.kind == "inner" else {"ord"} if atom.is_name else set()
    if following in kinds:
        yield space(THIN)


def row(atoms: list[Atom], before: str = "") -> Element:
    """Return *atoms* in a row, spaced as in TeX; *before* is the class of what is to its left."""
    nodes: list[Element] = []
    left, previous = before, None
    # For each atom, the class of the next one, ignoring spaces.
    kinds = [""]
    for atom in reversed(atoms):
        kinds.append(kinds[-1] if atom.kind == "space" else atom.kind)
    for atom, following in zip(atoms, kinds[-2::-1], strict=True):
        _set_sign(atom, left, following)
        if atom.kind == "rel" and left == "rel" and previous is not None and atom.operator is not None:
            # No space between two relations: ``:=``.
            previous.set("rspace", "0")
            atom.operator.set("lspace", "0")
        nodes += _spaced(atom, left, following)
        if atom.kind != "space":
            left, previous = atom.kind, atom.operator
    return nodes[0] if len(nodes) == 1 else parent("mrow", *nodes)


def plain_text(source: str) -> str:
    r"""Return the text of ``\text{…}``; spaces at its ends are kept."""
    parts = re.findall(r"\\(?:[A-Za-z]+\s?|.)|[{}~]|\s+|[^\\{}~\s]+", source, re.DOTALL)
    text = "".join(" " if part.isspace() else _IN_TEXT.get(part.strip() or part, part) for part in parts)
    if "\\" in text.replace(_BACKSLASH, ""):
        command = re.search(r"\\(?:[A-Za-z]+|.)?", text)
        raise MathError(f"{command[0] if command else text} is not supported in text")
    return re.sub(r"^ | $", "\xa0", text.replace(_BACKSLASH, "\\"))


_BACKSLASH = "\x00"
_IN_TEXT = {r"\%": "%", r"\&": "&", r"\#": "#", r"\$": "$", r"\_": "_", r"\{": "{", r"\}": "}", "~": "\xa0"}
_IN_TEXT |= {r"\,": "\u2009", r"\;": "\u2004", r"\:": "\u2005", r"\!": "", r"\quad": "\u2003", "\\": " "}
_IN_TEXT |= {r"\textbackslash": _BACKSLASH, r"\ldots": "…", r"\dots": "…", "{": "", "}": "", r"\-": "\xad"}


def _set_sign(atom: Atom, previous: str, following: str) -> None:
    """Turn a binary operator with nothing to its left, or to its right, into a sign."""
    if atom.kind != "bin":
        return
    if previous in {"", "bin", "op", "rel", "open", "punct"} or following in {"", "rel", "close", "punct"}:
        atom.kind = "ord"
        if atom.operator is None:
            return
        atom.operator.attrib.update(TIGHT)
        if following and atom.operator.text in _SIGNS:
            atom.operator.set("form", "prefix")


class Environment(NamedTuple):
    """The look of an environment: its delimiters, the alignment of its columns (repeated), its classes."""

    left: str = ""
    right: str = ""
    columns: str = "c"
    style: str = ""
    #: Whether each row may have a tag.
    numbered: bool = False
    display: bool = False

    def attributes(self, *, has_tags: bool) -> dict[str, str]:
        attributes = {"displaystyle": "true"} if self.display else {}
        if "tex-aligned" in self.style:
            # For browsers that support it; the style sheet is for the others.
            attributes["columnspacing"] = "0em 2em 0em 2em 0em 2em" if self.columns == "rl" else "0.3em"
        if classes := " ".join(filter(None, (self.style, "tex-tagged" if has_tags else ""))):
            attributes["class"] = classes
        return attributes


_ALIGNED = Environment(columns="rl", style="tex-aligned", display=True)
ENVIRONMENTS: Mapping[str, Environment] = {
    "matrix": Environment(style="tex-matrix"),
    **{
        f"{kind}matrix": Environment(left, right, style="tex-matrix")
        for kind, left, right in zip("pbBvV", "([{|‖", ")]}|‖", strict=True)
    },
    "smallmatrix": Environment(style="tex-small"),
    "array": Environment(),
    "darray": Environment(display=True),
    "subarray": Environment(style="tex-small"),
    "cases": Environment("{", columns="l", style="tex-cases"),
    "dcases": Environment("{", columns="l", style="tex-cases", display=True),
    "rcases": Environment(right="}", columns="l", style="tex-cases"),
    "drcases": Environment(right="}", columns="l", style="tex-cases", display=True),
    **dict.fromkeys("aligned alignedat split".split(), _ALIGNED),
    **dict.fromkeys("align alignat flalign".split(), _ALIGNED._replace(numbered=True)),
    "eqnarray": Environment(columns="rcl", style="tex-aligned tex-eqnarray", display=True, numbered=True),
    "gathered": Environment(display=True),
    **dict.fromkeys("gather multline equation displaymath math".split(), Environment(display=True, numbered=True)),
}


@dataclass
class Rows:
    """Cells by row, the tag of each row, and the rows that have a rule above them."""

    cells: list[list[Element]] = field(default_factory=list)
    tags: list[Element | None] = field(default_factory=list)
    rules: set[int] = field(default_factory=set)

    def only_cell(self) -> Element | None:
        return self.cells[0][0] if len(self.cells) == 1 and len(self.cells[0]) == 1 else None


def _table(environment: Environment, rows: Rows, specification: str) -> Element:
    has_tags = rows.tags.count(None) < len(rows.tags)
    table = Element("mtable", environment.attributes(has_tags=has_tags))
    columns, ruled = _columns(specification)
    if max(map(len, rows.cells)) * len(rows.cells) > MAX_CELLS:
        raise MathError(f"it contains a table with more than {MAX_CELLS} cells")
    lines = [[_cell(cell, column, columns, ruled) for column, cell in enumerate(cells)] for cells in rows.cells]
    for line, tag in zip(lines, rows.tags, strict=True):
        # Tags share a column only if all rows have the same number of cells.
        missing = [Element("mtd") for _ in range(max(map(len, lines)) - len(line))]
        table.append(parent("mtr", *(_with_tag(line + missing, tag) if has_tags else line)))
    for number in rows.rules & set(range(len(table))):
        table[number].set("class", "tex-rule-above")
    if len(table) in rows.rules and len(table) - 1 not in rows.rules:
        table[-1].set("class", "tex-rule-below")
    return table


def build_table(name: str, rows: Rows, specification: str = "") -> Element:
    """Return the environment *name*; *specification* is that of the columns of an array."""
    environment = ENVIRONMENTS[name]
    if environment.numbered and (body := rows.only_cell()) is not None:
        # One equation needs no table.
        tag = rows.tags[0]
        return parent("mstyle", body, displaystyle="true") if tag is None else tagged(body, tag)
    table = _table(environment, rows, specification or environment.columns)
    if environment.left or environment.right:
        return fenced(environment.left, table, environment.right)
    return parent("mstyle", table, scriptlevel="1") if environment.style == "tex-small" else table


def tagged(body: Element, tag: Element) -> Element:
    """Return a displayed formula with its tag at the end of the line."""
    line = parent("mtr", *_with_tag([parent("mtd", *flat(body))], tag))
    return parent("mtable", line, **{"class": "tex-tagged", "displaystyle": "true"})


def _with_tag(line: list[Element], tag: Element | None) -> list[Element]:
    """Return the cells between a gap and their tag, which have the same width."""
    gap = Element("mtd", {"class": "tex-gap"})
    return [gap, *line, parent("mtd", *([] if tag is None else flat(tag)), **{"class": "tex-tag"})]


def _cell(content: Element, column: int, columns: str, ruled: set[int]) -> Element:
    cell = parent("mtd", *flat(content))
    if side := _SIDES.get(columns[column % len(columns)]):
        cell.set("columnalign", side)
    classes = ["tex-rule-left"] * (column in ruled)
    if column + 1 == len(columns) and column + 1 in ruled:
        classes.append("tex-rule-right")
    if classes:
        cell.set("class", " ".join(classes))
    return cell


def _columns(specification: str) -> tuple[str, set[int]]:
    """Return the alignment of the columns, and which of them have a rule before them."""
    columns = ""
    ruled = set()
    for character in specification:
        if character in "lcr":
            columns += character
        elif character in {"|", ":"}:
            ruled.add(len(columns))
    return columns or "c", ruled

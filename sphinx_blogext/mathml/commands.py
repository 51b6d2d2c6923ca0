"""The TeX commands that have arguments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from sphinx_blogext.isolation import replaced
from sphinx_blogext.mathml import elements as make
from sphinx_blogext.mathml import symbols
from sphinx_blogext.mathml.elements import ENVIRONMENTS, TIGHT, Atom, build_table
from sphinx_blogext.mathml.tokens import MathError
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    # A circle: an argument of a command is a formula.
    from sphinx_blogext.mathml.parser import Parser

#: Reads the arguments of the command of that name; returns ``None`` if it produces no output.
Command = Callable[["Parser", str], Atom | None]

#: What the commands for sizes of formulas set.
STYLES = {
    r"\displaystyle": {"displaystyle": "true", "scriptlevel": "0"},
    r"\textstyle": {"displaystyle": "false", "scriptlevel": "0"},
    r"\scriptstyle": {"displaystyle": "false", "scriptlevel": "1"},
    r"\scriptscriptstyle": {"displaystyle": "false", "scriptlevel": "2"},
}
_NAMED = (
    "tiny 50% scriptsize 70% footnotesize 80% small 90% normalsize 100% large 120% Large 144% LARGE 173%".split()
)
STYLES |= {rf"\{name}": {"mathsize": size} for name, size in zip(_NAMED[::2], _NAMED[1::2], strict=True)}
_LENGTH = pattern(r"\s*+(-?\d{0,4}(?:\.\d{0,6})?)\s*+(em|ex|mu|pt|px|cm|mm|in|pc)\s*")
_END_OF_CELL = frozenset({"&", r"\\", r"\cr", r"\end"})
_FRACTIONS = {"d": STYLES[r"\displaystyle"], "c": STYLES[r"\displaystyle"], "t": STYLES[r"\textstyle"]}
_KINDS = {"mathrel": "rel", "mathbin": "bin", "mathop": "op", "mathord": "ord", "mathopen": "open"}
_KINDS |= {"mathclose": "close", "mathpunct": "punct", "mathinner": "inner"}
_TEXTS = dict.fromkeys(["text", "mbox", "textrm", "textnormal", "textup", "hbox"], "")
_TEXTS |= {"textbf": "bold", "textit": "italic", "emph": "italic", "texttt": "monospace", "textsf": "sans-serif"}
_FENCED = {"bra": ("⟨", "|"), "ket": ("|", "⟩"), "braket": ("⟨", "⟩"), "set": ("{", "}")}
_LINES = {"overline": "tex-overline", "underline": "tex-underline", "underbar": "tex-underline"}
_STRUT, _BOXED = {"width": "0", "height": "0.7em", "depth": "0.3em"}, {"class": "tex-boxed"}


def _text(parser: Parser, name: str) -> Atom:
    r"""Return ``\text{if $x$}``: text as it is, with formulas in it."""
    parts: list[Element] = []
    variant = {"mathvariant": _TEXTS[name]} if _TEXTS.get(name) else None
    for number, part in enumerate(re.split(r"(?<!\\)\$", parser.tokens.source())):
        if number % 2:
            parts.append(parser.inner(part))
        elif part:
            parts.append(make.token("mtext", make.plain_text(part), variant))
    return Atom("ord", parts[0] if len(parts) == 1 else make.parent("mrow", *parts))


def _in_alphabet(parser: Parser, name: str) -> Atom:
    with replaced(parser, alphabet=symbols.ALPHABETS[name]):
        atom = parser.single()
    return atom or Atom("ord", Element("mrow"))


def _fraction(parser: Parser, name: str) -> Atom:
    if name == "cfrac":
        parser.tokens.optional_source()
    node = make.parent("mfrac", parser.argument(), parser.argument())
    if name.endswith("binom"):
        node.set("linethickness", "0")
        node = make.fenced("(", node, ")")
    style = _FRACTIONS.get(name[0])
    return Atom("ord", make.styled(node, style) if style and name not in {"frac", "binom"} else node)


def _root(parser: Parser, name: str) -> Atom:
    index = parser.optional()
    radicand = parser.argument()
    if index is None:
        return Atom("ord", make.parent("msqrt", *make.flat(radicand)))
    return Atom("ord", make.parent("mroot", radicand, index))


def _accent(parser: Parser, name: str) -> Atom:
    mark = make.token("mo", symbols.ACCENTS[name], {"stretchy": "true" if name == "vec" else "false"})
    return Atom("ord", make.parent("mover", parser.argument(), mark, accent="true"))


def _over_or_under(parser: Parser, name: str) -> Atom:
    tag, accent = ("mover", "accent") if name in symbols.OVER else ("munder", "accentunder")
    mark = make.token("mo", (symbols.OVER | symbols.UNDER)[name], {"stretchy": "true"})
    node = make.parent(tag, parser.argument(), mark, **{accent: "true"})
    if name in _LINES:
        node.set("class", _LINES[name])
    elif name == "widetilde":
        mark.set("class", "tex-tilde")
    return Atom("ord", node, limits="brac" in name)


def _stack(parser: Parser, name: str) -> Atom:
    r"""Return ``\overset{a}{b}`` and the like, which TeX gives the class of *b*."""
    mark = parser.argument()
    atom = parser.single() or Atom("ord", Element("mrow"))
    if atom.node.tag == "mo" and atom.operator is None:
        # In braces it lost the space that it keeps here.
        atom.node.attrib = {key: value for key, value in atom.node.attrib.items() if value != "0"}
        atom.operator, atom.kind = atom.node, "rel"
    if atom.operator is not None:
        atom.operator.set("movablelimits", "false")
    node = make.parent("munder" if name == "underset" else "mover", atom.node, mark)
    return Atom("rel" if name == "stackrel" else atom.kind, node, atom.operator, is_name=atom.is_name)


def _long_arrow(parser: Parser, name: str) -> Atom:
    below = parser.optional()
    above = make.padded(parser.argument())
    arrow = make.token("mo", symbols.LONG_ARROWS[name], {"stretchy": "true"})
    if below is None:
        return Atom("rel", make.parent("mover", arrow, above), arrow)
    return Atom("rel", make.parent("munderover", arrow, make.padded(below), above), arrow)


def _operator_name(parser: Parser, name: str) -> Atom:
    starred = parser.tokens.take("*")
    # Names of operators are upright anyway.
    text = re.sub(r"\\(mathrm|rm|text)\b", "", parser.tokens.source())
    if found := re.search("[_^&$#]", text):
        raise MathError(f"{found[0]} is not allowed here")
    return make.function(make.plain_text(text), limits=starred)


def _with_kind(parser: Parser, name: str) -> Atom:
    r"""Return ``\mathrel{…}`` and the like: anything, with the spacing of the given class."""
    node, kind = parser.argument(), _KINDS[name]
    if kind == "op":
        return Atom("op", node, limits=True, is_name=True)
    space = {"rel": 5 / 18, "bin": 4 / 18}.get(kind, 0)
    if node.tag == "mo":
        node.attrib.update(lspace=f"{space:.4g}em", rspace=f"{space:.4g}em")
        return Atom(kind, node, node)
    return Atom(kind, make.parent("mrow", make.space(space), node, make.space(space)) if space else node)


def _modulo(parser: Parser, name: str) -> Atom:
    if name == "bmod":
        operator = make.token("mo", "mod", {"lspace": "0.2222em", "rspace": "0.2222em", **make.UPRIGHT})
        return Atom("bin", operator, operator)
    word = [] if name == "pod" else [make.token("mi", "mod", make.UPRIGHT), make.space(1 / 3)]
    row = make.parent("mrow", *word, parser.argument())
    row = row if name == "mod" else make.fenced("(", row, ")", stretchy=False)
    return Atom("ord", make.parent("mrow", make.space(1 if parser.display else 0.4444), *row))


def _not(parser: Parser, name: str) -> Atom:
    atom = parser.single()
    if atom is None or not atom.node.text or len(atom.node.text) != 1:
        raise MathError(r"\not needs a relation")
    # A relation struck through.
    operator = make.token("mo", unicodedata.normalize("NFC", atom.node.text + "\u0338"))
    return Atom("rel", operator, operator)


def _left_right(parser: Parser, name: str) -> Atom:
    delimiters = [_delimiter(parser)]
    parts: list[list[Element]] = []
    while True:
        parts.append(make.flat(parser.line(frozenset({r"\middle", r"\right"}))))
        if not (token := parser.tokens.next()):
            raise MathError(r"\left has no matching \right")
        delimiters.append(_delimiter(parser))
        if token == r"\right":
            return Atom("ord", make.between(delimiters, parts))


def _delimiter(parser: Parser) -> str:
    token = parser.tokens.next()
    if token not in symbols.DELIMITERS:
        raise MathError(f"{token or 'nothing'} is not a delimiter")
    return symbols.DELIMITERS[token]


def _big(parser: Parser, name: str) -> Atom:
    forms = {"l": ("prefix", "open"), "r": ("postfix", "close"), "m": ("infix", "rel")}
    form, kind = forms.get(name[-1], ("", "ord"))
    if not (text := _delimiter(parser)):
        return Atom(kind, Element("mrow"))
    operator = make.fence(text, form or "prefix")
    size = symbols.SIZES[name]
    operator.attrib.update(symmetric="true", minsize=size, maxsize=size)
    if not form:
        # TeX does not specify on which side it is.
        kind = symbols.CHARACTERS.get(text, ("", "ord"))[1]
        operator.set("form", "postfix" if kind == "close" else "prefix")
        operator.attrib.update(TIGHT)
    return Atom(kind, operator)


def _space(parser: Parser, name: str) -> Atom:
    if name in {"hspace", "mspace"} or parser.tokens.peek() == "{":
        parser.tokens.take("*")
        source = parser.tokens.source()
    else:
        source = parser.tokens.length()
    match = _LENGTH.fullmatch(source)
    if match is None or not match[1].strip("-."):
        raise MathError(f"{source} is not a length")
    if match[2] == "mu":
        return Atom("space", make.space(float(match[1]) / 18))
    return Atom("space", Element("mspace", {"width": f"{float(match[1]):g}{match[2]}"}))


def _phantom(parser: Parser, name: str) -> Atom:
    """Return what has a size and is not seen, or what is seen and has no height."""
    if name == "smash":
        parser.tokens.optional_source()
    argument = parser.argument()
    node = argument if name == "smash" else make.parent("mphantom", argument)
    size = {"width": "0"} if name == "vphantom" else {"height": "0", "depth": "0"}
    return Atom("ord", node if name == "phantom" else make.parent("mpadded", node, **size))


def _text_color(parser: Parser, name: str) -> Atom:
    attributes = {"mathcolor": parser.color()}
    return Atom("ord", make.styled(parser.argument(), attributes))


def _label(parser: Parser, name: str) -> None:
    """Skip a label: Sphinx has its own."""
    parser.tokens.source()


def _take_tag(parser: Parser, name: str) -> None:
    if not parser.display or parser.tag is not None:
        raise MathError(r"\tag is not allowed here")
    before, after = ([], []) if parser.tokens.take("*") else ([make.token("mtext", sign)] for sign in "()")
    parser.tag = make.parent("mrow", *before, *make.flat(_text(parser, "text").node), *after)


def _fenced(parser: Parser, name: str) -> Atom:
    left, right = _FENCED[name.lower()]
    return Atom("ord", make.fenced(left, parser.argument(), right, stretchy=name[0].isupper()))


def _environment(parser: Parser, name: str) -> Atom:
    full_name = parser.tokens.source().strip()
    kind = full_name.rstrip("*")
    if kind not in ENVIRONMENTS:
        raise MathError(f"unknown environment {full_name}")
    if kind in {"array", "darray", "subarray", "aligned", "gathered", "alignedat"}:
        parser.tokens.optional_source()
    has_columns = kind in {"array", "darray", "subarray"}
    source = parser.tokens.source() if has_columns or kind in {"alignat", "alignedat"} else ""
    columns = re.sub(r"[@!><]\{[^{}]*\}|\s", "", source) if has_columns else ""
    with parser.nested():
        parser.alphabet = ""
        rows = parser.rows(_END_OF_CELL, may_have_tags=ENVIRONMENTS[kind].numbered)
    parser.tokens.expect(r"\end")
    if (end := parser.tokens.source().strip()) != full_name:
        raise MathError(rf"\begin{{{full_name}}} ends with \end{{{end}}}")
    return Atom("ord", build_table(kind, rows, columns))


def _substack(parser: Parser, name: str) -> Atom:
    parser.tokens.expect("{")
    with parser.nested():
        rows = parser.rows(frozenset({"&", r"\\", r"\cr", "}"}))
    parser.tokens.expect("}")
    return Atom("ord", build_table("subarray", rows, "c"))


#: The commands, by their names.
COMMANDS: dict[str, Command] = {
    name: method
    for method, names in (
        (_text, _TEXTS),
        (_in_alphabet, symbols.ALPHABETS),
        (_fraction, ("frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom")),
        (_root, ("sqrt",)),
        (_accent, symbols.ACCENTS),
        (_over_or_under, (*symbols.OVER, *symbols.UNDER)),
        (_stack, ("overset", "underset", "stackrel")),
        (_long_arrow, symbols.LONG_ARROWS),
        (_operator_name, ("operatorname",)),
        (_with_kind, _KINDS),
        (_modulo, ("bmod", "pmod", "mod", "pod")),
        (lambda parser, name: Atom("ord", make.token("mtext", name)), ("TeX", "LaTeX", "KaTeX")),
        (_not, ("not",)),
        (_left_right, ("left",)),
        (_big, symbols.SIZES),
        (_space, ("hspace", "mspace", "hskip", "mskip", "kern", "mkern")),
        (_phantom, ("phantom", "hphantom", "vphantom", "smash")),
        (lambda parser, name: Atom("space", Element("mspace", _STRUT)), ("strut", "mathstrut")),
        (lambda parser, name: Atom("ord", make.parent("mrow", parser.argument(), **_BOXED)), ("boxed", "fbox")),
        (_text_color, ("textcolor",)),
        (_label, ("label",)),
        (_take_tag, ("tag",)),
        (_fenced, (*_FENCED, *map(str.capitalize, _FENCED))),
        (_environment, ("begin",)),
        (_substack, ("substack",)),
    )
    for name in names
}

"""TeX read by recursive descent, as elements of MathML Core.

What that has no element or attribute for (frames, rules, the place of a tag) is said by
classes that begin with ``tex-``, for the style sheet.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from sphinx_blogext.mathml import elements as make
from sphinx_blogext.mathml import symbols
from sphinx_blogext.mathml.elements import TIGHT, Atom
from sphinx_blogext.mathml.tables import ENVIRONMENTS, Rows, build_table, tagged
from sphinx_blogext.mathml.tokens import MathError, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Groups in groups: more than these nobody can read.
MAX_DEPTH = 40

_LENGTH = re.compile(r"\s*(-?\d{0,4}(?:\.\d{0,6})?)\s*(em|ex|mu|pt|px|cm|mm|in|pc)\s*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-zA-Z]{1,30}")
_END_OF_CELL = frozenset({"&", r"\\", r"\cr", r"\end"})
_MISPLACED = frozenset({"", "}", "&", "#", "$", "^", "_", "\\", r"\\", r"\end", r"\right", r"\middle", r"\cr"})
_INFIX = frozenset({r"\over", r"\atop", r"\choose"})
_STYLES = {
    r"\displaystyle": {"displaystyle": "true", "scriptlevel": "0"},
    r"\textstyle": {"displaystyle": "false", "scriptlevel": "0"},
    r"\scriptstyle": {"displaystyle": "false", "scriptlevel": "1"},
    r"\scriptscriptstyle": {"displaystyle": "false", "scriptlevel": "2"},
}
_FRACTIONS = {"d": _STYLES[r"\displaystyle"], "c": _STYLES[r"\displaystyle"], "t": _STYLES[r"\textstyle"]}
_KINDS = {"mathrel": "rel", "mathbin": "bin", "mathop": "op", "mathord": "ord", "mathopen": "open"}
_KINDS |= {"mathclose": "close", "mathpunct": "punct", "mathinner": "inner"}
_TEXTS = dict.fromkeys(["text", "mbox", "textrm", "textnormal", "textup", "hbox"], "")
_TEXTS |= {"textbf": "bold", "textit": "italic", "emph": "italic", "texttt": "monospace", "textsf": "sans-serif"}
_SILENT = frozenset({"nonumber", "notag", "allowbreak", "nobreak", "relax", "limits", "nolimits"})
_DIRAC = {"bra": ("⟨", "|"), "ket": ("|", "⟩"), "braket": ("⟨", "⟩")}


class Parser:
    """Reads one formula."""

    def __init__(self, tokens: Tokens, *, display: bool, depth: int = 0) -> None:
        self.tokens = tokens
        self.display = display
        self._alphabet = ""
        self._depth = depth
        self._tag: Element | None = None

    def formula(self) -> Element:
        """Return the whole formula; rows that no environment holds are aligned."""
        if self.display:
            rows = self._rows(frozenset({"&", r"\\", r"\cr"}), may_have_tags=True)
            only, tag = rows.only_cell(), rows.tags[0]
            body = build_table("align", rows) if only is None else only if tag is None else tagged(only, tag)
        else:
            body = self._line(frozenset())
        if token := self.tokens.peek():
            raise MathError(f"{token} stands where it cannot")
        return body

    # Rows of atoms

    @contextmanager
    def _nested(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise MathError(f"it is nested more than {MAX_DEPTH} deep")
        alphabet = self._alphabet
        yield
        self._alphabet = alphabet
        self._depth -= 1

    def _atoms(self, stops: frozenset[str]) -> list[Atom]:
        """Read up to one of *stops*, which is left."""
        found: list[Atom] = []
        with self._nested():
            while (token := self.tokens.peek()) and token not in stops:
                if token in _INFIX:
                    found = [self._infix(self.tokens.next(), found, stops | _INFIX)]
                elif token in _STYLES or token == r"\color":
                    found.append(self._declaration(self.tokens.next(), stops))
                elif token[0] == "\\" and token[1:] in symbols.ALPHABET_SWITCHES:
                    self._alphabet = symbols.ALPHABET_SWITCHES[self.tokens.next()[1:]]
                else:
                    found += self._scripted()
        return found

    def _line(self, stops: frozenset[str], before: str = "") -> Element:
        return make.row(self._atoms(stops), before)

    def _group(self) -> Atom:
        """Read what follows ``{``, and its ``}``."""
        atoms = self._atoms(frozenset("}"))
        self.tokens.expect("}")
        if len(atoms) != 1:
            return Atom("ord", make.row(atoms))
        atom = atoms[0]
        if atom.kind == "op":
            return atom
        if atom.operator is not None:
            # An operator in braces has no space around it: 1{,}000.
            atom.operator.attrib.update(TIGHT)
        return Atom("ord", atom.node, limits=atom.limits)

    def _argument(self) -> Element:
        """Read a group, or the one thing that follows."""
        atom = self._single()
        return atom.node if atom else Element("mrow")

    def _single(self) -> Atom | None:
        token = self.tokens.peek()
        if token in _MISPLACED:
            raise MathError(f"an argument is missing{' before ' if token else ''}{token}")
        with self._nested():
            return self._atom(self.tokens.next(), alone=True)

    def _optional(self) -> Element | None:
        """Read an argument in brackets."""
        if not self.tokens.take("["):
            return None
        line = self._line(frozenset("]"))
        self.tokens.expect("]")
        return line

    def _infix(self, token: str, before: list[Atom], stops: frozenset[str]) -> Atom:
        fraction = make.parent("mfrac", make.row(before), self._line(stops))
        if (second := self.tokens.peek()) in _INFIX:
            raise MathError(f"{token} and {second} stand in one group")
        if token != r"\over":
            fraction.set("linethickness", "0")
        return Atom("ord", make.fenced("(", fraction, ")") if token == r"\choose" else fraction)

    def _declaration(self, token: str, stops: frozenset[str]) -> Atom:
        attributes = {"mathcolor": self._colour()} if token == r"\color" else _STYLES[token]
        return Atom("ord", make.styled(self._line(stops), attributes))

    def _colour(self) -> str:
        colour = self.tokens.source().strip()
        if not _COLOUR.fullmatch(colour):
            raise MathError(f"{colour} is no colour")
        return colour

    # Scripts

    def _scripted(self) -> list[Atom]:
        """Read an atom with its scripts; nothing for a command that leaves no trace."""
        token = self.tokens.peek()
        base = Atom("ord", Element("mrow")) if token in {"^", "_", "'"} else self._atom(self.tokens.next())
        if base is None:
            return []
        scripts: dict[str, Element] = {}
        primes = ""
        movable = True
        while (token := self.tokens.peek()) in {"^", "_", "'", "’", r"\limits", r"\nolimits"}:
            self.tokens.next()
            if token in {r"\limits", r"\nolimits"}:
                base.limits, movable = token == r"\limits", False
                continue
            script = make.token("mi", "′") if token in {"'", "’"} else self._argument()
            if script.text and set(script.text) <= set("′″‴⁗"):
                primes += script.text
            elif token in scripts:
                raise MathError("there are two scripts at one place")
            else:
                scripts[token] = script
        return [make.attach_scripts(base, scripts, primes, movable=movable)]

    # Atoms

    def _atom(self, token: str, *, alone: bool = False) -> Atom | None:
        """Return what *token* begins; where it stands *alone*, digits and letters are single."""
        if token == "{":
            return self._group()
        if token in _MISPLACED:
            raise MathError(f"{token} stands where it cannot")
        if token[0] == "\\":
            return self._command(token[1:])
        if token.isdecimal() and token.isascii():
            number = token if alone else token + self.tokens.digits()
            return Atom("ord", make.token("mn", "".join(map(self._styled_letter, number)), self._variant()))
        if token in symbols.CHARACTERS:
            return self._operator(*symbols.CHARACTERS[token])
        if token.isalpha():
            return self._identifier(token, alone=alone)
        return Atom("ord", make.token("mi", token, {"mathvariant": "normal"}))

    def _styled_letter(self, letter: str) -> str:
        return symbols.in_alphabet(letter, self._alphabet)

    def _identifier(self, letter: str, *, alone: bool = True) -> Atom:
        """Return a letter; a word in an alphabet, or in a script that has no case."""
        is_word = letter.lower() == letter.upper() and letter > "\u0590" and not "\u2100" <= letter < "\u2e80"
        if not alone and (self._alphabet or is_word):
            letter += self.tokens.letters()
        if is_word:
            return Atom("ord", make.token("mtext", letter))
        text = "".join(map(self._styled_letter, letter))
        upright = self._alphabet == "rm" or (not self._alphabet and text in symbols.UPRIGHT)
        attributes = {"mathvariant": "normal"} if upright and len(text) == 1 else self._variant()
        return Atom("ord", make.token("mi", text, attributes))

    def _variant(self) -> dict[str, str]:
        variant = symbols.VARIANTS.get(self._alphabet)
        return {"mathvariant": variant} if variant else {}

    def _operator(self, text: str, kind: str) -> Atom:
        if kind == "space":
            return Atom("space", make.space(symbols.SPACES[text]))
        attributes: dict[str, str] = {}
        if text in "()[]{}|‖/⟨⟩⌊⌋⌈⌉\\↑↓↕⇑⇓⇕":
            attributes["stretchy"] = "false"
        if kind == "ord":
            attributes.update(TIGHT)
        elif kind in {"inner", "rel", "bin"} and text in symbols.UNSPACED:
            width = {"inner": "0", "rel": "0.2778em", "bin": "0.2222em"}[kind]
            attributes.update(lspace=width, rspace=width)
        elif text in "|‖":
            attributes.update(form="prefix" if kind == "open" else "postfix", **TIGHT)
        operator = make.token("mo", text, attributes)
        return Atom("op" if kind == "large" else kind, operator, operator, text in symbols.LIMITS)

    def _command(self, name: str) -> Atom | None:
        if name in _SILENT:
            return None
        if name in symbols.OPERATORS:
            return self._operator(*symbols.OPERATORS[name])
        if name in symbols.IDENTIFIERS:
            return self._identifier(symbols.IDENTIFIERS[name])
        if name in symbols.FUNCTIONS:
            return make.function(symbols.FUNCTIONS[name])
        if name in symbols.FUNCTIONS_WITH_LIMITS:
            return make.function(symbols.FUNCTIONS_WITH_LIMITS[name], limits=True)
        if name in symbols.SPACES:
            return Atom("space", make.space(symbols.SPACES[name]))
        if name in _COMMANDS:
            return _COMMANDS[name](self, name)
        raise MathError(f"\\{name} is not known")

    def _text(self, name: str) -> Atom:
        r"""Return ``\text{if $x$}``: text as it stands, with formulas in it."""
        parts: list[Element] = []
        variant = {"mathvariant": _TEXTS[name]} if _TEXTS.get(name) else None
        for number, part in enumerate(re.split(r"(?<!\\)\$", self.tokens.source())):
            if number % 2:
                with self._nested():
                    parts.append(Parser(Tokens(part), display=False, depth=self._depth).formula())
            elif part:
                parts.append(make.token("mtext", make.plain_text(part), variant))
        return Atom("ord", parts[0] if len(parts) == 1 else make.parent("mrow", *parts))

    def _in_alphabet(self, name: str) -> Atom:
        before, self._alphabet = self._alphabet, symbols.ALPHABETS[name]
        atom = self._single()
        self._alphabet = before
        return atom or Atom("ord", Element("mrow"))

    def _fraction(self, name: str) -> Atom:
        if name == "cfrac":
            self.tokens.optional_source()
        node = make.parent("mfrac", self._argument(), self._argument())
        if name.endswith("binom"):
            node.set("linethickness", "0")
            node = make.fenced("(", node, ")")
        style = _FRACTIONS.get(name[0])
        return Atom("ord", make.styled(node, style) if style and name not in {"frac", "binom"} else node)

    def _root(self, name: str) -> Atom:
        index = self._optional()
        radicand = self._argument()
        if index is None:
            return Atom("ord", make.parent("msqrt", *make.flat(radicand)))
        return Atom("ord", make.parent("mroot", radicand, index))

    def _accent(self, name: str) -> Atom:
        mark = make.token("mo", symbols.ACCENTS[name], {"stretchy": "true" if name == "vec" else "false"})
        return Atom("ord", make.parent("mover", self._argument(), mark, accent="true"))

    def _over(self, name: str) -> Atom:
        mark = make.token("mo", symbols.OVER[name], {"stretchy": "true"})
        node = make.parent("mover", self._argument(), mark, accent="true")
        if name == "overline":
            node.set("class", "tex-overline")
        return Atom("ord", node, limits="brac" in name)

    def _under(self, name: str) -> Atom:
        mark = make.token("mo", symbols.UNDER[name], {"stretchy": "true"})
        node = make.parent("munder", self._argument(), mark, accentunder="true")
        if name in {"underline", "underbar"}:
            node.set("class", "tex-underline")
        return Atom("ord", node, limits="brac" in name)

    def _stack(self, name: str) -> Atom:
        r"""Return ``\overset{a}{b}`` and its like, which TeX takes for what *b* is."""
        mark = self._argument()
        atom = self._single() or Atom("ord", Element("mrow"))
        if atom.node.tag == "mo" and atom.operator is None:
            # In braces it had lost the space that it keeps here.
            atom.node.attrib = {key: value for key, value in atom.node.attrib.items() if value != "0"}
            atom.operator, atom.kind = atom.node, "rel"
        if atom.operator is not None:
            atom.operator.set("movablelimits", "false")
        node = make.parent("munder" if name == "underset" else "mover", atom.node, mark)
        return Atom("rel" if name == "stackrel" else atom.kind, node, atom.operator, is_name=atom.is_name)

    def _long_arrow(self, name: str) -> Atom:
        below = self._optional()
        above = make.padded(self._argument())
        arrow = make.token("mo", symbols.LONG_ARROWS[name], {"stretchy": "true"})
        if below is None:
            return Atom("rel", make.parent("mover", arrow, above), arrow)
        return Atom("rel", make.parent("munderover", arrow, make.padded(below), above), arrow)

    def _operator_name(self, name: str) -> Atom:
        starred = self.tokens.take("*")
        text = re.sub(r"\\(mathrm|rm|text)\b", "", self.tokens.source())
        if found := re.search("[_^&$#]", text):
            raise MathError(f"{found[0]} stands where it cannot")
        return make.function(make.plain_text(text), limits=starred)

    def _with_kind(self, name: str) -> Atom:
        r"""Return ``\mathrel{…}`` and its like: anything, spaced as TeX is told."""
        node, kind = self._argument(), _KINDS[name]
        if kind == "op":
            return Atom("op", node, limits=True, is_name=True)
        space = {"rel": 5 / 18, "bin": 4 / 18}.get(kind, 0)
        if node.tag == "mo":
            node.attrib.update(lspace=f"{space:.4g}em", rspace=f"{space:.4g}em")
            return Atom(kind, node, node)
        return Atom(kind, make.parent("mrow", make.space(space), node, make.space(space)) if space else node)

    def _modulo(self, name: str) -> Atom:
        if name == "bmod":
            operator = make.token("mo", "mod", {"lspace": "0.2222em", "rspace": "0.2222em"})
            return Atom("bin", operator, operator)
        word = [] if name == "pod" else [make.token("mi", "mod"), make.space(1 / 3)]
        row = make.parent("mrow", *word, self._argument())
        row = row if name == "mod" else make.fenced("(", row, ")", stretchy=False)
        return Atom("ord", make.parent("mrow", make.space(1 if self.display else 0.4444), *row))

    def _not(self, name: str) -> Atom:
        atom = self._single()
        if atom is None or not atom.node.text or len(atom.node.text) != 1:
            raise MathError(r"\not needs a relation")
        operator = make.token("mo", make.negated(atom.node.text))
        return Atom("rel", operator, operator)

    def _left_right(self, name: str) -> Atom:
        delimiters = [self._delimiter()]
        parts: list[list[Element]] = []
        while True:
            parts.append(make.flat(self._line(frozenset({r"\middle", r"\right"}))))
            token = self.tokens.next()
            if not token:
                raise MathError(r"\left has no \right")
            delimiters.append(self._delimiter())
            if token == r"\right":
                return Atom("ord", make.between(delimiters, parts))

    def _delimiter(self) -> str:
        token = self.tokens.next()
        if token not in symbols.DELIMITERS:
            raise MathError(f"{token or 'nothing'} is no delimiter")
        return symbols.DELIMITERS[token]

    def _big(self, name: str) -> Atom:
        form, kind = {"l": ("prefix", "open"), "r": ("postfix", "close"), "m": ("infix", "rel")}.get(
            name[-1], ("", "ord")
        )
        text = self._delimiter()
        if not text:
            return Atom(kind, Element("mrow"))
        operator = make.fence(text, form or "prefix")
        size = symbols.SIZES[name]
        operator.attrib.update(symmetric="true", minsize=size, maxsize=size)
        if not form:
            # TeX does not say on which side it stands.
            kind = symbols.CHARACTERS.get(text, ("", "ord"))[1]
            operator.set("form", "postfix" if kind == "close" else "prefix")
            operator.attrib.update(TIGHT)
        return Atom(kind, operator)

    def _space(self, name: str) -> Atom:
        if name in {"hspace", "mspace"}:
            self.tokens.take("*")
            source = self.tokens.source()
        else:
            source = self.tokens.length()
        match = _LENGTH.fullmatch(source)
        if match is None or not match[1].strip("-."):
            raise MathError(f"{source} is no length")
        if match[2] == "mu":
            return Atom("space", make.space(float(match[1]) / 18))
        return Atom("space", Element("mspace", {"width": f"{float(match[1]):g}{match[2]}"}))

    def _phantom(self, name: str) -> Atom:
        phantom = make.parent("mphantom", self._argument())
        if name == "phantom":
            return Atom("ord", phantom)
        size = {"width": "0"} if name == "vphantom" else {"height": "0", "depth": "0"}
        return Atom("ord", make.parent("mpadded", phantom, **size))

    def _smash(self, name: str) -> Atom:
        self.tokens.optional_source()
        return Atom("ord", make.parent("mpadded", self._argument(), height="0", depth="0"))

    def _strut(self, name: str) -> Atom:
        return Atom("space", Element("mspace", {"width": "0", "height": "0.7em", "depth": "0.3em"}))

    def _boxed(self, name: str) -> Atom:
        return Atom("ord", make.parent("mrow", self._argument(), **{"class": "tex-boxed"}))

    def _text_colour(self, name: str) -> Atom:
        attributes = {"mathcolor": self._colour()}
        return Atom("ord", make.styled(self._argument(), attributes))

    def _label(self, name: str) -> None:
        """Read over a label: Sphinx has its own."""
        self.tokens.source()

    def _take_tag(self, name: str) -> None:
        if not self.display or self._tag is not None:
            raise MathError(r"\tag stands where it cannot")
        starred = self.tokens.take("*")
        text = make.flat(self._text("text").node)
        if not starred:
            text = [make.token("mtext", "("), *text, make.token("mtext", ")")]
        self._tag = make.parent("mrow", *text)

    def _dirac(self, name: str) -> Atom:
        left, right = _DIRAC[name.lower()]
        return Atom("ord", make.fenced(left, self._argument(), right, stretchy=name[0].isupper()))

    def _set(self, name: str) -> Atom:
        return Atom("ord", make.fenced("{", self._argument(), "}", stretchy=name[0].isupper()))

    # Tables

    def _rows(self, stops: frozenset[str], *, may_have_tags: bool = False) -> Rows:
        """Read the cells of an environment up to its end, which is left."""
        rows = Rows()
        while True:
            while self.tokens.take(r"\hline"):
                rows.rules.add(len(rows.cells))
            cells = [self._line(stops)]
            while self.tokens.take("&"):
                cells.append(self._line(stops, before="ord"))
            rows.add(cells, self._tag if may_have_tags else None)
            if may_have_tags:
                self._tag = None
            if not (self.tokens.take(r"\\") or self.tokens.take(r"\cr")):
                break
            self.tokens.take("*")
            self.tokens.optional_source()
        rows.drop_empty_end()
        return rows

    def _environment(self, name: str) -> Atom:
        full_name = self.tokens.source().strip()
        kind = full_name.rstrip("*")
        if kind not in ENVIRONMENTS:
            raise MathError(f"the environment {full_name} is not known")
        columns = self._columns(kind)
        with self._nested():
            self._alphabet = ""
            rows = self._rows(_END_OF_CELL, may_have_tags=ENVIRONMENTS[kind].numbered)
        self.tokens.expect(r"\end")
        if (end := self.tokens.source().strip()) != full_name:
            raise MathError(rf"\begin{{{full_name}}} ends with \end{{{end}}}")
        return Atom("ord", build_table(kind, rows, columns))

    def _columns(self, kind: str) -> str:
        """Read what follows the name of an environment; return the columns of an array."""
        if kind in {"array", "darray", "subarray"}:
            self.tokens.optional_source()
            return re.sub(r"[@!><]\{[^{}]*\}|\s", "", self.tokens.source())
        if kind in {"aligned", "gathered", "alignedat"}:
            self.tokens.optional_source()
        if kind in {"alignat", "alignedat"}:
            self.tokens.source()
        return ""

    def _substack(self, name: str) -> Atom:
        self.tokens.expect("{")
        with self._nested():
            rows = self._rows(frozenset({"&", r"\\", r"\cr", "}"}))
        self.tokens.expect("}")
        return Atom("ord", build_table("subarray", rows, "c"))


_COMMANDS: dict[str, Callable[[Parser, str], Atom | None]] = {
    name: method
    for method, names in (
        (Parser._text, _TEXTS),
        (Parser._in_alphabet, symbols.ALPHABETS),
        (Parser._fraction, ("frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom")),
        (Parser._root, ("sqrt",)),
        (Parser._accent, symbols.ACCENTS),
        (Parser._over, symbols.OVER),
        (Parser._under, symbols.UNDER),
        (Parser._stack, ("overset", "underset", "stackrel")),
        (Parser._long_arrow, symbols.LONG_ARROWS),
        (Parser._operator_name, ("operatorname",)),
        (Parser._with_kind, _KINDS),
        (Parser._modulo, ("bmod", "pmod", "mod", "pod")),
        (Parser._not, ("not",)),
        (Parser._left_right, ("left",)),
        (Parser._big, symbols.SIZES),
        (Parser._space, ("hspace", "mspace", "hskip", "mskip", "kern", "mkern")),
        (Parser._phantom, ("phantom", "hphantom", "vphantom")),
        (Parser._smash, ("smash",)),
        (Parser._strut, ("strut", "mathstrut")),
        (Parser._boxed, ("boxed", "fbox")),
        (Parser._text_colour, ("textcolor",)),
        (Parser._label, ("label",)),
        (Parser._take_tag, ("tag",)),
        (Parser._dirac, ("bra", "ket", "braket", "Bra", "Ket", "Braket")),
        (Parser._set, ("set", "Set")),
        (Parser._environment, ("begin",)),
        (Parser._substack, ("substack",)),
    )
    for name in names
}

"""Recursive descent parser from TeX to elements of MathML Core.

What these have no element or attribute for (frames, rules, the place of a tag) is expressed by classes that
begin with ``tex-``, for the style sheet.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree.ElementTree import Element

from sphinx_blogext.mathml import elements as make
from sphinx_blogext.mathml import symbols
from sphinx_blogext.mathml.commands import COMMANDS, STYLES
from sphinx_blogext.mathml.elements import TIGHT, Atom, Rows, build_table, tagged
from sphinx_blogext.mathml.tokens import MathError, Tokens
from sphinx_blogext.patterns import pattern

#: The maximum depth of nested groups: nobody can read more.
MAX_DEPTH = 60

_COLOR = pattern(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-zA-Z]{1,30}")
_MISPLACED = frozenset({"", "}", "&", "#", "$", "^", "_", "\\", r"\\", r"\end", r"\right", r"\middle", r"\cr"})
_INFIX = frozenset({r"\over", r"\atop", r"\choose"})
_SILENT = frozenset({"nonumber", "notag", "allowbreak", "nobreak", "relax", "limits", "nolimits"})


class Parser:
    def __init__(self, tokens: Tokens, *, display: bool, depth: int = 0) -> None:
        self.tokens = tokens
        self.display = display
        self.alphabet = ""
        self._depth = depth
        self.tag: Element | None = None

    def formula(self) -> Element:
        """Return the whole formula; rows outside of an environment are aligned."""
        if self.display:
            rows = self.rows(frozenset({"&", r"\\", r"\cr"}), may_have_tags=True)
            only, tag = rows.only_cell(), rows.tags[0]
            body = build_table("align", rows) if only is None else only if tag is None else tagged(only, tag)
        else:
            body = self.line(frozenset())
        if token := self.tokens.peek():
            raise MathError(f"{token} is not allowed here")
        return body

    @contextmanager
    def nested(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise MathError(f"it is nested more than {MAX_DEPTH} levels deep")
        # No ``finally``: an error ends the whole formula.
        alphabet = self.alphabet
        yield
        self.alphabet = alphabet
        self._depth -= 1

    def atoms(self, stops: frozenset[str]) -> list[Atom]:
        """Read up to one of *stops*, which is not consumed."""
        atoms: list[Atom] = []
        with self.nested():
            while (token := self.tokens.peek()) and token not in stops:
                if token in _INFIX:
                    atoms = [self._infix(self.tokens.next(), atoms, stops | _INFIX)]
                elif token in STYLES or token == r"\color":
                    self.tokens.next()
                    style = STYLES[token] if token in STYLES else {"mathcolor": self.color()}
                    atoms.append(Atom("ord", make.styled(self.line(stops), style)))
                elif token[0] == "\\" and token[1:] in symbols.ALPHABET_SWITCHES:
                    self.alphabet = symbols.ALPHABET_SWITCHES[self.tokens.next()[1:]]
                else:
                    atoms += self._scripted()
        return atoms

    def line(self, stops: frozenset[str], before: str = "") -> Element:
        return make.row(self.atoms(stops), before)

    def _group(self) -> Atom:
        """Read what follows ``{``, and the closing ``}``."""
        atoms = self.atoms(frozenset("}"))
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

    def argument(self) -> Element:
        """Read a group, or the single item that follows."""
        atom = self.single()
        return atom.node if atom else Element("mrow")

    def single(self) -> Atom | None:
        token = self.tokens.peek()
        if token in _MISPLACED:
            raise MathError(f"an argument is missing{' before ' if token else ''}{token}")
        with self.nested():
            return self._atom(self.tokens.next(), alone=True)

    def optional(self) -> Element | None:
        """Read an argument in brackets."""
        if not self.tokens.take("["):
            return None
        line = self.line(frozenset("]"))
        self.tokens.expect("]")
        return line

    def _infix(self, token: str, before: list[Atom], stops: frozenset[str]) -> Atom:
        fraction = make.parent("mfrac", make.row(before), self.line(stops))
        if (second := self.tokens.peek()) in _INFIX:
            raise MathError(f"{token} and {second} are in the same group")
        if token != r"\over":
            fraction.set("linethickness", "0")
        return Atom("ord", make.fenced("(", fraction, ")") if token == r"\choose" else fraction)

    def color(self) -> str:
        color = self.tokens.source().strip()
        if not _COLOR.fullmatch(color):
            raise MathError(f"{color} is not a color")
        return color

    def _scripted(self) -> list[Atom]:
        """Read an atom with its scripts; return nothing for a command without output."""
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
            script = make.token("mi", "′") if token in {"'", "’"} else self.argument()
            if script.text and set(script.text) <= set("′″‴⁗"):
                primes += script.text
            elif token in scripts:
                raise MathError("double subscript or superscript")
            else:
                scripts[token] = script
        return [make.attach_scripts(base, scripts, primes, movable=movable)]

    def _atom(self, token: str, *, alone: bool = False) -> Atom | None:
        """Return the atom that begins with *token*; if it is *alone*, digits and letters are single."""
        if token == "{":
            return self._group()
        if token in _MISPLACED:
            raise MathError(f"{token} is not allowed here")
        if token[0] == "\\":
            return self._command(token[1:])
        if token.isdecimal() and token.isascii():
            number = token if alone else token + self.tokens.digits()
            return Atom("ord", make.token("mn", self._styled(number), self._variant()))
        if token in symbols.CHARACTERS:
            return self._operator(*symbols.CHARACTERS[token])
        if token.isalpha():
            return self._identifier(token, alone=alone)
        return Atom("ord", make.token("mi", token, make.UPRIGHT))

    def _styled(self, text: str) -> str:
        return "".join(symbols.in_alphabet(letter, self.alphabet) for letter in text)

    def _identifier(self, letter: str, *, alone: bool = True) -> Atom:
        """Return a letter; or a word, in an alphabet or in a script without case."""
        is_word = letter.lower() == letter.upper() and letter > "\u0590" and not "\u2100" <= letter < "\u2e80"
        if not alone and (self.alphabet or is_word):
            letter += self.tokens.letters()
        if is_word:
            return Atom("ord", make.token("mtext", letter))
        text = self._styled(letter)
        upright = self.alphabet == "rm" or (not self.alphabet and text in symbols.UPRIGHT)
        return Atom("ord", make.token("mi", text, make.UPRIGHT if upright else self._variant()))

    def _variant(self) -> dict[str, str]:
        variant = symbols.VARIANTS.get(self.alphabet)
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
        if kind == "large":
            # Browsers know this themselves, but the style sheet does not.
            attributes["largeop"] = "true"
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
            return make.function(symbols.FUNCTIONS[name], limits=name in symbols.FUNCTIONS_WITH_LIMITS)
        if name in symbols.SPACES:
            return Atom("space", make.space(symbols.SPACES[name]))
        if name in COMMANDS:
            return COMMANDS[name](self, name)
        raise MathError(f"unknown command \\{name}")

    def inner(self, tex: str) -> Element:
        with self.nested():
            return Parser(self.tokens.inner(tex), display=False, depth=self._depth).formula()

    def rows(self, stops: frozenset[str], *, may_have_tags: bool = False) -> Rows:
        """Read the cells of an environment up to its end, which is not consumed."""
        rows = Rows()
        while True:
            while self.tokens.take(r"\hline"):
                rows.rules.add(len(rows.cells))
            cells = [self.line(stops)]
            while self.tokens.take("&"):
                # TeX puts an empty atom after ``&``, so that ``&+ b`` is a sum and not a sign.
                cells.append(self.line(stops, before="ord"))
            tag = None
            if may_have_tags:
                tag, self.tag = self.tag, None
            rows.cells.append(cells)
            rows.tags.append(tag)
            if not (self.tokens.take(r"\\") or self.tokens.take(r"\cr")):
                break
            self.tokens.take("*")
            self.tokens.optional_source()
        if len(rows.cells) > 1 and rows.tags[-1] is None and not any(map(make.flat, rows.cells[-1])):
            # It is only the end of the row before it.
            rows.cells.pop()
            rows.tags.pop()
        return rows

"""The meaning of TeX commands: docutils' tables, and what they lack."""

from docutils.utils.math import tex2unichar as tex


def _pairs(text: str) -> dict[str, str]:
    """Return a table written as ``name character name character``."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


#: Letters and other symbols that are treated as identifiers: ``<mi>``.
IDENTIFIERS: dict[str, str] = (
    tex.mathalpha
    | tex.mathord
    | _pairs("hbar ℏ hslash ℏ varnothing ∅ square □ blacksquare ■ Box □ triangle △ qed □ copyright © degree °")
    # What else KaTeX has.
    | _pairs(
        "R ℝ N ℕ Z ℤ Reals ℝ reals ℝ natnums ℕ Complex ℂ cnums ℂ real ℜ image ℑ alef ℵ alefsym ℵ ang ∠ exist ∃"
        " empty ∅ infin ∞ weierp ℘ thetasym ϑ sect § clubs ♣ spades ♠ hearts ♡ diamonds ♢"
    )
)
#: Letters that TeX sets upright and MathML by default would not.
UPRIGHT = frozenset("ΓΔΘΛΞΠΣΥΦΨΩ∇∞")

_BINARY = tex.mathbin | _pairs("centerdot ⋅ setminus ∖ ast ∗ And & or ∨ plusmn ± sdot ⋅ bull • Dagger ‡")
_RELATIONS = tex.mathrel | _pairs(
    """
    lt < gt > iff ⟺ leadsto ⇝ varpropto ∝ thicksim ∼ thickapprox ≈ shortmid ∣ shortparallel ∥ nshortmid ∤
    nshortparallel ∦ smallsmile ⌣ smallfrown ⌢ ratio ∶ vcentcolon ∶ nleqslant ⩽̸ ngeqslant ⩾̸ nleqq ≦̸ ngeqq ≧̸
    isin ∈ sub ⊂ sube ⊆ supe ⊇ rarr → rArr ⇒ Rarr ⇒ larr ← lArr ⇐ Larr ⇐ harr ↔ hArr ⇔ Harr ⇔ lrarr ↔ lrArr ⇔
    Lrarr ⇔ uarr ↑ uArr ⇑ Uarr ⇑ darr ↓ dArr ⇓ Darr ⇓
    """
)
_OPENING = tex.mathopen | _pairs("lvert | lVert ‖ lang ⟨")
_CLOSING = tex.mathclose | _pairs("rvert | rVert ‖ rang ⟩")
_FENCES = tex.mathfence | _pairs("vert | Vert ‖ | ‖")
_DOTS = _pairs("ldots … dots … dotsc … dotso … mathellipsis … cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱")

_OF_KIND = {"bin": _BINARY, "rel": _RELATIONS, "open": _OPENING, "close": _CLOSING, "ord": _FENCES}
_OF_KIND |= {"large": tex.mathop | {"smallint": "∫"}, "inner": _DOTS, "punct": {"colon": ":"}}
#: Operators: the character, and the class that determines its spacing in TeX.
OPERATORS: dict[str, tuple[str, str]] = {
    name: (character, kind) for kind, table in _OF_KIND.items() for name, character in table.items()
}
_TYPED = "+ bin / ord | ord ( open ) close [ open ] close = rel < rel > rel : rel , punct ; punct ! close ? close"
#: The same by character, for those that are typed directly.
CHARACTERS: dict[str, tuple[str, str]] = (
    {value[0]: value for value in OPERATORS.values() if len(value[0]) == 1}
    | {character: (character, kind) for character, kind in _pairs(_TYPED).items()}
    | {"-": ("−", "bin"), "*": ("∗", "bin"), "·": ("⋅", "bin"), "~": ("nobreakspace", "space")}
)
#: What ``\left``, ``\big`` and the like accept.
DELIMITERS: dict[str, str] = (
    {"\\" + name: character for name, character in (_FENCES | _OPENING | _CLOSING).items()}
    | {character: character for character in "()[]|/⟨⟩⌊⌋⌈⌉‖"}
    | {".": "", "<": "⟨", ">": "⟩", r"\backslash": "\\"}
    | _pairs(r"\uparrow ↑ \downarrow ↓ \updownarrow ↕ \Uparrow ⇑ \Downarrow ⇓ \Updownarrow ⇕")
    | _pairs(r"\lmoustache ⎰ \rmoustache ⎱")
)
#: The sizes of delimiters with a fixed size.
SIZES = {
    name + side: size
    for name, size in _pairs("big 1.2em Big 1.623em bigg 2.047em Bigg 2.47em").items()
    for side in ("", "l", "r", "m")
}
#: Operators that MathML does not space as TeX does.
UNSPACED = frozenset(":…⋯⋮⋱∗⋅|&")
#: Operators whose limits are above and below in a displayed formula; not integrals.
LIMITS = frozenset("⋂⋃⨀⨁⨂⨅⨆⨄⋁⋀∐∏∑⨉⫼")

_FUNCTIONS = "arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh"
FUNCTIONS_WITH_LIMITS: dict[str, str] = {name: name for name in "det gcd inf lim max min plim sup Pr".split()} | {
    name: name[:-3] + "\u2009" + name[-3:] for name in "liminf limsup injlim projlim argmin argmax".split()
}
FUNCTIONS: dict[str, str] = {name: name for name in _FUNCTIONS.split()} | FUNCTIONS_WITH_LIMITS

_EIGHTEENTHS = ", 3 thinspace 3 : 4 > 4 medspace 4 ; 5 thickspace 5 ! -3 negthinspace -3 negmedspace -4"
_EIGHTEENTHS += " negthickspace -5 enspace 9 enskip 9 quad 18 qquad 36 space 4.5 nobreakspace 4.5"
#: Spaces, in em.
SPACES = {name: float(number) / 18 for name, number in _pairs(_EIGHTEENTHS).items()} | {" ": 0.25, "\n": 0.25}

ACCENTS = _pairs(
    "acute ´ bar ¯ breve ˘ check ˇ dot ˙ ddot ¨ dddot ˙˙˙ ddddot ˙˙˙˙ grave ` hat ˆ mathring ˚ tilde ˜ vec \u20d7"
)
#: Over and under wide expressions, stretching with them.
OVER = _pairs(
    "overbrace ⏞ overbracket ⎴ overparen ⏜ wideparen ⏜ overline ¯ widehat \u0302 widetilde ˜"
    " overrightarrow → overleftarrow ← overleftrightarrow ↔"
)
UNDER = _pairs(
    "underbrace ⏟ underbracket ⎵ underparen ⏝ underline _ underbar _"
    " underrightarrow → underleftarrow ← underleftrightarrow ↔"
)
#: Arrows as long as their labels.
LONG_ARROWS = _pairs(
    """
    xrightarrow → xleftarrow ← xleftrightarrow ↔ xRightarrow ⇒ xLeftarrow ⇐ xLeftrightarrow ⇔ xmapsto ↦
    xhookrightarrow ↪ xhookleftarrow ↩ xlongequal =
    """
)

#: Commands for alphabets: those with an argument, and those for the rest of the group.
ALPHABETS = _pairs(
    """
    mathrm rm mathup rm mathbf bf mathbfup bf symbf bf mathit it mathbb bb Bbb bb mathds bb symbb bb mathcal cal
    mathscr cal mathfrak frak mathsf sf mathbfsf bfsf mathtt tt boldsymbol bm bm bm pmb bm mathbfit bm
    """
) | {"mathnormal": ""}
ALPHABET_SWITCHES = {name: name for name in "rm bf it cal sf tt frak".split()}
#: Alphabets expressed by ``mathvariant``: the style sheet renders them in other fonts.
VARIANTS: dict[str, str] = {"bm": "bold-italic", "sf": "sans-serif", "tt": "monospace", "bfsf": "bold-sans-serif"}
#: Where the letters A, a, the digit 0, and Α and α begin in Unicode; 0 where an alphabet has none.
_STARTS: dict[str, tuple[int, int, int, int, int]] = {
    "bf": (0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2),
    "it": (0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC),
    "cal": (0x1D49C, 0x1D4B6, 0, 0, 0),
    "frak": (0x1D504, 0x1D51E, 0, 0, 0),
    "bb": (0x1D538, 0x1D552, 0x1D7D8, 0, 0),
}
# Those that Unicode had before it had the alphabet.
_ELSEWHERE: dict[str, dict[str, str]] = {
    "it": {"h": "ℎ"},
    "cal": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "frak": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
    "bb": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
}
_VARIANTS = dict(zip("ϵϑϰϕϱϖ", range(6), strict=True))


def in_alphabet(character: str, alphabet: str) -> str:
    """Return the letter or digit in an alphabet; unchanged if the alphabet does not have it."""
    if alphabet not in _STARTS:
        return character
    if character in _ELSEWHERE.get(alphabet, {}):
        return _ELSEWHERE[alphabet][character]
    starts = _STARTS[alphabet]
    if character in _VARIANTS and starts[4]:
        return chr(starts[4] + 26 + _VARIANTS[character])
    for start, first, last in zip(starts, "Aa0Αα", "Zz9Ωω", strict=True):
        if start and first <= character <= last:
            return chr(start + ord(character) - ord(first))
    return character

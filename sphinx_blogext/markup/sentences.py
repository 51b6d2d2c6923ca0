"""Where sentences end, whatever the language of the text.

A full stop also follows abbreviations, initials and ordinal numbers. When in doubt, it does not end a sentence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Wide punctuation anywhere, narrow punctuation before a space.
_END = pattern(r"(?:[。．｡！？；]+|…{2,})[”’」』）》】]*|(?P<mark>[.!?…؟۔।॥։።။]+)(?:[\"'”’“»«)\]]| »)*(?=\s|$)")
_OPENING = "\"'“”„‘‚«»‹›([{¿¡ "
#: Abbreviations that hardly end a sentence. Those with a capital letter are other words without it.
_ABBREVIATIONS = frozenset(
    # English
    "mr mrs Ms messrs dr drs prof Rev Hon gov Gen Col capt cmdr lt sgt st mt ft jr sr fig figs eq eqs chap vols "
    "pp vs cf viz al approx resp incl excl esp dept eds thm ca inc ltd corp co bros "
    # German
    "bzw bspw vgl ggf evtl sog inkl exkl zzgl nr nrn abb hrsg aufl anm geb gest allg bes mio mrd tsd jh jhd hl hr "
    "fr frl dipl ing mag ev "
    # French
    "MM mme mlle mgr ex éd av "
    # Spanish, Portuguese, Italian
    "sra srta dra ud uds vd vds ee uu pág págs núm núms aprox ej dña sig dott pag pagg "
    # Dutch, Scandinavian languages, Polish, Czech
    "bijv blz dhr mevr osv jfr evt kl tzn godz św např čís "
    # Russian, Ukrainian
    "гг вв рис стр ул им см напр тыс млн млрд проф акад доц гл табл разд тел пер обл св ред изд англ "
    "нем ср".split()
)
#: Words that are abbreviations before a number.
_BEFORE_NUMBERS = frozenset(
    "no nos art sec sect ch ref refs vol cap caps op par para def prop cor lem env max min mind tel str kap "
    "tab bd abs jan feb mar apr jun jul aug sep sept oct okt nov dec dez janv févr avr juil déc ene abr ago "
    "dic".split()
)
#: Initials and letters with full stops between them, ordinal numbers and days of a month.
_SHORT = pattern(
    r"(?:\d{1,2}\.)?\d{1,2}|\d{3}|[IVX]+|[^\W\d_]|(?:[^\W\d_]\.)+[^\W\d_]{1,2}|[^\W\d_]{1,2}(?:\.[^\W\d_])+"
)


def sentence_ends(text: str) -> Iterator[int]:
    """Yield where the sentences of *text*, which is on one line, end."""
    for match in _END.finditer(text):
        following = text[match.end() : match.end() + 8].lstrip(_OPENING)[:1]
        if match["mark"] is None or not (
            following.islower() or (match["mark"] == "." and _is_abbreviation(text, match.start(), following))
        ):
            yield match.end()


def _is_abbreviation(text: str, place: int, following: str) -> bool:
    """Return whether the full stop at *place*, before the character *following*, belongs to the word before it."""
    word = re.split(r"[\s\-–/(\[«“„‘\"'\u3000-\u9fff]", text[max(place - 24, 0) : place])[-1]
    return bool(
        _SHORT.fullmatch(word)
        or {word, word.lower()} & _ABBREVIATIONS
        or (following.isdecimal() and word.lower() in _BEFORE_NUMBERS)
    )

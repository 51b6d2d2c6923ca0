"""No text makes a pattern search for long: a line of 1,000 characters takes quadratic time, a document linear."""

import ast
import importlib
import pkgutil
import re
import re._constants as _constants  # type: ignore[import-not-found]
import re._parser as _parser  # type: ignore[import-not-found]
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import blogext_import
import sphinx_blogext
from sphinx_blogext.patterns import _Pattern

#: Seconds of CPU time. What is allowed takes hundredths; what is cubic in a line or quadratic in a document, more.
LIMIT = 1.0
LINE, DOCUMENT = 1_000, 30_000
#: Takes quadratic time on a document of tags that nobody closes, which only templates contain.
KNOWN = "sphinx_blogext.data.site_data:_CODE"
#: Functions that try every place of a text, and those that try its start alone.
SEARCHES = frozenset(("search", "sub", "subn", "split", "findall", "finditer"))
ANCHORED = frozenset(("match", "fullmatch"))


class Used(NamedTuple):
    """A pattern, and the ways in which it is used."""

    pattern: re.Pattern[Any]
    functions: frozenset[str]


def modules(package: Any) -> Iterator[Any]:
    yield package
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not each.name.endswith("__main__"):
            yield importlib.import_module(each.name)


def patterns_in(module: Any, everything: str) -> Iterator[tuple[str, Used]]:
    """Yield the patterns that a module spells out, with their names or lines; *everything* may use them."""
    source = Path(module.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    names = {
        node: re.findall(r"\w+", ast.unparse(statement))[0]
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for node in ast.walk(statement)
    }
    for value in vars(module).values():
        for each in value if isinstance(value, tuple) else ():
            if isinstance(each, _Pattern):
                yield f"{module.__name__}:{each._arguments[0][:20]}", Used(re.compile(*each._arguments), SEARCHES)
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("pattern") | ast.Attribute(ast.Name("re"), "compile")):
                name = names.get(node, "")
                text = source if name.startswith("_") else everything
                uses = re.findall(rf"\b{name}\b(?:\[.*?\])?\.?(\w*)", text) if name else []
                # What is handed on, or is in a table, may be used in any way.
                functions = frozenset(uses) & (SEARCHES | ANCHORED) or SEARCHES
            case ast.Call(ast.Attribute(ast.Name("re"), function)) if function in SEARCHES | ANCHORED:
                name, functions = "", frozenset((function,))
            case _:
                continue
        parts = map(ast.unparse, [*node.args, *(each.value for each in node.keywords)])
        # What is made of other texts when it is needed is left out.
        with suppress(NameError, SyntaxError):
            text, *flags = (eval(part, vars(module)) for n, part in enumerate(parts) if n == 0 or "re." in part)
            if isinstance(text, str | bytes):
                yield f"{module.__name__}:{name or node.lineno}", Used(re.compile(text, sum(flags)), functions)


def character(items: list[tuple[Any, Any]], way: int) -> str:
    """Return a character of a class, another one for each *way*."""
    kept = []
    for operation, value in items:
        if operation is _constants.LITERAL:
            kept.append(chr(value))
        elif operation is _constants.RANGE:
            kept.append(chr(value[0]))
        elif operation is _constants.CATEGORY:
            kept.extend(
                {"DIGIT": "1", "SPACE": " \n", "WORD": "a"}.get(str(value).removeprefix("CATEGORY_"), "-a ")
            )
    if items[0][0] is _constants.NEGATE:
        kept = [c for c in "a <\"'\n[(`*-1#" if c not in kept] or ["\0"]
    return kept[way % len(kept)]


def sample(tokens: Any, way: int, repeats: set[tuple[str, str]], before: str = "") -> str:
    """Return a text that tokens may match; add what comes before a repetition, and what is repeated."""
    text = ""
    for operation, value in tokens:
        match str(operation):
            case "LITERAL":
                text += chr(value)
            case "NOT_LITERAL":
                text += "a" if value != ord("a") else "b"
            case "ANY":
                text += "a <"[way % 3]
            case "IN":
                text += character(value, way)
            case "BRANCH":
                branches = [sample(branch, way, repeats, before + text) for branch in value[1]]
                text += branches[way % len(branches)]
            case "SUBPATTERN":
                text += sample(value[-1], way, repeats, before + text)
            case "ATOMIC_GROUP":
                text += sample(value, way, repeats, before + text)
            case "ASSERT" | "ASSERT_NOT":
                sample(value[1], way, repeats, before + text)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                body = sample(value[2], way, repeats, before + text)
                if value[1] > 20:
                    repeats.add((before + text, body))
                text += body * max(value[0], way % 2)
    return text


def hostile(pattern: re.Pattern[Any], length: int, *, lines: bool) -> Iterator[str]:
    """Yield texts in which a pattern, or a part of it, is repeated, and which then break off."""
    tokens = _parser.parse(pattern.pattern, pattern.flags)
    repeats: set[tuple[str, str]] = set()
    wholes = {sample(tokens, way, repeats) for way in range(6)}
    units = {unit for whole in wholes for unit in (("", whole[:-1]), (whole[:-1], whole))}
    units |= {unit for before, body in repeats for unit in product(("", before), (body, before, before + body))}
    end = "\n" if lines else ""
    for (before, body), tail in product(units, ("\0", "\n!")):
        if body:
            yield before + (body + end) * (length // len(body + end)) + tail


def interrupted(*_: object) -> None:
    raise TimeoutError


def slow(used: Used, text: str) -> bool:
    previous = signal.signal(signal.SIGVTALRM, interrupted)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    given: Any = text.encode() if isinstance(used.pattern.pattern, bytes) else text
    try:
        for name in {name if name in ANCHORED else "search" for name in used.functions}:
            getattr(used.pattern, name)(given)
    except TimeoutError:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)
    return False


@pytest.mark.slow
def test_a_slow_pattern_is_noticed() -> None:
    for text, functions, length in (  # twice as long as allowed: too long on a fast machine, too
        (r"(?:\s*<!--.*?-->)*\s*", ANCHORED, 2 * LINE),
        (r"[ \t]*(?:a\b)?\s*:?\s*=", ANCHORED, 2 * LINE),
        (r"a[^b]*?c", SEARCHES, 2 * DOCUMENT),
    ):
        used = Used(re.compile(text, re.DOTALL), functions)
        assert any(slow(used, attack) for attack in hostile(used.pattern, length, lines=length > DOCUMENT))


@pytest.mark.slow
@pytest.mark.parametrize("package", [sphinx_blogext, blogext_import], ids=lambda package: package.__name__)
def test_no_text_is_searched_for_long(package: Any) -> None:
    own = [*modules(package)]
    everything = "\n".join(Path(module.__file__).read_text(encoding="utf-8") for module in own)
    # The same pattern may be used in several places.
    used = {each: name for module in own for name, each in patterns_in(module, everything)}
    assert len(used) > 130
    assert [
        name
        for (each, name), (length, lines) in product(used.items(), ((LINE, False), (DOCUMENT, True)))
        if not (lines and name == KNOWN)
        if any(slow(each, text) for text in hostile(each.pattern, length, lines=lines))
    ] == []

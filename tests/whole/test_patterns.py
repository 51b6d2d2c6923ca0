"""No text makes a pattern search for long: a line of 1,000 characters takes quadratic time, a document linear."""

import ast
import importlib
import pkgutil
import re
import re._constants as _constants  # type: ignore[import-not-found]
import re._parser as _parser  # type: ignore[import-not-found]
import signal
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import blogext_import
import sphinx_blogext
from sphinx_blogext.patterns import _Pattern

#: Seconds of CPU time. What is allowed takes hundredths; what is cubic in a line or quadratic in a document, more.
LIMIT = 1.0
LINE, DOCUMENT = 1_000, 30_000
FLAG = re.compile(r"re\.([A-Z]+)")
FLAGS = re.compile(r"re\.[A-Z]+( \| re\.[A-Z]+)*")
#: Patterns that take quadratic time on a document of tags that nobody closes, which only templates contain.
KNOWN = {"sphinx_blogext.data.site_data:_CODE"}
#: Functions that try every place of a text, and those that try its start alone.
SEARCHES = ("search", "sub", "subn", "split", "findall", "finditer", "compile")
ANCHORED = ("match", "fullmatch")


class Used(NamedTuple):
    """A pattern, and the ways in which a module uses it."""

    pattern: re.Pattern[Any]
    functions: frozenset[str]


def modules() -> list[ModuleType]:
    packages = (sphinx_blogext, blogext_import)
    names = [
        each.name
        for package in packages
        for each in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
        if not each.name.endswith("__main__")
    ]
    return [*packages, *map(importlib.import_module, names)]


def held(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """Yield the patterns in a variable of a module."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, _Pattern):
        # Compiled when it is first used.
        yield re.compile(*value._arguments)
    elif depth and isinstance(value, dict):
        yield from (p for each in [*value, *value.values()] for p in held(each, depth - 1))
    elif depth and isinstance(value, list | tuple | set | frozenset):
        yield from (p for each in value for p in held(each, depth - 1))
    elif depth and isinstance(value, type) and value.__module__.startswith(("sphinx_blogext", "blogext_import")):
        yield from (p for each in vars(value).values() for p in held(each, depth - 1))


def spelled_out(source: str) -> Iterator[Used]:
    """Yield the patterns that functions of a module spell out."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[ast.Constant(value=str(text)), *_]
            ) if name in SEARCHES + ANCHORED:
                others = map(ast.unparse, [*node.args[1:], *(each.value for each in node.keywords)])
                flags = [FLAG.findall(each) for each in others if FLAGS.fullmatch(each)]
                compiled = re.compile(text, sum(getattr(re, name) for each in flags for name in each))
                yield Used(compiled, frozenset({name}))


def patterns() -> dict[str, Used]:
    """Return all patterns of both packages by module and name."""
    sources = {module.__name__: Path(module.__file__ or "").read_text(encoding="utf-8") for module in modules()}
    everything = "\n".join(sources.values())
    found: dict[str, Used] = {}
    for module in modules():
        source = sources[module.__name__]
        own = [(name, each) for name, value in vars(module).items() for each in held(value)]
        for number, (name, pattern) in enumerate(own):
            uses = re.findall(rf"\b{name}\b(?:\[.*?\])?\.?(\w*)", source if name.startswith("_") else everything)
            called = frozenset(uses) & {*SEARCHES, *ANCHORED}
            # What is handed on, or is in a table, may be used in any way.
            found[f"{module.__name__}:{name}:{number}"] = Used(pattern, called or frozenset(SEARCHES))
        known = {(each.pattern, each.flags) for _, each in own}
        for number, each in enumerate(spelled_out(source)):
            if (each.pattern.pattern, each.pattern.flags) not in known:
                found[f"{module.__name__}:{number}"] = each
    unique = {
        (each.pattern.pattern, each.pattern.flags, each.functions): name for name, each in reversed(found.items())
    }
    return {name: found[name] for name in unique.values()}


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


def sample(tokens: Any, way: int) -> str:
    """Return a text that tokens of a pattern may match."""
    parts = []
    for operation, value in tokens:
        match str(operation):
            case "LITERAL":
                parts.append(chr(value))
            case "NOT_LITERAL":
                parts.append("a" if value != ord("a") else "b")
            case "ANY":
                parts.append("a <"[way % 3])
            case "IN":
                parts.append(character(value, way))
            case "BRANCH":
                parts.append(sample(value[1][way % len(value[1])], way))
            case "SUBPATTERN" | "ATOMIC_GROUP":
                parts.append(sample(value[-1] if operation is _constants.SUBPATTERN else value, way))
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                parts.append(sample(value[2], way) * max(value[0], 1 if way % 2 else 0))
    return "".join(parts)


def repeats(tokens: Any, way: int, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield what comes before a repetition, and what is repeated."""
    for token in tokens:
        operation, value = token
        match str(operation):
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                if value[1] > 20:
                    yield before, sample(value[2], way)
                yield from repeats(value[2], way, before)
            case "SUBPATTERN":
                yield from repeats(value[-1], way, before)
            case "ATOMIC_GROUP":
                yield from repeats(value, way, before)
            case "BRANCH":
                yield from (each for branch in value[1] for each in repeats(branch, way, before))
            case "ASSERT" | "ASSERT_NOT":
                yield from repeats(value[1], way, before)
        before += sample([token], way)


def hostile(pattern: re.Pattern[Any], length: int, *, lines: bool) -> set[str]:
    tokens = _parser.parse(pattern.pattern, pattern.flags)
    units = {(sample(tokens, way)[:-1], sample(tokens, way)) for way in range(6)}
    units |= {("", sample(tokens, way)[:-1]) for way in range(6)}
    for way in range(6):
        for before, body in repeats(tokens, way):
            units |= {(before, body), ("", before + body), ("", before), ("", body)}
    end = "\n" if lines else ""
    return {
        before + (body + end) * (length // len(body + end)) + tail
        for before, body in units
        if body
        for tail in ("\0", "\n!")
    }


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


@pytest.fixture(scope="module")
def used() -> dict[str, Used]:
    return patterns()


@pytest.mark.slow
def test_a_slow_pattern_is_noticed() -> None:
    every = frozenset(ANCHORED)
    for text, length in (
        (r"(?:\s*<!--.*?-->)*\s*", LINE),
        (r"[ \t]*(?:a\b)?\s*:?\s*=", LINE),
        (r"a[^b]*?c", DOCUMENT),
    ):
        pattern = re.compile(text, re.DOTALL)
        lines = length == DOCUMENT
        attacks = hostile(pattern, length, lines=lines)
        assert any(slow(Used(pattern, frozenset({"search"}) if lines else every), attack) for attack in attacks)


@pytest.mark.slow
@pytest.mark.parametrize("package", ["sphinx_blogext", "blogext_import"])
@pytest.mark.parametrize(("length", "lines"), [(LINE, False), (DOCUMENT, True)])
def test_no_text_is_searched_for_long(used: dict[str, Used], package: str, length: int, lines: bool) -> None:
    own = {name: each for name, each in used.items() if name.startswith(package)}
    assert len(own) > 130
    names = {name: name.rpartition(":")[0] for name in own}
    assert package == "blogext_import" or {*names.values()} >= KNOWN
    assert [
        name
        for name, each in own.items()
        if not (lines and names[name] in KNOWN)
        if any(slow(each, text) for text in hostile(each.pattern, length, lines=lines))
    ] == []

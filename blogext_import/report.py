"""The report on an import: lost text comes first, then pictures, links, and all else, counted by its names."""

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from blogext_import.importing import EMPTY, SHORTER, Imported
from blogext_import.post_records import Remark
from blogext_import.reading import dated_pages
from blogext_import.recognition import Engine
from blogext_import.translations import guess_languages, in_words
from sphinx_blogext.command.terminal import painted, visible

#: How many places are listed for each kind of remark, and how many pages; ``--all`` lists every place.
_MOST_SHOWN = 10
#: How many names of tags and the like are counted.
_MOST_NAMES = 8
#: What is said of remarks in one line, in this order, with patterns for their texts.
_GROUPS = (
    (
        "files left out",
        re.compile(r"(?:is|the section) .*: left out$|cannot be (?:read: |written)|already exists"),
    ),
    ("posts with no text of their own", re.compile(re.escape(EMPTY))),
    ("posts with fewer words", re.compile(re.escape(SHORTER))),
    ("settings", re.compile(r"the (?:configuration|URL of the site) ")),
    ("pictures and files not found", re.compile(r"the (?:image|file) ")),
    ("links", re.compile(r"(?:the target of the|a) link ")),
)
#: How many of the groups are about lost text.
_TEXTS = 3
#: The redirects in the file for ``conf.py``, which are many.
_REDIRECTS = re.compile(r"^blog_redirects = .*\n(?:[ ].*\n)*+", re.MULTILINE)


def print_report(imported: Imported, engine: Engine, options: Namespace) -> None:
    site, outcome = imported.site, imported.outcome
    drafts = sum(bool(post.fields.get("draft")) for post in site.posts)
    languages = sorted(filter(None, {post.language for post in site.posts}))
    parts = [
        _count(len(site.posts), "post"),
        f"including {_count(drafts, 'draft')}" if drafts else "",
        _count(imported.files, "image or file", "images and files"),
        f"in {', '.join(map(visible, languages))}" if languages else "",
    ]
    print(f"{engine.label}: " + ", ".join(filter(None, parts)))
    counts = {
        ("would be written" if options.dry_run else "written"): len(outcome.written),
        "already there and identical": len(outcome.same),
        "already there but different, left unchanged": len(outcome.kept),
    }
    print("  " + ", ".join(f"{label}: {count}" for label, count in counts.items() if count))
    print_remarks(imported, options)
    _print_keys(imported)
    print(painted("For conf.py:", "note") + f" {visible(Path(options.to) / imported.fragment_name)}")
    print("\n".join(f"    {line}".rstrip() for line in _REDIRECTS.sub("", imported.fragment).splitlines()[2:]))
    if redirects := _REDIRECTS.search(imported.fragment):
        print(f"    # and blog_redirects, with {_count(len(redirects[0].splitlines()), 'redirect')}: see the file")


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def _print_keys(imported: Imported) -> None:
    labels = {
        "Keys kept as they are": imported.site.kept,
        "Keys that have no equivalent, left out of the posts": imported.site.left_out,
    }
    for label, counts in labels.items():
        if counts:
            print(f"{label}: {_counted(counts, len(counts))}")
    if pages := imported.site.pages:
        print(f"Pages that are not posts, not imported: {len(pages)}")
        for path in pages[:_MOST_SHOWN]:
            print(f"  {visible(path)}")


def _counted(counts: Counter[str], most: int) -> str:
    shown = ", ".join(f"{visible(name)} ({count})" for name, count in counts.most_common(most))
    return f"{shown}, …" if len(counts) > most else shown


def _first(imported: Imported) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what may have gone wrong with the whole import, with pages that show it."""
    pages, posts = imported.site.pages, len(imported.site.posts)
    if dated := dated_pages(imported.source, imported.site):
        yield f"pages that have dates, but are not where posts are expected: {len(dated)}", dated
    elif len(pages) > posts:
        yield f"more pages than posts are left out: {_count(len(pages), 'page')}, {_count(posts, 'post')}", pages
    if guesses := guess_languages(imported.site):
        yield in_words(guesses), ()


def print_remarks(imported: Imported, options: Namespace) -> None:
    """Print the remarks grouped by kind: what is about the whole site first, then the most frequent."""
    remarks = imported.remarks
    first = list(_first(imported)) if imported.site.posts else []
    if remarks or first:
        print(painted(f"To review: {len(remarks) + len(first)}", "note") + _overview(remarks))
    kinds: dict[str, list[Remark]] = {}
    for remark in remarks:
        kinds.setdefault(remark.text, []).append(remark)
    kinds.get(SHORTER, []).sort(key=_lost_words, reverse=True)
    ordered = sorted(kinds.values(), key=lambda each: (_group_of(each[0]), -len(each)))
    lost = sum(_group_of(each[0]) < _TEXTS for each in ordered)
    for kind in ordered[:lost]:
        _print_kind(kind, options)
    for title, pages in first:
        print(f"  {title}")
        for path in pages[:_MOST_SHOWN]:
            print(f"    {visible(path)}")
    for kind in ordered[lost:]:
        _print_kind(kind, options)


def _group_of(remark: Remark) -> int:
    """Return the place of a remark in the report: the number of its group, and one more if it has none."""
    return next((place for place, (_, sign) in enumerate(_GROUPS) if sign.match(remark.text)), len(_GROUPS))


def _overview(remarks: Sequence[Remark]) -> str:
    """Return how many remarks are in each group, for those who read one line."""
    counts = Counter(map(_group_of, remarks))
    parts = [f"{label}: {counts[place]}" for place, (label, _) in enumerate(_GROUPS) if counts[place]]
    if lost := sum(_lost_words(remark) for remark in remarks if remark.text == SHORTER):
        parts.append(f"words lost: {lost}")
    return f" ({', '.join(parts)})" if parts else ""


def _lost_words(remark: Remark) -> int:
    before, after = (int(str(remark.values[key])) for key in ("before", "after"))
    return before - after


def _print_kind(remarks: Sequence[Remark], options: Namespace) -> None:
    summary = visible(remarks[0].text).replace("%(", "(").replace(")s", ")").replace("%%", "%")
    print(f"  {summary}: {len(remarks)}{_names(remarks)}")
    for remark in remarks if options.all else remarks[:_MOST_SHOWN]:
        place = f"{visible(remark.path)}:{remark.line}" if remark.line else visible(remark.path)
        print(f"    {painted(place, 'name')}: {visible(remark.text % dict(remark.values))}")
    if len(remarks) > _MOST_SHOWN and not options.all:
        print(f"    … and {len(remarks) - _MOST_SHOWN} more; “--all” lists them")


def _names(remarks: Sequence[Remark]) -> str:
    """Return how often each name is in remarks of one kind, if some are there several times."""
    names = Counter(str(remark.values["name"]) for remark in remarks if "name" in remark.values)
    return f" ({_counted(names, _MOST_NAMES)})" if len(names) < names.total() else ""

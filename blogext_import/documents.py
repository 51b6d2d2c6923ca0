"""Imported posts as documents: front matter, heading and text, in Markdown or reStructuredText."""

import json
import re
from collections.abc import Mapping
from typing import Any

from blogext_import.engines.ablog.written_posts import directive_lines, top_of_text
from blogext_import.headings import plain
from blogext_import.post_records import ImportedPost
from sphinx_blogext.core.metadata import split_names
from sphinx_blogext.markup.bounded_yaml import YamlError, load_yaml
from sphinx_blogext.markup.quote import rst_adorned, rst_options, rst_title, yaml_lines

_ORDER = tuple(
    """
    date updated expires title tags category author series series_index language location evergreen translation_key
    description image draft unlisted featured pin nocomments reading_time external_link canonical_link id blogpost
    redirect
    """.split()
)
#: Adornments of headings; the title gets one, as overline and underline, that the text does not use.
_ADORNMENTS = "=#*%+^~\"'-"
#: ``redirect`` in front matter, and as an option of the directive ``post``.
_REDIRECT_KEY = re.compile(r"^redirect[ \t]*:.*(?:\n(?:[ \t]|-[ \t]).*)*\n?", re.MULTILINE)
_REDIRECT_OPTION = re.compile(
    r"(?:\.\. post::|\{post\}).*\n(?:[ \t]*:[\w-]+:.*\n)*?[ \t]*:redirect:[ \t]*([^\n\[]+)"
)
#: The lines of the directive ``post`` above its options.
_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<directive>(?P<rst>\.\. post::)|[`:~]{3,}[ \t]*\{post\}).*\n"
    r"(?P<yaml>[ \t]*---[ \t]*\n)?(?=(?P<options>[ \t]*):[\w-])?",
    re.MULTILINE,
)
_PLAIN = re.compile(r"[\w ,./-]*[\w.,/-]")


def markdown_document(post: ImportedPost, heading: str, body: str) -> str:
    """Return the file for a post with *heading* and the Markdown text *body*."""
    if post.head is not None:
        added = _added(post)
        own = _redirects_in(post.head)
        # Keep existing redirects: of a duplicate key, YAML would use only one.
        head = _REDIRECT_KEY.sub("", post.head) if own and added.get("redirect") else post.head
        if head != post.head:
            added["redirect"] = list(dict.fromkeys([*own, *added["redirect"]]))
        body = _in_directives(post, body, added)
        head = "\n".join(filter(None, (head.strip("\n"), yaml_lines(added))))
        return f"---\n{head}\n---\n{body}" if head else body
    fields = dict(post.fields)
    if _letters(plain(heading)) != _letters(post.title):
        fields["title"] = post.title
    text = body.strip("\n")
    return f"---\n{yaml_lines(ordered(fields))}\n---\n# {heading}\n\n{text.rstrip()}\n"


def _added(post: ImportedPost) -> dict[str, Any]:
    """Return the fields that a post already in our format needs at its new location."""
    keys = ("redirect", "id", *(() if _directives(post.body, post.format) else ("blogpost",)))
    return {key: post.fields[key] for key in keys if post.fields.get(key)}


def _redirects_in(head: str) -> list[str]:
    try:
        data = load_yaml(head)
    except YamlError:
        return []
    value = data.get("redirect") if isinstance(data, dict) else None
    return split_names(value) if isinstance(value, str) else [str(name) for name in value or ()]


def _in_directives(post: ImportedPost, body: str, added: dict[str, Any]) -> str:
    """Move those of the fields *added* to the directives in *body* that would not count in front matter.

    An option of a directive takes precedence over front matter. If there are several directives, or if the one is
    in a section, its section is the post, and not the document.
    """
    directives = _directives(body, post.format)
    if directives and added.get("id"):
        own = added.pop("id")
        for directive in reversed(directives):
            body = _with_option(body, directive, "id", own, json.dumps(own))
        directives = _directives(body, post.format)
    option = _REDIRECT_OPTION.search(body, directives[0].start()) if directives else None
    if not added.get("redirect") or not (option or len(directives) > 1):
        return body
    redirects = ", ".join(added.pop("redirect"))
    if option:
        return f"{body[: option.end(1)].rstrip()}, {redirects}{body[option.end(1) :]}"
    return _with_option(body, directives[0], "redirect", redirects, f"[{redirects}]")


def _directives(body: str, markup: str) -> list[re.Match[str]]:
    """Return the matches of the ``post`` directives in *body*, up to their options."""
    lines = set(directive_lines(body, markup))
    return [
        match for match in _DIRECTIVE.finditer(body) if body.count("\n", 0, match.start("directive")) + 1 in lines
    ]


def _with_option(body: str, directive: re.Match[str], name: str, plain: str, yaml: str) -> str:
    """Return *body* with an option added to a directive, whose value may have to be *yaml*."""
    indent = directive["options"] or directive["indent"] + ("   " if directive["rst"] else "")
    option = f"{name}: {yaml}" if directive["yaml"] else f":{name}: {plain}"
    return f"{body[: directive.end()]}{indent}{option}\n{body[directive.end() :]}"


def _letters(text: str) -> str:
    """Return only the letters and digits of *text*, to compare titles regardless of markup."""
    return re.sub(r"[\W_]+", "", text)


def ordered(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata of a post under our names, in our order, then the other keys."""
    ours = {key: fields[key] for key in _ORDER if fields.get(key) not in (None, "", [], False)}
    return ours | dict(sorted(fields.get("other", {}).items()))


def rst_document(post: ImportedPost, body: str) -> str:
    """Return the file for a post whose text is reStructuredText."""
    if post.head is not None:
        return _with_fields(post, body)
    # The directive itself makes the document a post.
    ours = ordered({**post.fields, "other": {}, "blogpost": None})
    date = ours.pop("date", "")
    others = post.fields.get("other", {}).items()
    fields = [f":{key}: {value}" for key, value in others if isinstance(value, str) and _PLAIN.fullmatch(value)]
    options = {
        key: str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        for key, value in ours.items()
    }
    directive = "\n".join([f".. post:: {date}".rstrip(), rst_options(options)]).rstrip()
    used = {line[0] for line in re.findall(r"^[^\w\s]{3,}", body, re.MULTILINE)}
    sign = min(_ADORNMENTS, key=used.__contains__)
    heading = rst_adorned(post.heading, sign) if post.heading else rst_title(post.title, sign)
    return "\n\n".join([*filter(None, ["\n".join(fields)]), heading, directive, f"{body.strip()}\n"])


def _with_fields(post: ImportedPost, body: str) -> str:
    """Return the text of a post already in our format, with the fields that it needs at its new location."""
    added = _added(post)
    body = _in_directives(post, body, added)
    fields = [
        f":{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for key, value in added.items()
    ]
    lines = body.split("\n")
    # All fields at the top must form one list, which may be below comments and targets.
    top = top_of_text(lines)
    if top < len(lines) and re.match(r":[\w-]+:", lines[top]):
        return "\n".join([*lines[:top], *fields, *lines[top:]])
    return "".join(f"{line}\n" for line in fields) + ("\n" if fields else "") + body

"""Drafts whose metadata cannot be read, in all the ways in which people write that; none may be published.

``@`` stands for a mark that is in every part of the document. A number is the line of the warning.
"""

import json

BODY = "# Title @\n\nLead @.\n\n## Part @\n\nRest @.\n"
RST_BODY = "Title @\n============\n\nLead @.\n"
POST_BODY = "Lead @.\n"


def yaml(front: str, opening: str = "---", closing: str = "---") -> str:
    return f"{opening}\n{front}\n{closing}\n{BODY}"


def rst(head: str) -> str:
    return f"{head}\n\n{RST_BODY}"


#: Front matter of Markdown, and the line of the warning.
MARKDOWN = {
    "unquoted colon": (yaml("date: 2026-01-15\ndraft: true\ndescription: Note: @"), 4),
    "a tab": (yaml("date: 2026-01-15\ntags:\n\t- @\ndraft: true"), 4),
    "bad indentation": (yaml("date: 2026-01-15\n draft: true"), 3),
    "open quotation mark": (yaml('title: "@\ndraft: true'), 3),
    "open bracket": (yaml("tags: [@\ndraft: true"), 3),
    "tag": (yaml("title: !Zq @\ndraft: true"), 2),
    "a day that does not exist": (yaml("event: 2024-02-30\ndraft: true"), 2),
    "no space after the colon": (yaml("date: 2026-01-15\ndraft:true"), 3),
    "full-width colon": (yaml("title: @\ndraft：true"), 3),
    "equals sign": (yaml("draft = true"), 2),
    "a list": (yaml("- draft: true\n- date: 2026-01-15"), 2),
    "a text": (yaml("draft"), 2),
    "twice": (yaml("draft: true\ndate: 2026-01-15\ndraft: false"), 4),
    "twice in other words": (yaml("draft: true\ntitle: @\nDraft: false"), 4),
    "two dates": (yaml("date: 2099-01-15\ntitle: @\ndate: 2020-01-15"), 4),
    "deep": (yaml(f"title: @\ntags: {'[' * 600}{']' * 600}\ndraft: true"), 2),
    "loop": (yaml("draft: true\ntags: &a [x, *a]"), 3),
    "bomb": (yaml("\n".join(["draft: true", "a0: &a0 [x, x]",
        *(f"a{n}: &a{n} {[f'*a{n - 1}'] * 9}".replace("'", "") for n in range(1, 9))])), None),
    "another document": (yaml("title: @\n--- \ndraft: true"), 4),
    "blank line above": ("\n" + yaml("date: 2099-01-15\ntitle: @"), 2),
    "space before": (" " + yaml("title: @\ndraft: true"), 1),
    "a mark of byte order below a blank line": ("\n\ufeff" + yaml("title: @\ndraft: true"), 4),
    "two bytes a letter": (yaml("title: @\ndraft: true").replace("t", "t\0"), 1),
    "comment above": ("<!-- a note\nof @ -->\n" + yaml("title: @\ndraft: true"), 5),
    "MyST comment above": ("% note\n\n" + yaml("date: 2099-01-15"), 3),
    "title above": ("# Title @\n\n---\ndate: 2099-01-15\n---\n\nLead @.\n", 3),
    "title right above": ("# Title @\n---\ndraft: true\n---\n\nLead @.\n", 2),
    "not closed": (f"---\ndate: 2026-01-15\ndraft: true\n\n{BODY}", 1),
    "not closed, without a blank line": (f"---\ntitle: @\ndraft: true\n{BODY}", 1),
    "closed by two hyphens": (yaml("title: @\ndraft: true", closing="--"), 1),
    "closed by a dash": (yaml("title: @\ndraft: true", closing="—"), 1),
    "closed by indented": (yaml("title: @\ndraft: true", closing="    ---"), 1),
    "dashes": (yaml("title: @\ndraft: true", "—", "—"), 1),
    "not opened": (f"title: @\ndraft: true\n---\n{BODY}", 2),
    "not opened, a date": (f"title: @\ndate: 2099-01-15\n---\n{BODY}", 2),
    "as in Pelican": (f"Title: @\nDate: 2026-01-15\nStatus: draft\n\n{BODY}", 2),
    "TOML": (yaml('title = "@"\ndraft = true', "+++", "+++"), 1),
    "TOML not closed": (f'+++\ntitle = "@"\ndraft = true\n\n{BODY}', 1),
    "JSON": (f'{{\n  "title": "@",\n  "draft": true\n}}\n{BODY}', 1),
    "JSON in a line": (f'{{"title": "@", "date": "2099-01-15"}}\n\n{BODY}', 1),
    "JSON as in Hexo": (yaml('"title": "@",\n"draft": true', ";;;", ";;;"), 1),
    "two fronts": (yaml("date: 2026-01-15").replace(BODY, "") + yaml("draft: true\ntitle: @"), 4),
    "fields": (f":date: 2099-01-15\n\n{BODY}", 1),
    "fields below the title": ("# Title @\n\n:date: 2026-01-15\n:draft: true\n\nLead @.\n", 3),
    "below the title": ("# Title @\n\ndraft: true\n\nLead @.\n", 3),
    "as in Nikola": (f"<!--\n.. title: @\n.. status: draft\n-->\n\n{BODY}", 3),
    "text after the hyphens": (f"--- draft: true\ndate: 2026-01-15\n---\n{BODY}", 1),
    "directive without braces": (f"# Title @\n\n```post\n:draft:\n```\n\n{POST_BODY}", 3),
    "directive with colons not turned on": (f"# Title @\n\n~~~~post 2026-01-15\n:draft:\n~~~~\n\n{POST_BODY}", 3),
    "directive in the other markup": (f"# Title @\n\n.. post:: 2026-01-15\n   :draft:\n\n{POST_BODY}", 4),
    "directive with invalid options": (
        f"# Title @\n\n```{{post}} 2026-01-15\n---\ntitle: 'x\ndraft: true\n---\n```\n\n{POST_BODY}", 5),
    "option without colon in front": (f"# Title @\n\n```{{post}} 2026-01-15\ndraft: true\n```\n\n{POST_BODY}", 4),
    "option below a blank line": (f"# Title @\n\n```{{post}} 2026-01-15\n\n:draft:\n```\n\n{POST_BODY}", 5),
    "option without colon behind": (f"# Title @\n\n```{{post}} 2026-01-15\n:draft true\n```\n\n{POST_BODY}", 4),
    "option twice": (f"# Title @\n\n```{{post}} 2026-01-15\n:draft: true\n:draft: false\n```\n\n{POST_BODY}", 5),
    "directive right before the date": (f"# Title @\n\n```{{post}}2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive of a domain": (f"# Title @\n\n```{{blog:post}} 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive in round brackets": (f"# Title @\n\n```(post) 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive with a letter missing": (f"# Title @\n\n```{{pst}} 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive in two backticks": (f"# Title @\n\n``{{post}} 2099-01-15\n``\n\n{POST_BODY}", 3),
    "directive with one colon in another": (
        f"# Title @\n\n```{{eval-rst}}\n.. post: 2099-01-15\n   :draft:\n```\n\n{POST_BODY}", 4),
    "below a paragraph": (f"Lead @.\n\n{yaml('date: 2026-01-15' + chr(10) + 'draft: true')}", 5),
    "a future date below a paragraph": (f"Lead @.\n\n{yaml('date: 2099-01-15')}", 4),
    "at the end": (f"{BODY}\n---\ndraft: true\n---\n", 10),
    "in a block of code at the top": (f"```yaml\n---\ndraft: true\n---\n```\n\n{BODY}", 3),
    "in three quotation marks": (f'"""\ndate: 2026-01-15\ndraft: true\n"""\n\n{BODY}', 3),
    "in a quote": (f"> draft: true\n\n{BODY}", 1),
    "as in Org": (f"#+draft: true\n\n{BODY}", 1),
}  # fmt: skip

RST = {
    "fields below the title": ("Title @\n============\n\n:date: 2026-01-15\n:draft: true\n\nLead @.\n", 4),
    "a date below the title": ("Title @\n============\n\n:date: 2099-01-15\n\nLead @.\n", 4),
    "below a comment": ("Title @\n============\n\n.. note to self\n\n.. _label-@:\n\n:draft: 1\n\nLead @.\n", 8),
    "no colon behind": (rst(":date: 2026-01-15\n:draft true"), 2),
    "no space": (rst(":date: 2026-01-15\n:draft:true"), 2),
    "no colon in front": (rst(":date: 2026-01-15\ndraft: true"), 2),
    "indented field": (rst(":tags: a\n  :draft: true\n:date: 2026-01-15"), 2),
    "indented list": (rst("  :date: 2026-01-15\n  :draft: true"), 1),
    "two lists": (rst(":date: 2026-01-15\n\n.. note\n\n:draft: true"), 5),
    "YAML": (rst("---\ndate: 2026-01-15\ndraft: true\n---"), 1),
    "TOML": (rst("+++\ndraft = true\n+++"), 1),
    "only text": (rst("date: 2026-01-15\ndraft: true"), 1),
    "as in Nikola": (rst(".. title: @\n.. status: draft\n.. date: 2026-01-15"), 2),
    "options not indented": (f"{RST_BODY}\n.. post:: 2026-01-15\n:tags: a\n:draft:\n\nRest @.\n", 7),
    "options below a blank line": (f"{RST_BODY}\n.. post:: 2026-01-15\n\n   :draft:\n\nRest @.\n", 8),
    "options indented in two ways": (f"{RST_BODY}\n.. post:: 2026-01-15\n      :tags: a\n   :draft:\n\nRest @.\n",
        None),
    "option without colon in front": (
        f"{RST_BODY}\n.. post:: 2026-01-15\n   :tags: a\n   draft: true\n\nRest @.\n", None),
    "one colon": (f"{RST_BODY}\n.. post: 2026-01-15\n   :draft:\n\nRest @.\n", 6),
    "one colon, no date": (f".. post:\n\n{RST_BODY}", 1),
    "no space behind": (f"{RST_BODY}\n.. post::2099-01-15\n\nRest @.\n", 6),
    "Chinese colons": (f"{RST_BODY}\n.. post：： 2099-01-15\n\nRest @.\n", 6),
    "of a domain": (f"{RST_BODY}\n.. ablog:post:: 2099-01-15\n\nRest @.\n", 6),
    "below a subtitle": ("Title @\n============\n\nSubtitle @\n---------------\n\n:date: 2099-01-15\n\nLead @.\n",
        7),
    "twice": (rst(":date: 2026-01-15\n:draft: true\n:draft: false"), None),
    "two dates": (rst(":date: 2099-01-15\n:date: 2026-01-15"), None),
    "no space before": (f"{RST_BODY}\n..post:: 2026-01-15\n\nRest @.\n", 6),
    "plural": (f"{RST_BODY}\n.. posts:: 2026-01-15\n   :draft:\n\nRest @.\n", 6),
    "as in Markdown": (f"{RST_BODY}\n```{{post}} 2026-01-15\n:draft:\n```\n\nRest @.\n", 6),
}  # fmt: skip


def notebook(front: str, kind: str = "raw") -> str:
    cells = [
        {"cell_type": kind, "metadata": {}, "source": front.splitlines(keepends=True), "id": "a"},
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title @\n", "\n", "Lead @.\n"], "id": "b"},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


#: Drafts below characters that nobody sees: their metadata is read.
INVISIBLE = {
    "two.md": "\ufeff\ufeff" + yaml("title: @\ndraft: true"),
    "space.md": "\u200b" + yaml("title: @\ndraft: true"),
    "fields.rst": "\ufeff\ufeff" + rst(":date: 2099-01-15"),
}
NOTEBOOKS = {
    "raw cell": (notebook("---\ntitle: @\ndraft: true\n---\n"), 1),
    "text cell": (notebook("---\ntitle: @\ndate: 2099-01-15\n---\n", "markdown"), 1),
}
#: Metadata of drafts in the words of other engines, without a warning.
WORDS = (
    "drafts: true", "published: false", "publish: false", "status: draft", "STATUS: Draft", "Published: 'No'",
    "draft: 'Yes'", "draft: 1", 'draft: "ON"', "DRAFT: TRUE", "Private: true", "unpublished: true",
    "visible: false", "visibility: private", "draft: false\npublished: false",
)  # fmt: skip
#: The same, but misspelt, with a warning.
MISSPELT = (
    "draf: true", "isDraft: true", "publised: false", "statu: draft", "status: darft", "status: '[draft]'",
    "post_draft: true",
)  # fmt: skip
#: Documents that only look like those above: they are published, without a warning of ours.
ORDINARY = {
    "plain.md": "# Plain\n\nText.\n",
    "line.md": "---\n\n# Line\n\nText: with a colon.\n",
    "lines.md": "---\n\nText: one.\n\n---\n\n# Lines\n",
    "line-below.md": "# Line below\n\n---\n\nNote: this is text.\n\n---\n",
    "empty.md": "---\n---\n# Empty\n",
    "title-only.md": "---\ntitle: Only\n---\n# Only\n",
    "options.md": "---\nmyst:\n  enable_extensions: [dollarmath]\norphan: true\n---\n# Options\n",
    "code.md": "# Code\n\n````markdown\n---\ndraft: true\n---\n```{post} 2026-01-15\n```\n````\n",
    "yaml.md": "# YAML\n\n```yaml\ndraft: true\n```\n",
    "meeting.md": "# Meeting\n\nDate: 5 January\nPlace: here\n\nText.\n",
    "note.md": "Note: this has no title.\n",
    "json.md": "# JSON\n\n{a} {b}\n",
    "table.md": "# Table\n\n| draft | date |\n|---|---|\n| true | x |\n",
    "plain.rst": "Plain\n=====\n\nText.\n",
    "orphan.rst": ":orphan:\n\nOrphan\n======\n\nText.\n",
    "fields.rst": "Fields\n======\n\n:Version: 2\n:Contact: mei\n\nText.\n",
    "comment.rst": ".. This is a post about drafts: true stories.\n\nComment\n=======\n",
    "code.rst": "Code\n====\n\n::\n\n   .. post: 2026-01-15\n\n   :draft: true\n",
    "framed.rst": "-----------\nDate: today\n-----------\n\nText.\n",
    "later.rst": "Later\n=====\n\nText.\n\nPart\n----\n\n:date: 2026-01-15\n:draft: true\n",
    "tabs.rst": ":date:\t2020-01-15\n:tags:\ta\n\nTabs\n====\n\nText.\n",
    "words.md": "# Words\n\nStatus: this draft was never published.\n\nDraft: the first, see below.\n",
    "directives.md": "# Directives\n\n```{toctree}\n:hidden: true\n```\n",
    "role.rst": ".. role:: x\n\n:date: 2020-01-15\n\nRole\n====\n",
}

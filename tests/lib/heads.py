"""Documents whose metadata cannot be read, which may be drafts, and innocent ones that look like them.

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


def rst_title(below: str) -> str:
    return f"Title @\n============\n\n{below}\n\nLead @.\n"


#: Front matter of Markdown, and the line of the warning.
MARKDOWN = {
    "unquoted colon": (yaml("date: 2026-01-15\ndraft: true\ndescription: Note: @"), 4),
    "a tab": (yaml("date: 2026-01-15\ntags:\n\t- @\ndraft: true"), 4),
    "bad indentation": (yaml("date: 2026-01-15\n draft: true"), 3),
    "open quotation mark": (yaml('title: "@\ndraft: true'), 3),
    "open bracket": (yaml("tags: [@\ndraft: true"), 3), "tag": (yaml("title: !Zq @\ndraft: true"), 2),
    "a day that does not exist": (yaml("event: 2024-02-30\ndraft: true"), 2),
    "no space after the colon": (yaml("date: 2026-01-15\ndraft:true"), 3),
    "full-width colon": (yaml("title: @\ndraft：true"), 3), "equals sign": (yaml("draft = true"), 2),
    "a list": (yaml("- draft: true\n- date: 2026-01-15"), 2), "a text": (yaml("draft"), 2),
    "twice": (yaml("draft: true\ndate: 2026-01-15\ndraft: false"), 4),
    "twice in other words": (yaml("draft: true\ntitle: @\nDraft: false"), 4),
    "two dates": (yaml("date: 2099-01-15\ntitle: @\ndate: 2020-01-15"), 4),
    "deep": (yaml(f"title: @\ntags: {'[' * 600}{']' * 600}\ndraft: true"), 2),
    "loop": (yaml("draft: true\ntags: &a [x, *a]"), 3),
    "bomb": (yaml("\n".join(["draft: true", "a0: &a0 [x, x]",
        *(f"a{n}: &a{n} {[f'*a{n - 1}'] * 9}".replace("'", "") for n in range(1, 9))])), None),
    "blank line above": ("\n" + yaml("date: 2099-01-15\ntitle: @"), 2),
    "space before": (" " + yaml("title: @\ndraft: true"), 1),
    "a mark of byte order below a blank line": ("\n\ufeff" + yaml("title: @\ndraft: true"), 2),
    "comment above": ("<!-- a note\nof @ -->\n" + yaml("title: @\ndraft: true"), 3),
    "MyST comment above": ("% note\n\n" + yaml("date: 2099-01-15"), 3),
    "another key below a comment": ("<!-- @ -->\n" + yaml("other: post\n\ndraft: true"), 2),
    "comment in YAML below an empty line": ("\n" + yaml("# @\ndate: 2099-01-15"), 2),
    "not closed": (f"---\nlayout: post\ndraft: true\n\n{BODY}", 1),
    "not closed, without a blank line": (f"---\ntitle: @\ndraft: true\n{BODY}", 1),
    "closed by two hyphens": (yaml("title: @\ndraft: true", closing="--"), 1),
    "closed by a dash": (yaml("title: @\ndraft: true", closing="—"), 1),
    "closed by indented": (yaml("title: @\ndraft: true", closing="    ---"), 1),
    "TOML": (yaml('title = "@"\ndraft = true', "+++", "+++"), 1),
    "TOML not closed": (f'+++\ntitle = "@"\ndraft = true\n\n{BODY}', 1),
    "JSON": (f'{{\n  "title": "@",\n  "draft": true\n}}\n{BODY}', 1),
    "JSON in a line": (f'{{"layout": "@", "date": "2099-01-15"}}\n\n{BODY}', 1),
    "JSON with an empty line": (f'{{\n  "layout": "@",\n\n  "draft": true\n}}\n{BODY}', 1),
    "TOML with a table": (yaml("[extra]\ndraft = true", "+++", "+++"), 1),
    "TOML of which the first line is not ours": (yaml('template = "@"\n\ndraft = true', "+++", "+++"), 1),
    "JSON as in Hexo": (yaml('"title": "@",\n"draft": true', ";;;", ";;;"), 1),
    "JSON with braces": (yaml('{"title": "@", "draft": true}', ";;;", ";;;"), 1),
    "byte order and blank lines above": ("\ufeff\n\n" + yaml("title: @\ndraft: true"), 3),
    "TOML below a comment": ("<!-- @ -->\n\n" + yaml('draft = true', "+++", "+++"), 3),
    "TOML with an empty line": (f'+++\ntitle = "@"\n\ndraft = true\n+++\n\n{BODY}', 1),
    "JSON not closed": (f'{{\n"draft": true,\n\n{BODY}', 1),
    "text after the hyphens": (f"--- draft: true\ndate: 2026-01-15\n---\n{BODY}", 1),
    "directive without braces": (f"# Title @\n\n```post\n:draft:\n```\n\n{POST_BODY}", 3),
    "directive with colons not turned on": (f"# Title @\n\n~~~~post 2026-01-15\n:draft:\n~~~~\n\n{POST_BODY}", 3),
    "directive in the other markup": (f"# Title @\n\n.. post:: 2026-01-15\n   :draft:\n\n{POST_BODY}", 3),
    "directive with invalid options": (
        f"# Title @\n\n```{{post}} 2026-01-15\n---\ntitle: 'x\ndraft: true\n---\n```\n\n{POST_BODY}", 5),
    "directive plural": (f"# Title @\n\n```{{posts}} 2026-01-15\n:draft:\n```\n\n{POST_BODY}", 3),
    "directive of another name": (f"# Title @\n\n% note\n\n```{{blogpost}} 2026-01-15\n```\n\n{POST_BODY}", 5),
    "directive in front": (f"~~~{{blog-post}} 2026-01-15\n~~~\n\n{BODY}", 1),
    "directive not closed": (f"(label-@)=\n# Title @\n\n```{{post 2026-01-15\n:draft:\n```\n\n{POST_BODY}", 4),
    "directive in colons": (f"Title @\n=======\n\n:::{{posts}} 2026-01-15\n:draft:\n:::\n\n{POST_BODY}", 4),
    "directive below a date": (yaml("date: 2020-01-15").replace("Lead", "```{psot}\n:draft:\n```\n\nLead"), 6),
    "option without colon in front": (f"# Title @\n\n```{{post}} 2026-01-15\ndraft: true\n```\n\n{POST_BODY}", 4),
    "option below a blank line": (f"# Title @\n\n```{{post}} 2026-01-15\n\n:draft:\n```\n\n{POST_BODY}", 5),
    "option in full-width colons": (f"# Title @\n\n```{{post}} 2026-01-15\n：draft：\n```\n\n{POST_BODY}", 4),
    "option without colon behind": (f"# Title @\n\n```{{post}} 2026-01-15\n:draft true\n```\n\n{POST_BODY}", 4),
    "option twice": (f"# Title @\n\n```{{post}} 2026-01-15\n:draft: true\n:draft: false\n```\n\n{POST_BODY}", 5),
    "directive right before the date": (f"# Title @\n\n```{{post}}2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive of a domain": (f"# Title @\n\n```{{blog:post}} 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive with colons": (f"# Title @\n\n```{{ Post }}: 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive in round brackets": (f"# Title @\n\n```(post) 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive with a letter missing": (f"# Title @\n\n```{{pst}} 2099-01-15\n```\n\n{POST_BODY}", 3),
    "directive below a link": (f"[a]: https://example.org/@\n\n# Title @\n\n```{{posts}}\n```\n\n{POST_BODY}", 5),
    "directive below a long title": (f"Title @\nin two lines\n-\n\n```{{posts}}\n```\n\n{POST_BODY}", 5),
    "directive below another": (
        f"```{{note}}\n@\n````\n\n{{.a}}\n  # T @\n\n  ```{{posts}}\n  ```\n\n{POST_BODY}", 8),
    "directive in two backticks": (f"# Title @\n\n``{{post}} 2099-01-15\n``\n\n{POST_BODY}", 3),
}  # fmt: skip

RST = {
    "fields below the title": ("Title @\n============\n\n:date: 2026-01-15\n:draft: true\n\nLead @.\n", 4),
    "drafts": (rst_title(":date: 2026-01-15\n:drafts: yes"), 4),
    "published": (rst_title(":Date: 2026-01-15\n:Published: no"), 4),
    "publish": (rst_title(".. note to self\n\n.. _label-@:\n\n:publish: false\n:date: 2026-01-15"), 8),
    "status": (rst_title(":author: @\n:status:\n   Draft\n\n:date: 2026-01-15"), 4),
    "below a directive": (".. meta::\n   :keywords: @\n\n" + rst_title(":date: 2026-01-15\n\n:draft: true"), 7),
    "no field below a comment": (f":orphan:\n\n.. @\n\n:date: 2026-01-15\n:draft true\n\n{RST_BODY}", 6),
    "below other fields": (f":tags: @\n\n.. a\n   b\n\n:draft: true\n\n{RST_BODY}", 6),
    "below a directive and no title": (f".. highlight:: c\n\n:date: 2026-01-15\n:draft:\n\n{RST_BODY}", 3),
    "below a letter": ("C\n=\n\n:date: 2026-01-15\n:draft: true\n\nLead @.\n", 4),
    "directive below a letter": ("=\nC\n=\n\n.. posts:: 2026-01-15\n\nLead @.\n", 5),
    "directive below another": (".. highlight:: c\n\n__ a_\n\n" + rst_title(".. posts:: 2026-01-15"), 8),
    "below a framed title": ("============\nTitle @\n============\n\n:date: 2026-01-15\n:draft:\n\nLead @.\n", 5),
    **{f"field {line}": (rst(f":date: 2026-01-15\n{line}"), 2) for line in (
        *(":draft true", ":draft:true", "draft = true", "draft: true", ":draft : true", "：draft: true"),
        *(":draft： true", "::draft: true"),
    )},
    "YAML": (rst("---\ndate: 2026-01-15\ndraft: true\n---"), 1), "TOML": (rst("+++\ndraft = true\n+++"), 1),
    "options not indented in the head": (rst_title(".. post:: 2026-01-15\n   :tags: a\n:draft:"), 6),
    "options not indented": (f"{RST_BODY}\n.. post:: 2026-01-15\n:tags: a\n:draft:\n\nRest @.\n", 7),
    "options below an ideographic space": (f"{RST_BODY}\n.. post:: 2026-01-15\n\u3000 :draft:\n\nRest @.\n", 7),
    "options below a blank line": (f"{RST_BODY}\n.. post:: 2026-01-15\n\n   :draft:\n\nRest @.\n", 8),
    "options indented in two ways": (f"{RST_BODY}\n.. post:: 2026-01-15\n      :tags: a\n   :draft:\n\nRest @.\n",
        None),
    "option without colon in front": (
        f"{RST_BODY}\n.. post:: 2026-01-15\n   :tags: a\n   draft: true\n\nRest @.\n", None),
    "one colon": (rst_title(".. post: 2026-01-15\n   :draft:"), 4),
    "no colon": (rst_title(".. post 2026-01-15\n   :draft:"), 4),
    "one colon, no date": (f".. post:\n\n{RST_BODY}", 1),
    "twice": (rst(":date: 2026-01-15\n:draft: true\n:draft: false"), None),
    "two dates": (rst(":date: 2099-01-15\n:date: 2026-01-15"), None),
}  # fmt: skip


RST |= {
    f"directive {name}": (rst_title(f"{name} 2026-01-15\n   :draft:"), 4)
    for name in (
        *("..post::", ".. posts::", ".. blogpost::", ".. blog-post::", ". post::", "... post::", ".. psot::"),
        *("..\xa0post::", ".. post:::", ".. post：：", ".. blog:post::", "```{post}", ".. post::2099-01-15"),
    )
}
RST["directive below fields"] = (f":tags: a\n\n.. posts:: 2026-01-15\n   :draft:\n\n{RST_BODY}", 3)


def notebook(front: str, kind: str = "raw") -> str:
    cells = [
        {"cell_type": kind, "metadata": {}, "source": front.splitlines(keepends=True), "id": "a"}
        | ({"outputs": [], "execution_count": None} if kind == "code" else {}),
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title @\n", "\n", "Lead @.\n"], "id": "b"},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


#: Drafts below characters that nobody sees: their metadata is read.
INVISIBLE = {
    "two.md": "\ufeff\ufeff" + yaml("title: @\ndraft: true"),
    "space.md": "\u200b" + yaml("title: @\ndraft: true"),
    "fields.rst": "\ufeff\ufeff" + rst(":date: 2099-01-15"),
}
#: Metadata of drafts in the words of other engines, without a warning.
WORDS = (
    "drafts: true", "published: false", "publish: false", "status: draft", "STATUS: Draft", "Published: 'No'",
    "draft: 'Yes'", "draft: 1", 'draft: "ON"', "DRAFT: TRUE", "Private: true", "unpublished: true",
    "visible: false", "visibility: private", "draft: false\npublished: false", "isDraft: true",
    "status: '[published, draft]'",
)  # fmt: skip
#: The same, but misspelt, with a warning.
MISSPELT = ("draf: true", "drafft: yes", "darfts: true", "publised: false", "status: darft", "status: privat")
#: Innocent texts below a title: no line of them says anything about the document.
TEXTS = {
    "paragraph": "draft: true\n\nText @.\n", "end": "Text @.\n\nStatus: draft\n",
    "status": "Status: Draft\n\nText @.\n",
    "date": "We meet again.\n\nDate: 2099-03-01\nPlace: @\n\nCome along.\n",
    "near the title": "Date: 2099-03-01\n\nText @.\n",
    "list": "All are welcome.\n\n- Date: 2099-05-01\n- Place: @\n",
    "proposal": "- Author: @\n- Status: Draft\n- published: false\n",
    "settings": "Choose:\n\n- Name: @\n- Visibility: Private\n- hidden: true\n",
    "starred": "* visibility: hidden\n* Status: draft\n* @\n", "numbered": "1. draft: true\n2. @\n",
    "wrapped": "A post is hidden by the line\npublished: false\nin its front matter @.\n",
    "expires": "Contact: mailto:@\nExpires: 2099-01-01T00:00:00Z\n\nIt says whom to ask.\n",
    "hidden": "hidden: yes\n\nText @.\n", "comma": "Private: true, but @.\n",
    "words": "Status: this draft was never published.\n\nDraft: the first @.\n",
    "blogpost": "blogpost: true\n\nText @.\n", "equals": "draft = true\n\nText @.\n",
    "three lines": "date: 2099-01-15\ndraft: true\ntags: @\n", "unlisted": "unlisted: true\n\nText @.\n",
}  # fmt: skip
MARKDOWN_TEXTS = {
    "fence": "Text @.\n\n```yaml\ndraft: true\n```\n",
    "fence first": "```yaml\n---\ndraft: true\n---\n```\n\nText @.\n",
    "fence in a list": "- ```yaml\n  draft: true\n  ```\n- @\n",
    "fence in a numbered list": "1. ~~~\n   hidden: true\n   ~~~\n2. @\n",
    "fence in a quote": "> ```yaml\n> draft: true\n> ```\n\nText @.\n",
    "fence not closed": "Text @.\n\n```yaml\ndraft: true\n",
    "indented": "Example:\n\nWrite:\n\n    draft: true\n    title: X\n\nEnd @.\n",
    "quote": "> From: Mei\n> Status: draft\n>\n> Please review @.\n",
    "quote first": "> draft: true\n\nText @.\n", "pre": "<pre>\ndraft: true\n</pre>\n\nText @.\n",
    "style": "<style>\n.a {\nvisibility: hidden;\n}\n</style>\n\nText @.\n",
    "script": "<script>\nconst options = {\nhidden: true,\n};\n</script>\n\nText @.\n",
    "comment": "<!-- ```{toctree}\n:hidden: true\n``` -->\n\nText @.\n",
    "comment as in Nikola": "<!--\n.. title: x\n.. status: draft\n-->\n\nText @.\n",
    "details": "<details>\n\ndraft: true\n\n</details>\n\nText @.\n",
    "pipe table": "| key | value |\n|---|---|\n| draft: true | @ |\n",
    "fields": ":date: 2099-01-15\n:draft: true\n\nText @.\n",
    "front matter below": "Text @.\n\n---\ndraft: true\n---\n",
    "front matter below a line": "---\n\ndraft: true\n\n---\n\nText @.\n",
    "TOML below": "Text @.\n\n+++\ndraft = true\n+++\n",
    "another markup": "Text @.\n\n.. post:: 2099-01-15\n   :draft:\n",
    "fence of a request": "```POST /spiders\n{\"draft\": true}\n```\n\nText @.\n",
    "fence of SQL": "```postgresql\nSELECT 1;\n```\n\nText @.\n",
    "name in code": "``{post}`` makes a post, `{post} 2026-01-15` too @.\n",
    "misspelled below": "Text @.\n\n```post\n:draft:\n```\n",
    "toctree": "```{note}\n:class: hidden\ndraft: true\n```\n\nText @.\n",
    "task list": "- [ ] draft: true\n- [x] @\n", "Org": "#+draft: true\n\nText @.\n",
    "quotation marks": '"""\ndate: 2026-01-15\ndraft: true\n"""\n\nText @.\n',
    "dashes": "—\ndraft: true\n—\n\nText @.\n", "emphasis": "**Status:** Draft\n\n*hidden: true* @\n",
}  # fmt: skip
RST_TEXTS = {
    "doctest": ">>> hidden = True\n>>> draft = True\n\nText @.\n",
    "quoted literal block": "Write::\n\n> draft: true\n> size: 3\n\nEnd @.\n",
    "literal block": "::\n\n   .. post: 2026-01-15\n\n   :draft: true\n\nEnd @.\n",
    "simple table": "=======  ====\nkey      value\n=======  ====\nhidden:  true\nsize:    @\n=======  ====\n",
    "grid table": "+--------------+---+\n| draft: true  | @ |\n+--------------+---+\n",
    "definitions": "private: true\n   The package is not uploaded.\n\npublished: false\n   Left out @.\n",
    "comment": ".. draft: true\n.. status: draft\n\nText @.\n",
    "comment about posts": ".. posts: below are the old posts\n\nText @.\n",
    "comment that begins with a date": ".. post 2020-01-15 was the first\n\nText @.\n",
    "comment of a word": ".. post-mortem: notes\n\n.. post\n\nText @.\n",
    "directive of a domain": ".. http:post:: /users\n\n   Makes a user.\n\nText @.\n",
    "literal heading": "``POST /spiders``\n-----------------\n\nMakes a spider @.\n",
    "literal": "Send it with\n``POST /spiders`` to the server @.\n",
    "code": ".. code-block:: yaml\n\n   ---\n   draft: true\n   ---\n\nText @.\n",
    "block quote": "Text @.\n\n   draft: true\n\n   hidden: true\n", "line block": "| draft: true\n| @\n",
    "fields of a version": ":Version: 2\n:Status: Draft\n\nText @.\n",
    "fields of a proposal": ":Date: 2020-01-15\n:Status: Accepted\n\nText @.\n",
    "a date in fields": ":Date: 2013/07\n:Author: @\n\nText @.\n",
    "a date to come in fields": ":Date: 2099-01-15\n\nText @.\n",
    "published in fields": ":date: 2020-01-15\n:published: yes\n:draft: false\n\nText @.\n",
    "fields below a heading": "Text @.\n\nPart\n----\n\n:date: 2026-01-15\n:draft: true\n",
    "fields below a paragraph": "Text @.\n\n:date: 2026-01-15\n:draft: true\n",
    "fields of a function": ".. py:function:: f(draft)\n\n   :param draft: true\n\nText @.\n",
    "raw": ".. raw:: html\n\n   <p hidden>\n   draft: true\n\nText @.\n",
    "hidden toctree": ".. class:: hidden\n\ndraft: true @\n", "one colon": ".. note: post:: draft\n\nText @.\n",
    "misspelled below": "Text @.\n\n.. post: 2026-01-15\n   :draft:\n",
    "front matter below": "Text @.\n\n----\n\ndraft: true\n\n----\n\nText.\n",
    "option list": "--draft=true  hidden: true\n--hide        @\n",
    "footnote": "Text @ [1]_.\n\n.. [1] draft: true\n",
    "substitution": ".. |draft| replace:: true\n\nThe |draft| @.\n",
}  # fmt: skip
#: Whole documents without metadata of the blog that are ordinary pages.
PAGES = {
    "line.md": "---\n\n# Line @\n\nText: with a colon.\n", "lines.md": "---\n\nText: one.\n\n---\n\n# Lines @\n",
    "note.md": "---\nNote: this page is old @.\n\n# Note\n",
    "sentence.md": "---\nAll that follows is a draft.\n\n# Sentence @\n", "empty.md": "---\n---\n# Empty @\n",
    "title-only.md": "---\ntitle: Only\n---\n# Only @\n",
    "options.md": "---\nmyst:\n  enable_extensions: [dollarmath]\norphan: true\n---\n# Options @\n",
    "code.md": "````markdown\n---\ndraft: true\n---\n```{post} 2026-01-15\n```\n````\n\n# Code @\n",
    "break.md": '+++ {"slide": true}\n\n# Break @\n\n+++\n', "plus.md": "+++\n\n# Plus @\n",
    "diff.md": "+++ b/file\n\n# Diff @\n", "role.md": "{abbr}`ABC (a b c)` is first @.\n",
    "braces.md": "# Braces @\n\n{a} {b}\n", "json.md": '{"title": "x"} is first @.\n',
    "cell.md": "+++\nDate: @\n\n```python\ndate = 1\n```\n\n+++\n\nText @.\n",
    "rule.md": "% @\n\n---\nNote: see below\n\nDate: today, not: @\n\n---\n\n# Rule\n",
    "second.rst": ".. note:: @\n\n.. posts: 2026-01-15\n\nText @.\n",
    "pelican.md": "Title: Pelican @\nDate: 2099-01-15\nStatus: draft\n\nText.\n",
    "setext.md": "title: @\ndraft: true\n---\n\nText.\n",
    "title.md": "# Title @\n---\ndraft: true\n---\n\nText.\n",
    "orphan.rst": ":orphan:\n\n.. _a:\n\n:Status: Accepted\n:Version: 2\n\nOrphan @\n========\n\nText.\n",
    "role.rst": ":doc:`/index` lists @.\n\n.. _how-to:\n\n:status: draft\n\nRole\n====\n\nText.\n",
    "rfc.rst": "PEP: 8\nTitle: Style @\nStatus: Draft\nCreated: 05-Jul-2001\n\nText.\n",
    "framed.rst": "-----------\nDate: today\n-----------\n\nText @.\n",
    "transition.rst": "Text @.\n\n---\n\ndraft: true\n", "braces.rst": "{a: b} is first @.\n",
    "label.rst": ":orphan:\n.. _status:\n\nLabel @\n=======\n\nText.\n",
    "index.rst": ".. index:: a\n\n:x: y\n\nIndex @\n=======\n\nText.\n",
    "notebook.md": "\n---\nkernelspec:\n  language: python\n---\n\n# Notebook @\n",
    "quoted.rst": "  :date: 2026-01-15\n  :draft: true\n\nQuoted @\n========\n",
    "domain.rst": "Domain @\n========\n\n.. rst:directive:: post\n\n   Makes a post.\n",
}  # fmt: skip

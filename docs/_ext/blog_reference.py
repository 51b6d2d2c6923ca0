"""Directives that generate the reference of options, warnings and private names from the code."""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import re
import textwrap
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from sphinx_blogext._compat import PRIVATE_NAMES
from sphinx_blogext.ablog import options as ablog
from sphinx_blogext.config.blogs import Conventions
from sphinx_blogext.config.options import OPTIONS, Option, Options, declare
from sphinx_blogext.config.validation import check_values
from sphinx_blogext.warnings import BlogWarning

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

#: By group, the options in the order in which readers meet them, and an example value of each.
GROUPS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("options.toml").read_text(encoding="utf-8")
)
#: The group of the options that only sites of ABlog have.
ABLOG = "ablog"
ALL = (*OPTIONS, *ablog.OPTIONS)


def _texts_in(kind: type) -> dict[str, str]:
    """Return the text below each field of a class, which Python keeps only in the source."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    return {
        ast.unparse(field.target): " ".join(text.value.value.split())
        for field, text in itertools.pairwise(tree.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


#: The description of each option.
TEXTS = _texts_in(Options) | _texts_in(Conventions)


class BlogOptionsDirective(SphinxDirective):
    """The options of one group as ``confval``, or those named in the content as a table."""

    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        options = {option.name: option for option in ALL}
        if self.arguments:
            group = GROUPS[self.arguments[0]]
            return self.parse_text_to_nodes("\n".join(_option_text(options[name], group[name]) for name in group))
        rows = ["| option | default | per blog | what it does |", "|---|---|---|---|"]
        rows += [_row(options[name]) for line in self.content for name in line.split()]
        return self.parse_text_to_nodes("\n".join(rows))


class BlogConfDirective(SphinxDirective):
    """A ``conf.py`` with every option, its default and what it does."""

    def run(self) -> list[nodes.Node]:
        options = {option.name: option for option in OPTIONS}
        lines = []
        for title, group in GROUPS.items():
            if title == ABLOG:
                continue
            lines += ["", f"# -- {title.capitalize()} {'-' * (70 - len(title))}", ""]
            for name in group:
                words = _ROLE.sub(r"\1", _first_sentence(TEXTS[name])).replace("`", "")
                lines += [*textwrap.wrap(words, 74, initial_indent="# ", subsequent_indent="# ")]
                lines += [f"# {name} = {options[name].default!r}"]
        return self.parse_text_to_nodes("\n".join(["```python", *lines[1:], "```"]))


class BlogRebuildsDirective(SphinxDirective):
    """The options, by what is built again when one changes."""

    def run(self) -> list[nodes.Node]:
        names: dict[str, list[str]] = {}
        for option in OPTIONS:
            names.setdefault(option.rebuild, []).append(f"{{confval}}`{option.name}`")
        rows = [f"{words}\n: {', '.join(names[rebuild])}\n" for rebuild, words in _REBUILDS.items()]
        return self.parse_text_to_nodes("\n".join(rows))


class BlogWarningsDirective(SphinxDirective):
    """List every member of the enumeration of warnings, with its docstring."""

    def run(self) -> list[nodes.Node]:
        rows = ["| warning | meaning |", "|---|---|"]
        rows += [f"| `blog.{kind.value}` | {doc} |" for kind, doc in _warning_docs().items()]
        return self.parse_text_to_nodes("\n".join(rows))


class BlogVersionsDirective(SphinxDirective):
    """The versions that were tested last, as recorded by ``make versions RECORD=1``."""

    def run(self) -> list[nodes.Node]:
        record = json.loads(Path(__file__).with_name("versions.json").read_text(encoding="utf-8"))
        rows = [
            f"Tested on {record['date']}.",
            "",
            "| Sphinx | Python | docutils | MyST-Parser | themes and builders | tests passed |",
            "|---|---|---|---|---|---|",
        ]
        for result in record["results"]:
            versions, cells = result["versions"], result["cells"]
            pairs: dict[str, list[str]] = {}
            for cell in cells:
                theme = f"{cell['theme'].replace('_', '-')} {cell['version']}".strip()
                pairs.setdefault(theme, []).append(cell["builder"])
            tried = "; ".join(f"{theme}: {', '.join(builders)}" for theme, builders in pairs.items())
            names = (versions[name] for name in ("sphinx", "python", "docutils", "myst-parser"))
            rows.append(f"| {' | '.join((*names, tried, result['tests'] or '–'))} |")
        return self.parse_text_to_nodes("\n".join(rows))


class BlogPrivateNamesDirective(SphinxDirective):
    """List every private name of Sphinx that the output depends on."""

    def run(self) -> list[nodes.Node]:
        rows = ["| name | for | without it |", "|---|---|---|"]
        for name, purpose, loss, is_needed in PRIVATE_NAMES:
            rows.append(f"| `{name}` | {purpose} | {'needed' if is_needed else 'optional'}: {loss} |")
        return self.parse_text_to_nodes("\n".join(rows))


_REBUILDS = {
    "env": "All documents are read and written again",
    "html": "All documents are written again",
    "": "Only what shows the difference is written",
}


#: Of a role, the text that readers see.
_ROLE = re.compile(r"\{\w+\}`([^`<]*?)(?: <[^`]*>)?`")


def _option_text(option: Option, example: str) -> str:
    allowed = re.sub(r"'[^' ]*'", lambda match: f"`{match[0]}`", option.check.allowed)
    return (
        f"::::{{confval}} {option.name}\n"
        f":type: {allowed}\n"
        f":default: `{option.default!r}`\n\n"
        f"{TEXTS[option.name]}\n\n"
        f"{'' if option.of_site else 'Per blog.'}\n\n"
        f"```python\n{option.name} = {example}\n```\n"
        "::::\n"
    )


def _row(option: Option) -> str:
    words = _first_sentence(TEXTS[option.name]).replace("|", "\\|")
    per_blog = "" if option.of_site else "yes"
    return f"| {{confval}}`{option.name}` | `{option.default!r}` | {per_blog} | {words} |"


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[a-z`\)\"”]\.)\s+(?=[A-Z`])", text)[0]


class BlogScreenshotDirective(SphinxDirective):
    """A screenshot in the color scheme of the reader. The content is its alternative text."""

    required_arguments = 1
    option_spec: ClassVar = {"width": directives.length_or_percentage_or_unitless}
    has_content = True

    def run(self) -> list[nodes.Node]:
        images = []
        for scheme in ("light", "dark"):
            uri = f"/_static/screenshots/{self.arguments[0]}-{scheme}.png"
            image = nodes.image(uri=uri, alt=" ".join(self.content), classes=[f"only-{scheme}"], **self.options)
            self.set_source_info(image)
            images.append(image)
        return images


def check_groups() -> None:
    """Compare the groups with the options: each option is in one, with an example that the blog accepts."""
    grouped = [name for group in GROUPS.values() for name in group]
    if sorted(grouped) != sorted(option.name for option in ALL):
        raise ExtensionError(f"options.toml: {sorted({option.name for option in ALL} ^ set(grouped))}")
    examples = {name: example for group in GROUPS.values() for name, example in group.items()}
    for name, example in examples.items():
        config = Config()
        declare(config, ALL)
        config[name] = ast.literal_eval(example)
        check_values(config)


def _warning_docs() -> dict[BlogWarning, str]:
    """Return the docstring below each member, which Python keeps only in the source."""
    source = inspect.getsource(BlogWarning)
    found = dict(re.findall(r'^ +([A-Z_]+) = "\w+"\n +"""(.*?)"""', source, re.MULTILINE | re.DOTALL))
    return {kind: " ".join(found[kind.name].replace("``", "`").split()) for kind in BlogWarning}


def setup(app: Sphinx) -> ExtensionMetadata:
    check_groups()
    app.add_directive("blog-options", BlogOptionsDirective)
    app.add_directive("blog-conf", BlogConfDirective)
    app.add_directive("blog-rebuilds", BlogRebuildsDirective)
    app.add_directive("blog-warnings", BlogWarningsDirective)
    app.add_directive("blog-versions", BlogVersionsDirective)
    app.add_directive("blog-screenshot", BlogScreenshotDirective)
    app.add_directive("blog-private-names", BlogPrivateNamesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

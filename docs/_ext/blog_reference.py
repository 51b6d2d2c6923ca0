"""Directives that generate the reference of options, warnings and private names from the code."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from sphinx.util.docutils import SphinxDirective

from sphinx_blogext._compat import PRIVATE_NAMES
from sphinx_blogext.config.options import OPTIONS, Option
from sphinx_blogext.warnings import BlogWarning

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_REBUILDS = {
    "env": "All documents are read again.",
    "html": "Pages that show it are written again.",
    "": "No document is read or written again.",
}


class BlogOptionsDirective(SphinxDirective):
    """List every option in ``sphinx_blogext.config.options`` as a ``confval``."""

    def run(self) -> list[nodes.Node]:
        text = "\n".join(_option_text(option) for option in OPTIONS)
        return self.parse_text_to_nodes(text)


class BlogWarningsDirective(SphinxDirective):
    """List every member of the enumeration of warnings, with its docstring."""

    def run(self) -> list[nodes.Node]:
        rows = ["| warning | meaning |", "|---|---|"]
        rows += [f"| `blog.{kind.value}` | {doc} |" for kind, doc in _warning_docs().items()]
        return self.parse_text_to_nodes("\n".join(rows))


class BlogPrivateNamesDirective(SphinxDirective):
    """List every private name of Sphinx that the output depends on."""

    def run(self) -> list[nodes.Node]:
        rows = ["| name | for | without it |", "|---|---|---|"]
        for name, purpose, loss, is_needed in PRIVATE_NAMES:
            rows.append(f"| `{name}` | {purpose} | {'needed' if is_needed else 'optional'}: {loss} |")
        return self.parse_text_to_nodes("\n".join(rows))


def _option_text(option: Option) -> str:
    allowed = re.sub(r"'[^' ]*'", lambda match: f"`{match[0]}`", option.check[0])
    return (
        f"::::{{confval}} {option.name}\n"
        f":type: {allowed}\n"
        f":default: `{option.default!r}`\n\n"
        f"{option.help}\n\n"
        f"*When it changes:* {_REBUILDS[option.rebuild]}\n\n"
        f"*Several blogs:* {'one value for the whole site.' if option.of_site else 'each can have its own.'}\n"
        "::::\n"
    )


def _warning_docs() -> dict[BlogWarning, str]:
    """Return the docstring below each member, which Python keeps only in the source."""
    source = inspect.getsource(BlogWarning)
    found = dict(re.findall(r'^ +([A-Z_]+) = "\w+"\n +"""(.*?)"""', source, re.MULTILINE | re.DOTALL))
    return {kind: " ".join(found[kind.name].replace("``", "`").split()) for kind in BlogWarning}


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("blog-options", BlogOptionsDirective)
    app.add_directive("blog-warnings", BlogWarningsDirective)
    app.add_directive("blog-private-names", BlogPrivateNamesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

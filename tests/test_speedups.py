"""What is left out to save time makes no difference to what is written."""

from __future__ import annotations

import gc
import logging
import subprocess
import sys
from typing import TYPE_CHECKING

import docutils.frontend
import pytest
import sphinx.util.docutils
import yaml
from sphinx.highlighting import PygmentsBridge
from writing import many, md, rst

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site

FILES = {
    "index.md": "# Home\n\n```{toctree}\nblog\nguide\nuses\nblog/broken\n```\n",
    "blog.md": "# News\n\n```{postlist}\n:paginate: 3\n```\n",
    "guide.rst": "Guide\n=====\n\n.. code-block:: python\n   :linenos:\n   :emphasize-lines: 2\n\n"
    "   x = 1\n   y = 2\n\n.. code-block:: python\n\n   x = 1\n\n"
    ".. code-block:: python\n   :linenos:\n\n   x = 1\n\n.. include:: part.txt\n",
    "part.txt": "Included, running and runs.\n",
    "uses.rst": "Uses\n====\n\n.. literalinclude:: conf.py\n   :lines: 1\n",
    **many(7, tags=["python", "C++"], author=["mei"], language="en"),
    "blog/x.rst": rst("X", "Lead $x$.\n\n.. more::\n\nRest.\n", date="2023-05-06", tags="C++"),
    "blog/odd.md": '---\ndate: 2023-05-07\ntags: [a, "b: c"]\nredirect: old/odd\n---\n# Odd\n\nLead.\n',
    "blog/broken.md": "---\ndate: [2023\n---\n# Broken\n\nLead.\n",
    "blog/y.md": md("并行", "第一段。\n\n<!-- more -->\n\n```python\nx = 1\n```\n", date="2023-05-06"),
}
CONF = {"html_use_index": True, "exclude_patterns": ["part.txt"], "html_baseurl": "https://example.org/"}
OWN = (".buildinfo", "environment.pickle", ".doctree")


@pytest.mark.parametrize("theme", ["basic", "alabaster", "blogext"])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_output_is_the_same_without_them(make_site: Callable[..., Site], theme: str, builder: str) -> None:
    conf = CONF | {"html_theme": theme, "html_theme_options": {}}
    quick = make_site(FILES, conf, builder)
    slow = make_site(FILES, conf | {"blog_speedups": False}, builder)
    assert quick.warnings == slow.warnings
    assert [warned.type for warned in quick.warnings] == ["myst.topmatter"]
    one, other = ({n: c for n, c in site.bytes().items() if not n.endswith(OWN)} for site in (quick, slow))
    assert one.keys() == other.keys()
    # The digests in the manifest know the one option by which the two differ.
    assert [name for name in one if one[name] != other[name] and name != ".blogext.json"] == []
    assert _dependencies(quick) == _dependencies(slow) == {"guide": {"part.txt"}, "uses": {"conf.py"}}


def _dependencies(site: Site) -> dict[str, set[str]]:
    return {
        name: {str(path).rpartition("/")[2] for path in found} for name, found in site.env.dependencies.items()
    }


def test_one_edit_gives_the_same_without_them(make_site: Callable[..., Site]) -> None:
    quick, slow = make_site(FILES, CONF), make_site(FILES, CONF | {"blog_speedups": False})
    for site in (quick, slow):
        site.edit("blog/x.rst", "Rest.", "Another rest with a newword.")
        site.build()
        site.build()
    assert quick.bytes()["searchindex.js"] == slow.bytes()["searchindex.js"]
    assert b"newword" in quick.bytes()["searchindex.js"]


def test_the_search_index_follows_documents_that_are_gone(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES, CONF)
    assert "blog/p03" in site.bytes()["searchindex.js"].decode()
    site.delete("blog/p03.md")
    site.build()
    assert "blog/p03" not in site.bytes()["searchindex.js"].decode()


def test_nothing_stays_when_the_build_is_over(make_site: Callable[..., Site]) -> None:
    make_site(FILES)
    before = _state()
    fails = "def setup(app):\n    app.connect('html-page-context', lambda *args: 1 / 0)\n"
    site = make_site(FILES, fails, build=False)
    with pytest.raises(Exception, match="threw an exception"):
        site.build()
    assert _state() == before
    assert gc.get_freeze_count() == 0


def _state() -> tuple[object, ...]:
    # Sphinx 8.2 has no such function.
    return (gc.get_threshold(), getattr(sphinx.util.docutils, "_get_settings", None), yaml.safe_load)


def test_what_is_not_found_is_left_alone(make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    monkeypatch.delattr("myst_parser.mdit_to_docutils.base.get_default_settings")
    monkeypatch.setattr("myst_parser.mdit_to_docutils.base.make_document", _make_document)
    quick = make_site(FILES, CONF)
    assert quick.has("blog/p01")
    slow = make_site(FILES, CONF | {"blog_speedups": False})
    assert quick.bytes()["blog/p01.html"] == slow.bytes()["blog/p01.html"]


def _make_document(source_path: str = "notset", parser_cls: object = None) -> object:
    from docutils.parsers.rst import Parser
    from docutils.utils import new_document

    return new_document(source_path, docutils.frontend.get_default_settings(Parser))


def test_a_formatter_is_made_once_for_the_same_options(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES)
    highlighter = site.app.builder.highlighter  # type: ignore[union-attr]
    assert isinstance(highlighter, PygmentsBridge)
    assert "get_formatter" not in vars(highlighter)


def test_stems_are_those_of_sphinx(make_site: Callable[..., Site]) -> None:
    words = "Running runs's YES yield 并行 第一段and y' 1990s Ünïcode'S été STRASSE".split()
    text = f"# Words\n\n{' '.join(words)}\n"
    quick, slow = (make_site({"index.md": text}, CONF | {"blog_speedups": is_on}) for is_on in (True, False))
    assert quick.bytes()["searchindex.js"] == slow.bytes()["searchindex.js"]


def test_warnings_are_in_their_file_when_python_ends(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES, CONF, build=False)
    log = site.root / "warnings.txt"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-w", log, site.source, site.outdir]
    subprocess.run(command, check=True, capture_output=True)
    assert "myst.topmatter" in log.read_text(encoding="utf-8")
    assert "</html>" in site.bytes()["search.html"].decode()


def test_what_nobody_asks_for_is_not_logged(make_site: Callable[..., Site]) -> None:
    make_site({"index.md": "# Home\n"}, "def setup(app):\n    app.connect('env-updated', level)\n" + _LEVEL)
    assert logging.getLogger("sphinx").level == logging.DEBUG


_LEVEL = """
import logging, pathlib
def level(app, env):
    assert logging.getLogger("sphinx").level == min(h.level for h in logging.getLogger("sphinx").handlers)
"""

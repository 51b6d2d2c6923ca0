"""The sink: a site with everything that may stand in a teaser, in lists of every kind."""

import importlib.util
import shutil
import zlib
from pathlib import Path
from typing import Any

from conftest import ROOT, Site

#: The posts of the documentation, one for each construct and language.
EXAMPLES = ROOT / "docs" / "examples"
#: Posts that mix what hardly anybody mixes.
SINK = ROOT / "tests" / "sink"
#: Posts whose text stands elsewhere: the address of that, and the document here.
ELSEWHERE = {'https://elsewhere.example/a?b=1&c="2"': "blog/torture/external-md"}

#: Extensions of others that have something to say in a teaser, as far as they are installed.
_OTHERS = [
    name
    for name in ("sphinx_copybutton", "sphinx_tabs.tabs", "sphinxcontrib.mermaid", "sphinxcontrib.bibtex")
    if importlib.util.find_spec(name.split(".", maxsplit=1)[0]) is not None
]
_EXTENSIONS = [
    *("myst_parser", "sphinx_design", "sphinx.ext.todo", "sphinx.ext.graphviz", "sphinx.ext.ifconfig"),
    *("sphinx.ext.intersphinx", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx.ext.doctest"),
    *("sphinx.ext.autosectionlabel", "sphinx.ext.inheritance_diagram", "sphinx_blogext", *_OTHERS),
]
_MYST = (
    "dollarmath amsmath colon_fence deflist fieldlist attrs_inline attrs_block html_image html_admonition "
    "substitution tasklist strikethrough smartquotes replacements"
)
_CONF: dict[str, Any] = {
    "extensions": _EXTENSIONS,
    "myst_enable_extensions": _MYST.split(),
    "myst_heading_anchors": 3,
    "numfig": True,
    "todo_include_todos": True,
    "nitpicky": True,
    "html_use_index": True,
    "html_permalinks_icon": "<span>#</span>",
    # Large navigations are not what is looked at here.
    "html_sidebars": {"**": ["blog/recent.html"]},
    "exclude_patterns": ["examples/teasers"],
    "blog_page_size": 9,
    "graphviz_output_format": "svg",
    "autosectionlabel_prefix_document": True,
    "autosectionlabel_maxdepth": 3,
    "bibtex_bibfiles": ["refs.bib"],
    "intersphinx_mapping": {"other": ("https://other.example/", "other.inv")},
    "suppress_warnings": ["graphviz", "autosectionlabel.*", "toc.secnum", "myst.header"],
}  # fmt: skip
_MORE_CONF = """
import sys
sys.path.insert(0, str(__import__('pathlib').Path(__file__).parent))
def setup(app):
    app.add_config_value('sink_is_on', True, 'env')
"""


def make_sink(folder: Path, builder: str, theme: str, **conf: Any) -> Site:
    site = Site(folder, {}, {**_CONF, "html_theme": theme, **conf}, builder)
    shutil.copytree(EXAMPLES, site.source / "examples")
    shutil.copytree(EXAMPLES / "teasers", site.source / "blog")
    for path in SINK.iterdir():
        target = site.source / ("blog/torture" if path.name == "torture" else path.name)
        if path.is_dir():
            shutil.copytree(path, target, dirs_exist_ok=True)
        else:
            shutil.copy(path, target)
    (site.source / "other.inv").write_bytes(_inventory())
    with (site.source / "conf.py").open("a", encoding="utf-8") as file:
        file.write(_MORE_CONF)
    return site.build()


def _inventory() -> bytes:
    """An inventory of another project, as intersphinx reads it."""
    head = (
        "# Sphinx inventory version 2\n# Project: Other\n# Version: 1\n# The remainder is compressed using zlib\n"
    )
    lines = "thing std:label -1 thing.html#$ A thing\nfar.away py:function 1 api.html#$ -\n"
    return head.encode() + zlib.compress(lines.encode())

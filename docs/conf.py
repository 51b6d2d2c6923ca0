"""Configuration of the documentation, which has a blog itself: see ``news``."""

import os
import sys
from pathlib import Path

from sphinx_blogext import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sphinx-blogext"
author = "The sphinx-blogext authors"
copyright = "2026, The sphinx-blogext authors"
version = release = __version__

extensions = ["myst_parser", "sphinx_design", "sphinx_blogext", "blog_reference"]
exclude_patterns = ["examples", "_build", "_ext"]
nitpicky = True

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "amsmath", "fieldlist", "tasklist"]
myst_heading_anchors = 3

blog_path = "news"
blog_title = "News"
blog_authors = {"blogext": ("The sphinx-blogext authors", None)}

html_theme = "blogext"
html_title = "sphinx-blogext"
html_static_path = ["_static"]
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "https://sphinx-blogext.readthedocs.io/en/latest/")

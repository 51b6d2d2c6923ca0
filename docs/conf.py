"""Configuration of the documentation, which has a blog itself: see ``news``."""

import os
import sys
from pathlib import Path

from sphinx_blogext import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from figures import read_figures  # in the folder that has just been added

project = "sphinx-blogext"
author = "The sphinx-blogext authors"
copyright = "2026, The sphinx-blogext authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.extlinks", "sphinx_design", "sphinx_blogext", "blog_reference"]
exclude_patterns = ["examples", "locale", "_build", "_ext"]
nitpicky = True

myst_enable_extensions = [
    *("attrs_inline", "colon_fence", "deflist", "dollarmath", "amsmath", "fieldlist", "substitution", "tasklist"),
]
myst_heading_anchors = 3

# Where the English edition is. The Chinese one is below it, and so is the example site.
site = os.environ.get("READTHEDOCS_CANONICAL_URL", "https://sphinx-blogext.readthedocs.io/en/latest/")
extlinks = {"site": (site + "%s", "%s")}

# The Chinese edition is this one with the catalogs in ``locale``: see ``make docs``.
is_chinese = os.environ.get("DOCS_LANGUAGE") == "zh_CN"
language = "zh_CN" if is_chinese else "en"
myst_substitutions = read_figures(language)
locale_dirs = ["locale"]
gettext_compact = False
gettext_location = False

blog_path = "news"
blog_title = "新闻" if is_chinese else "News"
blog_authors = {"blogext": ("The sphinx-blogext authors", None)}

html_theme = "blogext"
html_theme_options = {
    "languages": {"en": site + "{page}", "zh-Hans": site + "zh/{page}"},
    "links": {"GitHub": "https://github.com/sphinx-blogext/sphinx-blogext"},
}
html_title = "sphinx-blogext"
html_static_path = ["_static"]
html_css_files = ["custom.css"]
html_baseurl = site + "zh/" if is_chinese else site
# Read the Docs gives the URL of the English edition.
blog_baseurl = html_baseurl

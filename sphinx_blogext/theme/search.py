"""The search of the theme: Chinese in Sphinx's index, or Pagefind instead of it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish
from sphinx.util import logging
from sphinx.util.display import progress_message

from sphinx_blogext.lang.codes import HAN
from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.theme_options import is_ours, options_of

logger = logging.getLogger(__name__)

# The index contains them escaped or as they are.
_HAN = pattern(rf"\\u[4-9][0-9a-f]{{3}}|[{HAN}]")


class SearchHan(SearchEnglish):
    """Sphinx's index for Chinese: the text between two punctuation marks, in which our script looks."""

    # Sphinx's own class needs ``jieba``, and in 9.0 its search page stops with an error.
    lang = "zh"


def on_builder_inited(app: Sphinx) -> None:
    """Index Chinese, unless the site has a dictionary for it."""
    # It may be of any type: Sphinx only emits a warning for a wrong one.
    options = app.config.html_search_options
    if is_ours(app.builder) and not (isinstance(options, dict) and "dict" in options):
        app.add_search_language(SearchHan)


def on_build_finished(app: Sphinx, error: Exception | None) -> None:
    """Let Pagefind index what was built."""
    if error is not None or not is_ours(app.builder) or options_of(app.builder)["search"] != "pagefind":
        return
    if importlib.util.find_spec("pagefind") is None:
        logger.warning("search needs Pagefind: install sphinx-blogext[search]", type="theme", subtype="pagefind")
        return
    command = [sys.executable, "-m", "pagefind", "--site", str(app.outdir), "--output-subdir", "pagefind"]
    # Lists and footers repeat posts, and would crowd them out of the results.
    command += ["--exclude-selectors", ".headerlink, .blog-listing, .blog-post-footer, script"]
    # One index, for readers who search in two languages. With Chinese, text is split into words; words of
    # other languages stay whole, and are found by their beginnings. Sphinx's index has all words of the site.
    index = Path(app.outdir, "searchindex.js")
    if index.is_file() and _HAN.search(index.read_text(encoding="utf-8")):
        command += ["--force-language", "zh"]
    with progress_message("indexing with Pagefind"):
        # No check: if Pagefind fails, the site is still complete, and a warning is enough.
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        logger.warning("Pagefind: %s", (done.stderr or done.stdout).strip(), type="theme", subtype="pagefind")

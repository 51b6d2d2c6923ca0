"""``"sphinx_blogext.ablog"`` in ``extensions``: what it loads, and what it gives to whom asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sphinx.errors import ConfigError
from writing import INDEX, md

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site

#: What ABlog declares; extensions of others ask for each.
OPTIONS = """
blog_archive_titles blog_authors blog_baseurl blog_default_author blog_default_language blog_default_location
blog_feed_archives blog_feed_fulltext blog_feed_length blog_feed_subtitle blog_feed_templates blog_feed_titles
blog_languages blog_locations blog_path blog_post_pattern blog_title disqus_drafts disqus_pages disqus_shortname
fontawesome_css_file fontawesome_included fontawesome_link_cdn post_always_section post_auto_excerpt
post_auto_image post_auto_orphan post_date_format_short post_date_format post_redirect_refresh
post_show_prev_next skip_injecting_base_ablog_templates
""".split()


def test_one_line_loads_the_blog_and_all_options(make_site: Callable[..., Site]) -> None:
    # In two files, as some sites have it.
    conf = {"extensions": ["sphinx_blogext.ablog", "myst_parser", "sphinx_blogext.ablog", "sphinx_blogext"]}
    site = make_site({**INDEX, "blog/a.md": md("A", blogpost=True)}, conf)
    assert site.warnings == []
    assert site.app is not None
    assert len(OPTIONS) == 32
    assert [name for name in OPTIONS if name not in site.app.config] == []
    assert site.page("blog").posts == ["A"]


@pytest.mark.parametrize("names", [("ablog", "sphinx_blogext"), ("sphinx_blogext.ablog", "ablog")])
def test_ablog_beside_us_is_an_error_that_names_both(make_site: Callable[..., Site], names: tuple[str]) -> None:
    with pytest.raises(ConfigError, match=r"'ablog' and 'sphinx_blogext'.*take 'ablog' out"):
        make_site(INDEX, {"extensions": ["myst_parser", *names]})

"""Options: each blog's values as the rest of the code reads them, and wrong ones refused or reported by name."""

import re
from typing import Any

import pytest
from conftest import MakeSite
from mistakes import OTHERS
from options import config_with
from sphinx.errors import ConfigError
from writing import INDEX, many

from sphinx_blogext.ablog import options as ablog_options
from sphinx_blogext.config.options import OPTIONS, Option
from sphinx_blogext.core.dates import Age


@pytest.mark.parametrize("option", [*OPTIONS, *ablog_options.OPTIONS], ids=lambda option: option.name)
def test_the_default_of_an_option_is_valid(option: Option) -> None:
    assert option.check.is_valid(option.default)


def test_a_blog_has_its_own_options_and_else_those_of_the_site() -> None:
    site = config_with(
        blog_page_size=5, blog_related=1, blogs={"news": {"blog_page_size": 3}, "notes/": {"blog_title": "N"}}
    )
    assert site.roots == ("news", "notes")
    news, notes = site.each
    assert (news.blog_page_size, notes.blog_page_size, site.blog_page_size) == (3, 5, 5)
    assert (news.blog_title, notes.blog_title, notes.blog_related) == ("Blog", "N", 1)
    assert (news.root, notes.root, notes.roots) == ("news", "notes", ("notes",))
    assert site.at("notes/2026/a").blog_title == "N"
    assert site.at("elsewhere").root == "news"
    assert site.of("notes") is notes


def test_options_that_may_be_written_in_several_ways_are_read_in_one() -> None:
    config = config_with(
        blog_default_author="mei",
        blog_changelog=["/changes/"],
        blog_stale_after="2 years",
        blog_feed_length=None,
        blog_card_fonts={"zh": "han.otf"},
        blog_path="/news/",
        post_show_prev_next=0,
        post_cover=1,
    )
    assert config.root == "news"
    assert (config.post_cover, config.post_show_prev_next) == (True, False)
    assert (config.blog_default_author, config.blog_default_language) == (("mei",), ())
    assert (config.blog_changelog, config.blog_stale_after) == (("changes",), Age(2, "year"))
    assert (config.blog_feed_length, config.blog_webmention) == (0, "")
    assert config.blog_card_fonts == {"zh": ("han.otf",)}
    assert config_with(blog_card_fonts=["a.ttf", "b.ttf"]).blog_card_fonts == {"": ("a.ttf", "b.ttf")}


SETS_LATE = """
def set_late(app):
    app.config.blog_page_size = 3

def setup(app):
    app.connect('builder-inited', set_late)
"""


def test_an_extension_may_set_options_until_documents_are_read(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog.md": "# News\n", **many(4)}, SETS_LATE)
    assert len(site.page("blog").all("article")) == 3
    assert site.has("blog/page/2")


#: Names of Sphinx's own pages and folders, and of what is no folder, or not everywhere.
NO_PATHS = [
    *("search", "Search", "genindex", "py-modindex", "opensearch", "news/index", "_static"),
    *("_sources/blog", ".git", "objects.inv", "news/atom.xml", "sitemap.xml/x", "blog.html", "con "),
    *("con", "a/aux.b", "blog./x", "a\nb", "\x7f", "\ud800", "a/a\udfff"),
]


WRONG: dict[str, list[Any]] = {
    "blog_title": [None, 5, ["x"]],
    "blog_path": [None, "..", "../x", "a//b", "a/../b", "C:/x", "a\\b", 5, *NO_PATHS],
    "blog_post_pattern": [5, {"a": 1}, [1]],
    "blog_authors": [5, "mei", ["mei"], {"mei": 5}, {"mei": ("a", "b", "c")}, {5: ("a", None)}],
    "blog_tags": [["python"], {"python": {"slug": "../evil"}}, {"python": {"slug": "a/b"}}],
    "blog_default_author": [5, {"a": 1}],
    "blog_timezone": ["Mars/Phobos", "", None, 8],
    "blog_page_size": [0, -1, "10", 1.5, None, True],
    "blog_pagination": ["oldest", None, ""],
    "blog_show_drafts": ["yes", 1, None],
    "blog_on_unknown_author": ["error", None, True],
    "blog_reading_time": ["no", 220],
    "post_date_format": [5, None],
    "blog_feed_length": [-1, "all", True],
    "blog_feed_titles": ["no", 0, "titles"],
    "blog_checks": [None, "alt", ["alts"], [5]],
    "blog_slugify": [5, "slugify", "a.b()", ["a.b"]],
    "blog_date_formats": ["%d.%m.%Y", ["%-d"], ["%Q"], [""], [5], None],
    "blog_publish_at": [None, "hour"],
    "blog_redirects": [[("a", "b")], {"a": None}, {1: "b"}, "a"],
    "blog_version_url": [
        "https://e.org/",
        "{version}",
        "/{version}/",
        "ftp://a/{version}",
        "https://{version}.org/x",
        5,
    ],
}


#: Of options that only sites of ABlog have.
OF_ABLOG: dict[str, list[Any]] = {
    "blog_language_marks": [None, "label"], "blog_list_titles": [5, "x", {"tag": 5}, {5: "x"}],
    "blog_date_parser": ["parse", "os.system('x')", 5], "blog_undated": [None, "draft"],
    "blog_feed_id_base": [5], "blog_feed_templates": [5, {"atom": {"title": "{{"}}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in (WRONG | OF_ABLOG).items() for value in values]
)
def test_a_wrong_configuration_is_refused(make_site: MakeSite, name: str, value: Any) -> None:
    extension = "sphinx_blogext.ablog" if name in OF_ABLOG else "sphinx_blogext"
    site = make_site(OTHERS, {"extensions": ["myst_parser", extension], name: value}, build=False)
    with pytest.raises(ConfigError) as caught:
        site.build()
    message = str(caught.value)
    assert name in message
    # A list with one wrong name is not repeated.
    assert repr(value) in message or repr(value[0]) in message
    assert "expected" in message or "valid names are" in message


def test_all_mistakes_are_named_at_once(make_site: MakeSite) -> None:
    conf = {
        "blog_page_size": 0,
        "blog_checks": ["alts"],
        "blog_slugify": "nothing",
        "blog_taxonomies": {"project": {"plurals": "x"}, "client": {"lable": "y"}},
        "blogs": {"news": {"blog_page_size": -1, "blog_sitemap": False}, "notes": {"nothing": 1}},
    }
    with pytest.raises(ConfigError) as caught:
        make_site(OTHERS, conf)
    heading, *lines = str(caught.value).splitlines()
    assert heading == "conf.py:"
    assert sorted(re.match(r"[^ :]+", line)[0] for line in lines) == [  # type: ignore[index]
        *("blog_checks", "blog_page_size", "blog_slugify", "blog_taxonomies", "blog_taxonomies"),
        *("blogs", "blogs", "blogs['news']['blog_page_size']"),
    ]


def test_the_blog_has_few_options() -> None:
    """A new one needs a reader whom no default serves."""
    assert len(OPTIONS) <= 80
    # None of them is one of ABlog.
    assert {option.name for option in OPTIONS}.isdisjoint({option.name for option in ablog_options.OPTIONS})


def test_an_option_that_is_not_there_is_reported_once(make_site: MakeSite) -> None:
    names = sorted({option.name for option in ablog_options.OPTIONS})
    warnings = make_site(OTHERS, dict.fromkeys(names, "x")).warnings
    for name, warned in zip(names, warnings, strict=True):
        assert warned.type == "blog.config"
        assert f"{name!r} is " in warned.message


@pytest.mark.parametrize("path", ["a" * 100_000, "a/" * 50_000])
def test_a_path_that_no_file_system_has_is_refused(make_site: MakeSite, path: str) -> None:
    with pytest.raises(ConfigError, match=r"^blog_path = 'a.*: expected a path"):
        make_site(OTHERS, {"blog_path": path})


def test_a_misspelt_name_in_conf_py(make_site: MakeSite) -> None:
    site = make_site(OTHERS, {"blog_page_szie": 5, "blog_post_patern": "x", "blog_path_of_mine": 1})
    assert [w.type for w in site.warnings] == ["blog.config", "blog.config"]
    assert "blog_page_size" in site.warnings[0].message
    assert "blog_post_pattern" in site.warnings[1].message


def test_the_configuration_of_ablog_is_taken(make_site: MakeSite) -> None:
    switches = ("blog_feed_archives", "blog_feed_fulltext", "post_always_section", "fontawesome_included")
    conf = {"blog_feed_length": 5, "blog_feed_subtitle": "x", "blog_feed_titles": False, "post_auto_image": 1}
    people = {"blog_locations": {"x": ("X", None)}, "blog_authors": {"mei": ("Mei", "https://example.org/")}}
    assert make_site(OTHERS, dict.fromkeys(switches, True) | conf | people).warnings == []


def test_a_default_language_that_is_none(make_site: MakeSite) -> None:
    conf = {"blog_default_language": ["Deutsch", "Norwegian"], "blog_languages": {"de": "Deutsch"}}
    site = make_site(OTHERS, conf)
    assert [w.type for w in site.warnings] == ["blog.unknown_language"]
    assert "did you mean 'no'?" in site.warnings[0].message


def test_names_that_people_expect_of_options(make_site: MakeSite) -> None:
    names = {
        "posts_per_page": "blog_page_size", "blog_per_page": "blog_page_size", "blog_feeds": "html_baseurl",
        "blog_subtitle": "blog_feed_subtitle", "blog_description": "blog_feed_subtitle",
    }  # fmt: skip
    site = make_site(OTHERS, "del html_baseurl\n" + "".join(f"{name} = 5\n" for name in names))
    messages = [each.message for each in site.warnings if each.type == "blog.config"]
    assert len(messages) == len(names)
    assert all(any(f"{name!r} is not an option and has no effect; use {own}" in m for m in messages)
               for name, own in names.items())  # fmt: skip
    # What is the name of a variable, or an option of another extension, or has nothing to do with a blog.
    conf = "posts_per_page = blog_page_size = 5\nblog_subtitle = 'S'\nblog_feed_subtitle = f'{blog_subtitle}.'\n"
    other = "posts = 1\nblog_feeds = 1\ndef setup(app):\n    app.add_config_value('blog_per_page', 5, '')\n"
    assert make_site(OTHERS, conf + other).warnings == []
    with pytest.raises(ConfigError, match="unknown option 'blog_per_page'; use blog_page_size"):
        make_site(OTHERS, {"blogs": {"blog": {"blog_per_page": 5}}})


_AUTHORS = {"mei": ("Mei Lin", None), "ada": {"name": "Ada"}}
_SAID: dict[str, list[tuple[Any, str]]] = {
    "blog_authors": [
        # Only the wrong entry is shown.
        *(
            (_AUTHORS | {"jo": wrong}, f" = { ({'jo': wrong})!r}: expected ")
            for wrong in (5, {"url": 5}, ("Jo", None, "x"))
        ),
        (_AUTHORS | {"jo": {"nmae": "Jo"}}, ": 'jo': unknown key 'nmae' (did you mean 'name'?)"),
        (["mei"], " = ['mei']: expected a dictionary such as {'mei': {'name': 'Lin Mei', "),
        ({"mei": {}, "jo": {"aliases": ["Mei"]}}, ": 'Mei' is a name of both 'mei' and 'jo'"),
        ({"mei": {"zzz": 1}}, ": 'mei': unknown key 'zzz'; valid keys are "),
        ({"a": {"name": "A", "social": ["x"]}}, ": 'a': invalid 'social': ['x']"),
        ({"a": {"slug": "X"}, "b": {"slug": "x"}}, " = {'a': {'slug': 'X'}, 'b': {'slug': 'x'}}: expected "),
    ],
    "blog_tags": [
        ({"a": {"aliases": ["b"]}, "b": "B"}, ": 'b' is a name of both 'a' and 'b'"),
        ({"a": {"aliases": ["x"]}, "b": {"aliases": ["X"]}}, ": 'X' is a name of both 'a' and 'b'"),
        *(({"a": wrong}, f" = {{'a': {wrong!r}}}: expected ") for wrong in ({"aliases": [1]}, {"hidden": "yes"})),
    ],
    "blog_list_titles": [
        ({"tags": "x"}, " = {'tags': 'x'}: unknown name 'tags' (did you mean 'tag'?); valid names")
    ],
    "blog_taxonomies": [
        ({"tag": {}}, ": 'tag' is built in"),
        ({"category": {"nested": True, "label": "C"}}, ": 'category' is built in: only 'nested' can be set"),
        ({"author": {"nested": True}}, ": 'author' is built in: its terms cannot be nested"),
        ({"project": {"plural": "tags"}}, ": 'project': 'tags' is already a key of posts"),
        ({"../x": {}}, ": '../x': '../x' is not a taxonomy name"),
        ({"project": {"plurals": "x"}}, ": 'project': unknown key 'plurals' (did you mean 'plural'?)"),
        ({"project": {"nested": "yes"}}, ": 'project': nested = 'yes': expected True or False"),
        (["project"], " = ['project']: expected a dictionary"),
        ({"orphan": {}}, ": 'orphan': 'orphan' is already a key of posts"),
    ],
    "blogs": [
        ({"../x": {}}, " = {'../x': {}}: expected a dictionary of paths"),
        ({"news": []}, ": 'news' = []: expected a dictionary of options"),
        ({"news": {"blog_titel": "x"}}, ": 'news': unknown option 'blog_titel' (did you mean 'blog_title'?)"),
        ({"news": {"blog_baseurl": "https://x.org"}}, ": 'news': 'blog_baseurl' applies to the whole site"),
        ({"news": {"blog_page_size": 0}}, "['news']['blog_page_size'] = 0: expected a whole number, 1 or more"),
        ({"news": {}, "News/": {}}, ": 'news' is the path of two blogs"),
        ({"news": {}, "News/Tag": {}}, ": the path 'news/tag' is also that of a page of the blog 'news'"),
        *(
            ({".": {}, path: {}}, f": the path '{path}' is also that of a page of the blog")
            for path in ("tag", "2026", "page", "archive")
        ),
    ],
}


@pytest.mark.parametrize(
    ("name", "value", "message"), [(name, *each) for name, values in _SAID.items() for each in values]
)
def test_what_is_wrong_is_said(make_site: MakeSite, name: str, value: Any, message: str) -> None:
    extension = "sphinx_blogext.ablog" if name in OF_ABLOG else "sphinx_blogext"
    with pytest.raises(ConfigError, match=f"^{name}{re.escape(message)}") as caught:
        make_site(OTHERS, {"extensions": ["myst_parser", extension], name: value})
    assert len(str(caught.value)) < 250

"""Options: each blog's values as the rest of the code reads them, and wrong ones refused or reported by name."""

import re
from typing import Any

import pytest
from conftest import MakeSite
from options import config_with
from sphinx.config import Config
from sphinx.errors import ConfigError
from writing import INDEX

from sphinx_blogext.ablog import options as ablog_options
from sphinx_blogext.config.options import OPTIONS, declare
from sphinx_blogext.config.validation import check_values
from sphinx_blogext.core.dates import Age


def test_the_defaults_of_options_are_valid() -> None:
    for option in (*OPTIONS, *ablog_options.OPTIONS):
        assert option.check.is_valid(option.default), option.name


def test_a_blog_has_its_own_options_and_else_those_of_the_site() -> None:
    blogs = {"news": {"blog_page_size": 3}, "notes/": {"blog_title": "N"}}
    site = config_with(blog_page_size=5, blog_related=1, blogs=blogs)
    assert site.roots == ("news", "notes")
    news, notes = site.each
    assert (news.blog_page_size, notes.blog_page_size, site.blog_page_size) == (3, 5, 5)
    assert (news.blog_title, notes.blog_title, notes.blog_related) == ("Blog", "N", 1)
    assert (news.root, notes.root, notes.roots) == ("news", "notes", ("notes",))
    assert (site.at("notes/2026/a").blog_title, site.at("elsewhere").root) == ("N", "news")
    assert site.of("notes") is notes


def test_options_that_may_be_written_in_several_ways_are_read_in_one() -> None:
    for name, value, read in [
        ("blog_default_author", "mei", ("mei",)), ("blog_default_language", None, ()),
        ("blog_changelog", ["/changes/"], ("changes",)), ("blog_stale_after", "2 years", Age(2, "year")),
        ("blog_feed_length", None, 0), ("blog_webmention", None, ""), ("post_cover", 1, True),
        ("blog_card_fonts", {"zh": "h.otf"}, {"zh": ("h.otf",)}), ("blog_card_fonts", ["a.ttf"], {"": ("a.ttf",)}),
    ]:  # fmt: skip
        assert getattr(config_with(**{name: value}), name) == read
    assert config_with(blog_path="/news/").root == "news"


#: Names of Sphinx's own pages and folders, and of what is no folder, or not everywhere.
NO_PATHS = [
    *("search", "Search", "genindex", "py-modindex", "opensearch", "news/index", "_static"),
    *("_sources/blog", ".git", "objects.inv", "news/atom.xml", "sitemap.xml/x", "blog.html", "con "),
    *("con", "a/aux.b", "blog./x", "a\nb", "\x7f", "\ud800", "a/a\udfff", "a" * 100_000, "a/" * 50_000),
]
WRONG: dict[str, list[Any]] = {
    "blog_title": [None, 5],
    "blog_path": [None, "..", "../x", "a//b", "a/../b", "C:/x", "a\\b", 5, *NO_PATHS],
    "blog_post_pattern": [5, {"a": 1}, [1]],
    "blog_authors": [5, "mei", ["mei"], {"mei": 5}, {"mei": ("a", "b", "c")}, {5: ("a", None)}],
    "blog_tags": [["python"]],
    "blog_timezone": ["Mars/Phobos", "", None, 8],
    "blog_page_size": [0, -1, "10", 1.5, None, True],
    "blog_pagination": ["oldest", None, ""],
    "blog_show_drafts": ["yes", 1, None],
    "post_date_format": [5, None],
    "blog_feed_length": [-1, "all", True],
    "blog_checks": [None, "alt", ["alts"], [5]],
    "blog_slugify": [5, "slugify", "a.b()", ["a.b"]],
    "blog_date_formats": ["%d.%m.%Y", ["%-d"], ["%Q"], [""], [5], None],
    "blog_publish_at": [None, "hour"],
    "blog_redirects": [[("a", "b")], {"a": None}, {1: "b"}, "a"],
    "blog_version_url": ["https://e.org/", "{version}", "/{version}/", "ftp://a/{version}", "https://{version}/"],
}
#: Of options that only sites of ABlog have.
OF_ABLOG: dict[str, list[Any]] = {
    "blog_language_marks": [None, "label"], "blog_list_titles": [5, "x", {"tag": 5}, {5: "x"}],
    "blog_date_parser": ["parse", "os.system('x')", 5], "blog_undated": [None, "draft"],
    "blog_feed_id_base": [5], "blog_feed_templates": [5, {"atom": {"title": "{{"}}],
}  # fmt: skip


def refusal(name: str, value: Any) -> str:
    """What is said of a value that a site may not have, or one of ABlog."""
    config = Config()
    declare(config, OPTIONS)
    if name in OF_ABLOG:
        ablog_options.declare_added(config)
    config[name] = value
    with pytest.raises(ConfigError) as caught:
        check_values(config, with_functions=True)
    return str(caught.value)


@pytest.mark.parametrize(("name", "values"), (WRONG | OF_ABLOG).items())
def test_a_wrong_configuration_is_refused(name: str, values: list[Any]) -> None:
    for value in values:
        message = refusal(name, value)
        assert message.startswith(name)
        # A list with one wrong name is not repeated.
        assert repr(value) in message or repr(value[0]) in message
        assert "expected" in message or "valid names are" in message


def test_all_mistakes_are_named_at_once(make_site: MakeSite) -> None:
    blogs = {"news": {"blog_page_size": -1, "blog_sitemap": False}, "notes": {"nothing": 1}}
    taxonomies = {"project": {"plurals": "x"}, "client": {"lable": "y"}}
    with pytest.raises(ConfigError) as caught:
        make_site(INDEX, {"blog_page_size": 0, "blog_taxonomies": taxonomies, "blogs": blogs})
    heading, *lines = str(caught.value).splitlines()
    assert heading == "conf.py:"
    options = ["blog_page_size", "blog_taxonomies", "blog_taxonomies", "blogs", "blogs"]
    assert sorted(re.split("[ :]", line)[0] for line in lines) == [*options, "blogs['news']['blog_page_size']"]


def test_what_conf_py_names_in_vain_is_said_once(make_site: MakeSite) -> None:
    said = {
        "posts_per_page": "'posts_per_page' is not an option and has no effect; use blog_page_size",
        "blog_subtitle": "'blog_subtitle' is not an option and has no effect; use blog_feed_subtitle",
        "blog_page_szie": "unknown option 'blog_page_szie' (did you mean 'blog_page_size'?)",
        "blog_undated": "'blog_undated' is an option of 'sphinx_blogext.ablog' alone and has no effect",
    }
    languages = "blog_languages, blog_default_language = {'de': 'Deutsch'}, ['Deutsch', 'Norwegian']\n"
    site = make_site(INDEX, languages + "".join(f"{name} = 5\n" for name in said))
    (language,) = (each.message for each in site.warnings if each.type == "blog.unknown_language")
    assert "did you mean 'no'?" in language
    messages = [each.message.removeprefix("conf.py: ") for each in site.warnings if each.type == "blog.config"]
    assert len(messages) == len(said)
    for words in said.values():
        assert any(message.startswith(words) for message in messages), words


def test_what_may_stand_in_conf_py(make_site: MakeSite) -> None:
    """What is the name of a variable, or an option of another extension or of ABlog, or not about a blog."""
    conf = "posts_per_page = blog_page_size = 5\nblog_subtitle = 'S'\nblog_feed_subtitle = f'{blog_subtitle}.'\n"
    conf += "def setup(app):\n    app.add_config_value('blog_per_page', 5, '')\n"
    conf += "posts = blog_feeds = blog_path_of_mine = blog_per_page = 1\n"
    conf += "blog_feed_archives = blog_feed_fulltext = post_always_section = fontawesome_included = True\n"
    conf += "blog_feed_length, blog_feed_titles, post_auto_image = 5, False, 1\n"
    conf += "blog_locations, blog_authors = {'x': ('X', None)}, {'mei': ('Mei', 'https://example.org/')}\n"
    assert make_site(INDEX, conf).warnings == []


_NO_FUNCTIONS = ("nothing.here", "sphinx_blogext.core.terms.nothing", "sphinx_blogext.core.addresses.DEVICES")
_SAID: dict[str, list[tuple[Any, str]]] = {
    "blog_date_parser": [("nothing.here", " = 'nothing.here': expected a function, such as ")],
    "blog_slugify": [(name, f" = {name!r}: expected a function, such as ") for name in _NO_FUNCTIONS],
    "blog_authors": [
        # Only the wrong entry is shown.
        ({"mei": ("Mei Lin", None), "jo": {"url": 5}}, " = {'jo': {'url': 5}}: expected "),
        ({"mei": {}, "jo": {"nmae": "Jo"}}, ": 'jo': unknown key 'nmae' (did you mean 'name'?)"),
        (["mei"], " = ['mei']: expected a dictionary such as {'mei': {'name': 'Lin Mei', "),
        ({"mei": {}, "jo": {"aliases": ["Mei"]}}, ": 'Mei' is a name of both 'mei' and 'jo'"),
        ({"a": {"name": "A", "social": ["x"]}}, ": 'a': invalid 'social': ['x']; write it as {'github': "),
        ({"a": {"slug": "X"}, "b": {"slug": "x"}}, ": 'x' is the slug of 2 terms"),
    ],
    "blog_tags": [
        ({"a": {"aliases": ["x"]}, "b": {"aliases": ["X"]}}, ": 'X' is a name of both 'a' and 'b'"),
        *(({"a": {"slug": slug}}, f": 'a': invalid 'slug': {slug!r}") for slug in ("../evil", "a/b")),
        *(({"a": wrong}, f" = {{'a': {wrong!r}}}: expected ") for wrong in ({"aliases": [1]}, {"hidden": "yes"})),
    ],
    "blog_list_titles": [({"tags": "x"}, " = {'tags': 'x'}: unknown name 'tags' (did you mean 'tag'?); valid ")],
    "blog_taxonomies": [
        ({"tag": {}}, ": 'tag' is built in"),
        ({"category": {"nested": True, "label": "C"}}, ": 'category' is built in: only 'nested' can be set"),
        ({"author": {"nested": True}}, ": 'author' is built in: its terms cannot be nested"),
        ({"project": {"plural": "tags"}}, ": 'project': 'tags' is already a key of posts"),
        ({"../x": {}}, ": '../x': '../x' is not a taxonomy name"),
        ({"project": {"plurals": "x"}}, ": 'project': unknown key 'plurals' (did you mean 'plural'?)"),
        ({"orphan": {}}, ": 'orphan': 'orphan' is already a key of posts"),
    ],
    "blogs": [
        ({"../x": {}}, " = {'../x': {}}: expected a dictionary of paths"),
        ({"news": {"blog_titel": "x"}}, ": 'news': unknown option 'blog_titel' (did you mean 'blog_title'?)"),
        ({"news": {"blog_baseurl": "https://x.org"}}, ": 'news': 'blog_baseurl' applies to the whole site"),
        ({"news": {"blog_page_size": 0}}, "['news']['blog_page_size'] = 0: expected a whole number, 1 or more"),
        ({"blog": {"blog_per_page": 5}}, ": 'blog': unknown option 'blog_per_page'; use blog_page_size"),
        ({"news": {}, "News/Tag": {}}, ": the path 'news/tag' is also that of a page of the blog 'news'"),
        *(({".": {}, path: {}}, f": the path '{path}' is also ") for path in ("tag", "2026", "page", "archive")),
    ],
}


@pytest.mark.parametrize(
    ("name", "value", "message"), [(name, *each) for name, values in _SAID.items() for each in values]
)
def test_what_is_wrong_is_said(name: str, value: Any, message: str) -> None:
    said = refusal(name, value)
    assert said.startswith(f"{name}{message}")
    assert len(said) < 250

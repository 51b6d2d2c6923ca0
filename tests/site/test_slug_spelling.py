"""``blog_slugify``, ``blog_label_slugs`` and the redirects of ABlog's pages, built."""

import pytest
from ablog_conf import with_ablog
from conftest import MakeSite, Site
from page import text
from sphinx.errors import ConfigError
from writing import INDEX, md

FILES = {
    **INDEX,
    "blog/a.md": md("A", tags=["Two Words", "../evil", "a/b", "index", "C++"], author="mei"),
    "blog/b.md": md("B", tags=["opinión", "Two Words"], author="jo"),
}
AUTHORS = {"mei": ("Mei Lin", None), "jo": ("Jo", None)}


def names_below(site: Site, folder: str) -> set[str]:
    return {name.removeprefix(f"{folder}/") for name in site.pages if name.startswith(f"{folder}/")}


def test_a_function_of_conf_py_spells_addresses(make_site: MakeSite) -> None:
    function = "def blog_slugify(name):\n    return name.replace(' ', '_')\n"
    site = make_site(FILES, function)
    assert site.warnings == []
    # What is no part of a page name is spelt as ever.
    assert {"Two_Words", "C++", "opinión", "index"} <= names_below(site, "blog/tag")
    assert len(names_below(site, "blog/tag")) == 6
    assert not (site.root / "out" / "evil.html").exists()
    assert "../blog/tag/Two_Words.html" in site.page("blog/a").links()
    # The function is code: what it does is compared, and not how it is called.
    site.edit("conf.py", "'_'", "'-'").build()
    assert "Two-Words" in names_below(site, "blog/tag")
    assert "Two_Words" not in names_below(site, "blog/tag")
    assert "../blog/tag/Two-Words.html" in site.page("blog/a").links()


def test_a_function_that_fails_costs_a_warning(make_site: MakeSite) -> None:
    site = make_site(FILES, "def blog_slugify(name):\n    return {'Two Words': 'two'}[name]\n")
    assert {w.type for w in site.warnings} == {"blog.config"}
    assert "blog_slugify fails for 'mei'" in " ".join(w.message for w in site.warnings)
    assert {"two", "c-plus-plus", "opinión"} <= names_below(site, "blog/tag")


@pytest.mark.parametrize(
    "name", ["nothing.here", "sphinx_blogext.core.terms.nothing", "sphinx_blogext.core.addresses.DEVICES"]
)
def test_a_name_of_no_function_is_an_error(make_site: MakeSite, name: str) -> None:
    message = (
        rf"\nblog_date_parser = '{name}': expected a function.*\nblog_slugify = '{name}': expected a function"
    )
    with pytest.raises(ConfigError, match=message):
        make_site(INDEX, with_ablog(blog_slugify=name, blog_date_parser=name))


@pytest.mark.parametrize("name", ["sys.exit", "builtins.quit", "os.kill", "builtins.dict"])
def test_no_function_ends_the_build(make_site: MakeSite, name: str) -> None:
    site = make_site(FILES, {"blog_slugify": name})
    assert site.has("blog/a")
    assert {"blog.config", "blog.rendering"} >= {w.type for w in site.warnings} > set()


def test_labels_in_addresses(make_site: MakeSite) -> None:
    site = make_site(FILES, with_ablog(blog_label_slugs=True, blog_authors=AUTHORS))
    assert site.warnings == []
    assert names_below(site, "blog/author") == {"mei-lin", "jo"}


def test_pages_of_ablog_forward(make_site: MakeSite) -> None:
    conf = with_ablog(blog_ablog_redirects=True, blog_authors=AUTHORS)
    files = {**FILES, "blog/index.md": "---\norphan: true\n---\n# Blog\n", "blog/tag/aib.md": "# Own\n"}
    site = make_site(files, conf)
    forwards = {
        "blog": "blog/index.html",
        "blog/drafts": "../blog/index.html",
        "blog/tag/opinion": "../../blog/tag/opini%C3%B3n.html",
        "blog/tag/c": "../../blog/tag/c-plus-plus.html",
        "blog/author/mei-lin": "../../blog/author/mei.html",
    }
    for name, target in forwards.items():
        assert site.page(name).root.find(".//a").get("href").removeprefix("./") == target, name
    # A page is none.
    assert text(site.page("blog/author/jo").one("h1")) == "Posts by Jo"
    site.configure(with_ablog(blog_authors=AUTHORS)).build()
    assert not site.has("blog/tag/opinion")
    assert not site.has("blog/drafts")

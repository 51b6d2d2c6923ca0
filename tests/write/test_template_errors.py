"""A mistake in a template of the site is named with its file, its line and the page."""

import pytest
from conftest import MakeSite
from sphinx.errors import SphinxError, SphinxParallelError, ThemeError
from writing import many

FILES = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(3, tags="x"),
}
CONF = {"templates_path": ["_templates"], "html_sidebars": {"**": ["blog/recent.html"]}, "html_theme": "alabaster"}
MISTAKES = {
    "undefined": ("{{ pots.title }}", "'pots' is undefined"),
    "syntax": ("{% if %}", "Expected an expression, got 'end of statement block'"),
    "no template": ("{% include 'blog/nothing.html' %}", "there is no template 'blog/nothing.html'"),
    "type": ("{{ 1 + 'a' }}", "TypeError: unsupported operand type(s)"),
}
#: Templates, and a page that shows each.
PLACES = {
    "blog/listing.html": "blog/index",
    "blog/post-header.html": "blog/p",
    "blog/page.html": "blog/page/2",
    "blog/terms.html": "blog/tag",
    "layout.html": "blog/",
}


def error_of(make_site: MakeSite, templates: dict[str, str], **options: object) -> str:
    files = FILES | {f"_templates/{name}": text for name, text in templates.items()}
    site = make_site(files, CONF, build=False, **options)
    with pytest.raises(SphinxError) as raised:
        site.build()
    assert isinstance(raised.value, (ThemeError, SphinxParallelError))
    return str(raised.value)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_has_its_line(make_site: MakeSite, mistake: str) -> None:
    text, reason = MISTAKES[mistake]
    error = error_of(make_site, {"blog/teaser.html": f"<h2>{{{{ post.title }}}}</h2>\n\n<p>{text}</p>\n"})
    assert error.startswith(f"_templates/blog/teaser.html:3: {reason}")
    assert error.endswith(" (on the page blog/index)")


@pytest.mark.parametrize("template", PLACES)
def test_every_template_has_its_page(make_site: MakeSite, template: str) -> None:
    error = error_of(make_site, {template: "\n{{ pots.date }}\n"})
    assert f"_templates/{template}:2: 'pots' is undefined (on the page {PLACES[template]}" in error


def test_the_template_that_is_included_is_named(make_site: MakeSite) -> None:
    templates = {"blog/teaser.html": "{% include 'part.html' %}", "part.html": "\n\n{{ pots.date }}\n"}
    assert error_of(make_site, templates) == "_templates/part.html:3: 'pots' is undefined (on the page blog/index)"


def test_in_several_processes(make_site: MakeSite) -> None:
    error = error_of(make_site, {"blog/recent.html": "\n{{ pots.date }}\n"}, parallel=2)
    assert "_templates/blog/recent.html:2: 'pots' is undefined" in error

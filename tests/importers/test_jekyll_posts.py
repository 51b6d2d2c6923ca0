"""``blogext import jekyll``: URLs, dates and terms are those of Jekyll 4.3, which wrote what is expected here."""

from pathlib import Path
from typing import Any

import pytest
from imports import front_matter, run_import

_CONFIG = "url: https://example.org\ntimezone: Europe/Moscow\n"


def only(tmp_path: Path, name: str, keys: str, config: str = "", body: str = "Text.\n") -> dict[str, Any]:
    """The front matter made of the post *name* with the *keys*, and the text."""
    made = run_import("jekyll", {"_config.yml": _CONFIG + config, name: f"---\n{keys}---\n{body}"}, tmp_path)
    [text] = [text for other, text in made.items() if other.endswith(".md")]
    return front_matter(text) | {"text": text}


@pytest.mark.parametrize(
    ("name", "keys", "url"),
    [
        # In a post, names of styles are URLs like any other.
        ("2021-03-08-a", "permalink: none\n", "none.html"),
        ("2021-03-08-a", "permalink: pretty\n", "pretty.html"),
        # The suffix is added to anything but itself.
        ("2021-03-13-Perm_Custom.Three", "permalink: /x/:title\n", "x/Perm_Custom.Three.html"),
        ("2022-06-04-a", "permalink: /legacy.php\n", "legacy.php.html"),
        ("2022-06-08-a", "permalink: /./p/../q/\n", "p/q/index"),
        ("2022-06-08-a-b", "permalink: /:name/\n", "2022-06-08-a-b/index"),
        ("2022-04-09-a", "categories: [x, X, x]\n", "x/2022/04/09/a.html"),
        ("2022-04-09-a", "category: Big Things\n", "big things/2022/04/09/a.html"),
        ("2022-04-09-a", "permalink: /:slugified_categories/\ncategories: [a b, A-b]\n", "a-b/index"),
        # Two digits are a year.
        ("21-03-09-a", "", "2021/03/09/a.html"),
        ("98-03-09-a", "", "1998/03/09/a.html"),
        # In the time zone of the site.
        ("2022-05-01-a", "date: 2022-05-01 22:11:12\n", "2022/05/02/a.html"),
        ("2022-05-01-a", "date: '2022-05-01 22:11:12'\n", "2022/05/01/a.html"),
        ("2022-05-01-a", "date: 2022-05-01 22:11\n", "2022/05/01/a.html"),
    ],
)
def test_urls_are_those_of_jekyll(name: str, keys: str, url: str, tmp_path: Path) -> None:
    assert only(tmp_path, f"_posts/{name}.md", f"title: T\n{keys}")["redirect"] == [url]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        # What YAML reads as a time is in UTC if it names no zone; other texts are in the zone of the site.
        ("2022-05-01 22:11:12  # late", "2022-05-01 22:11:12+00:00"),
        ("2022-5-1 2:11:12", "2022-05-01 02:11:12+00:00"),
        ("'2022-05-01 22:11:12'", "2022-05-01 22:11:12"),
        ("2022-05-01 22:11:12 MSK", "2022-05-01 22:11:12+03:00"),
    ],
)
def test_dates_are_those_of_jekyll(written: str, expected: str, tmp_path: Path) -> None:
    found = only(tmp_path, "_posts/2022-05-01-a.md", f"title: T\ndate: {written}\n")
    assert f"\ndate: {expected}\n" in found["text"]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("'<a href=\"https://mei.example/\">Mei Lin</a> (Oslo)'", ["Mei Lin (Oslo)"]),
        ("['<b>Mei</b>', 'Jo <em>K.</em>']", ["Mei", "Jo K."]),
        ("Mei <mei@example.org>", ["Mei <mei@example.org>"]),
    ],
)
def test_names_of_authors_are_without_tags(written: str, names: list[str], tmp_path: Path) -> None:
    found = only(tmp_path, "_posts/2022-05-01-a.md", f"title: T\nauthor: {written}\n")
    assert found["author"] == names


@pytest.mark.parametrize(
    ("keys", "title"), [("title: A &amp; B\n", "A & B"), ("layout: post\n", "No Title_here Yet")]
)
def test_titles_are_those_of_jekyll(keys: str, title: str, tmp_path: Path) -> None:
    text = only(tmp_path, "_posts/2022-05-01-no-title_HERE-yet.md", keys)["text"]
    assert f"\n# {title}\n" in text.replace("\\", "")


def test_redirects_have_the_suffix_too(tmp_path: Path) -> None:
    keys = "title: T\nredirect_from: [/old/one, /old/two/, /old/three.html]\n"
    found = only(tmp_path, "_posts/2022-05-01-a.md", keys)["redirect"]
    assert found == ["2022/05/01/a.html", "old/one/index", "old/two/index", "old/three.html", "old/one.html"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{{ page.title }}\n====\n\nOn {{site.title}}.\n", "# A_b \\*c\\*\n\nOn My site.\n"),
        ("{% raw %}{{ page.title }}{% endraw %}\n", "# A_b \\*c\\*\n\n{{ page.title }}\n"),
        # In code, without escapes: Jekyll runs Liquid before Markdown.
        ("`{{ page.title }}` {{ page.title }}\n", "# A_b \\*c\\*\n\n`A_b *c*` A_b \\*c\\*\n"),
        ("```\n{{ page.title }}\n```\n\n{% raw %}`{{ page.title }}`{% endraw %} {{ page.title }}\n",
         "# A_b \\*c\\*\n\n```\nA_b *c*\n```\n\n`{{ page.title }}` A_b \\*c\\*\n"),
    ],
)  # fmt: skip
def test_titles_are_shown_where_liquid_shows_them(tmp_path: Path, body: str, expected: str) -> None:
    text = only(tmp_path, "_posts/2024-05-06-a.md", "title: A_b *c*\n", "title: My site\n", body)["text"]
    assert text.rpartition("---\n")[2] == expected

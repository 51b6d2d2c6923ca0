"""What ``blogext import`` says, writes and refuses to write; files that are not what they seem."""

import os
import shutil
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from imports import contents, put
from old_sites import PNG, SITES

from blogext_import.old_files import Source
from blogext_import.recognition import engines_of
from sphinx_blogext.command.main import main

pytestmark = pytest.mark.usefixtures("terminal")

CONFIG = {
    "_config.yml": "title: Blog\nurl: https://old.example\n",
    "package.json": '{"dependencies": {"hexo": "1"}}',
}
GOOD = "---\ntitle: Good\ndate: 2024-01-01\n---\nText.\n"


def texts(folder: Path, engine: str, files: Mapping[str, str | bytes]) -> dict[str, str]:
    """The files that are made of a site in a new folder, as texts."""
    assert main(["import", engine, str(put(folder / "old", files))]) == 0
    return {name: content.decode(errors="ignore") for name, content in contents(folder / "blog").items()}


def hexo(folder: Path, posts: Mapping[str, str | bytes]) -> Path:
    return put(folder / "old", {**CONFIG, **{f"source/_posts/{name}": text for name, text in posts.items()}})


@pytest.mark.parametrize(
    ("engine", "name", "lines"),
    [
        ("hexo", "source/_posts/a.md", ["{% chart a.csv %}", "<!-- more -->", "{% words 1 %}"]),
        ("hugo", "content/posts/a.md", ["{{< chart data=a >}}", "{{< words n=1 >}}"]),
        ("jekyll", "_posts/2024-01-02-a.html", ["{% chart a.csv %}", "<!-- x -->", "<div>{% words 1 %}</div>"]),
    ],
)
def test_no_post_is_made_empty(
    engine: str, name: str, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace("Text.", "\n".join(lines))
    put(tmp_path / "old", {name: text, "config.toml" if engine == "hugo" else "_config.yml": ""})
    assert main(["import", engine, "old"]) == 1
    report = capsys.readouterr().out.split("\n")
    assert "  none of its text can be shown: its source is shown as it is: 1" in report[:5]
    [post] = (tmp_path / "blog").rglob("*.md")
    code = post.read_text(encoding="utf-8").partition("```text\n")[2].partition("\n```")[0]
    assert list(filter(None, code.split("\n"))) == [line for line in lines if "<!--" not in line]


def test_lost_words_come_first_then_pictures_then_links(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, words = "---\ntitle: A\ndate: 2024-01-02\n---\n", "one two 三四五 six seven eight nine ten "
    odd = "{% odd %}\n\n" * 20
    source = hexo(
        tmp_path,
        {
            "less.md": f"{head}{words}{{% aside %}}eleven twelve{{% endaside %}}\n",
            "least.md": f"{head}{words}{{% aside %}}{words}{{% endaside %}}\n",
            "enough.md": f'{head}{words}[a]({{% post_path "other" %}}){{% comment %}}not this{{% endcomment %}}\n',
            "address.md": f"{head}https://example.org/a?b=c\n",
            "emoji.md": f"{head}:smile: :heart: :tada: :rocket:\n",
            "other.md": f"{head}![](no.png)\n\n[a](no.md) [b](/no/)\n\n{odd}Text.\n",
        },
    )
    assert main(["import", "hexo", str(source), "--tag", "aside="]) == 1
    report = capsys.readouterr().out
    places = [
        "has (after) of the (before) words of its source: 2\n",
        "    source/_posts/least.md: has 10 of the 20 words of its source\n",
        "    source/_posts/less.md: has 10 of the 12 words of its source\n",
        "the image (address) is not found: 1",
        "the target of the link to (address) is not found: 2",
        "the tag (name) is now a comment: 20",
    ]
    assert sorted(places, key=report.index) == places
    line = next(line for line in report.split("\n") if line.startswith("To review"))
    assert line.endswith("(posts with fewer words: 2, pictures and files not found: 1, links: 2, words lost: 12)")


@pytest.mark.parametrize("engine", SITES)
def test_a_second_run_changes_nothing(engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = put(tmp_path / "old", SITES[engine].files)
    before = contents(source)
    assert [each.name for each in engines_of(Source(source))] == [engine]
    assert main(["import", engine, str(source), "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert not (tmp_path / "blog").exists()
    assert "would be written" in said
    assert main(["import", engine, str(source)]) == 0
    written = contents(tmp_path / "blog")
    assert {f"blog/{name}" for name in written} | {f"old/{name}" for name in before} == set(contents(tmp_path))
    assert (main(["import", engine, str(source)]), contents(tmp_path / "blog")) == (0, written)
    assert f"already there and identical: {len(written)}\n" in capsys.readouterr().out
    assert contents(source) == before


def test_what_is_there_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = hexo(tmp_path, {"one.md": GOOD, "two.md": GOOD, "deep/three.md": GOOD, "four/pic.png": PNG})
    outside = tmp_path / "outside"
    outside.mkdir()
    put(tmp_path, {"blog/one.md": "mine"})
    (tmp_path / "blog" / "deep").symlink_to(outside)
    (tmp_path / "blog" / "two.md").symlink_to(outside / "two.md")
    (tmp_path / "blog" / "four").write_text("a file")
    assert main(["import", "hexo", str(source)]) == 1
    said = capsys.readouterr().out
    assert "one.md: already exists with different content: left unchanged" in said
    assert "deep/three.md: cannot be written: its folder is a link that leads elsewhere, or a file" in said
    assert "four/pic.png: cannot be written" in said
    assert ((tmp_path / "blog/one.md").read_text(), list(outside.iterdir())) == ("mine", [])
    # All else is imported.
    assert (tmp_path / "blog" / "conf-hexo.py").is_file()


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    hostile = (
        "---\ntitle: ../../x\ndate: 2024-01-01\npermalink: ../../../up.html\nslug: ../../up\n"
        "cover: ../../../secret.png\n---\n![](../../../secret.png)\n"
    )
    source = hexo(tmp_path, {"con.md": hostile, "a:b?c.md": GOOD, "index.md": GOOD, "2024.md": GOOD})
    put(tmp_path, {"secret.png": PNG})
    main(["import", "hexo", str(source)])
    names = {"con-.md", "a-b-c.md", "index-post.md", "2024-post.md", "conf-hexo.py"}
    assert contents(tmp_path / "blog").keys() == names
    assert "up" not in (tmp_path / "blog" / "con-.md").read_text(encoding="utf-8").split("---")[1]


BAD: dict[str, tuple[bytes, str]] = {
    "toml.md": (b'+++\ntitle = "A"\ndate = 2024-01-02\ntags = [unquoted]\n+++\nText.\n',
        ":4: the front matter cannot"),
    "yaml.md": (b"---\ntitle: A: b\ndate: 2024-01-02\n---\nText.\n", ":2: the front matter cannot"),
    "undated.md": (b"---\ntitle: A\n---\nText.\n", ": has no date: it is a draft"),
    "unclear.md": (b"---\ntitle: A\ndate: 02-01-2023\n---\nText.\n", "“02-01-2023” cannot be read"),
    "2023-01-02-named.md": (b"---\ndate: 02-01-2023\n---\nText.\n", ": takes the date 2023-01-02 from its name"),
    "binary.md": (PNG, ": is a binary file despite its name"),
    "gbk.md": ("---\ntitle: 中文标题\ndate: 2024-01-02\n---\n正文在此。\n".encode("gbk"), ": is encoded in GBK"),
    "utf16.md": ("---\ntitle: 中文标题\ndate: 2024-01-02\n---\n正文在此。\n".encode("utf-16"),
        ": is encoded in UTF-16"),
    "windows.md": (b"---\r\ntitle: A\r\ndate: 2024-01-02\r\n---\r\nText.\r\n", ": has Windows line endings"),
    # HTML is not converted, which takes its time in Markdown.
    "long.html": (b"---\ntitle: A\ndate: 2024-01-02\n---\n" + b"Some text.\n" * 480_000, ": is 5.3 MB in size"),
    "bomb.md": (b"---\na: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*c]\ntags: &t [*t]\ndate: 2024-01-02\n---\nText.\n",
        ":4: the front"),
}  # fmt: skip


@pytest.mark.slow
def test_bad_files_are_reported_and_all_else_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    posts = {name: content for name, (content, _said) in BAD.items()}
    source = hexo(tmp_path, {**posts, "good.md": GOOD, "Good.markdown": GOOD.replace("Good", "Gut")})
    (source / "source/_posts/link.md").symlink_to("/etc/hostname")
    (source / "source/_posts/folder").symlink_to(tmp_path)
    os.mkfifo(source / "source/_posts/pipe.md")
    assert main(["import", "hexo", str(source)]) == 1
    said = capsys.readouterr().out
    for name, (_content, expected) in BAD.items():
        assert any(f"source/_posts/{name}" in line and expected in line for line in said.splitlines()), name
    assert "source/_posts/link.md: is a symbolic link that leads outside the source: not followed" in said
    assert "source/_posts/folder: is a symbolic link that leads outside the source: not followed" in said
    assert "source/_posts/good.md: has the same name as source/_posts/Good.markdown" in said
    found = contents(tmp_path / "blog")
    further = {"long.md", "Good.md", "good-2.md", "conf-hexo.py"}
    assert set(found) == (BAD.keys() - {"binary.md", "long.html"}) | further
    for name in ("gbk.md", "utf16.md"):
        assert "# 中文标题\n\n正文在此。\n" in found[name].decode()
    assert b"\r" not in found["windows.md"]
    assert b"draft: true" in found["undated.md"]
    assert b"draft: true" in found["unclear.md"]
    assert found["toml.md"].endswith(b"draft: true\n---\n# Toml\n\nText.\n")
    assert found["yaml.md"].endswith(b"draft: true\n---\n# Yaml\n\nText.\n")


def test_another_engines_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = put(tmp_path / "old", SITES["hugo"].files)
    assert main(["import", "hexo", str(source)]) == 2
    assert "this looks like Hugo, not Hexo: run “blogext import hugo" in capsys.readouterr().err
    source = put(tmp_path / "hexo", SITES["hexo"].files | {"source/_posts/a.md": "---\ntitle: A\n---\nText.\n"})
    assert main(["import", "jekyll", str(source)]) == 2
    assert "this looks like Hexo, not Jekyll" in capsys.readouterr().err
    assert main(["import", "hugo", str(tmp_path / "nowhere")]) == 2
    assert "is not a folder" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["import", "zola", str(tmp_path / "empty")]) == 1
    assert "no posts found in" in capsys.readouterr().err


def test_a_site_within_the_folder_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path / "repository" / "website", SITES["docusaurus"].files)
    put(tmp_path / "repository", {"package.json": '{"dependencies": {"@docusaurus/core": "3"}}'})
    assert main(["import", "docusaurus", str(tmp_path / "repository")]) == 0
    assert (tmp_path / "blog" / "plain.md").is_file()
    assert "blog_title = 'Docusaurus notes'" in capsys.readouterr().out


def test_posts_are_not_written_where_they_come_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = put(tmp_path / "old", SITES["material"].files)
    before = contents(source)
    assert main(["import", "material", str(source), "--to", str(source)]) == 2
    assert "choose another with “--to”" in capsys.readouterr().err
    assert contents(source) == before


def test_an_old_address_of_two_posts_is_the_first_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["/same/", "/same/", "/page.php", "/blog/tag/x/\naliases: [/blog/a/]"]
    posts = (GOOD.replace("date", f"permalink: {line}\ndate") for line in lines)
    files = {f"{name}.md": text for name, text in zip("abcd", posts, strict=True)}
    assert main(["import", "hexo", str(hexo(tmp_path, files))]) == 0
    said = capsys.readouterr().out
    assert "b.md: the old URL /same/ redirects to another post that also had it: source/_posts/a.md" in said
    assert "c.md: the old URL /page.php does not redirect: no page can have that name" in said
    assert "d.md: the old URL /blog/tag/x/ does not redirect: the blog generates a page there" in said
    assert "d.md: the old URL /blog/a/ does not redirect: another post has it now" in said
    found = contents(tmp_path / "blog")
    assert [name for name in files if b"redirect" in found[name]] == ["a.md"]


def test_a_post_with_a_password_is_a_draft(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = hexo(tmp_path, {"one.md": GOOD.replace("date:", "password: hunter2\ndate:")})
    assert main(["import", "hexo", str(source)]) == 0
    text = (tmp_path / "blog" / "one.md").read_text(encoding="utf-8")
    assert "draft: true" in text
    assert "hunter2" not in text + capsys.readouterr().out


def test_several_blogs_of_one_site(tmp_path: Path) -> None:
    post, statement = "---\ntitle: A\ndate: 2024-01-02\n---\nText.\n", "import X from '../own/X.js'\n"
    plugin = "['@docusaurus/plugin-content-blog', {id: 'news', path: './news', routeBasePath: '/n'}]"
    config = f"export default {{presets: [['classic', {{blog: false}}]], plugins: [{plugin}]}}"
    files = {"docusaurus.config.js": config, "news/one.md": f"{post}\n{statement}", "news/tags.yml": "- a\n"}
    files["i18n/fr/docusaurus-plugin-content-blog-news/one.md"] = post
    assert main(["import", "docusaurus", str(put(tmp_path / "old", files)), "--to", "a"]) == 0
    assert set(contents(tmp_path / "a")) == {"one.md", "fr/one.md", "conf-docusaurus.py"}
    assert "redirect: [n/one/index]" in (tmp_path / "a" / "one.md").read_text(encoding="utf-8")


def test_posts_outside_of_the_blogs_folder_say_what_they_are(tmp_path: Path) -> None:
    source = hexo(tmp_path, {"one.md": GOOD})
    put(tmp_path, {"site/conf.py": "blog_path = 'news'\n", "other/index.md": "# Home\n"})
    for place, says_so in {"site/news": False, "site/elsewhere/x": True, "other/deep": False}.items():
        assert main(["import", "hexo", str(source), "--to", place]) == 0
        assert ("blogpost: true" in (tmp_path / place / "one.md").read_text(encoding="utf-8")) == says_so
    files = {"pelicanconf.py": "", "content/a.rst": "A\n#\n\n:date: 2024-01-02\n\nText.\n"}
    assert main(["import", "pelican", str(put(tmp_path / "pelican", files)), "--to", "site/elsewhere"]) == 0
    assert "blogpost" not in (tmp_path / "site/elsewhere/a.rst").read_text(encoding="utf-8")
    assert "blog_path = 'deep'" in (tmp_path / "other/deep/conf-hexo.py").read_text(encoding="utf-8")


BAD_URLS = ("https://{}]", "https://[{}]", "https://[1.2.3.4]", "//[{}/[::1", "http://localhost:1313")


@pytest.mark.parametrize(("engine", "url"), [*product(SITES, ["https://[{}"]), *product(["hexo"], BAD_URLS)])
def test_an_url_that_is_none_is_unknown(
    engine: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"{engine}.example"
    for path in put(tmp_path / "old", SITES[engine].files).rglob("*.*"):
        path.write_bytes(path.read_bytes().replace(f"https://{name}".encode(), url.format(name).encode()))
    assert main(["import", engine, "old"]) in {0, 1}
    assert "the URL of the site is not known" in capsys.readouterr().out
    assert "html_baseurl" not in (tmp_path / f"blog/conf-{engine}.py").read_text(encoding="utf-8")


LARGE = (
    *(
        "date: 9999-12-31T23:59:59-14:00",
        "date: 0001-01-01T00:00:00+14:00",
        "date: Fri, 31 Dec 9999 23:00:00 -1400",
    ),
    *("top: ²", f"top: {'9' * 5000}", f"sticky: {'9' * 5000}"),
)


@pytest.mark.parametrize("engine", sorted(SITES.keys() - {"ablog"}))
def test_no_number_is_too_large(engine: str, tmp_path: Path) -> None:
    body = f"Text.\n\n```\nx\n```\n\n{{% include_code from:{'9' * 5000} a.py %}}\n"
    for name, text in SITES[engine].files.items():
        if name.endswith(".md"):
            texts = (f"---\ntitle: A\n{line}\n---\n{body}" for line in LARGE)
            put(tmp_path / "old", {f"{name[:-3]}{number}.md": text for number, text in enumerate(texts)})
        else:
            put(tmp_path / "old", {name: body if name.endswith(".rst") else text})
    assert main(["import", engine, "old"]) in {0, 1}


VALUES = (
    *(b"null", b"[]", b"{}", b"[[a],[b,[c,{d: e}]]]", b'"x', b"true", b"-1", b"9" * 30, b"2024-01-01", b"&a [*a]"),
    *(b"../../../etc/passwd", b"\x00", b"\xff\xfe", b"{a: {b: c}}", b"- - -", b"'", b"\xe4", b"%zz", b"http://["),
)


def broken(content: bytes, random: Random) -> bytes:
    """Return *content* with a part cut out or a value in the place of another, or its lines in another order."""
    value, place = random.choice(VALUES), random.randrange(len(content) + 1)
    lines = content.split(b"\n")
    number = random.randrange(len(lines))
    key, sign, _value = lines[number].partition(random.choice((b":", b"=")))
    replaced = [*lines[:number], key + sign + b" " + value, *lines[number + 1 :]]
    shuffled = random.sample(lines, len(lines))
    cut = content[:place] + content[place + random.randint(1, 30) :]
    return random.choice(
        (cut, content[:place] + value + content[place:], b"\n".join(replaced), b"\n".join(shuffled))
    )


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.sampled_from(sorted(SITES)), st.randoms(use_true_random=False))
def test_no_site_is_too_broken(tmp_path: Path, engine: str, random: Random) -> None:
    for name in ("old", "blog"):
        shutil.rmtree(tmp_path / name, ignore_errors=True)
    old = put(tmp_path / "old", SITES[engine].files)
    for path in sorted(old.rglob("*.*")):
        if path.is_file() and random.random() < 0.5:
            path.write_bytes(broken(path.read_bytes(), random))
    assert main(["import", engine, "old"]) in {0, 1, 2}
    before = contents(tmp_path)
    main(["import", engine, "old"])
    assert contents(tmp_path) == before

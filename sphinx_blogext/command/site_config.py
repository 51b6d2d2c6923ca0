"""The site that a command works on: its folder, and its ``conf.py``."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.tags import Tags

from sphinx_blogext.ablog import options as ablog_options
from sphinx_blogext.command.terminal import USAGE, CommandError, painted, visible
from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.config.options import OPTIONS, declare
from sphinx_blogext.config.validation import check_values
from sphinx_blogext.core.addresses import documents_of
from sphinx_blogext.markup.quote import one_line

#: Folders where projects keep the ``conf.py`` of their documentation.
_PLACES = (".", "docs", "doc", "source", "docs/source", "doc/source")
_SUFFIXES = (".md", ".rst", ".txt", ".ipynb")
#: Extensions that read Markdown.
_MARKDOWN = frozenset({"myst_parser", "myst_nb"})


def documents_at(folder: Path, name: str) -> list[Path]:
    """Return the files in *folder* that can be the page *name*, in any markup or in a folder of its own."""
    return [folder / f"{stem}{suffix}" for stem in documents_of(name) for suffix in _SUFFIXES]


def find_conf(folder: Path) -> Path | None:
    """Return the folder that holds the ``conf.py`` of the site in *folder*, or ``None``."""
    files = (folder / place for place in _PLACES)
    return next((place.resolve() for place in files if (place / "conf.py").is_file()), None)


def site_folder(given: str | None) -> Path:
    """Return the folder of the site: in *given*, or in the current folder or a parent of it."""
    here = Path(given or ".").resolve()
    if not here.is_dir():
        raise CommandError(f"{visible(given or here)} is not a folder", USAGE)
    for folder in [here] if given is not None else [here, *here.parents]:
        # In parent folders, accept only a site that contains the current folder, not someone else's docs.
        if (site := find_conf(folder)) and (folder == here or here.is_relative_to(site)):
            return site
    place = visible(given) if given is not None else "this folder"
    raise CommandError(f'there is no conf.py in {place}; to create a site, run "blogext init"', USAGE)


def read_config(folder: Path) -> BlogConfig:
    """Return the configuration from the ``conf.py`` in *folder*, with the defaults of our options."""
    # The file is executed, as in a build; no extension is loaded.
    try:
        # Standard output belongs to the command, not to what a conf.py prints.
        with contextlib.redirect_stdout(sys.stderr):
            config = Config.read(folder, overrides={}, tags=Tags())
            declare(config, OPTIONS)
            if "sphinx_blogext.ablog" in config.extensions:
                ablog_options.declare_added(config)
                ablog_options.apply_defaults(config)
        check_values(config)
    except ConfigError as error:
        raise CommandError(f"conf.py cannot be read: {reason_of(error)}") from error
    return blog_config(config)


def reason_of(error: BaseException) -> str:
    """Return the last line of the message of *error*: of a traceback, it says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return visible(lines[-1] if lines else type(error).__name__)


def reads_markdown(config: BlogConfig) -> bool:
    return not _MARKDOWN.isdisjoint(config.sphinx.extensions)


def create_file(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Mode "x" fails if the name is taken by now, and does not follow links.
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
    print(painted("written", "good"), visible(os.path.relpath(path)))


def git_output(folder: Path, *arguments: str) -> str:
    """Return what git prints in *folder* on one line, or ``""`` if it fails."""
    # It cannot run in a folder that does not exist yet.
    folder = next(path for path in (folder, *folder.parents) if path.is_dir())
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return one_line(done.stdout.decode("utf-8", "replace"))

"""Records what ABlog, which has to be installed, makes of a site: ``python record_sites.py names html``.

What it makes of those in ``sites`` is kept in ``records``, with which our output is compared.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
ATOM = "{http://www.w3.org/2005/Atom}"
TERMS = ("tags", "category", "author", "location", "language")


def files_of(outdir: Path) -> list[str]:
    """Return the pages and feeds in an output directory."""
    names = (path.relative_to(outdir).as_posix() for path in outdir.rglob("*") if path.suffix in {".html", ".xml"})
    return sorted(name for name in names if not name.startswith("_") and name != "search.html")


def feeds_of(outdir: Path) -> dict[str, dict[str, Any]]:
    """Return id and title of each Atom feed, the ids of its entries, and which texts these have."""
    found = {}
    for name in files_of(outdir):
        if name.endswith(".xml") and (root := ElementTree.parse(outdir / name).getroot()).tag == f"{ATOM}feed":
            entries = root.findall(f"{ATOM}entry")
            texts = {text for text in ("content", "summary") for entry in entries if entry.findtext(ATOM + text)}
            found[name] = {name: root.findtext(ATOM + name) for name in ("id", "title")}
            found[name] |= {"entries": [entry.findtext(f"{ATOM}id") for entry in entries], "texts": sorted(texts)}
    return found


def posts_of(env: BuildEnvironment) -> dict[str, Any]:
    """Return title, date and terms of each post, by its document and section.

    If a section is a post several times, the last one counts, and all of its terms list it.
    """
    found: dict[str, Any] = {}
    for docname, posts in sorted(env.ablog_posts.items()):
        for post in posts:
            key = "#".join(filter(None, (docname, post["section"])))
            before = found.get(key, {})
            terms = {name: sorted({*filter(None, post[name]), *before.get(name, ())}) for name in TERMS}
            found[key] = {"title": post["title"], "date": post["date"] and post["date"].isoformat(), **terms}
    return found


def record(name: str, builder: str) -> dict[str, Any]:
    """Return what ABlog makes of a site."""
    source = HERE / "sites" / name
    with tempfile.TemporaryDirectory() as folder:
        outdir = Path(folder, "out")
        app = Sphinx(source, source, outdir, Path(folder, "trees"), builder, status=None)
        app.build()
        return {"files": files_of(outdir), "feeds": feeds_of(outdir), "posts": posts_of(app.env)}


if __name__ == "__main__":
    # ABlog keeps its blog in the class: each site needs a process of its own.
    site, builder = sys.argv[1:]
    target = HERE / "records" / f"{site}-{builder}.json"
    target.parent.mkdir(exist_ok=True)
    text = json.dumps(record(site, builder), ensure_ascii=False, indent=1, sort_keys=True)
    target.write_text(text + "\n", encoding="utf-8")

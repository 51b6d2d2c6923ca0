"""Records what ABlog, which has to be installed, makes of a site: ``python record_sites.py names html``.

What it makes of those in ``sites`` is kept in ``records``, with which our output is compared.
"""

from __future__ import annotations

import json
import sys
import tempfile
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from sphinx.application import Sphinx

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
ATOM = "{http://www.w3.org/2005/Atom}"
TERMS = ("tags", "category", "author", "location", "language")


def files_of(outdir: Path) -> list[str]:
    """Return the pages and feeds in an output directory."""
    names = (path.relative_to(outdir).as_posix() for path in outdir.rglob("*") if path.suffix in {".html", ".xml"})
    return sorted(name for name in names if not name.startswith("_") and name != "search.html")


def feeds_of(outdir: Path) -> dict[str, list[Any]]:
    """Return the id of each Atom feed, and those of its entries."""
    found = {}
    for name in files_of(outdir):
        if name.endswith(".xml") and (root := ElementTree.parse(outdir / name).getroot()).tag == f"{ATOM}feed":
            entries = [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]
            found[name] = [root.findtext(f"{ATOM}id"), entries]
    return found


def posts_of(env: BuildEnvironment) -> dict[str, Any]:
    """Return title, date and terms of each post, by its document and section."""
    return {
        "#".join(filter(None, (docname, post["section"]))): {
            "title": post["title"],
            "date": post["date"] and post["date"].isoformat(),
            **{name: sorted(filter(None, post[name])) for name in TERMS},
        }
        for docname, posts in sorted(env.ablog_posts.items())
        for post in posts
    }


def record(name: str, builder: str) -> dict[str, Any]:
    """Return what ABlog makes of a site."""
    source = HERE / "sites" / name
    with tempfile.TemporaryDirectory() as folder:
        outdir, warnings = Path(folder, "out"), StringIO()
        app = Sphinx(source, source, outdir, Path(folder, "trees"), builder, status=None, warning=warnings)
        app.build()
        print(warnings.getvalue(), file=sys.stderr)
        return {"files": files_of(outdir), "posts": posts_of(app.env), "feeds": feeds_of(outdir)}


if __name__ == "__main__":
    # ABlog keeps its blog in the class: each site needs a process of its own.
    site, builder = sys.argv[1:]
    target = HERE / "records" / f"{site}-{builder}.json"
    target.parent.mkdir(exist_ok=True)
    text = json.dumps(record(site, builder), ensure_ascii=False, indent=1, sort_keys=True)
    target.write_text(text + "\n", encoding="utf-8")

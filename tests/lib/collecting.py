"""An extension as others may write one: it uses nothing of the blog but its API."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_blogext.api import EVENT, Blog


def on_blog_collected(app: Sphinx, blogs: tuple[Blog, ...]) -> None:
    """Write what is handed over, all of it."""
    found = [plain(blog) for blog in blogs]
    Path(app.outdir).mkdir(parents=True, exist_ok=True)
    Path(app.outdir, "collected.json").write_text(json.dumps(found, default=str, indent=1), encoding="utf-8")


def plain(record: Any) -> Any:
    if isinstance(record, Blog):
        own = {name: getattr(record, name) for name in ("path", "title", "page", "url", "feeds")}
        return own | {
            "taxonomies": {name: [asdict(term) for term in terms] for name, terms in record.taxonomies.items()},
            "posts": [plain(post) for post in record.posts],
        }
    fields = {name: getattr(record, name) for name in record.__slots__}
    return fields | {"terms": {name: [term.name for term in terms] for name, terms in record.terms.items()}}


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect(EVENT, on_blog_collected)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

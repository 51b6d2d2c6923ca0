"""What the last build wrote, so that this one rewrites what has changed and removes what is gone."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util.matching import patmatch

from sphinx_blogext.config import OPTIONS
from sphinx_blogext.listings import ListPage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.listings import Listing, Overview
    from sphinx_blogext.model import Post
    from sphinx_blogext.pagination import Page

_FILE = ".blogext.json"
_VERSION = 1


@dataclass
class Manifest:
    """What stands in an output directory.

    ``documents`` maps documents to a digest of what they show of the blog, ``posts`` are
    the documents that were posts, and ``files`` are the files of the blog that no document
    stands for, relative to the directory. A manifest that cannot be read is an empty one:
    everything is written anew.
    """

    folder: Path
    documents: dict[str, str] = field(default_factory=dict)
    posts: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)

    @classmethod
    def load(cls, folder: Path) -> Manifest:
        try:
            data = json.loads((folder / _FILE).read_text(encoding="utf-8"))
            if data["version"] == _VERSION:
                return cls(folder, dict(data["documents"]), set(data["posts"]), set(data["files"]))
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return cls(folder)

    def save(self) -> None:
        data = {
            "version": _VERSION,
            "documents": self.documents,
            "posts": sorted(self.posts),
            "files": sorted(self.files),
        }
        write_file(self.folder / _FILE, json.dumps(data, indent=0, sort_keys=True))

    def outdated_documents(self, digests: Mapping[str, str]) -> set[str]:
        """Return the documents that show something else of the blog than when they were written."""
        names = digests.keys() | self.documents.keys()
        return {name for name in names if digests.get(name) != self.documents.get(name)}

    def note_written(self, docname: str, digests: Mapping[str, str]) -> None:
        """Record what *docname* shows; of documents that are not written nothing is recorded."""
        if docname in digests:
            self.documents[docname] = digests[docname]
        else:
            self.documents.pop(docname, None)

    def replace_files(self, files: set[str], keep: set[str]) -> None:
        """Record *files*, and delete those of the last build that are neither there nor in *keep*."""
        for name in self.files - files - keep:
            delete_file(self.folder, name)
        self.files = files


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Record what was written, if the build succeeded."""
    if exception is not None:
        return
    domain = app.env.domains["blog"]
    manifest: Manifest | None = getattr(domain, "manifest", None)
    if manifest is not None:
        for docname in manifest.documents.keys() - app.env.found_docs:
            del manifest.documents[docname]
        manifest.save()


def document_digests(domain: BlogDomain, config: Config) -> dict[str, str]:
    """Return a digest of what each document shows of the blog, for those that show any of it."""
    shown: dict[str, list[Any]] = {}
    for (docname, place), listing in domain.pages.placed.items():
        shown.setdefault(docname, []).append((place, _listing_inputs(domain, listing, listing.pages[0])))
    for docname, pages in domain.pages.appended.items():
        shown.setdefault(docname, []).extend(_page_inputs(domain, page) for page in pages)
    for docname, taxonomies in domain.terms.items():
        shown.setdefault(docname, []).extend(_taxonomy_inputs(domain, name) for name in taxonomies)
    for docname, references in domain.references.items():
        shown.setdefault(docname, []).append([domain.find(*reference) for reference in references])
    for docname, post in domain.posts.items():
        shown.setdefault(docname, []).append(_post_inputs(domain, post, config))
    options = {option.name: config[option.name] for option in OPTIONS if option.rebuild == "html"}
    sidebar = _sidebar_inputs(domain)
    for docname in domain.pages.documents if sidebar else ():
        if _has_sidebar(docname, config):
            shown.setdefault(docname, []).append(sidebar)
    return {docname: _digest((options, inputs)) for docname, inputs in shown.items()}


def write_file(path: Path, text: str) -> None:
    """Write *text* whole or not at all, and not if the file holds it already."""
    # Sphinx's own paths are strings as well, whose methods go before those of paths.
    path = Path(path)
    content = text.encode("utf-8")
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def delete_file(folder: Path, name: str) -> None:
    """Delete the file *name* below *folder* if it is there, and folders it leaves empty."""
    path = folder / name
    if folder.resolve() not in path.resolve().parents:
        return
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or not parent.is_dir() or any(parent.iterdir()):
            break
        parent.rmdir()


def _listing_inputs(domain: BlogDomain, listing: Listing, page: Page[Post]) -> Any:
    posts = [(post, _term_inputs(domain, post)) for post in page.items]
    return (
        listing.kind,
        listing.title,
        listing.style,
        listing.request,
        page.newer,
        page.older,
        page.window,
        posts,
    )


def _page_inputs(domain: BlogDomain, page: ListPage | Overview) -> Any:
    return (
        _listing_inputs(domain, *page)
        if isinstance(page, ListPage)
        else (page, _taxonomy_inputs(domain, page.taxonomy))
    )


def _taxonomy_inputs(domain: BlogDomain, taxonomy: str) -> Any:
    terms = domain.blog.taxonomies[taxonomy].values()
    return [(term.name, len(term.posts), domain.pages.term_page(term)) for term in terms]


def _term_inputs(domain: BlogDomain, post: Post) -> Any:
    """Return what the terms of a post are called, and where they are."""
    found = [
        domain.blog.taxonomies[taxonomy].find(name) for taxonomy, names in post.terms.items() for name in names
    ]
    return [(term.label, domain.pages.term_page(term)) for term in found if term]


def _post_inputs(domain: BlogDomain, post: Post, config: Config) -> Any:
    shown = [*domain.blog.neighbours(post), *domain.blog.related(post, config.blog_related)]
    named = [_named_inputs(other) for other in shown if other]
    return (post, _term_inputs(domain, post), named)


def _named_inputs(post: Post) -> Any:
    """Return what is shown of a post that is named by its title."""
    language = post.terms.get("language")
    return (post.docname, post.title, post.fingerprint, post.date, post.updated, language, post.external_link)


def _sidebar_inputs(domain: BlogDomain) -> Any:
    blog = domain.blog
    recent = [_named_inputs(post) for post in blog.posts[:5]]
    terms = [_taxonomy_inputs(domain, taxonomy) for taxonomy in blog.taxonomies]
    return (recent, terms, [(archive.year, len(archive.posts)) for archive in blog.archives])


def _has_sidebar(docname: str, config: Config) -> bool:
    """Return whether ``html_sidebars`` gives the document one of ours."""
    return any(
        patmatch(docname, pattern) and any(str(name).startswith("blog/") for name in templates)
        for pattern, templates in config.html_sidebars.items()
    )


def _digest(inputs: Any) -> str:
    """Return a digest of plain records: their ``repr`` says all of them, in order."""
    return hashlib.sha256(repr(inputs).encode("utf-8", "surrogatepass")).hexdigest()[:16]

"""Targets of links of the old site: posts at their new locations, and included texts."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote

from blogext_import.addresses import folded, site_path, without_prefix
from blogext_import.post_records import Included
from blogext_import.slugs import nikola_slug
from sphinx_blogext.core.addresses import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blogext_import.layout import Layout
    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost, OldSite

#: Folders in which engines look for included files.
_INCLUDES = ("_includes", "", "includes", "snippets", "source/_includes", "docs")


class Links:
    """Looks up posts; *lists* are the names of pages that redirect to lists."""

    def __init__(self, source: Source, site: OldSite, layout: Layout, lists: Iterable[str] = ()) -> None:
        self.source = source
        self.site = site
        self.layout = layout
        self._posts: dict[str, list[ImportedPost]] = {}
        self._files = {post.path: post for post in site.posts}
        self._rst = {f"/{layout.documents[post.path]}" for post in site.posts if post.format in ("rst", "ipynb")}
        self._lists = {folded(f"/{name}") for written in lists for name in names_in(written)}
        for post in site.posts:
            for name in self._names_of(post):
                self._posts.setdefault(name, []).append(post)

    def _names_of(self, post: ImportedPost) -> Iterator[str]:
        redirects = self.layout.redirects.get(post.path, [])
        yield from {
            folded(name)
            for name in (
                post.path,
                *post.names,
                *filter(None, post.addresses),
                *(f"/{name}" for name in redirects),
            )
            if name
        }

    def find_post(self, post: ImportedPost, text: str, language: str | None = None) -> str | None:
        """Return the document that *text* in *post* names or links to, as an absolute path without suffix.

        With *language*, return only a document in that language; else, prefer one in the language of *post*.
        """
        target = self._target(post, text, language)
        return f"/{self.layout.documents[target.path]}" if target else None

    def is_rst(self, document: str) -> bool:
        """Return whether the text of *document*, an absolute path without suffix, is reStructuredText."""
        return document in self._rst

    def find_address(self, post: ImportedPost, text: str) -> str | None:
        """Return the URL path on the old site of the post that *text* in *post* names or links to."""
        target = self._target(post, text)
        return next(filter(None, target.addresses), None) if target else None

    def find_list(self, text: str, language: str = "") -> str | None:
        """Return the URL path on the old site of the list that Pelican's or Nikola's *text* refers to.

        If lists of all posts have versions in several languages, return that in *language*. ``None`` if the list
        does not redirect.
        """
        is_nikola = text.startswith("link://")
        kind, _sign, name = text.removeprefix("link://" if is_nikola else "{").partition("/" if is_nikola else "}")
        name = unquote(name).strip("/") if is_nikola else unquote(name)
        if kind in {"index", "root"}:
            return (self._address_of([f"language:{language}", "post:"]) if is_nikola else None) or "/"
        below = f"/{name}/"
        name = name[:4] if kind == "archive" else name
        return self._address_of([f"{kind.removesuffix('_index')}:{name}"], below)

    def _address_of(self, targets: list[str], below: str = "") -> str | None:
        """Return the URL path of a list for the first of the *targets* that has one, if any with *below* in it.

        Nikola also finds terms by other names with the same slug.
        """
        for spelled, lists in ((str.casefold, self._addresses), (_slug_of, self._addresses_by_slug)):
            for target in targets:
                addresses = list(filter(self.forwards, lists.get(spelled(target), ())))
                if addresses:
                    # Years and months lead to the same list, and the URLs in the main language are the shortest.
                    return min(addresses, key=lambda address: (below not in address, len(address), address))
        return None

    @cached_property
    def _addresses(self) -> dict[str, set[str]]:
        """The URL paths of lists by their targets, in lowercase."""
        addresses: dict[str, set[str]] = {}
        for lists in (self.site.lists, *(post.lists for post in self.site.posts)):
            for address, target in lists.items():
                addresses.setdefault(target.casefold(), set()).add(address)
        return addresses

    @cached_property
    def _addresses_by_slug(self) -> dict[str, set[str]]:
        by_slug: dict[str, set[str]] = {}
        for target, addresses in self._addresses.items():
            by_slug.setdefault(_slug_of(target), set()).update(addresses)
        return by_slug

    def _target(self, post: ImportedPost, text: str, language: str | None = None) -> ImportedPost | None:
        # An engine's own link, such as ``link://slug/x``, is a path after its prefix is removed.
        written = without_prefix(text.strip())
        path = site_path(written if re.match(r"\w+:|//", written) else unquote(written), self.site.url)
        if path is None or not path.strip("/."):
            return None
        path = path.split("#")[0].split("?")[0]
        # In Zola, such a link leads to the file that it names, and not to that in the language of the post.
        exact = self._file(path) if written != text.strip() and text.strip().startswith("@/") else None
        target = exact or self._find(post, path, language)
        if target and target.fields.get("draft") and not post.fields.get("draft"):
            # The build will also emit a warning.
            message = "links to a draft, which is not part of the site: %(name)s"
            self.source.note(post.path, _line_of(post, written), message, name=target.path)
        return target

    def _file(self, path: str) -> ImportedPost | None:
        """Return the post in the file *path* of one of the folders of the site."""
        paths = (posixpath.join(root, path.strip("/")) for root in ("", *self.site.static))
        return next(filter(None, map(self._files.get, paths)), None)

    def _find(self, post: ImportedPost, path: str, language: str | None) -> ImportedPost | None:
        groups = filter(None, map(self._posts.get, self._candidates(post, path)))
        if language is not None:
            code = _code_of(language)
            return next((each for group in groups for each in group if _code_of(each.language) == code), None)
        likely = [post.language, self.site.language]
        return min(next(groups, []), key=lambda each: [*likely, each.language].index(each.language), default=None)

    def _candidates(self, post: ImportedPost, path: str) -> Iterator[str]:
        """Yield the paths that *path* may mean: as is, relative to the file of *post*, relative to its URL."""
        yield folded(path)
        if path.startswith("/"):
            # A path relative to the source or to a folder of posts.
            yield from (
                folded(posixpath.join(root, path.strip("/"))) for root in ("", *self.site.roots, *self.site.static)
            )
            return
        yield folded(posixpath.normpath(posixpath.join(posixpath.dirname(post.path), path)))
        for root in self.site.roots:
            yield folded(posixpath.normpath(posixpath.join(root, path)))
        for address in filter(None, post.addresses):
            yield folded("/" + posixpath.normpath(posixpath.join(address, path)).lstrip("/"))
            yield folded("/" + posixpath.normpath(posixpath.join(posixpath.dirname(address), path)).lstrip("/"))

    def forwards(self, path: str) -> bool:
        """Return whether the URL path of a list of the old site redirects to the new one."""
        name = site_path(path, self.site.url)
        return name is not None and folded(name) in self._lists

    def find_definition(self, name: str) -> Included | None:
        """Return the file in which the old site defines a tag."""
        paths = (posixpath.normpath(pattern.replace("{}", name)) for pattern in self.site.definitions)
        texts = ((path, self.source.read(path)) for path in paths if self.source.has(path))
        return next((Included(path, text) for path, text in texts if text is not None), None)

    def find_include(self, post: ImportedPost, name: str) -> Included | None:
        """Return the file that the engine would include for *name*."""
        folders = (*self.site.includes, posixpath.dirname(post.path), *_INCLUDES)
        paths = (posixpath.normpath(posixpath.join(folder, name.strip().lstrip("/"))) for folder in folders)
        texts = ((path, self.source.read(path)) for path in paths if self.source.has(path))
        included = next((Included(path, text) for path, text in texts if text is not None), None)
        if included:
            self.source.regain(included.path)
        return included


def _code_of(language: str) -> str:
    return language.replace("_", "-").casefold()


def _line_of(post: ImportedPost, written: str) -> int:
    """Return the number of the first line of a post that has the text *written*; 0 if there is none."""
    lines = enumerate(post.body.split("\n"), start=post.first_line)
    return next((number for number, line in lines if written in line), 0)


def _slug_of(target: str) -> str:
    """Return the target of a redirect with a slug in place of the name of a term."""
    return "/".join(nikola_slug(part) or part.casefold() for part in re.split("([:/])", target))

"""Where posts go: documents with unique names, redirects from their old URLs, and links between them."""

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import unquote

from blogext_import.addresses import (
    below_blog,
    folded,
    nikola_slug,
    redirect_key,
    redirect_name,
    site_path,
    without_prefix,
)
from blogext_import.bodies.scan import scan
from blogext_import.bodies.work import Anchors, heading_text
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, Included, OldSite
from blogext_import.reading import suffix_of
from sphinx_blogext.core.addresses import DEVICES, folder_of, is_generated, is_page_name, names_in

#: Characters with a meaning in page names, in Markdown links, or to a file system.
_UNSAFE = re.compile(r"[\\:*?\"<>|#%\x00-\x20\x7f\[\]{}()$`^]+")
#: The text of a heading without markup.
_PLAIN = r"(?![^\n]*:\w+:)[^\s{}`*_~\\<>\[\]$&'\"](?:[^\n{}`*_~\\<>\[\]$&'\"]*[^\s{}`*_~\\<>\[\]$&'\"])?"
#: The longest name in bytes, as file systems count; leaves room for a suffix.
_LONGEST = 150
#: Folders in which engines look for included files.
_INCLUDES = ("_includes", "", "includes", "snippets", "source/_includes", "docs")


@dataclass
class Layout:
    """The names of documents and the page names that redirect to them, by the files they come from.

    *blog* is the folder of posts relative to the site's folder, ``""`` if they are the same.
    """

    blog: str
    documents: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, list[str]] = field(default_factory=dict)


def lay_out(source: Source, site: OldSite, blog: str, exists: Callable[[str], bool]) -> Layout:
    """Assign a document and redirects to each post; *exists* tells whether the site has a page with a name."""
    taken: dict[str, str] = {}
    names = {post.path: posixpath.join(blog, _free(source, post, blog, taken)) for post in site.posts}
    layout = Layout(blog, names)
    forwarder = _Forwarder(source, layout, exists)
    for post in site.posts:
        layout.redirects[post.path] = forwarder.redirects_of(post)
    return layout


class _Forwarder:
    """Redirects old URLs, each to the first post that had it."""

    def __init__(self, source: Source, layout: Layout, exists: Callable[[str], bool]) -> None:
        self._source = source
        self._layout = layout
        self._exists = exists
        self._pages = {folder_of(name).casefold() for name in layout.documents.values()}
        self._claims: dict[str, str] = {}

    def redirects_of(self, post: ImportedPost) -> list[str]:
        """Return the value of ``redirect`` for *post*, and note which of its old URLs cannot redirect."""
        redirects: list[str] = []
        own = self._layout.documents[post.path]
        # A draft was never published at its URL.
        addresses = [] if post.fields.get("draft") else post.addresses
        if "" in addresses:
            message = "its old URL depends on something that is not in the source: no redirect"
            self._source.note(post.path, 0, message)
        old = list(filter(None, addresses))
        for address in dict.fromkeys([*old, *post.fields.pop("redirect", [])]):
            # A URL that the engine made has no fragment: the sign is part of a name.
            name = "" if "#" in address and address in old else redirect_name(address) or ""
            if name == own or self._claims.get(name) == post.path:
                continue
            if reason := self._reason_against(name, own):
                self._source.note(post.path, 0, reason, address=address, other=self._claims.get(name, ""))
            else:
                self._claims[name] = post.path
                redirects.append(redirect_key(address))
        return redirects

    def _reason_against(self, name: str, own: str) -> str:
        """Return why the page *name* cannot redirect to the document *own*, or ``""`` if it can."""
        if not name:
            return "the old URL %(address)s does not redirect: no page can have that name"
        if name in self._claims:
            return "the old URL %(address)s redirects to another post that also had it: %(other)s"
        # With the builder ``html``, a file and a folder of one name are two pages: one can redirect to the other.
        if folder_of(name).casefold() in self._pages and name != f"{own}/index":
            return "the old URL %(address)s does not redirect: another post has it now"
        below = below_blog(name, self._layout.blog)
        if folder_of(name) == self._layout.blog or (below is not None and is_generated(below)):
            return "the old URL %(address)s does not redirect: the blog generates a page there"
        if self._exists(folder_of(name)):
            return "the old URL %(address)s does not redirect: the site has a page there"
        return ""


def _free(source: Source, post: ImportedPost, blog: str, taken: dict[str, str]) -> str:
    """Return a unique name for the document of *post*, relative to the folder *blog*."""
    name = _cased(safe_name(post.place) or "post", post, blog)
    if is_generated(name):
        name = f"{name}-post"
    first, number = name, 2
    # Some file systems ignore case, and ``a/index`` is the same page as ``a``.
    while folder_of(name).casefold() in taken:
        name = f"{first}-{number}"
        number += 1
    if name != first:
        message = "has the same name as %(other)s: imported as %(name)s"
        source.note(post.path, 0, message, other=taken[folder_of(first).casefold()], name=name)
    taken[folder_of(name).casefold()] = post.path
    return name


def _cased(name: str, post: ImportedPost, blog: str) -> str:
    """Return *name* in the case of the old URL, which cannot redirect to a page that differs only in case."""
    for address in filter(None, post.addresses):
        below = below_blog(folder_of(redirect_name(address) or ""), blog)
        for written in (below, f"{below}/index") if below else ():
            if written.casefold() == name.casefold():
                return written
    return name


def safe_name(path: str) -> str:
    """Return *path* with only characters safe for file systems, page names and links, and without ``..``."""
    parts = (_safe_part(part) for part in path.split("/"))
    return "/".join(part for part in parts if part)


def _safe_part(part: str) -> str:
    # Sphinx does not find files whose names are not normalized.
    part = unicodedata.normalize("NFC", part)
    plain = "".join(char if char.isprintable() else "-" for char in part)
    safe = (
        re.sub("-+", "-", _UNSAFE.sub("-", plain)).strip("-.") if plain != part or _UNSAFE.search(part) else part
    )
    safe = safe.encode("utf-8", "ignore")[:_LONGEST].decode("utf-8", "ignore").strip(".")
    if re.fullmatch(rf"{DEVICES}(\..*)?", safe, re.IGNORECASE):
        return f"{safe}-"
    # The remaining invalid names look like files, such as ``x.html``.
    return safe if not safe or is_page_name(f"blog/{safe}") else safe.replace(".", "-")


def safe_file(path: str) -> str:
    """Return *path* as :func:`safe_name` does, but keep its suffix."""
    suffix = suffix_of(path)
    stem, ending = safe_name(path[: len(path) - len(suffix)]) or "file", safe_name(suffix[1:])
    return f"{stem}.{ending}" if ending else stem


class Links:
    """Looks up posts; *lists* are the names of pages that redirect to lists."""

    def __init__(self, source: Source, site: OldSite, layout: Layout, lists: Iterable[str] = ()) -> None:
        self.source = source
        self.site = site
        self.layout = layout
        self._posts: dict[str, list[ImportedPost]] = {}
        self._files = {post.path: post for post in site.posts}
        self._rst = {f"/{layout.documents[post.path]}" for post in site.posts if post.format in ("rst", "ipynb")}
        self._bodies = {f"/{layout.documents[post.path]}": post.body for post in site.posts}
        self._anchors: dict[str, Anchors] = {}
        self._lists = {folded(f"/{name}") for written in lists for name in names_in(written)}
        for post in site.posts:
            redirects = (f"/{name}" for name in layout.redirects.get(post.path, []))
            for name in set(map(folded, filter(None, (post.path, *post.names, *post.addresses, *redirects)))):
                self._posts.setdefault(name, []).append(post)

    def find_post(self, post: ImportedPost, text: str, language: str | None = None) -> str | None:
        """Return the document that *text* in *post* names or links to, as an absolute path without suffix.

        With *language*, return only a document in that language; else, prefer one in the language of *post*.
        """
        target = self._target(post, text, language)
        return f"/{self.layout.documents[target.path]}" if target else None

    def is_rst(self, document: str) -> bool:
        """Return whether the text of *document*, an absolute path without suffix, is reStructuredText."""
        return document in self._rst

    def find_heading(self, document: str, own: str) -> str:
        """Return the anchor for links to the id *own* in *document*; ``""`` if that is unsure."""
        body = self._bodies.get(document, "")
        written = rf"\{{[^{{}}\n]*(?<=[{{: ])#{re.escape(own)}(?=[ }}])"
        heading = re.search(rf"^#+[ \t]+(?P<text>{_PLAIN})[ \t]*\n?{written}", body, re.MULTILINE)
        same = rf"^#+[ \t]+{re.escape(heading['text'])}(?!\w)" if heading else ""
        is_only = heading and len(re.findall(same, body, re.MULTILINE | re.IGNORECASE)) == 1
        if heading and is_only:
            return Anchors().add_heading(heading["text"])
        anchors = Anchors()
        anchors.add_html(body)
        if self.is_rst(document) or not (own in anchors.foreign or re.search(written, body)):
            return "" if self.is_rst(document) else self._headings(document).find(own)
        # Of ids in HTML, MyST would warn.
        ignored = self.site.options.setdefault("nitpick_ignore", [])
        ignored += [("myst", own)] * (("myst", own) not in ignored)
        return own

    def _headings(self, document: str) -> Anchors:
        """Return the anchors of the headings of a text, some of which its conversion may still change."""
        if document not in self._anchors:
            anchors = self._anchors[document] = Anchors()
            contents = scan(self._bodies.get(document, ""))
            texts = {leaf.first_line: heading_text(leaf) for leaf in contents.leaves}
            for token in contents.blocks("heading_open"):
                if not token.level:
                    anchors.add_heading(texts.get(contents.rows(token)[0], ""))
        return self._anchors[document]

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
        roots = ("", *self.site.static) if written != text.strip() and text.strip().startswith("@/") else ()
        files = (self._files.get(posixpath.join(root, path.strip("/"))) for root in roots)
        return next(filter(None, files), None) or self._find(post, path, language)

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
        return self._first_of(pattern.replace("{}", name) for pattern in self.site.definitions)

    def find_include(self, post: ImportedPost, name: str) -> Included | None:
        """Return the file that the engine would include for *name*."""
        folders = (*self.site.includes, posixpath.dirname(post.path), *_INCLUDES)
        included = self._first_of(posixpath.join(folder, name.strip().lstrip("/")) for folder in folders)
        if included:
            self.source.regain(included.path)
        return included

    def _first_of(self, paths: Iterable[str]) -> Included | None:
        known = filter(self.source.has, map(posixpath.normpath, paths))
        return next((Included(path, text) for path in known if (text := self.source.read(path)) is not None), None)


def _code_of(language: str) -> str:
    return language.replace("_", "-").casefold()


def _slug_of(target: str) -> str:
    """Return the target of a redirect with a slug in place of the name of a term."""
    return "/".join(nikola_slug(part) or part.casefold() for part in re.split("([:/])", target))

"""A folder of Markdown or HTML with front matter, of whatever engine: Eleventy, Astro, Gatsby, Quarto, exports."""

import contextlib
import posixpath
import re
from collections.abc import Iterator
from itertools import filterfalse
from typing import Any, NamedTuple

from blogext_import.addresses import hugo_slug, split_url, tidy
from blogext_import.old_files import LEFT_OUT, Source, any_glob, glob_pattern
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import FORMATS, OTHER_FORMAT, OTHER_FORMATS, PostReader, stem_of, suffix_of
from blogext_import.settings import read_list, read_settings, record_of, text_of

#: Suffixes, with the engine whose Markdown the files are written in.
_DIALECTS = {".mdx": "docusaurus", ".qmd": "quarto", ".rmd": "quarto", ".rmarkdown": "quarto"}
_SUFFIXES = _DIALECTS.keys() | {suffix for suffix, form in FORMATS.items() if form != "rst"}
_OTHERS = (OTHER_FORMATS | FORMATS.keys()) - _SUFFIXES
#: A date at the head of a file in another format, which may be a notebook.
_DATED = re.compile(r"(?im)(?:^|\\n)[ \t]*[\"']?(?:#\+|:rev|:)?date[\"']?:+[ \t]*[\"'<\[]*\d{4}-\d\d?-\d")
_HEAD = 2000
_ELEVENTY = (".eleventy.js", *(f"eleventy.config.{end}" for end in ("js", "cjs", "mjs", "ts")))
_ASSETS = ("public", "static")
#: What a pattern for URLs may contain, and those of them that tell posts apart.
_NAMES = ("slug", "name", "path", "year", "month", "day")
_OWN = frozenset({"slug", "name", "path"})
#: What marks a draft: the value of a key, and the name of a folder.
_TRUE, _HIDDEN = frozenset({"true", "yes", "1", "draft"}), frozenset({"_drafts", "drafts"})
_NAME = re.compile(r"\{(\w*)\}")
_SLUG = re.compile(r"\{\{-?\s*(?:page\.fileSlug|fileSlug|slug)\s*(?:\|\s*slug(?:ify)?\s*)?-?\}\}")
_DATE = r"\d{4}-\d\d?-\d\d?-"
#: The file of a post that is a folder, below that.
_INDEX = re.compile(rf"/({_DATE})?index$")
_TITLE = re.compile(r"\{\{-?\s*title\s*\|\s*slug(?:ify)?\s*-?\}\}")


class ChoiceError(ValueError):
    """An option that cannot be followed."""


class Choices(NamedTuple):
    """What the person who runs the import knows about the folder.

    *posts* is a pattern for the files of posts, or their folder; *url* a pattern for their URLs; *assets* are
    folders that are published as they are; *drafts* is the key that is true in drafts.
    """

    posts: str = ""
    url: str = ""
    assets: tuple[str, ...] = ()
    drafts: str = ""


def read(source: Source, choices: Choices) -> OldSite:
    """Return the posts of the folder; raises :exc:`ChoiceError`."""
    website = record_of(read_settings(source, "_quarto.yml", "_quarto.yaml").get("website"))
    base, pattern = _split_pattern(choices.url)
    site = OldSite(title=text_of(website.get("title")), description=text_of(website.get("description")))
    site.url = base or text_of(website.get("site-url"))
    site.static = {_folder(source, name): "/" for name in choices.assets or filter(source.has_folder, _ASSETS)}
    site.published = dict(site.static)
    top, paths = _chosen(source, choices.posts)
    site.roots.append(top)
    _collect(PostReader(source, site), top, paths, choices)
    for post in site.posts:
        post.addresses = list(filter(None, [_address(post, pattern)]))
    # Files of data are not among those that posts have beside them.
    source.files = sorted(set(source.files).difference(*map(_data_files, source.files)))
    if site.posts and not any(post.addresses for post in site.posts):
        source.note(".", 0, "the URLs of the posts are not known: without “--url”, none redirects")
    return site


def _chosen(source: Source, posts: str) -> tuple[str, list[str]]:
    """Return the folder of posts, and the files there that may be some."""
    glob = posixpath.normpath(posts.strip("/")) if posts else "**"
    top = glob if source.has_folder(glob) else posixpath.dirname(re.split(r"[*?\[{]", glob)[0])
    pattern = glob_pattern(f"{top}/**" if glob == top else glob)
    # Quarto renders neither HTML nor what has a name with “_” before it; an empty pattern matches no path.
    not_rendered = re.compile(r"(?:.*/)?_.*|.*\.html" * bool(source.first("_quarto.yml", "_quarto.yaml")))
    matching = list(filterfalse(not_rendered.fullmatch, filter(pattern.fullmatch, source.below(top))))
    paths = [path for path in matching if suffix_of(path) in _SUFFIXES]
    if posts and not paths:
        raise ChoiceError(f"“--posts {posts}” names no file of the source in Markdown or HTML")
    others = [path for path in matching if suffix_of(path) in _OTHERS]
    _lose_others(source, top, paths, others, has_posts=bool(posts))
    return top, paths


def _lose_others(source: Source, top: str, paths: list[str], others: list[str], *, has_posts: bool) -> None:
    """Note the posts among the *others*: those with dates, and all in the folder of posts if that is known.

    Beside a file called index, they may belong to that. One with the name of one of the *paths* is the same post.
    """
    names = {posixpath.splitext(path)[0] for path in paths}
    homes = {posixpath.dirname(name) for name in names if stem_of(name) == "index"} - {top}
    for path in others:
        is_post = has_posts and not _is_list(path, top) and posixpath.dirname(path) not in homes
        if posixpath.splitext(path)[0] not in names and (is_post or _is_dated(source, path)):
            source.lose(path, OTHER_FORMAT)


def _is_dated(source: Source, path: str) -> bool:
    if re.match(_DATE, posixpath.basename(_INDEX.sub("", posixpath.splitext(path)[0]))):
        return True
    # That it cannot be read as text matters only for a post.
    with contextlib.suppress(OSError), (source.root / path).open(encoding="utf-8", errors="replace") as file:
        return bool(_DATED.search(file.read(_HEAD)))
    return False


def _collect(reader: PostReader, top: str, paths: list[str], choices: Choices) -> None:
    """Add the posts among the *paths*, which are below the folder *top*, to the site."""
    tags = _engine(reader.source)
    is_ignored = any_glob(_ignored(reader.source) if tags == "eleventy" else ())
    for path in paths:
        if is_ignored(path):
            if not _is_list(path, top):
                reader.source.note(path, 0, LEFT_OUT)
            continue
        post = _post(reader, path, top, choices.drafts)
        if post and (post.moment or (choices.posts and not _is_list(path, top))):
            post.dialect = _DIALECTS.get(suffix_of(path), tags)
            reader.site.posts.append(post)
        else:
            reader.site.pages.append(path)


def _engine(source: Source) -> str:
    if source.first("_quarto.yml", "_quarto.yaml"):
        return "quarto"
    package = source.read("package.json") or ""
    return "eleventy" if source.first(*_ELEVENTY, ".eleventyignore") or '"@11ty/eleventy"' in package else ""


def _ignored(source: Source) -> Iterator[str]:
    """Yield patterns for the files that Eleventy ignores."""
    settings = source.read(source.first(*_ELEVENTY) or "") or ""
    lists = [path for path in source.files if posixpath.basename(path) == ".eleventyignore"]
    if "setUseGitIgnore(false)" not in settings:
        lists.append(".gitignore")
    for path in lists:
        for line in re.findall(r"^[ \t/]*([^#!\s].*?)[ \t/]*$", source.read(path) or "", re.MULTILINE):
            whole = posixpath.normpath(posixpath.join(posixpath.dirname(path), line))
            yield from (whole, f"{whole}/**")


def _split_pattern(url: str) -> tuple[str, str]:
    names = _NAME.findall(url)
    if unknown := [name for name in names if name not in _NAMES]:
        raise ChoiceError(
            f"“--url” knows no “{{{unknown[0]}}}”, only {', '.join(f'{{{name}}}' for name in _NAMES)}"
        )
    if url and _OWN.isdisjoint(names):
        raise ChoiceError("with this “--url”, all posts would have one URL: write {slug} where it has their names")
    parts = split_url(url)
    return (f"{parts.scheme}://{parts.netloc}", parts.path) if parts.netloc else ("", url)


def _folder(source: Source, name: str) -> str:
    folder = posixpath.normpath(name).strip("/")
    folder = "" if folder == "." else folder
    if not source.has_folder(folder):
        raise ChoiceError(f"“--assets {name}” is not a folder of the source")
    return folder


def _is_list(path: str, top: str) -> bool:
    """Return whether a file without a date is the page of the folder of posts, or no page at all."""
    name = stem_of(path)
    return (name == "index" and posixpath.dirname(path) == top) or name.lower() == "readme" or name[:1] == "_"


def _post(reader: PostReader, path: str, top: str, key: str) -> ImportedPost | None:
    """Return the post in a file, a draft if it says so, also under the *key*; ``None`` if it is not text."""
    header = reader.header_of(path)
    if header is None:
        return None
    place = posixpath.splitext(path)[0].removeprefix(f"{top}/" if top else "")
    name = posixpath.basename(_INDEX.sub("", place))
    post = reader.post(path, place, header, _defaults(reader.source, path))
    post.format = "html" if FORMATS.get(suffix_of(path)) == "html" else "md"
    for each in (stem_of(path), name):
        reader.date_by_name(post, each)
    post.slug = post.slug.strip("/") or re.sub(rf"^{_DATE}", "", name)
    post.names = [place, name, post.slug]
    is_private = str(post.data.get("permalink")).lower() == "false"
    is_draft = str(post.data.get(key, "")).lower() in _TRUE or not _HIDDEN.isdisjoint(path.split("/"))
    if is_private or is_draft:
        post.fields["draft"] = True
    return post


def _defaults(source: Source, path: str) -> dict[str, Any]:
    """Return the data of the files of Eleventy and Quarto beside a post and above; tags there are collections."""
    data: dict[str, Any] = {}
    for name in _data_files(path):
        if source.has(name):
            data |= record_of(read_list(source, name))
    return {key: value for key, value in data.items() if key not in ("tags", "layout")}


def _data_files(path: str) -> Iterator[str]:
    """Yield the files that may have data for a post, the farthest first."""
    folders = path.split("/")[:-1]
    for depth in range(1, len(folders) + 1):
        folder, name = "/".join(folders[:depth]), folders[depth - 1]
        yield from (f"{folder}/{file}" for file in (f"{name}.json", f"{name}.11tydata.json", "_metadata.yml"))
    stem = posixpath.splitext(path)[0]
    yield from (f"{stem}.json", f"{stem}.11tydata.json")


def _address(post: ImportedPost, pattern: str) -> str:
    """Return the URL path of a post: its own, or that of the *pattern*; ``""`` if neither is known."""
    for key in ("permalink", "url", "path"):
        written = str(post.data.get(key) or "")
        own = _TITLE.sub(lambda _: hugo_slug(post.title), _SLUG.sub(lambda _: post.slug, written))
        # Eleventy needs no slash before a pattern.
        if (own.startswith("/") or own != written) and "{" not in own:
            return re.sub(r"(?<=/)index\.html$", "", tidy(own))
    day = post.moment.strftime("%Y %m %d").split() if post.moment else ["", "", ""]
    values = dict(zip(_NAMES, (post.slug, post.names[1], _INDEX.sub("", post.place), *day), strict=True))
    names = _NAME.findall(pattern)
    return tidy(_NAME.sub(lambda name: values[name[1]], pattern)) if names and all(map(values.get, names)) else ""

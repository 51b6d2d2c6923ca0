"""ABlog: documents with a ``post`` directive, already in our format, and the settings in ``conf.py``."""

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from itertools import product
from pathlib import PurePosixPath
from typing import Any

from sphinx.util.matching import Matcher

from blogext_import.addresses import tidy
from blogext_import.engines.ablog.written_posts import WrittenPost, read_written
from blogext_import.front_matter import read_fenced
from blogext_import.old_files import Source
from blogext_import.old_lists import FIELDS, note_list
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import FORMATS, documents, stem_of, suffix_of
from blogext_import.settings import read_python, record_of, set_zone, text_of
from blogext_import.values import as_names, read_moment
from sphinx_blogext.ablog.forms import ablog_slug, garbled_slugs, read_leniently
from sphinx_blogext.core.dates import DateReader, as_written, is_date_format
from sphinx_blogext.core.metadata import Metadata
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize
from sphinx_blogext.lang.codes import valid_language
from sphinx_blogext.markup.quote import yaml_lines

_KINDS = ("tag", "category", "author", "location", "language")
#: The feeds that have the same names here.
_FEEDS = frozenset({"atom.xml", "rss.xml"})
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---[ \t]*\n", re.DOTALL)
#: The tags in front matter, with the lines of their list.
_TAGS = re.compile(r"^[\"']?tags[\"']?[ \t]*:.*(?:\n(?:[ \t]|-[ \t]|\]).*)*\n?", re.MULTILINE)
_DATED = r"(^(?::?date:[ \t]*[\"']?|\s*\.\. post::[ \t]*|[`:~]{3,}\{post\}[ \t]*))"
#: Options that mean the same here.
_OPTIONS = (
    *("blog_default_author", "blog_default_language", "blog_default_location"),
    *("blog_feed_archives", "blog_feed_fulltext", "blog_feed_length", "blog_feed_subtitle"),
    *("blog_feed_titles", "post_auto_excerpt", "post_auto_image", "post_auto_orphan", "post_date_format"),
    *("post_date_format_short", "post_redirect_refresh", "post_show_prev_next"),
)
_TERMS = ("blog_authors", "blog_languages", "blog_locations")


@dataclass(frozen=True)
class OldLists:
    """How an ABlog site names its lists.

    *labels* are the displayed names of terms, and *defaults* the terms of posts that name none, by taxonomy.
    *feeds* are the names of the feeds of the blog, and *term_feeds* those of the feeds of each term and year.
    """

    root: str
    labels: Mapping[str, Mapping[str, str]]
    defaults: Mapping[str, Sequence[str]]
    feeds: tuple[str, ...] = ()
    term_feeds: tuple[str, ...] = ()

    @classmethod
    def of(cls, root: str, config: dict[str, Any]) -> "OldLists":
        """Return those of the site with the configuration *config*, whose first page is *root*."""
        options = {kind: TAXONOMIES[kind].option for kind in _KINDS if TAXONOMIES[kind].is_keyed}
        # What is displayed, by normalized key.
        labels = {
            name: {normalize(key): label for key, (label, _url) in pairs(config.get(option)).items()}
            for name, option in options.items()
        }
        defaults = {name: as_names(config.get(f"blog_default_{name}")) for name in options}
        names = record_of(config.get("blog_feed_templates")) or {"atom": {}}
        feeds = tuple(f"{name}.xml" for name in names) if text_of(config.get("blog_baseurl")) else ()
        return cls(root, labels, defaults, feeds, feeds if config.get("blog_feed_archives") else ())

    def note(self, post: ImportedPost, posts: Sequence[Metadata]) -> None:
        for metadata in posts:
            for kind in _KINDS:
                for name in metadata.terms.get(kind) or self.defaults.get(kind, ()):
                    label = self.labels.get(kind, {}).get(normalize(name), name)
                    is_keyed = TAXONOMIES[kind].is_keyed
                    # Whether front matter had the name in a list is not known here.
                    garbled = garbled_slugs(name, label, is_keyed=is_keyed) if post.format == "md" else ()
                    for slug in filter(None, (ablog_slug(label), *garbled)):
                        self._note(post, f"{kind}/{slug}", f"{kind}:{name}")
            if date := metadata.get("date"):
                self._note(post, f"{date.year:04}", f"archive:{date.year:04}")

    def _note(self, post: ImportedPost, name: str, target: str) -> None:
        note_list(post, f"{self.root}/{name}.html", target)
        for feed in self.term_feeds:
            note_list(post, f"{self.root}/{name}/{feed}", f"feed:{target}/{_ours(feed)}")

    def note_whole(self, site: OldSite, *, has_index: bool) -> None:
        """Note the lists of the whole site; with *has_index*, a document is the first page of the blog, too."""
        site.lists |= {f"/{self.root}.html": "post:", f"/{self.root}/archive.html": "archive:"}
        site.lists |= {f"/{self.root}/index.html": "post:"} if has_index else {}
        site.lists |= {f"/{self.root}/{kind}.html": f"{kind}:" for kind in _KINDS}
        site.lists |= {f"/{self.root}/drafts.html": "post:"}
        site.lists |= {f"/{self.root}/{feed}": f"feed:{_ours(feed)}" for feed in self.feeds}


def _ours(feed: str) -> str:
    """Return the feed that takes the place of one of ABlog's, which templates may have added."""
    return feed if feed in _FEEDS else "atom.xml"


def recognizes(source: Source) -> bool:
    return bool(re.search(r"[\"']ablog[\"']|^import ablog", source.read("conf.py") or "", re.MULTILINE))


def read(source: Source) -> OldSite:
    config = read_python(source, "conf.py")
    site = _site(source, config)
    root = (text_of(config.get("blog_path")) or "blog").strip("/")
    lists = OldLists.of(root, config)
    dates = DateReader(site.zone or UTC, tuple(site.options.get("blog_date_formats", ())))
    # Documents that are not posts are pages of the site, and stay where they are.
    patterns = as_names(config.get("blog_post_pattern"))
    is_excluded = Matcher(as_names(config.get("exclude_patterns")))
    for path in documents(source, "", ("md", "rst")):
        # An excluded folder excludes what is in it.
        if any(map(is_excluded, map(str, (PurePosixPath(path), *PurePosixPath(path).parents)))):
            continue
        text = source.read(path)
        if text is None or path.startswith("_"):
            continue
        is_named = any(fnmatch(*pair) for pair in product((path, path.rpartition(".")[0]), patterns))
        text, written = _read(source, path, text, dates)
        if error := written.error:
            message = "the front matter cannot be parsed: a post is a draft until it is fixed: %(reason)s"
            source.note(path, error.line, message, reason=error)
        if _is_post(written, is_named=is_named):
            post = _post(path, text, root, written)
            lists.note(post, written.posts)
            site.posts.append(post)
        else:
            site.pages.append(path)
    site.roots = [root]
    site.static = {"": "/"}
    has_index = source.first(posixpath.join(root, "index.md"), posixpath.join(root, "index.rst")) is not None
    lists.note_whole(site, has_index=has_index)
    return site


def _site(source: Source, config: dict[str, Any]) -> OldSite:
    url = text_of(config.get("blog_baseurl")) or text_of(config.get("html_baseurl"))
    site = OldSite(
        title=text_of(config.get("blog_title")),
        # ABlog accepts a URL without a scheme.
        url=f"https://{url.lstrip('/')}" if url.strip("/") and "://" not in url else url,
        author=text_of(config.get("blog_default_author")),
    )
    set_zone(site, text_of(config.get("timezone")), source, "conf.py")
    site.authors = {
        key: {"name": name, **({"url": url} if url else {})}
        for key, (name, url) in pairs(config.get("blog_authors")).items()
    }
    site.options = _options(config)
    _note_settings(source, site, config)
    return site


def _note_settings(source: Source, site: OldSite, config: dict[str, Any]) -> None:
    if any(record_of(config.get("blog_feed_templates")).values()):
        message = "blog_feed_templates: only the extension “sphinx_blogext.ablog” has templates for feeds"
        source.note("conf.py", 0, message)
    if site.url and "://" not in text_of(config.get("blog_baseurl")):
        message = (
            "blog_baseurl has no scheme, so feed readers show all posts again; only the extension "
            "“sphinx_blogext.ablog” keeps their ids"
        )
        source.note("conf.py", 0, message)
    text = source.read("conf.py") or ""
    for name in (*_OPTIONS, *_TERMS):
        if name not in config and re.search(rf"^{name}\s*=", text, re.MULTILINE):
            source.note("conf.py", 0, "%(name)s has no literal value: copy it into conf.py yourself", name=name)


def _options(config: dict[str, Any]) -> dict[str, Any]:
    """Return the options for ``conf.py`` that keep what the old site showed."""
    form = text_of(config.get("post_date_format"))
    return {
        **{name: config[name] for name in _OPTIONS if config.get(name)},
        # ABlog omits only the content.
        "blog_feed_titles": "summaries" if config.get("blog_feed_titles") else None,
        "blog_feed_length": (config["blog_feed_length"] or 0) if "blog_feed_length" in config else None,
        "blog_feed_ids": "url" if text_of(config.get("blog_baseurl")) else None,
        # ABlog first tries the format in which it displays dates.
        "blog_date_formats": [form] if form and is_date_format(form) else [],
        **{name: pairs(config.get(name)) for name in ("blog_languages", "blog_locations")},
    }


def pairs(value: Any) -> dict[str, tuple[str, str | None]]:
    """Return ABlog's pairs of a name and a URL, either of which may be missing."""
    names = {}
    for key, pair in record_of(value).items():
        name, url, *_more = [*pair, "", ""] if isinstance(pair, list) else [pair, ""]
        names[str(key)] = (text_of(name) or str(key), text_of(url) or None)
    return names


def _read(source: Source, path: str, text: str, dates: DateReader) -> tuple[str, WrittenPost]:
    """Return a text, with dates that only ABlog understands in our format, and its metadata."""
    markup = FORMATS[suffix_of(path)]
    written = read_written(text, markup, dates)
    for part in written.parts:
        if part.written and "date" not in part.metadata and (date := _read_leniently(part.written)):
            message = "has the date “%(value)s”, written as %(date)s"
            source.note(path, 0, message, value=part.written, date=date)
            # Where metadata or a directive has it.
            text = re.sub(_DATED + re.escape(part.written), rf"\g<1>{date}", text, count=1, flags=re.MULTILINE)
            written = read_written(text, markup, dates)
    return text, written._replace(front=written.front._replace(metadata=_with_split_tags(written.front.metadata)))


def _with_split_tags(metadata: Metadata) -> Metadata:
    """Return the metadata in front matter as ABlog reads it: a comma separates tags even within items of lists."""
    tags = [part.strip() for name in metadata.terms.get("tag", ()) for part in name.split(",")]
    return (
        Metadata(metadata | {"terms": {**metadata.terms, "tag": tuple(filter(None, tags))}}) if tags else metadata
    )


def _with_split_lists(head: str) -> str:
    """Return front matter in which no item of the list of tags is several tags for ABlog."""
    header = read_fenced(f"---\n{head}\n---\n")
    items = header.data.get("tags") if header else None
    if not isinstance(items, list) or not any("," in str(item) for item in items):
        return head
    tags = [part.strip() for item in items for part in str(item).split(",")]
    return _TAGS.sub(lambda _tags: yaml_lines({"tags": list(filter(None, tags))}) + "\n", head, count=1)


def _is_post(written: WrittenPost, *, is_named: bool) -> bool:
    """Return whether its metadata or a pattern (*is_named*) makes a document a post."""
    is_stated = written.front.metadata.get("blogpost")
    if is_stated is not None or written.directives:
        return is_stated is not False
    # Without a date, it would be a draft.
    return is_named and bool(written.front.written or not written.has_list)


def _post(path: str, text: str, root: str, written: WrittenPost) -> ImportedPost:
    moment = next(filter(None, (each.get("date") for each in written.posts)), None)
    name = path.rpartition(".")[0]
    markup = FORMATS[suffix_of(path)]
    front = _FRONT_MATTER.match(text if markup == "md" else "")
    head, body = (front[1], text[front.end() :]) if front else ("", text)
    return ImportedPost(
        path=path,
        place=name.removeprefix(f"{root}/"),
        format=markup,
        title=stem_of(path),
        body=body,
        first_line=text.count("\n", 0, len(text) - len(body)) + 1,
        fields=_fields(written, moment),
        moment=moment,
        addresses=[tidy(f"{name}.html")],
        names=[name, stem_of(path)],
        folders=[posixpath.dirname(path)],
        head=_with_split_lists(head),
    )


def _fields(written: WrittenPost, moment: datetime | None) -> dict[str, Any]:
    """Return the metadata of a post under our names."""
    terms: dict[str, Any] = {
        field: list(dict.fromkeys(name for each in written.posts for name in each.terms.get(kind, ())))
        for kind, field in {**FIELDS, "location": "location", "language": "language"}.items()
    }
    terms["language"] = next(filter(valid_language, terms["language"][:1]), "")
    fields = {field: names for field, names in terms.items() if names}
    if moment:
        return {"date": as_written(moment), **fields}
    if not written.directives and written.front.metadata.get("blogpost") is None:
        # Its folder alone makes only dated documents posts.
        fields["blogpost"] = True
    date = next(filter(None, (part.written for part in reversed(written.parts))), "")
    return {"draft": True, "unread_date": date, **fields}


def _read_leniently(text: str) -> str:
    """Return a date as ABlog understands it, in our format; ``""`` if it is not a date."""
    try:
        moment = read_leniently(text)
    except ValueError:
        read = read_moment(text, UTC)
        return read.text if read else ""
    return moment.isoformat(sep=" ", timespec="minutes").removesuffix(" 00:00")

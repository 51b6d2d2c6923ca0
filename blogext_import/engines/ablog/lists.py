"""ABlog's lists below ``blog_path``: terms by the slugs of their displayed names, years, and feeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from blogext_import.old_lists import note_list
from blogext_import.settings import record_of, text_of
from blogext_import.values import as_names
from sphinx_blogext.ablog.ablog_slugs import ablog_slug, garbled_slugs
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blogext_import.post_records import ImportedPost, OldSite
    from sphinx_blogext.core.metadata import Metadata

#: The taxonomies that ABlog has.
_KINDS = ("tag", "category", "author", "location", "language")
#: The feeds that have the same names here.
_FEEDS = frozenset({"atom.xml", "rss.xml"})


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
    def of(cls, root: str, config: dict[str, Any]) -> OldLists:
        """Return those of the site with the configuration *config*, whose first page is *root*."""
        kinds = {kind: TAXONOMIES[kind] for kind in _KINDS}
        labels = {name: _labels(config.get(kind.option)) for name, kind in kinds.items() if kind.is_keyed}
        defaults = {
            name: as_names(config.get(f"blog_default_{name}")) for name, kind in kinds.items() if kind.is_keyed
        }
        names = record_of(config.get("blog_feed_templates")) or {"atom": {}}
        feeds = tuple(f"{name}.xml" for name in names) if text_of(config.get("blog_baseurl")) else ()
        return cls(root, labels, defaults, feeds, feeds if config.get("blog_feed_archives") else ())

    def note(self, post: ImportedPost, posts: Sequence[Metadata]) -> None:
        """Note the lists of a document with *posts*."""
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


def _labels(settings: Any) -> dict[str, str]:
    """Return the displayed names of terms, by normalized key."""
    pairs = [(str(key), entry) for key, entry in record_of(settings).items()]
    labels = ((key, entry[0] if isinstance(entry, list) and entry else entry) for key, entry in pairs)
    return {normalize(key): text_of(label) or key for key, label in labels}

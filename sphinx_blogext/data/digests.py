"""Digests of what pages show of the blog, computed when all documents have been read and numbered."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.addresses import document_meant
from sphinx_blogext.core.changelog import changes_in
from sphinx_blogext.data.site_digests import PostDigests, SiteDigests, title_of
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import digest
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.pages import FeedsPage, ListPage, TermIndex, frame_of

if TYPE_CHECKING:
    from sphinx_blogext.data.site_data import SiteData


class Digests:
    """Digests of documents and generated pages in one build, each computed once."""

    def __init__(self, build: Build) -> None:
        self.build, self.env = build, build.env
        self.site = SiteDigests(build)
        self.posts = PostDigests(build, self.site)

    @cached_property
    def page_data(self) -> "SiteData":
        """What templates receive. Accessing it assembles the blogs."""
        # Imported here because a build that changes nothing does not need it.
        from sphinx_blogext.data.site_data import SiteData

        return SiteData(self.build, self.posts)

    @cached_property
    def of_sources(self) -> str:
        """A digest of what was read, and when, and of the whole configuration."""
        # If it is that of the last build, so are all others but the frame's, and no blog need be assembled.
        build, env, domain = self.build, self.env, self.build.domain
        due = [(post.key, build.at_this_moment(post)) for post in domain.every_post]
        read = (sorted(env.all_docs.items()), sorted(env.found_docs), sorted(domain.withheld))
        settings = (self.site.settings, build.shows_drafts, build.custom_slugs)
        return digest((settings, read, due, build.source_language))

    @cached_property
    def of_blog(self) -> str:
        """A digest of everything that the digests of pages depend on, except what themes put around them."""
        # If it is that of the last build, so are the others, and they need not be computed.
        build, data, records = self.build, self.build.domain.data, self.posts
        # What else a domain stores is part of the digests of posts, or irrelevant for pages.
        others = sorted(data.keys() - {"posts", "readings", "withheld", "version"})
        kinds = [(kind, sorted(data[kind].items())) for kind in others]
        posts = [(key, records.of_record(post), build.at_this_moment(post)) for key, post in build.posts.items()]
        texts = [(key, records.of_text(post)) for key, post in sorted(records.whole.items())]
        links = [(key, sorted(keys)) for key, keys in sorted(build.mentions.links.items())]
        mentions = [
            (docname, anchor, [post.key for post in posts_there])
            for docname, objects in sorted(build.mentions.objects.items())
            for anchor, posts_there in sorted(objects.items())
        ]
        documents = sorted(build.pages.documents)
        named = [(name, post.docname) for post in build.posts.values() for name in post.related or ()]
        owners = {listing.owner for listing in build.pages.listings} | {name for name, _ in build.pages.placed}
        owners |= {document_meant(*names, build.pages.documents) for names in named}
        titles = [title_of(self.env, owner) for owner in sorted(owners)]
        settings = (self.site.of_site, build.shows_drafts, build.custom_slugs, self._added(""))
        return digest((settings, kinds, posts, texts, links, mentions, titles, documents, build.source_language))

    @property
    def of_texts(self) -> dict[str, str]:
        return {docname: post.text_fingerprint for docname, post in self.build.domain.posts.items()}

    def of_all_pages(self, names: Iterable[str]) -> str:
        """Return a digest of everything that the pages *names*, which have no document, are made of."""
        navigation = sorted({self.site.navigation_at(name) for name in names})
        documents = sorted(self.build.pages.documents)
        return digest((self.of_blog, self.site.of_chrome, self.site.settings, documents, navigation))

    @cached_property
    def of_documents(self) -> dict[str, str]:
        """A digest of what each document shows of the blog, for those that show any of it."""
        shown: dict[str, list[Any]] = {}
        for docname, part in chain(self._shown_lists(), self._shown_targets(), self._shown_posts()):
            shown.setdefault(docname, []).append(part)
        # Most documents link to others in their own language.
        for docname in self.build.pages.documents:
            if around := self._around(docname):
                shown.setdefault(docname, []).extend(around)
        return {docname: digest(parts) for docname, parts in shown.items()}

    def _shown_lists(self) -> Iterator[tuple[str, Any]]:
        pages = self.build.pages
        for (docname, place), listing in pages.placed.items():
            yield docname, (place, self._page(ListPage(listing, listing.pages[0])))
        for docname, appended in pages.appended.items():
            yield from ((docname, self._page(page)) for page in appended)
        for docname, taxonomies in self.build.domain.terms.items():
            # Style and minimum count are in the document itself, which is read again when they change.
            for taxonomy, blog in taxonomies:
                yield docname, self.page_data.term_list(docname, taxonomy, "list", blog=blog)

    def _shown_targets(self) -> Iterator[tuple[str, Any]]:
        """Yield what documents show of what they refer to, and the news that they list."""
        domain = self.build.domain
        for docname, references in domain.references.items():
            for kind, name in references:
                if kind not in {"ref", "label"} and (target := self._reference(docname, kind, name)):
                    yield docname, target
        for docname, versions in domain.news.items():
            yield docname, [changes_in(version, self.build.changes) for version in versions]

    def _shown_posts(self) -> Iterator[tuple[str, Any]]:
        """Yield what is around posts in their documents, and the posts that mention documents."""
        mentions, all_named = self.build.mentions, self.page_data.all_named
        for post in self.build.posts.values():
            frames = self.page_data.of_post(post).frames
            yield post.docname, digest((self.posts.of_record(post), frames.header(post), frames.footer(post)))
        yield from ((docname, all_named(posts)) for docname, posts in mentions.documents.items())
        for docname, objects in mentions.objects.items():
            yield docname, [(anchor, all_named(posts)) for anchor, posts in sorted(objects.items())]

    def _reference(self, docname: str, kind: str, name: str) -> Any:
        """Return what a document shows of a target: its page, whether that is written, title and language."""
        if kind == "doc":
            is_post = name in self.build.posts
            return (title_of(self.env, name), self.build.language_of_title(name, docname)) if is_post else None
        targets = self.build.targets
        target = targets.find(kind, name, docname)
        language = self.build.language_of_title(target.name, docname) if target and kind == "post" else ""
        return target, target is not None and targets.is_written(target), language

    def of_page(self, page: ListPage | TermIndex) -> str:
        """Return a digest of a page without a document, including its frame."""
        frame = (self.site.of_chrome, self.site.navigation_at(page.name))
        return digest((frame, self._page(page), self._around(page.name)))

    def _around(self, page: str) -> list[Any]:
        """Return what is beside the text or list of a page: sidebars, and what other extensions add."""
        around = self.page_data.around(page)
        return [around, *self._added(page)] if any(around) else self._added(page)

    def _added(self, page: str) -> list[Any]:
        """Return what other extensions show of the blog on a page, or on any page if *page* is ``""``."""
        return [answer for answer in self.env.events.emit(PAGE_DATA_EVENT, page) if answer is not None]

    def _page(self, page: ListPage | TermIndex) -> Any:
        frame = frame_of(self.env, page)
        if isinstance(page, ListPage):
            return (frame, self.page_data.of(page.listing.root).listing(*page))
        if isinstance(page, FeedsPage):
            return (frame, self.page_data.of(page.name).feeds)
        return (frame, self.page_data.of(page.name).overview(page.taxonomy))

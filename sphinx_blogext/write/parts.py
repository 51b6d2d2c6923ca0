"""The parts of posts as HTML: titles, teasers, first paragraphs, descriptions. Each is rendered once per build."""

import hashlib
import pickle
import re
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from markupsafe import Markup

from sphinx_blogext._compat import MissingNameError
from sphinx_blogext.core.caching import by_post, cached_by
from sphinx_blogext.core.model import Post
from sphinx_blogext.data.posts import Html
from sphinx_blogext.data.site_digests import PostDigests
from sphinx_blogext.domain.stores import cache_of
from sphinx_blogext.files import read_cache, write_cache
from sphinx_blogext.isolation import raiser
from sphinx_blogext.lang.sphinx_words import words_in
from sphinx_blogext.markup.describe import describe, formula_text
from sphinx_blogext.markup.tree import parse
from sphinx_blogext.mathml.renderer import macros_of, to_mathml
from sphinx_blogext.mathml.tokens import Macro, MathError
from sphinx_blogext.site.build import Build
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.teaser import RENDERERS, Fragment, PostTrees, plain_lead, render_title

if TYPE_CHECKING:
    from sphinx_blogext.data.site_data import SiteData

Result = TypeVar("Result")


def spell_formula(tex: str, macros: tuple[Macro, ...] = ()) -> str:
    """Return a formula as text, or its TeX without backslashes, braces and ``$`` if it cannot be converted."""
    try:
        return formula_text(parse(to_mathml(tex, display=False, macros=macros)))
    except MathError:
        return " ".join(re.sub(r"[\\{}$]+", " ", tex).split())


@dataclass
class Parts:
    build: Build
    page_data: "SiteData"
    digests: PostDigests
    #: Tells whether the build may write all documents.
    writes_all: Callable[[], bool]
    #: Whether plain text replaces a part of a post that could not be rendered.
    has_substitutes: bool = False

    def __post_init__(self) -> None:
        self._trees = PostTrees(self.build.env)
        #: The posts that cannot be rendered, with the reasons that have been reported.
        self._failures: set[tuple[str, str]] = set()
        # Per builder, because URLs differ between html and dirhtml.
        self._cache = FragmentCache(cache_of(self.build.builder, "teasers"))

    @cached_by(lambda html: (html.part, html.post.key))
    def of(self, html: Html) -> Fragment:
        return self._title(html.post) if html.part == "title" else self._cached_or_rendered(html.part, html.post)

    def teaser(self, post: Post) -> Fragment:
        return self.of(Html("teaser", post, self.digests.of_teaser(post)))

    @by_post
    def description(self, post: Post) -> str:
        """Return a description of a post as plain text, created once."""
        spell = partial(spell_formula, macros=macros_of(self.build.env.config))
        make = partial(self.attempt, "description", post, lambda: describe(self.teaser(post).html, spell))
        text = post.description or make()
        return self._plain(post) if text is None else text

    def lede(self, post: Post) -> str:
        """Return the description in the front matter of a post, unless its text begins with it."""
        written = str(self.build.env.metadata[post.docname].get("description", "")).strip()
        if not written or written != post.description:
            return ""
        lead = self.attempt("description", post, lambda: plain_lead(self._trees, post)) or ""
        # As far as both go: one may be longer, or end with another mark.
        one, other = ("".join(filter(str.isalnum, text)).casefold() for text in (written, lead))
        return "" if other and (one.startswith(other) or other.startswith(one)) else written

    def save(self) -> None:
        self._cache.save(self.build.posts, has_drafts=bool(self.build.domain.withheld))

    def _cached_or_rendered(self, part: str, post: Post) -> Fragment:
        # Not if all pages are written anyway, perhaps because something is wrong with what was written. Nor if the
        # document contains a list, which is made of other posts.
        made_of, domain, docname = self.digests.of_rendering(post), self.build.domain, post.docname
        has_list = docname in domain.lists or docname in domain.terms or docname in domain.env.toctree_includes
        # Whole texts are large, and needed where they are written.
        if not (self.writes_all() or has_list or part == "text"):
            if (cached := self._cache.get((part, post.key), made_of)) is not None:
                return cached
        if (fragment := self.try_to(RENDERERS[part], part, post)) is None:
            # Not cached: the next build tries again.
            text = self._plain(post)
            return Fragment(f"<p>{escape(text, quote=False)}</p>" if text else "")
        if part != "text":
            self._cache.put((part, post.key), made_of, fragment)
        return fragment

    def try_to(self, render: Callable[..., Fragment], part: str, post: Post) -> Fragment | None:
        """Return a part of a post as *render* does, or nothing where that fails."""
        posts = self.page_data.posts_of(post)
        with words_in(posts.voice(post).foreign, posts.config.language):
            return self.attempt(part, post, partial(render, self._trees, self.build.html_builder, post))

    def attempt(self, part: str, post: Post, make: Callable[[], Result]) -> Result | None:
        """Return what *make* returns; if it fails, which other extensions may cause, report that once."""
        try:
            return make()
        # Another extension may raise anything: the site must still get its lists and feeds.
        except (Exception, SystemExit) as error:
            if isinstance(error, MissingNameError):
                raise
            cause = getattr(error, "orig_exc", None) or error
            source = raiser(cause, Path(self.build.app.confdir))
            reason = f"{type(cause).__name__}: {cause}" + (f" (raised in {source})" if source else "")
            message = "the %s of the post cannot be rendered: %s; plain text is shown instead"
            if (post.key, reason) not in self._failures:
                warn(BlogWarning.RENDERING, message, part, reason, location=(post.docname, post.lineno))
            self._failures.add((post.key, reason))
            self.has_substitutes = True
            return None

    def _plain(self, post: Post) -> str:
        """Return the text in place of a part that cannot be rendered."""
        with suppress(Exception, SystemExit):
            return post.description or plain_lead(self._trees, post)
        return ""

    def _title(self, post: Post) -> Fragment:
        """Return the heading with its markup, unless the post has another title for lists."""
        title = None if post.has_own_title else self.try_to(render_title, "title", post)
        title = title or Fragment(str(Markup.escape(post.title)))
        tag = self.build.title_lang(post)
        return title if tag is None else title._replace(html=f'<bdi lang="{escape(tag)}">{title.html}</bdi>')


#: Which part of a post, and the key of the post.
Key = tuple[str, str]
_CHECKSUM = hashlib.sha256().digest_size


class FragmentCache:
    """The rendered parts of posts in the file *path*, which is read on first access."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _entries(self) -> dict[Key, tuple[str, bytes]]:
        """Digests, and parts still pickled: a build needs few of them."""
        content = read_cache(self._path)
        # Unpickling damaged data may raise any error, or return something else.
        is_whole = hashlib.sha256(content[_CHECKSUM:]).digest() == content[:_CHECKSUM]
        return dict(pickle.loads(content[_CHECKSUM:])) if is_whole else {}

    def get(self, key: Key, digest: str) -> Fragment | None:
        """Return the part of a post with this *digest* of its sources, if it is cached."""
        known, content = self._entries.get(key, ("", b""))
        # Its samples may contain nodes of an extension that has since changed.
        with suppress(ImportError, AttributeError, TypeError):
            fragment = pickle.loads(content) if known == digest else None
            return fragment if isinstance(fragment, Fragment) else None
        return None

    def put(self, key: Key, digest: str, fragment: Fragment) -> None:
        # Extensions may put anything into their nodes.
        with suppress(pickle.PicklingError, AttributeError, TypeError):
            self._entries[key] = (digest, pickle.dumps(fragment, pickle.HIGHEST_PROTOCOL))

    def save(self, posts: Container[str], *, has_drafts: bool) -> None:
        # A draft may have been a post. Otherwise, without being read, nothing can have changed.
        if has_drafts or "_entries" in self.__dict__:
            entries = {(part, post): entry for (part, post), entry in self._entries.items() if post in posts}
            content = pickle.dumps(entries)
            write_cache(self._path, hashlib.sha256(content).digest() + content)

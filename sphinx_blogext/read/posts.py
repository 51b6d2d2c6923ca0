"""Makes a ``Post`` of a document that was read, and estimates how long it takes to read."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any
from unicodedata import category

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import short_name
from sphinx_blogext.core.dates import as_written, sort_key
from sphinx_blogext.core.metadata import Metadata, Problem, clean_text, guess_message, read_metadata, suggest
from sphinx_blogext.core.model import Post
from sphinx_blogext.domain import add, blog_domain
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.markup.tree import closed, raw_text, title_text
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.additions import set_aside
from sphinx_blogext.read.checks import check_address, check_content, check_languages, check_name, check_terms
from sphinx_blogext.read.front_matter import is_translated
from sphinx_blogext.read.marker import heading_of, is_of_text, is_shown, place_marker, strip_marker
from sphinx_blogext.read.pictures import alt_of, find_enclosure, find_picture, images_in
from sphinx_blogext.read.sections import standing_alone
from sphinx_blogext.read.sources import defaults_of
from sphinx_blogext.warnings import BlogWarning, place_of, report, warn

_Fields = Mapping[str, str | None]

#: Keys of metadata that determine how a document is read; the others are fields of a post.
_OF_READING = frozenset({"blogpost", "excerpt", "exclude"})
_RAW_HEADING = pattern(r"<h1\b(?:(?!<h1\b).)*?</h1>", re.DOTALL | re.IGNORECASE)
#: Characters per minute in Chinese and Japanese text, and words per minute in text with spaces between words.
_HAN_PER_MINUTE, _WORDS_PER_MINUTE = 450, 220
#: Letters of a word, accents and vowel signs not counted, in Thai, Lao, Burmese and Khmer, which write no spaces.
_LETTERS_PER_WORD = 4
_UNSPACED = pattern("[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_WORD = pattern(r"\w+(?:['’.-]\w+)*")
#: Han characters and kana.
_HAN = pattern("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
#: Characters within a word that readers do not see: joiners and optional hyphens.
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060"


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Record the posts in a document, and leave in the tree only what is needed for writing."""
    sections = list(doctree.findall(blog_nodes.section_post))
    # Removed, because the tree is stored, and some builders write out all attributes.
    fields: dict[str, str | None] | None = doctree.attributes.pop("blog_fields", None)
    if sections or fields is not None:
        # Sphinx removes them later: in other languages, docutils adds them to the document that it reads first.
        for message in [each for each in doctree.findall(nodes.system_message) if each["level"] == 1]:
            message.parent.remove(message)
        with set_aside(doctree, blog_config(app.config).blog_teaser_exclude):
            for node in sections:
                _note_section(node, doctree, app.env)
            if fields is not None:
                _note_document(doctree, fields, app.env)
    if fields is None:
        # With ``blogpost: false`` a document may contain the directive: its body is then ordinary text.
        for directive in list(doctree.findall(blog_nodes.post)):
            directive.replace_self(directive.children)
        strip_marker(doctree)


def _note_document(doctree: nodes.document, fields: _Fields, env: BuildEnvironment) -> None:
    post = _Document(doctree, fields, env).post()
    config = blog_config(env.config).of(post.blog)
    check_content(post, doctree, env, config)
    if "llms_txt_enabled" in env.config and config.blog_opengraph:
        # Where ``sphinx-llm`` looks for a description, which otherwise uses the last line of a post.
        if not any(node.get("name") == "description" for node in doctree.findall(nodes.meta)):
            paragraphs = (shorten(node.astext()) for node in doctree.findall(nodes.paragraph))
            text = post.description or next(filter(None, paragraphs), post.title)
            doctree += blog_nodes.stored_description("", name="description", content=text)
    blog_domain(env).posts[env.docname] = post
    _make_orphan(post, env)


def _note_section(node: blog_nodes.section_post, doctree: nodes.document, env: BuildEnvironment) -> None:
    section = node.parent
    assert isinstance(section, nodes.section)
    with standing_alone(section, doctree) as alone:
        post = _Document(alone, {}, env, section).post()
    # Only the text of its heading is known.
    post = post._replace(has_own_title=True, has_header=node.get("has_header", True))
    if post.draft:
        message = "a section cannot be a draft: it is in no list, but its document shows it"
        warn(BlogWarning.INVALID_OPTION, message, location=(env.docname, post.lineno))
    add(blog_domain(env).sections, env.docname, post)
    _make_orphan(post, env)


def _make_orphan(post: Post, env: BuildEnvironment) -> None:
    # Readers find it in lists, but Sphinx would warn if its document were in no toctree.
    if blog_config(env.config).of(post.blog).post_auto_orphan:
        env.metadata[post.docname].setdefault("orphan", True)


class _Document:
    """A document that is a post, or its *section*, as it was read; *fields* is its front matter."""

    def __init__(
        self, doctree: nodes.document, fields: _Fields, env: BuildEnvironment, section: nodes.section | None = None
    ) -> None:
        self.docname, self.env = env.docname, env
        self.doctree = doctree
        self.anchor = section["ids"][0] if section is not None else ""
        site = self.site = blog_config(env.config)
        directive = next(doctree.findall(blog_nodes.post), blog_nodes.post())
        self.lineno, self.is_release = directive.line or 1, "is_release" in directive
        self.metadata = self._read_metadata(fields)
        blog = self.metadata.get("blog", "")
        is_known = blog.strip("/") in site.roots
        #: That of the blog that the post belongs to, by its metadata or its folder.
        self.config = site.of(blog.strip("/")) if is_known else site.at(self.docname)
        if blog and not is_known:
            message = "unknown blog %r%s; the post belongs to the blog of its folder"
            self._warn(BlogWarning.INVALID_OPTION, message, blog, suggest(blog.strip("/"), set(site.roots)))
        self._report(check_name(self.metadata, self.docname, self.config) if section is None else ())
        # For a document without a heading, Sphinx's title is ``<no title>``.
        own_title = closed(env.titles[self.docname]) if any(doctree.findall(nodes.section)) else None
        title = own_title if section is None else section.next_node(nodes.title)
        self.heading = clean_text(title_text(title)) if title is not None else ""

    def post(self) -> Post:
        metadata, config, doctree = self.metadata, self.config, self.doctree
        # Before the cut, which treats any remaining body as the teaser.
        _place_teaser_body(doctree, exclude=metadata.get("exclude", False))
        cut = self._cut()
        image, wrong_image = find_picture(metadata.get("image", ""), config.post_auto_image, doctree, self.env)
        enclosure, wrong_enclosure = find_enclosure(metadata.get("enclosure", ""), self.env)
        self._report(filter(None, (wrong_image, wrong_enclosure)))
        title = metadata.get("title") or self.heading or self._raw_heading()
        if not title:
            title = short_name(self.docname)
            message = "the post has no heading, so its file name %r is its title: add a heading"
            self._warn(BlogWarning.TITLE, message, title)
        translated = is_translated(doctree)
        words, code = map(count_words, countable_texts(doctree))
        minutes = reading_minutes(*map(sum, zip(words, code, strict=True)))
        fields: dict[str, Any] = {
            "terms": self._terms(is_translated=translated),
            "docname": self.docname,
            "anchor": self.anchor,
            "lineno": self.lineno,
            "blog": config.root,
            "title": title,
            "has_own_title": title != self.heading,
            "is_release": self.is_release,
            "updated": self._last_update(),
            "description": choose_description(doctree, metadata.get("description", "")),
            "image": image,
            "image_alt": shorten(clean_text(alt_of(image, doctree))),
            "enclosure": enclosure,
            "has_cover": bool("image" in metadata and image) and image not in images_in(doctree),
            "nocomments": metadata.get("nocomments", False) or metadata.get("comments") == "",
            "word_count": sum(words),
            "reading_time": metadata.get("reading_time", minutes),
            "is_translated": translated,
            "has_translated_title": self._has_translated_title(),
        }
        return Post(**{key: value for key, value in metadata.items() if key not in _OF_READING} | fields | cut)

    def _has_translated_title(self) -> bool | None:
        """Return whether the title is from a message catalog, or ``None`` if the post names its language."""
        heading, name = heading_of(self.doctree), f"blog_title {self.metadata.get('title')}"
        has = self.env.temp_data.get(name, heading and heading.get("translated"))
        return None if "language" in self.metadata.terms else has

    def _raw_heading(self) -> str:
        """Return the text of the first ``<h1>`` written in HTML."""
        raw = (_RAW_HEADING.search(node.astext()) for node in self.doctree.findall(nodes.raw))
        return next((clean_text(" ".join(raw_text(match[0]).split())) for match in raw if match), "")

    def _warn(self, kind: BlogWarning, message: str, *arguments: object) -> None:
        warn(kind, message, *arguments, location=(self.docname, self.lineno))

    def _report(self, problems: Iterable[Problem], lineno: int = 0) -> None:
        for problem in problems:
            kind = self.site.taxonomies.named(problem.key)
            keys = kind.spellings if kind else [problem.key]
            place = self.docname, lineno or self.lineno
            report(problem.kind, problem.message, place_of(keys, *place, self.env) if problem.key else place)

    def _read_metadata(self, fields: _Fields) -> Metadata:
        """Return the metadata from front matter and the ``post`` directive, which takes precedence."""
        read = partial(read_metadata, dates=self.site.dates, taxonomies=self.site.taxonomies)
        front, problems = read(fields, is_directive=False)
        self._report(problems, 1)
        if not self.site.conventions.has_silent_addresses:
            self._report(check_address(fields, self.doctree["source"], self.docname), 1)
        front = front.over(defaults_of(self.docname, self.env))
        directives = list(self.doctree.findall(blog_nodes.post))
        if not directives:
            return front
        first, *others = directives
        options, problems = read(first["options"], is_directive=True)
        self._report(problems)
        for other in others:
            second, _problems = read(other["options"], is_directive=True)
            # If the second would publish the post later, or never.
            is_undated = "date" in other["options"] and "date" not in second
            moments = [sort_key(each["date"]) for each in (options, second) if "date" in each]
            is_later = is_undated or (len(moments) == 2 and moments[1] > moments[0])
            is_draft = options["draft"] = any((options.get("draft"), second.get("draft"), is_later))
            result = "the post is a draft until one is removed" if is_draft else "this one is ignored: remove it"
            message = "the document already has a post directive in line %s, so %s"
            warn(BlogWarning.DUPLICATE_POST, message, self.lineno, result, location=other)
            other.replace_self(other.children)
        return options.over(front)

    def _cut(self) -> dict[str, Any]:
        counts = is_shown if self.config.conventions.post_auto_excerpt_past_headings else None
        # Headings such as "Added" and "Fixed" do not end the teaser of a release.
        counts = is_of_text if self.is_release else counts
        paragraphs = self.metadata.get("excerpt", self.config.post_auto_excerpt)
        # A number would point to another section as soon as one is inserted before it.
        anchor = f"{self.anchor}-more" if self.anchor else "more"
        cut = place_marker(self.doctree, paragraphs, self.env.srcdir, counts=counts, anchor=anchor)
        fields, is_explicit, is_empty = cut
        if is_empty:
            self._warn(BlogWarning.MARKER, "the teaser is empty: put text above the marker")
        elif not is_explicit and self.config.blog_on_untruncated == "warn":
            self._warn(BlogWarning.UNTRUNCATED, "the post has no teaser marker")
        return fields

    def _last_update(self) -> datetime | None:
        """Return when the post was last updated, which is after it was published."""
        published: datetime | None = self.metadata.get("date")
        moments = [self.metadata["updated"]] if "updated" in self.metadata else []
        for node in self.doctree.findall(blog_nodes.update):
            try:
                moment, is_guess = self.site.dates.read(node["date"])
            except ValueError:
                warn(BlogWarning.DATE, "the date of the update, %r, cannot be read", node["date"], location=node)
                continue
            if is_guess:
                report("guess", guess_message("the update's date", node["date"], moment), node)
            node["moment"] = moment
            moments.append(moment)
        update = max(moments, key=sort_key, default=None)
        if update is None or published is None or sort_key(update) > sort_key(published):
            return update
        # A day without a time may be the day of the post.
        if update.date() < published.date():
            message = "the post was updated (%s) before it was published (%s); the update is ignored"
            self._warn(BlogWarning.DATE, message, as_written(update), as_written(published))
        return None

    def _terms(self, *, is_translated: bool) -> dict[str, tuple[str, ...]]:
        """Return the terms of the post, including defaults, and warn about problems with them."""
        # Before defaults are added: they are checked once, with the configuration.
        self._report(check_languages(self.metadata.terms.get("language", ()), self.config))
        # The default language is that of the original text, not of its translation.
        kinds = ("author", "language", "location")
        defaults = {kind: getattr(self.config, f"blog_default_{kind}") for kind in kinds}
        defaults |= {"language": ()} if is_translated else {}
        terms = {taxonomy: names for taxonomy, names in {**defaults, **self.metadata.terms}.items() if names}
        # An author who is a record need not be in the configuration.
        records = dict(self.metadata.get("author_urls", ()))
        configured = {kind: [name for name in names if name not in records] for kind, names in terms.items()}
        self._report(check_terms(configured, self.config))
        return terms


def _place_teaser_body(doctree: nodes.document, *, exclude: bool) -> None:
    """Keep the ``post`` node only if its body is the teaser, then below the heading."""
    for node in list(doctree.findall(blog_nodes.post)):
        if not node.children:
            node.parent.remove(node)
            continue
        node["exclude"] = exclude
        # No longer needed: the post has them, and the tree is stored.
        del node["options"]
        section = next((child for child in doctree.children if isinstance(child, nodes.section)), None)
        if section is not None and node.parent is doctree and doctree.index(node) < doctree.index(section):
            doctree.remove(node)
            section.insert(1, node)


def choose_description(doctree: nodes.document, written: str) -> str:
    """Return the *written* description of a post, put into its ``meta`` nodes, or the first of theirs."""
    metas = [node for node in doctree.findall(nodes.meta) if node.get("name", "").lower() == "description"]
    for node in metas if written else ():
        node["content"] = written
    texts = (clean_text(" ".join(str(node.get("content", "")).split())) for node in metas)
    return written or next(filter(None, texts), "")


def countable_texts(doctree: nodes.document) -> tuple[str, str]:
    """Return the texts of a post that count for its reading time: its words below the heading, and its code."""
    skipped = (nodes.comment, nodes.raw, nodes.math, nodes.math_block, nodes.substitution_definition)
    heading = heading_of(doctree)
    # By identity, because texts that read the same are equal.
    titles = set() if heading is None else set(map(id, heading.findall(nodes.Text)))
    words: list[str] = []
    code: list[str] = []
    for node in doctree.findall(nodes.Text):
        if not (isinstance(node.parent, skipped) or id(node) in titles):
            (code if isinstance(node.parent, nodes.literal_block) else words).append(node.astext())
    return "\n".join(words), "\n".join(code)


def count_words(text: str) -> tuple[int, int]:
    """Return how many Han characters and kana, and how many other words there are in *text*."""
    if text.isascii():
        return 0, len(_WORD.findall(text))
    # Accents and vowel signs that are characters of their own belong to a word, but are no letters for ``\\w``.
    if unseen := [ord(char) for char in set(text) if char in _UNSEEN or category(char)[0] == "M"]:
        text = text.translate(dict.fromkeys(unseen))
    unspaced = sum(map(len, _UNSPACED.findall(text)))
    text = _UNSPACED.sub(" ", text)
    others = _HAN.split(text)
    words = len(_WORD.findall(" ".join(others)))
    return len(text) - sum(map(len, others)), words + -(-unspaced // _LETTERS_PER_WORD)


def reading_minutes(han: int, words: int) -> int:
    """Return the reading time of a text with so many words in minutes, rounded up, at least 1."""
    # ceil(han / 450 + words / 220) in integers.
    total = han * _WORDS_PER_MINUTE + words * _HAN_PER_MINUTE
    return max(1, -(-total // (_HAN_PER_MINUTE * _WORDS_PER_MINUTE)))

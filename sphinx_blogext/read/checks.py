"""Checks of posts: keys that have no effect, unknown terms and languages, and what ``blog_checks`` asks for."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import PurePath, PurePosixPath

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.util import get_filetype

from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.core.addresses import draft_name
from sphinx_blogext.core.metadata import Metadata, Problem, spellings_of, suggest
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize
from sphinx_blogext.core.terms import other_names
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.lang.codes import no_language, valid_language
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern
from sphinx_blogext.warnings import BlogWarning, place_of, warn

#: Search engines and link previews cut wider titles; a Han character is as wide as two Latin letters.
_WIDEST_TITLE = 70
_MOST_TAGS = 50
#: The first line of a directive that is a paragraph, because it is not in the form of its markup.
_SHOWN = pattern(
    r"(?P<sign>\.\. ?|`{3}|:::)[`:]*\{?(?P<name>postlist|blog-terms|blog-news|update|more)(?:\}|::)"
    r"[ \t]*[\w.-]*[ \t]*(?:\n|$)"
)
_ZONE = pattern(r"(Z|UTC|GMT|[+-]\d\d:?\d\d)[\"']?\s*$")


def check_directives(document: nodes.document, env: BuildEnvironment) -> None:
    """Warn about paragraphs of the text that begin with a line that is a directive of ours in other markup."""
    is_rst = get_filetype(env.config.source_suffix, document["source"]) == "restructuredtext"
    for node in document.findall(nodes.paragraph):
        # In a list, it may be what the item is about.
        match = _SHOWN.match(node.rawsource) if isinstance(node.parent, (nodes.document, nodes.section)) else None
        if match:
            form = f".. {match['name']}::" if is_rst else f"```{{{match['name']}}}"
            more = "" if is_rst or match["sign"] != ":::" else ", or add 'colon_fence' to myst_enable_extensions"
            message = "%r is text here, not a directive: write %r%s"
            warn(BlogWarning.NO_EFFECT, message, match[0].strip(), form, more, location=node)


def check_address(fields: Mapping[str, str | None], source: str, docname: str) -> Iterator[Problem]:
    """Yield what front matter says about the URL of a post, read from *source*, if that has another one."""
    own = docname.removesuffix("/index")
    for key in ("slug", "permalink", "url"):
        wanted = (fields.get(key) or "").strip().strip("/")
        # URLs name no file, nor do patterns such as ``/:year/:title/``.
        is_path = wanted != "null" and not re.search(r"[:{}?#]", wanted)
        wanted = re.sub(r"(/index)?(\.html?)?$", "", wanted) if is_path else ""
        # A slug is the last part of a URL, unless it has slashes.
        if wanted and not f"/{own}".endswith(f"/{wanted}"):
            name = wanted if "/" in wanted or key != "slug" else str(PurePosixPath(own).parent / wanted)
            advice = f"rename the file to {name + PurePath(source).suffix!r}, or add 'redirect: {name}'"
            message = "has no effect, because the URL of a post is the path of its file"
            yield Problem("unknown_option", key, f"{key!r} {message}: {advice}")
            return


def check_name(metadata: Metadata, docname: str, config: BlogConfig) -> Iterator[Problem]:
    """Yield what is wrong with the name of a post that only other engines leave out, unless it says otherwise."""
    name = draft_name(docname.removeprefix(f"{config.root}/"))
    if name and "date" in metadata and metadata.keys().isdisjoint({"draft", "unlisted"}):
        advice = "set 'draft: true' in it, or in a _blog.yml in its folder, or 'draft: false' if that is meant"
        message = f"other engines leave out what is named like {name!r}, but here it is a post: {advice}"
        yield Problem("public_draft", "", message)


def check_terms(terms: Mapping[str, Sequence[str]], config: BlogConfig) -> Iterator[Problem]:
    """Yield authors and tags that a blog's configuration does not have, if the options for it are on."""
    actions = {"tag": config.blog_on_unknown_tag, "author": config.blog_on_unknown_author}
    for taxonomy, settings in ((name, config.terms[name]) for name, action in actions.items() if action == "warn"):
        known = settings.keys() | other_names(settings).keys()
        # Warnings are the default for authors: without this, a site that configures none would get one for each.
        for name in terms.get(taxonomy, ()) if settings else ():
            if normalize(name) not in known:
                names = {it for each in settings.values() for it in (each.name, each.label, *each.aliases) if it}
                place = f"in {TAXONOMIES[taxonomy].option}{suggest(name, names)}"
                yield Problem(f"unknown_{taxonomy}", taxonomy, f"{taxonomy} {name!r} is not {place}")


def check_languages(names: Iterable[str], config: BlogConfig) -> Iterator[Problem]:
    """Yield languages that browsers do not know; the *config* of the blog may define names of languages."""
    own_names = other_names(config.terms["language"])
    for name in names:
        if not valid_language(own_names.get(normalize(name), name)):
            message = f"language {no_language(name)}; the post is listed under it but gets no language attribute"
            yield Problem("unknown_language", "language", message)


def check_content(post: Post, doctree: nodes.document, env: BuildEnvironment, config: BlogConfig) -> None:
    """Warn about what a post lacks, if its blog checks it."""
    for check, message, lineno in _findings(post, doctree, env) if config.blog_checks else ():
        if check in config.blog_checks:
            warn(BlogWarning.CONTENT, "%s", message, location=(post.docname, lineno or post.lineno))


def _findings(post: Post, doctree: nodes.document, env: BuildEnvironment) -> Iterator[tuple[str, str, int]]:
    """Yield each problem: the name of its check in ``blog_checks``, a message, and a line (0: of the post)."""
    if not post.description:
        yield "description", "the post has no description for search engines: add 'description'", 0
    if not post.image:
        yield "picture", "the post has no image for link previews: add 'image'", 0
    for image in doctree.findall(nodes.image):
        if not str(image.get("alt") or "").strip():
            message = f"the image {image.get('uri', '')!r} has no alternative text: describe what it shows"
            # An inline node has no line of its own.
            yield "alt", message, next(filter(None, map(attrgetter("line"), (image, *ancestors(image)))), 0)
    width = len(post.title) + sum(unicodedata.east_asian_width(char) in "WF" for char in post.title)
    if width > _WIDEST_TITLE:
        limit = f"search engines cut it after {_WIDEST_TITLE}, or 35 Han characters"
        yield "title", f"the title is {width} columns wide: {limit}", 0
    if (count := len(post.terms.get("tag", ()))) > _MOST_TAGS:
        _docname, lineno = place_of(TAXONOMIES["tag"].spellings, post.docname, post.lineno, env)
        yield "tags", f"the post has {count} tags: use at most {_MOST_TAGS}", lineno
    if lineno := _line_without_zone(post, env):
        yield "zone", "the date is in the future and has no time zone: write it as 2026-11-20 09:30+01:00", lineno


def _line_without_zone(post: Post, env: BuildEnvironment) -> int:
    now = blog_domain(env).now
    if now is None or post.state(now) != "scheduled":
        return 0
    docname, lineno = place_of(spellings_of("date"), post.docname, post.lineno, env)
    lines = env.doc2path(docname).read_text(encoding="utf-8", errors="replace").splitlines()
    return 0 if _ZONE.search("".join(lines[lineno - 1 : lineno])) else lineno

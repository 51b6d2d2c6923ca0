"""What ABlog keeps of posts: records of them, dates without time zone, and HTML that no template escapes again."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_blogext.markup.quote import Text
from sphinx_blogext.site.build import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core import model
    from sphinx_blogext.lang.words import Words

#: ABlog's names of catalogs -> the taxonomies, whose names ABlog uses in page names and labels.
CATALOGS = {
    "tags": "tag",
    "author": "author",
    "location": "location",
    "language": "language",
    "category": "category",
}


class Html(str):
    """HTML, which no template escapes again."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Moment(datetime):
    """A date without time zone, as in ABlog, whose month names are in the language of the site."""

    _words: Words

    @classmethod
    def of(cls, moment: datetime, words: Words) -> Moment:
        """Return *moment* in its own time zone."""
        date = cls(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
        date._words = words
        return date

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        # Do not use the machine's locale: the output must be the same everywhere.
        plain = datetime(self.year, self.month, self.day, self.hour, self.minute, self.second)
        return Text(self._words.date(plain, format))


class NoMoment:
    """The date of a draft that has none: false, and empty when printed or formatted.

    With ABlog, documents without metadata are not drafts, so templates of its sites format the date of any post.
    """

    year = month = day = Text()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        return Text()


def record_of(post: model.Post) -> dict[str, Any]:
    """Return the record that ABlog keeps in the environment: dates without time zone, terms as in the post.

    Functions of ABlog that a site calls itself find everything that they read, but not the text.
    """
    date = post.date.replace(tzinfo=None) if post.date else None
    update = post.updated.replace(tzinfo=None) if post.updated else None
    latest: datetime | None = max(filter(None, (date, update)), default=None)
    return {
        "docname": post.docname,
        "section": post.anchor,
        "title": post.title,
        "date": date,
        "update": latest,
        **{name: list(post.terms.get(taxonomy, ())) for name, taxonomy in CATALOGS.items()},
        "redirect": list(post.redirects),
        "nocomments": post.nocomments,
        "external_link": post.external_link,
        "canonical_link": post.canonical_link,
        "excerpt": [],
        "doctree": nodes.container(),
        "image": 0,
        "exclude": False,
    }


class PostRecords(dict[str, list[dict[str, Any]]]):
    """The posts of one build by document, in its order; nothing is stored with the environment."""

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[()]]:
        return dict, ()


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    build, records = build_of(env), PostRecords()
    for key in (post.key for post in build.domain.every_post if post.key in build.posts):
        of_document = records.setdefault(build.posts[key].docname, [])
        of_document.append(record_of(build.posts[key]) | {"order": len(of_document) + 1})
    env.ablog_posts = records  # type: ignore[attr-defined]  # ABlog's own name for it


def setup(app: Sphinx) -> None:
    # After the blog's own handler, which starts the build.
    app.connect("env-updated", on_env_updated, priority=600)

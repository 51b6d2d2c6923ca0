"""Options, posts and lists for tests of what needs no site."""

from datetime import UTC, datetime
from typing import Any

from sphinx.config import Config

from sphinx_blogext.config.blogs import BlogConfig, Conventions
from sphinx_blogext.config.options import OPTIONS
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import ListRequest, read_request
from sphinx_blogext.core.taxonomies import TAXONOMIES

NO_CONVENTIONS = Conventions()


def config(conventions: Conventions = NO_CONVENTIONS, /, **own: Any) -> BlogConfig:
    values = {option.name: option.default for option in OPTIONS} | own
    options = {option.name: (option.read or (lambda value: value))(values[option.name]) for option in OPTIONS}
    return BlogConfig(options, values, Config(), conventions)


def post(name: str, day: str, **values: Any) -> Post:
    terms = {kind: tuple(values.pop(kind)) for kind in TAXONOMIES if kind in values}
    return Post(
        docname=name, title=name, date=datetime.fromisoformat(day).replace(tzinfo=UTC), terms=terms, **values
    )


def listed(text: str = "", **options: str) -> ListRequest:
    return read_request(text, options, 1, TAXONOMIES)[0]

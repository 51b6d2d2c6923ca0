"""The names that the documentation promises to keep: see ``explanation/stability``."""

import dataclasses
import json
import tomllib
from pathlib import Path

from sphinx_blogext import api
from sphinx_blogext.ablog.options import OPTIONS as ABLOG_OPTIONS
from sphinx_blogext.command.main import _parser
from sphinx_blogext.config.options import OPTIONS
from sphinx_blogext.core.metadata import keys_of
from sphinx_blogext.core.pagination import LIST_OPTIONS, TERM_OPTIONS
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import BlogDomain
from sphinx_blogext.events import COLLECTED_EVENT, PAGE_DATA_EVENT
from sphinx_blogext.read.directives import DIRECTIVES
from sphinx_blogext.warnings import BlogWarning

RECORD = Path(__file__).with_name("names.json")
PACKAGE = Path(api.__file__).parent


def names_of_today() -> dict[str, list[str]]:
    theme = tomllib.loads((PACKAGE / "theme" / "blogext" / "theme.toml").read_text(encoding="utf-8"))
    (commands,) = (action for action in _parser()._actions if isinstance(action.choices, dict))
    records = (api.Blog, api.Post, api.Term)
    names = {
        "options": [f"{option.name} = {option.default!r}" for option in (*OPTIONS, *ABLOG_OPTIONS)],
        "directives": list(DIRECTIVES),
        "list options": list(LIST_OPTIONS),
        "term options": list(TERM_OPTIONS),
        "roles": list(BlogDomain.object_types),
        "metadata": list(keys_of(TAXONOMIES)),
        "templates": [path.name for path in (PACKAGE / "templates" / "blog").glob("*.html")],
        "theme": [*theme["options"]],
        "warnings": [kind.value for kind in BlogWarning],
        "events": [COLLECTED_EVENT, PAGE_DATA_EVENT],
        "api": [
            *api.__all__,
            *(f"{one.__name__}.{field.name}" for one in records for field in dataclasses.fields(one)),
        ],
        "command": [
            f"{name} {flag}"
            for name, parser in (commands.choices or {}).items()
            for action in parser._actions
            for flag in action.option_strings or [action.dest]
        ],
    }
    return {subject: sorted(found) for subject, found in names.items()}


def test_no_name_is_lost() -> None:
    """A release records what it added: ``python tests/whole/test_stability.py``."""
    today = names_of_today()
    lost = {
        f"{subject}: {name}"
        for subject, names in json.loads(RECORD.read_text(encoding="utf-8")).items()
        for name in set(names) - set(today[subject])
    }
    assert lost == set()


if __name__ == "__main__":
    RECORD.write_text(json.dumps(names_of_today(), indent=1) + "\n", encoding="utf-8")

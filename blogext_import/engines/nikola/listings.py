"""Tags of Nikola for files of code and for lists of posts."""

from __future__ import annotations

from blogext_import.bodies import markup
from blogext_import.bodies.calls import Call, Handlers, Result
from blogext_import.engines.nikola import directives

HANDLERS = Handlers()


@HANDLERS.of("listing")
def listing(call: Call) -> Result:
    """Show a file of code."""
    if not call.is_alone:
        return None
    name, language = call.first("fname", at=0), call.first("language", at=1)
    has_numbers = call.first("linenumbers", at=2) not in {"", "False"}
    given = {"linenos": ""} if has_numbers else {}
    return _written(
        directives.listing(name, language, given, find_file=call.file, find_include=call.context.find_include)
    )


@HANDLERS.of("post-list", "post_list")
def post_list(call: Call) -> Result:
    """List posts, if all conditions have an equivalent."""
    given = {name.replace("_", "-"): value for name, value in call.arguments.named.items()}
    is_list = call.is_alone and not call.arguments.values
    return _written(directives.post_list(given)) if is_list else None


def _written(made: directives.Directive | None) -> str | None:
    return markup.directive(*made) if made else None

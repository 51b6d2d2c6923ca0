"""Tags of Nikola for files of code and for lists of posts."""

from __future__ import annotations

import re

from sphinx_blogext.importers.bodies import markup
from sphinx_blogext.importers.bodies.calls import Call, Handlers, Result
from sphinx_blogext.importers.rst_listings import POST_LIST, POST_LIST_IGNORED

HANDLERS = Handlers()


@HANDLERS.of("listing")
def listing(call: Call) -> Result:
    """Show a file of code."""
    text = call.context.read_include(call.first("fname", at=0)) if call.is_alone else None
    if text is None:
        return None
    numbers = call.first("linenumbers", at=2)
    options = {"linenos": " " if numbers not in {"", "False"} else ""}
    return markup.directive("code-block", call.first("language", at=1), options, text)


@HANDLERS.of("post-list", "post_list")
def post_list(call: Call) -> Result:
    """List posts, if all conditions have an equivalent."""
    named = {name.replace("_", "-"): value for name, value in call.arguments.named.items()}
    options = {POST_LIST[name]: value for name, value in named.items() if name in POST_LIST}
    is_known = named.keys() <= POST_LIST.keys() | POST_LIST_IGNORED and not call.arguments.values
    limit = options.pop("limit", "")
    if not call.is_alone or not is_known or not re.fullmatch(r"|[1-9]\d*", limit):
        return None
    return markup.directive("postlist", limit, options)

"""Tags in front matter as ABlog reads them: a comma separates tags even within an item of a list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx.transforms import SphinxTransform

from sphinx_blogext.core.metadata import split_names

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class SplitTags(SphinxTransform):
    """Splits the items of lists of tags, so that the pages of ABlog's tags keep their URLs."""

    # After the front matter has been kept.
    default_priority = 191

    def apply(self) -> None:
        fields: dict[str, str | None] = self.document.get("blog_fields", {})
        tags = fields.get("tags") or ""
        if tags.startswith("["):
            fields["tags"] = json.dumps([part for item in split_names(tags) for part in item.split(",")])


def setup(app: Sphinx) -> None:
    app.add_transform(SplitTags)

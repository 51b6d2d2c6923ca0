"""Compatibility with ABlog in one line: ``"sphinx_blogext.ablog"`` in ``extensions`` instead of ``"ablog"``.

Everything that only sites of ABlog use is here. Other parts of the blog ask
:class:`~sphinx_blogext.config.blogs.Conventions`, which it sets. Sites that have left ABlog keep its labels.
"""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    app.setup_extension("sphinx_blogext")
    # Imported here, because all sites import this package.
    from sphinx_blogext.ablog import ablog_transforms, facade, labels, options, own_pages

    for part in (options, own_pages, facade, ablog_transforms):
        part.setup(app)
    app.add_domain(labels.LabelDomain, override=True)
    app.connect("env-updated", labels.on_env_updated)
    version = app.extensions["sphinx_blogext"].version
    return {"version": version, "parallel_read_safe": True, "parallel_write_safe": True}

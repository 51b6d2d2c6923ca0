# A blog of its own on Read the Docs. Everything else has a default that works.

project = "Notes"
author = "Lin Mei"

extensions = ["myst_parser", "sphinx_design", "sphinx_blogext"]
exclude_patterns = ["_build", "requirements.txt"]
myst_enable_extensions = ["dollarmath", "colon_fence"]

html_theme = "blogext"

blog_title = "Notes"
blog_authors = {"mei": {"name": "Lin Mei"}}

# Keeps the IDs in feeds if the URL changes.
blog_id_authority = "notes.readthedocs.io"
# The version that publishes feeds and is canonical for search engines.
blog_canonical_version = "latest"

extensions = ["myst_parser", "sphinx_blogext"]
myst_enable_extensions = ["dollarmath"]
html_theme = "blogext"
html_baseurl = "https://example.org/"

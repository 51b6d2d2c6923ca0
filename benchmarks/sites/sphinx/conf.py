extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
html_theme = "alabaster"
html_baseurl = "https://example.org/"

extensions = ["myst_parser", "ablog"]
myst_enable_extensions = ["dollarmath"]
html_theme = "alabaster"
blog_baseurl = "https://example.org/"
blog_path = "blog"
blog_title = "Blog"
# ABlog writes all posts into a feed by default, other engines 20 or fewer.
blog_feed_length = 20
# As in the configuration that `ablog start` writes.
html_sidebars = {
    "**": [
        "ablog/postcard.html",
        "navigation.html",
        "ablog/recentposts.html",
        "ablog/tagcloud.html",
        "ablog/categories.html",
        "ablog/archives.html",
        "searchfield.html",
    ],
}

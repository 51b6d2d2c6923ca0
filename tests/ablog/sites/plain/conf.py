project = "Plain"
extensions = ["ablog"]
html_theme = "basic"
html_use_index = False
html_baseurl = "https://example.org/"
blog_feed_archives = True
blog_post_pattern = "p/*.rst"
post_date_format_short = "%Y"

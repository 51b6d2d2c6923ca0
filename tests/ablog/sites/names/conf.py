project = "Names"
extensions = ["myst_parser", "ablog"]
html_theme = "basic"
html_baseurl = "https://example.org/site/"
html_use_index = False
myst_enable_extensions = ["dollarmath"]
blog_title = "Names of all kinds"
blog_baseurl = "https://example.org/site"
blog_authors = {
    "mei": ("Mei Lin", "https://example.org/mei"),
    "jo": ("Jonas Weiß", None),
    "dora": ("Dora", None),
    "ada": ("Ada", None),
}
blog_default_author = "mei"
blog_languages = {"en": ("English", None), "zh": ("简体中文", None)}
blog_default_language = "en"
blog_locations = {"pdx": ("Portland, Oregon", "https://example.org/pdx"), "sp": ("São Paulo", None)}
blog_feed_archives = True
blog_feed_fulltext = True
blog_feed_templates = {
    "atom": {"content": "{{ title }}{% for tag in post.tags %} #{{ tag.name }}{% endfor %}"},
    "social": {"content": "{{ title }}: {{ post_url }}"},
}
post_auto_excerpt = 2
post_auto_image = 1
fontawesome_link_cdn = "https://example.net/fa.css"
disqus_shortname = "names"

BLOG_AUTHOR = "Nobody"
BLOG_TITLE = "Blog"
SITE_URL = "https://example.org/"
BLOG_EMAIL = "nobody@example.org"
BLOG_DESCRIPTION = "A blog."
DEFAULT_LANG = "en"
TRANSLATIONS = {"en": ""}
TIMEZONE = "UTC"
THEME = "bootblog4"
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = ()
COMPILERS = {"markdown": [".md"]}
MARKDOWN_EXTENSIONS = [
    "markdown.extensions.fenced_code",
    "markdown.extensions.codehilite",
    "markdown.extensions.extra",
]
OUTPUT_FOLDER = "../output"
# By default, lists of tags and the like have only titles, all on one page.
INDEX_DISPLAY_POST_COUNT = 10
INDEX_TEASERS = True
TAG_PAGES_ARE_INDEXES = True
CATEGORY_PAGES_ARE_INDEXES = True
AUTHOR_PAGES_ARE_INDEXES = True
FEED_LENGTH = 20

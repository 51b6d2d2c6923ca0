AUTHOR = "Nobody"
SITENAME = "Blog"
SITEURL = "https://example.org"
PATH = "content"
TIMEZONE = "UTC"
DEFAULT_LANG = "en"
DEFAULT_PAGINATION = 10
# All languages are in the same lists, and the addresses do not depend on the language.
ARTICLE_LANG_URL = "{slug}.html"
ARTICLE_LANG_SAVE_AS = "{slug}.html"
# The feeds that `pelican-quickstart` turns on for publishing.
FEED_ALL_ATOM = "feeds/all.atom.xml"
CATEGORY_FEED_ATOM = "feeds/{slug}.atom.xml"
TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None
FEED_MAX_ITEMS = 20
# By default, page 4 of "tag 3" would have the name of "tag 34".
PAGINATION_PATTERNS = (
    (1, "{name}{extension}", "{name}{extension}"),
    (2, "{name}/page{number}{extension}", "{name}/page{number}{extension}"),
)

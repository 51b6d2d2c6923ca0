# The configuration of this site, which is meant to be copied. It has everything a blog needs;
# all other options have defaults that work.

from importlib.util import find_spec

# -- The project -----------------------------------------------------------------------------

project = "Rill"
author = "Lin Mei and Jonas Weber"
copyright = "2024–2026, Lin Mei and Jonas Weber"
version = "1.1"
release = "1.1.0"

extensions = [
    "myst_nb" if find_spec("myst_nb") else "myst_parser",  # pages in Markdown, and notebooks
    "sphinx_design",  # cards and tabs
    "sphinx_blogext",  # the blog
]

exclude_patterns = ["_build", "README.md"]
language = "en"
nitpicky = True  # warn about broken cross-references

# -- Markdown --------------------------------------------------------------------------------

myst_enable_extensions = [
    "dollarmath",  # $x$ and $$x$$
    "amsmath",  # \begin{align} … \end{align}
    "colon_fence",  # ::: for directives whose content is text
    "deflist",  # definition lists
]

nb_execution_mode = "off"  # notebooks show their stored outputs

# -- The blog --------------------------------------------------------------------------------

blog_title = "Notes from the stream"
blog_path = "blog"  # blog/index.md is its first page; every dated document below this folder is a post

blog_authors = {
    "mei": {
        "name": "林梅 Lin Mei",
        "avatar": "_static/mei.svg",
        "url": "https://example.org/people/mei",
        "social": {"mastodon": "@mei@social.example.org", "github": "example"},
        "description": "Writes the C++ core, the C# bindings and most of the proofs. 写内核，也写证明。",
    },
    "jonas": {
        "name": "Jonas Weber",
        "avatar": "_static/jonas.svg",
        "url": "https://example.org/people/jonas",
        "description": "Looks after the Python side, the test suite and the releases.",
    },
}

blog_languages = {
    "en": ("English", None),
    "zh": ("中文", None),
}
blog_default_language = "en"

blog_tags = {
    # Readers of Chinese posts and lists see 算法, all others Algorithms; posts may use either.
    "算法": {"label": {"en": "Algorithms", "zh": "算法"}},
    "并行": {"label": {"en": "Parallelism", "zh": "并行"}, "aliases": ["parallel"]},
    "滑动窗口": {"label": {"en": "Sliding windows", "zh": "滑动窗口"}},
}
blog_list_style = "compact"  # of lists of terms and years; blog/index.md shows whole teasers
blog_nav = ["archive", "category", "tag", "component", "feeds"]  # links below the heading of the list
blog_categories = {
    "Engineering": {
        "label": {"en": "Engineering", "zh": "工程"},
        "description": "Queues, threads, and what the machine does when nobody looks.",
    },
    "Mathematics": {
        "label": {"en": "Mathematics", "zh": "数学"},
        "description": "Why the algorithms are right, and how wrong floats can be.",
    },
    "Releases": {
        "label": {"en": "Releases", "zh": "发布"},
        "description": "What changed, and what to do about it.",
    },
}
blog_taxonomies = {
    # "component: core/pool" in a post: terms can be nested, and each has a page of its own.
    "component": {
        "plural": "components",
        "label": {"en": "Component", "zh": "部件"},
        "nested": True,
        "terms": {
            "core": {"label": {"en": "Core", "zh": "内核"}},
            "core/pool": {"label": {"en": "Pool", "zh": "线程池"}},
            "core/queue": {"label": {"en": "Queue", "zh": "队列"}},
            "bindings": {"label": {"en": "Bindings", "zh": "绑定"}},
        },
    },
}
blog_changelog = "changelog"  # its releases with a date in the heading are posts
blog_archive_months = True  # a page for each month, below that of its year
blog_posts_json = True  # the listed posts as JSON, for programs
blog_social_cards = bool(find_spec("PIL"))  # images for link previews: pip install "sphinx-blogext[images]"
blog_picture_sizes = (480, 960) if find_spec("PIL") else ()  # smaller images for small screens
blog_card_fonts = ["_fonts/cards-bold.otf", "_fonts/cards-regular.otf"]  # the same on every machine
blog_series = {
    "Building a work-stealing pool": {
        "description": "Four posts from a deque with two ends to a bound on what stealing costs.",
    },
}
blog_backlinks = True  # the API links to the posts that discuss a class or a function
blog_unicode_ids = True  # anchors of Chinese headings consist of their text
blog_join_lines = "all"  # line breaks within Chinese text are not spaces, in the guide as well

blog_feed_subtitle = "Streaming statistics, exactly: notes by the people who write Rill"
blog_feed_archives = True  # a feed for each tag, author, language …
blog_feed_fulltext = True  # feeds contain the full text
blog_id_authority = "example.org"  # posts keep their feed ids even if the URL of the site changes

# -- HTML ------------------------------------------------------------------------------------

html_theme = "blogext"
html_theme_options = {
    "accent": "#0f6674",  # links, buttons, the current page: petrol
    "accent_dark": "#7cc7d4",
    "light_logo": "rill.svg",
    "logo_name": "true",  # the logo is an icon beside the name
    "links": {"Guide": "guide/index", "API": "api", "Blog": "blog/index"},
}
html_title = "Rill"
html_static_path = ["_static"]
html_baseurl = "https://example.org/rill/"  # required by feeds and canonical links

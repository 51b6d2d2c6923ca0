"""Small sites of other engines, in the forms that their own sites have, and what is to become of them."""

from typing import NamedTuple

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU"
    b"\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82"
)


class Old(NamedTuple):
    """What is to be known of a post: by the name of its document below the blog's folder."""

    title: str
    date: str
    addresses: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    author: tuple[str, ...] = ()
    language: str = ""
    draft: bool = False


class OldSite(NamedTuple):
    files: dict[str, str | bytes]
    posts: dict[str, Old]
    #: Documents of which each is the other in another language.
    translations: tuple[tuple[str, str], ...] = ()
    pictures: tuple[str, ...] = ()


# fmt: off
HEXO = OldSite(
    {
        "_config.yml": (
            "title: 并行笔记\nurl: https://hexo.example\nroot: /\npermalink: hexo/:year/:month/:day/:title/\n"
            "language:\n  - zh-CN\n  - en\ntimezone: Asia/Shanghai\nauthor: 梅\n"
            "new_post_name: :title.md\npost_asset_folder: true\n"
            "alias:\n  old/named/index.html: hexo/named.html\n  away: https://example.org/\n"),
        "package.json": '{"dependencies": {"hexo": "^7.0.0"}}',
        "source/_posts/并行求和.md": (
            "---\ntitle: 并行求和：一千万个浮点数\ndate: 2024-01-02 23:30:00\nupdated: 2024-02-03 08:00:00\n"
            "tags:\n  - 并行\n  - c++\ncategories:\n  - [计算, 数值]\n  - 笔记\ncover: /img/sum.png\n"
            "mathjax: true\naliases: old/sum.html\n---\n开头。\n\n<!-- more -->\n\n![](sum.png)\n"),
        "source/_posts/并行求和/sum.png": PNG,
        "source/img/sum.png": PNG + b" ",
        "source/_posts/headless.md": (
            'title: No first line\ndate: 2023/5/6 7:08\ntags: [3.10, "no"]\ncategories: Systems\n'
            "abbrlink: 4a17b156\nlang: en\n---\nText.\n"),
        "source/_posts/named.md": (
            "---\ntitle: A name of its own\ndate: 2021-06-07T08:09:10+08:00\npermalink: /hexo/named.html\n"
            "sticky: 1\ncomments: false\n---\n\n# A name of its own\n\nText.\n"),
        "source/_drafts/idea.md": "---\ntitle: An idea\ndate: 2024-04-02\ntags: 并行\n---\nText.\n",
        "source/about/index.md": "---\ntitle: About\n---\nMe.\n",
    },
    {
        "并行求和": Old("并行求和：一千万个浮点数", "2024-01-02", ("/hexo/2024/01/02/并行求和/", "/old/sum.html"),
            ("并行", "c++"), ("计算", "数值", "笔记")),
        "headless": Old("No first line", "2023-05-06", ("/hexo/2023/05/06/headless/",), ("3.10", "no"),
            ("Systems",), (), "en"),
        "named": Old("A name of its own", "2021-06-07", ("/hexo/named.html", "/old/named/")),
        "idea": Old("An idea", "2024-04-02", (), ("并行",), draft=True),
    },
    pictures=("并行求和/sum.png", "img/sum.png"),
)

HUGO = OldSite(
    {
        "hugo.toml": ('baseURL = "https://hugo.example/"\ntitle = "Hugo notes"\ndefaultContentLanguage = "en"\n'
            'timeZone = "UTC"\n[languages.en]\nlanguageName = "English"\n[languages.zh]\nlabel = "中文"\n'
            '[permalinks]\nposts = "/hugo/:year/:slug/"\n'),
        "content/_index.md": '+++\ntitle = "Home"\n+++\n',
        "content/about.md": '+++\ntitle = "About"\ndate = 2020-01-01\n+++\nMe.\n',
        "content/posts/_index.md": "---\ntitle: Posts\n---\n",
        "content/posts/toml.md": (
            '+++\ntitle = "TOML: a post"\ndate = 2024-01-02T03:04:05Z\nlastmod = 2024-02-03\n'
            'tags = ["go", "并行"]\ncategories = ["Systems"]\naliases = ["/hugo/old/", "beside"]\n'
            'series = ["Pool"]\n'
            'authors = ["mei"]\n[cover]\nimage = "img/cover.png"\n+++\nLead.\n\n<!--more-->\n\nRest.\n'),
        "content/posts/toml.zh.md": '+++\ntitle = "一篇"\ndate = 2024-01-02T03:04:05Z\nslug = "toml"\ntags = ["并行"]\n+++\n正文。\n',
        "content/posts/bundle/index.md": "---\ntitle: A bundle\ndate: 2023-05-06\nslug: my-bundle\ndraft: false\n---\n\n![](shot.png)\n",
        "content/posts/bundle/shot.png": PNG,
        "content/posts/bundle/part.md": "No post of its own.\n",
        "content/posts/json.md": '{"title": "JSON", "date": "2022-03-04", "url": "/hugo/json-page/", "tags": "one"}\n\nText.\n',
        "content/posts/wip.md": '+++\ntitle = "WIP"\ndate = 2024-05-05\ndraft = true\n+++\nText.\n',
        "content/til/grep.md": "---\ntitle: Grep\ndate: 2024-06-07\n---\nText.\n",
        "static/img/cover.png": PNG,
        "data/authors/mei.json": '{"name": "Lin Mei", "social": {"github": "https://github.com/mei"}}',
    },
    {
        "toml": Old("TOML: a post", "2024-01-02", ("/hugo/2024/toml-a-post/", "/hugo/old/", "/hugo/2024/beside/"),
            ("go", "并行"), ("Systems",), ("mei",), "en"),
        "toml.zh": Old("一篇", "2024-01-02", ("/zh/hugo/2024/toml/",), ("并行",), language="zh"),
        "bundle/index": Old("A bundle", "2023-05-06", ("/hugo/2023/my-bundle/",), language="en"),
        "json": Old("JSON", "2022-03-04", ("/hugo/json-page/",), ("one",), language="en"),
        "wip": Old("WIP", "2024-05-05", (), language="en", draft=True),
        "til/grep": Old("Grep", "2024-06-07", ("/til/grep/",), language="en"),
    },
    (("toml", "toml.zh"),),
    ("bundle/shot.png", "img/cover.png"),
)

JEKYLL = OldSite(
    {
        "_config.yml": (
            "title: Jekyll notes\nurl: https://jekyll.example\nbaseurl: /jekyll\nauthor: {name: Jonas}\n"
            "defaults:\n  - scope: {path: '', type: posts}\n    values: {layout: post, author: mei}\n"
            "  - scope: {path: _posts/zh}\n    values: {lang: zh}\n"),
        "Gemfile": 'gem "jekyll"\n',
        "_data/authors.yml": "mei:\n  name: Lin Mei\n  avatar: https://mei.example/me.png\n",
        "_posts/2024-01-02-hello-world.md": (
            "---\ntitle: Hello, world\ntags: python numpy\ncategories: [Code, Deep]\nredirect_from:\n  - /hello/\n"
            "  - /hi.html\nref: hello\nlang: en\nimage: {path: /assets/a.png}\n---\nText.\n"),
        "_posts/zh/2024-01-02-ni-hao.md": "---\ntitle: 你好\nref: hello\ntags: [并行, two words]\nlast_modified_at: 2024-02-03\n---\n正文。\n",
        "_posts/2023-05-06-untitled-post.markdown": "---\nlayout: post\n---\nText.\n",
        "notes/_posts/2022-03-04-in-a-folder.md": "---\npermalink: /:year/short/\ndate: 2022-03-04 10:00:00 +0800\n---\nA.\n",
        "_posts/2021-07-08-off.md": "---\ntitle: Off\npublished: false\n---\nText.\n",
        "_drafts/some-day.md": "---\ntitle: Some day\n---\nText.\n",
        "_layouts/post.html": "<p>{{ content }}</p>",
        "about.md": "---\ntitle: About\n---\n",
        "assets/a.png": PNG,
    },
    {
        "2024-01-02-hello-world": Old("Hello, world", "2024-01-02",
            ("/code/deep/2024/01/02/hello-world.html", "/hello/", "/hi.html"), ("python", "numpy"),
            ("Code", "Deep"), ("mei",), "en"),
        "zh/2024-01-02-ni-hao": Old("你好", "2024-01-02", ("/2024/01/02/ni-hao.html",), ("并行", "two words"), (),
            ("mei",), "zh"),
        "2023-05-06-untitled-post": Old("Untitled Post", "2023-05-06", ("/2023/05/06/untitled-post.html",),
            author=("mei",)),
        "notes/2022-03-04-in-a-folder": Old("In A Folder", "2022-03-04", ("/2022/short/",), (), ("notes",),
            ("mei",)),
        "2021-07-08-off": Old("Off", "2021-07-08", (), author=("mei",), draft=True),
        "some-day": Old("Some day", "", (), author=("mei",), draft=True),
    },
    (("2024-01-02-hello-world", "zh/2024-01-02-ni-hao"),),
    ("assets/a.png",),
)

PELICAN = OldSite(
    {
        "pelicanconf.py": (
            "import os\nAUTHOR = 'Jonas'\nSITENAME = 'Pelican notes'\nSITEURL = 'https://pelican.example'\n"
            "PATH = 'content'\nTIMEZONE = 'Europe/Paris'\nDEFAULT_LANG = 'en'\nSECRET = os.environ['NOT_THERE']\n"
            "ARTICLE_URL = 'pelican/{date:%Y}/{slug}/'\nARTICLE_SAVE_AS = ARTICLE_URL + 'index.html'\n"
            "ARTICLE_LANG_URL = 'pelican/{date:%Y}/{slug}-{lang}/'\n"
            "ARTICLE_LANG_SAVE_AS = ARTICLE_LANG_URL + 'index.html'\n"),
        "content/systems/lines.md": (
            "Title: Lines: first\nDate: 2024-01-02 03:04\nModified: 2024-02-03\nTags: Python; C++; 并行\n"
            "Slug: lines\nSummary: What it is\n    about.\nAuthors: Mei, Jonas\n\n"
            "Text with ![a]({static}/images/a.png).\n"),
        "content/systems/lines-fr.md": "Title: Lignes\nDate: 2024-01-02 03:04\nSlug: lines\nLang: fr\nTranslation: true\n\nTexte.\n",
        "content/info.rst": (
            "A title in *RST*\n################\n\n:date: 2023-05-06\n:tags: rst, docutils\n:category: Text\n"
            ":slug: info\n:summary: Of fields.\n\nText with `a link <{filename}systems/lines.md>`_.\n\n"
            ".. image:: {static}/images/a.png\n\nMore\n====\n\n::\n\n   `not <{filename}a link.md>`_\n"),
        "content/page.html": ('<html><head><title>HTML</title><meta name="date" content="2022-03-04 05:06"/>'
            '<meta name="tags" content="web, html"/></head><body>\n<p>By <b>hand</b>.</p>\n</body></html>\n'),
        "content/later.md": "Title: Later\nDate: 2024-05-06\nStatus: draft\n\nText.\n",
        "content/2021-06-07-by-name.md": "Title: By name\nStatus: hidden\nCategory: Text\n\nText.\n",
        "content/pages/about.md": "Title: About\n\nMe.\n",
        "content/images/a.png": PNG,
    },
    {
        "systems/lines": Old("Lines: first", "2024-01-02", ("/pelican/2024/lines/",), ("Python", "C++", "并行"),
            ("systems",), ("Mei", "Jonas"), "en"),
        "systems/lines-fr": Old("Lignes", "2024-01-02", ("/pelican/2024/lines-fr/",), (), ("systems",), ("Jonas",),
            "fr"),
        "info": Old("A title in RST", "2023-05-06", ("/pelican/2023/info/",), ("rst", "docutils"), ("Text",),
            ("Jonas",)),
        "page": Old("HTML", "2022-03-04", ("/pelican/2022/html/",), ("web", "html"), ("misc",), ("Jonas",)),
        "later": Old("Later", "2024-05-06", (), (), ("misc",), ("Jonas",), draft=True),
        "2021-06-07-by-name": Old("By name", "2021-06-07", ("/pelican/2021/by-name/",), (), ("Text",), ("Jonas",)),
    },
    (("systems/lines", "systems/lines-fr"),),
    ("images/a.png",),
)

NIKOLA = OldSite(
    {
        "conf.py": ("import time\nBLOG_AUTHOR = 'Mei'\nBLOG_TITLE = _('Nikola notes')\n"
            "SITE_URL = 'https://nikola.example/'\n"
            "DEFAULT_LANG = 'en'\nTRANSLATIONS = {DEFAULT_LANG: '', 'es': './es'}\nTIMEZONE = 'UTC'\n"
            "POSTS = (('posts/*.rst', 'nikola', 'post.tmpl'), ('posts/*.md', 'nikola', 'post.tmpl'))\n"
            "REDIRECTIONS = [('old/nikola.html', '/nikola/in-a-comment/')]\n"),
        "posts/comment.md": (
            "<!--\n.. title: In a comment\n.. slug: in-a-comment\n.. date: 2024-01-02 03:04:05 UTC+08:00\n"
            ".. tags: nikola, 并行\n.. category: Systems\n.. link:\n.. description: Of comments.\n.. type: text\n"
            "-->\n\nText.\n\n<!-- TEASER_END -->\n\nMore.\n"),
        "posts/comment.es.md": ("<!--\n.. title: En un comentario\n.. slug: in-a-comment\n"
            ".. date: 2024-01-02 03:04:05 UTC+08:00\n-->\n\nTexto.\n"),
        "posts/2023/bare.rst": (".. title: Bare lines\n.. slug: bare\n.. date: 2023-05-06 07:08:09\n.. tags: rst\n"
            ".. status: private\n\n"
            "Lead.\n\n.. TEASER_END: Go on\n\nA link :doc:`in-a-comment`.\n\n.. thumbnail:: /images/a.png\n"),
        "posts/two.md": "Text in one file.\n",
        "posts/two.meta": ".. title: Two files\n.. slug: two-files\n.. date: 2022-03-04\n.. tags: draft\n",
        "posts/old.md": "Text.\n",
        "posts/old.meta": "Old style\nold-style\n2021/02/03 04:05\ntag one, tag two\n\nDescribed.\n",
        "pages/about.rst": ".. title: About\n.. slug: about\n\nMe.\n",
        "images/a.png": PNG,
    },
    {
        "comment": Old("In a comment", "2024-01-02", ("/nikola/in-a-comment/", "/old/nikola.html"),
            ("nikola", "并行"), ("Systems",), language="en"),
        # A translation has the original's metadata where it has none of its own.
        "comment.es": Old("En un comentario", "2024-01-02", ("/es/nikola/in-a-comment/",), ("nikola", "并行"),
            ("Systems",), language="es"),
        "2023/bare": Old("Bare lines", "2023-05-06", ("/nikola/2023/bare/",), ("rst",), language="en"),
        "two": Old("Two files", "2022-03-04", (), (), language="en", draft=True),
        "old": Old("Old style", "2021-02-03", ("/nikola/old-style/",), ("tag one", "tag two"), language="en"),
    },
    (("comment", "comment.es"),),
    ("a.png",),
)

MATERIAL = OldSite(
    {
        "mkdocs.yml": ("site_name: Material notes\nsite_url: https://material.example/\n"
            "theme: {name: material, language: en}\nmarkdown_extensions:\n  - pymdownx.emoji:\n"
            "      emoji_index: !!python/name:material.extensions.emoji.twemoji\nplugins:\n  - search\n  - blog:\n"
            "      blog_dir: news\n      post_url_date_format: yyyy/MM\n  - redirects:\n      redirect_maps:\n"
            "        news/old.md: news/posts/first.md\n        older/index.md: news/old.md\n"
            "        away.md: https://example.org/\n"),
        "docs/news/.authors.yml": "authors:\n  mei:\n    name: Lin Mei\n    description: Writes\n    avatar: https://mei.example/a.png\n",
        # For all pages in the folder: the posts are below it.
        "docs/news/.meta.yml": "authors: [jonas]\n",
        "docs/news/index.md": "# News\n",
        "docs/news/posts/first.md": (
            "---\ndate:\n  created: 2024-01-02\n  updated: 2024-02-03\nauthors: [mei]\ncategories:\n  - Systems\n"
            "tags: [python, 并行]\npin: true\nreadtime: 7\n---\n\n# The `first` post: *yes*\n\nLead.\n\n"
            "<!-- more -->\n\nRest.\n"),
        "docs/news/posts/2023/titled.md": (
            "---\ntitle: In front\ndate: 2023-05-06\nslug: titled-slug\n---\n\n# In the text\n\n"
            "![](../../../img/a.png)\n"),
        "docs/news/posts/draft.md": "---\ndate: 2024-03-04\ndraft: true\n---\n# A draft\n\nText.\n",
        "docs/news/posts/zhongwen.md": "---\ndate: 2022-03-04\n---\n# 并行 求和\n\n正文。\n",
        "docs/index.md": "# Home\n",
        "docs/img/a.png": PNG,
    },
    {
        "first": Old("The first post: yes", "2024-01-02",
            ("/news/2024/01/the-first-post-yes/", "/news/old/", "/older/"), ("python", "并行"), ("Systems",),
            ("jonas", "mei")),
        "2023/titled": Old("In front", "2023-05-06", ("/news/2023/05/titled-slug/",), author=("jonas",)),
        "draft": Old("A draft", "2024-03-04", (), author=("jonas",), draft=True),
        "zhongwen": Old("并行 求和", "2022-03-04", ("/news/2022/03/并行-求和/",), author=("jonas",)),
    },
    pictures=("img/a.png",),
)

DOCUSAURUS = OldSite(
    {
        "docusaurus.config.ts": ("// title: 'Wrong',\nconst config: Config = {\n  title: 'Docusaurus notes',\n"
            "  url: 'https://docusaurus.example',\n"
            "  baseUrl: '/',\n  i18n: {defaultLocale: 'en', locales: ['en', 'zh-CN']},\n"
            "  presets: [['classic', {docs: {path: 'docs'}, blog: {path: 'blog', routeBasePath: 'docu'}}]],\n"
            "  plugins: [['@docusaurus/plugin-client-redirects', {redirects: [\n"
            "    {from: '/docu/old', to: '/docu/my-bundle'}, {to: '/docu/old', from: ['/a', `/b`]},\n"
            "    {from: '/c', to: '/docs/intro'}, {from: '/loop', to: '/loop'}],\n"
            "    createRedirects(path) {return [path + '.html']}}]],\n};\n"),
        "blog/authors.yml": ("mei:\n  name: Lin Mei\n  title: Engineer\n  image_url: https://mei.example/a.png\n"
            "  socials: {github: 'https://github.com/mei', x: mei}\n"),
        "blog/tags.yml": "release:\n  label: Releases\n  permalink: /release\n  description: What is new\n",
        "blog/2024-01-02-first.md": (
            "---\ntitle: First\nauthors: [mei, {name: Jonas, url: 'https://jonas.example'}]\n"
            "tags: [release, {label: Deep, permalink: /deep}]\nlast_update: {date: 2024-02-03}\n---\n\nLead.\n\n"
            "{/* truncate */}\n\nRest.\n"),
        "blog/2023-05-06-bundle/index.mdx": "---\nslug: my-bundle\nauthors: mei\n---\n\n# Heading\n\n![](./a.png)\n",
        "blog/2023-05-06-bundle/a.png": PNG,
        "blog/2022/03/04/deep.md": "---\ntitle: Deep\nunlisted: true\n---\nText.\n",
        "blog/plain.md": "---\ntitle: Plain\ndate: 2021-06-07T10:00\ndraft: true\n---\nText.\n",
        "blog/_part.md": "No post.\n",
        "i18n/zh-CN/docusaurus-plugin-content-blog/2024-01-02-first.md": "---\ntitle: 第一\ntags: [release]\n---\n正文。\n",
        "docs/intro.md": "# Intro\n",
    },
    {
        "2024-01-02-first": Old("First", "2024-01-02", ("/docu/2024/01/02/first",), ("release", "Deep"), (),
            ("mei", "Jonas"), "en"),
        "2023-05-06-bundle/index": Old("Heading", "2023-05-06", ("/docu/my-bundle", "/docu/old", "/a", "/b"), (),
            (), ("mei",), "en"),
        "2022/03/04/deep": Old("Deep", "2022-03-04", ("/docu/2022/03/04/deep",), language="en"),
        "plain": Old("Plain", "2021-06-07", (), language="en", draft=True),
        "zh-CN/2024-01-02-first": Old("第一", "2024-01-02", ("/zh-CN/docu/2024/01/02/first",), ("release",),
            language="zh-CN"),
    },
    (("2024-01-02-first", "zh-CN/2024-01-02-first"),),
    ("2023-05-06-bundle/a.png",),
)

ZOLA = OldSite(
    {
        "config.toml": ('base_url = "https://zola.example"\ntitle = "Zola notes"\ndefault_language = "en"\n'
            '[languages.fr]\ntitle = "Notes"\n'),
        "content/_index.md": '+++\ntitle = "Home"\n+++\n',
        "content/zola/_index.md": '+++\nsort_by = "date"\n+++\n',
        "content/zola/first.md": (
            '+++\ntitle = "Première!"\ndate = 2024-01-02\nupdated = "2024-02-03"\naliases = ["zola-old"]\n'
            '[taxonomies]\ntags = ["rust", "并行"]\ncategories = ["Systems"]\nauthors = ["Mei"]\n[extra]\n'
            'cover = "a.png"\n+++\nLead.\n\n<!-- more -->\n\nRest.\n'),
        "content/zola/first.fr.md": '+++\ntitle = "La première"\ndate = 2024-01-02\n+++\nTexte.\n',
        "content/zola/2023-05-06-by-name/index.md": '+++\ntitle = "By name"\n+++\n\n![](a.png)\n',
        "content/zola/2023-05-06-by-name/a.png": PNG,
        "content/zola/Ünder Way.md": '+++\ntitle = "Under way"\ndate = 2022-03-04\ndraft = true\n+++\nText.\n',
        "content/zola/yaml.md": "---\ntitle: YAML\ndate: 2021-06-07\npath: zola/elsewhere\n---\nText.\n",
        "content/zola/a.png": PNG,
    },
    {
        "first": Old("Première!", "2024-01-02", ("/zola/first/", "/zola-old"), ("rust", "并行"), ("Systems",),
            ("Mei",), "en"),
        "first.fr": Old("La première", "2024-01-02", ("/fr/zola/first/",), language="fr"),
        "2023-05-06-by-name/index": Old("By name", "2023-05-06", ("/zola/by-name/",), language="en"),
        "Ünder-Way": Old("Under way", "2022-03-04", (), language="en", draft=True),
        "yaml": Old("YAML", "2021-06-07", ("/zola/elsewhere/",), language="en"),
    },
    (("first", "first.fr"),),
    ("2023-05-06-by-name/a.png", "a.png"),
)

ABLOG = OldSite(
    {
        "conf.py": ("extensions = ['ablog', 'myst_parser']\nblog_title = 'ABlog notes'\n"
            "blog_baseurl = 'https://ablog.example'\n"
            "blog_authors = {'mei': ('Lin Mei', 'https://mei.example'), 'jonas': ('Jonas', None)}\n"
            "blog_path = 'news'\n"),
        "index.rst": "Home\n====\n",
        "posts/first.rst": (
            ".. post:: Jan 02, 2024\n   :tags: python, 并行\n   :category: Systems\n   :author: mei\n\n"
            "First of all\n============\n\nText with :doc:`second`.\n\n.. image:: ../_static/a.png\n"),
        "posts/second.md": "---\nblogpost: true\ndate: May 6, 2023\ntags: [myst]\nauthor: jonas\n---\n# Second\n\nText.\n",
        "news/third.md": "# Third\n\n```{post} 2022-03-04\n:tags: deep\n```\n\nText.\n",
        "posts/later.rst": ":orphan:\n\n.. post::\n   :tags: python\n\nLater\n=====\n\nText.\n",
        "_static/a.png": PNG,
    },
    {
        "posts/first": Old("First of all", "2024-01-02", ("/posts/first.html",), ("python", "并行"), ("Systems",),
            ("mei",)),
        "posts/second": Old("Second", "2023-05-06", ("/posts/second.html",), ("myst",), (), ("jonas",)),
        "third": Old("Third", "2022-03-04", ("/news/third.html",), ("deep",)),
        "posts/later": Old("Later", "", (), ("python",), draft=True),
    },
    pictures=("_static/a.png",),
)

SITES = {
    "hexo": HEXO, "hugo": HUGO, "jekyll": JEKYLL, "pelican": PELICAN, "nikola": NIKOLA, "material": MATERIAL,
    "docusaurus": DOCUSAURUS, "zola": ZOLA, "ablog": ABLOG,
}
# fmt: on

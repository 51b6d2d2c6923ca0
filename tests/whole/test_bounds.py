"""Values beyond all bounds cost a warning with a place, and never the build."""

from xml.etree import ElementTree

from conftest import MakeSite
from feeds import ATOM
from writing import INDEX, md, rst

END, LONG = "9999-12-31 24:00", "9" * 5000
#: A post each, and whether it is published.
POSTS = {
    "date": (md("P", date=END), False), "directive": (rst("P", date=END), False), "pin": (md("P", pin=END), True),
    "expires": (md("P", expires=END), False), "updated": (md("P", updated=END), True),
    "update": (md("P", f"```{{update}} {END}\nNews.\n```\n"), True),
    "image": (md("P", image=LONG), True),
    # No YAML parser reads such a number.
    **{name: (md("P", **{name: LONG}), False) for name in ("excerpt", "reading_time", "series_index")},
    "infinity": (md("P", reading_time="Infinity"), True), "exponent": (md("P", excerpt="1e400"), True),
    "negative": (md("P", reading_time="-1"), True),
}  # fmt: skip


def test_each_is_one_warning_in_its_place(make_site: MakeSite) -> None:
    suffix = {name: "rst" if name == "directive" else "md" for name in POSTS}
    files = {f"blog/{name}.{suffix[name]}": source for name, (source, _) in POSTS.items()}
    log = f"# Log\n\n## 2.0 ({END})\n\nText.\n\n## 1.0 (2020-01-15)\n\nText.\n"
    site = make_site({**INDEX, **files, "log.md": log, "blog/_blog.yml": ""}, {"blog_changelog": "log"})
    warned = {(w.file.partition(".")[0]).removeprefix("blog/"): w for w in site.warnings if w.file != "log.md"}
    assert (warned.keys(), {name for name, each in warned.items() if not each.line}) == (POSTS.keys(), set())
    published = {name for name, (_, is_published) in POSTS.items() if is_published}
    assert {docname.removeprefix("blog/") for docname in site.domain.posts} == published
    assert [post.title for post in site.domain.sections["log"]] == ["Site 2.0", "Site 1.0"]


def test_lists_and_defaults_of_folders(make_site: MakeSite) -> None:
    options = "".join(f":{name}: {LONG}\n" for name in ("paginate", "limit", "offset"))
    files = {
        "index.md": f"# Home\n\n```{{postlist}} {LONG}\n{options}```\n",
        "blog/a.md": md("A"),
        "blog/_blog.yml": f"expires: {END}\nreading_time: {LONG}\n",
    }
    assert {warned.file for warned in make_site(files).warnings} == {"index.md", "blog/_blog.yml"}


def test_drawings_of_any_size(make_site: MakeSite) -> None:
    files: dict[str, str] = {}
    for size in ("1" + "0" * 400, LONG, "1e400", "-5", "²", "NaN"):
        sizes, name = f'width="{size}" height="{size}" viewBox="0 0 {size} {size}"', f"blog/p{len(files)}"
        text = f'![](/{name}.svg)\n\n<img src="x.png" {sizes} alt="">\n'
        files[f"{name}.md"] = md("A", text, image=f"/{name}.svg")
        files[f"{name}.svg"] = f'<svg xmlns="http://www.w3.org/2000/svg" {sizes}/>'
    site = make_site({**INDEX, **files}, {"html_theme": "blogext", "blog_picture_sizes": (480,)})
    assert site.page("blog").posts == ["A"] * 6


def test_an_offset_is_in_all_that_machines_read(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/a.md": md("A", date="2024-05-06 09:30 +05:30")})
    moment = "2024-05-06T09:30:00+05:30"
    feed = ElementTree.fromstring(site.bytes()["blog/atom.xml"])
    assert feed.findtext(f"{ATOM}entry/{ATOM}published") == moment
    channel = ElementTree.fromstring(site.bytes()["blog/rss.xml"])
    assert channel.findtext("channel/item/pubDate") == "Mon, 06 May 2024 09:30:00 +0530"
    assert site.items()[0]["date_published"] == moment
    assert site.page("blog/a").data["BlogPosting"]["datePublished"] == moment
    assert f"<lastmod>{moment}</lastmod>" in site.bytes()["sitemap.xml"].decode()

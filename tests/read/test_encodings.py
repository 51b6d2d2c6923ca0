"""Documents of the blog in another encoding than UTF-8 are named and withheld; the build goes on."""

from pathlib import Path

import pytest
from conftest import MakeSite, Site
from steps import clean, differences

POST = "---\ndate: 2020-01-15\n---\n# 标题 zqsecret\n\n正文。\n"
RST = ":date: 2020-01-15\n\nÜber zqsecret\n=============\n\nText.\n"
FILES = {
    "blog/utf-16.md": POST.encode("utf-16"),
    "blog/utf-16-be.md": "---\ndate: 2020-01-15\n---\n# Title zqsecret\n".encode("utf-16-be"),
    "blog/utf-32.rst": RST.encode("utf-32"),
    "blog/gbk.md": POST.encode("gbk"),
    "blog/latin-1.rst": RST.encode("latin-1"),
}
HOME = "# Home\n\n```{toctree}\n:glob:\n\nblog/gbk\nblog/*\n```\n\n```{postlist}\n```\n"
OTHERS = {
    "index.md": HOME,
    "blog/bom.md": b"\xef\xbb\xbf" + POST.replace("zqsecret", "bom").encode(),
    "blog/utf-8.rst": RST.replace("zqsecret", "plain"),
}


def leaks(site: Site) -> list[str]:
    words = (b"zqsecret", "zqsecret".encode("utf-16-le"), "zqsecret".encode("utf-16-be"))
    return [name for name, content in site.bytes().items() if any(word in content for word in words)]


@pytest.mark.parametrize("parallel", [0, 2])
def test_each_is_named_with_the_remedy(make_site: MakeSite, tmp_path: Path, parallel: int) -> None:
    site = make_site(OTHERS | FILES, parallel=parallel)
    assert [(w.file, w.line, w.type) for w in sorted(site.warnings)] == [
        (name, 1, "blog.front_matter") for name in sorted(FILES)
    ]
    assert all(warned.message.endswith("save it in UTF-8") for warned in site.warnings)
    assert site.domain.withheld.keys() == {name.partition(".")[0] for name in FILES}
    assert site.domain.posts.keys() == {"blog/bom", "blog/utf-8"}
    assert leaks(site) == []
    # Once it is saved in UTF-8 it is published, and then it is withdrawn again.
    for source, is_there in ((POST, True), (POST.encode("utf-16"), False)):
        site.write("blog/gbk.md", source).build()
        assert (site.has("blog/gbk"), bool(leaks(site)), len(site.warnings)) == (is_there, is_there, not is_there)
    assert differences(site, clean(site, tmp_path / "clean")) == []

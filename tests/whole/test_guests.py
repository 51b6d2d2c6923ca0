"""Extensions and services that the how-to guides name, set up as these say."""

import importlib.util
import re

import pytest
from conftest import MakeSite
from tutorial import blocks
from writing import md

GUIDE = "docs/how-to/assistants.md"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("sphinx_llm") is None, reason="sphinx-llm is not installed")
def test_assistants_are_told_of_posts_newest_first(make_site: MakeSite) -> None:
    (home,) = blocks(GUIDE, "markdown")
    files = {
        "index.md": "# Home\n\n```{toctree}\nnews\n```\n",
        "news.md": f"# News\n\n{home}",
        "blog/old.md": md("Old", "The old lead.\n\n% more\n\nRest.\n", "2024-01-01", author="Mei"),
        "blog/new.md": md("New", "The new lead.\n", "2024-01-02", description="What is new"),
        "blog/short.md": md("Short", "```python\ncode\n```\n", "2023-12-31", author="Mei"),
        "blog/hidden.md": md("Secret, too", "Hidden words.\n", "2023-12-30", unlisted=True),
        "blog/draft.md": md("Secret", "Hidden words.\n", "2024-01-03", draft=True),
        "blog/later.md": md("Secret too", "Hidden words.\n", "2999-01-03"),
    }
    site = make_site(files, "\n".join(blocks(GUIDE, "python")))
    assert site.warnings == []
    index = (site.outdir / "llms.txt").read_text(encoding="utf-8")
    lines = re.findall(r"^- \[(\w+)\].*: (.*)$", index, re.MULTILINE)
    posts = [(title, line) for title, line in lines if title in {"Old", "New", "Short"}]
    assert posts == [("New", "What is new"), ("Old", "The old lead."), ("Short", "Short")]
    assert "Secret" not in index
    markdown = {path.name: path.read_text(encoding="utf-8") for path in site.outdir.rglob("*.md")}
    secret = {name for name, text in markdown.items() if "Secret" in text or "Hidden" in text}
    assert {name.partition(".")[0] for name in secret} <= {"hidden"}
    assert markdown["old.html.md"].rstrip().endswith("*1 January 2024 · Mei*")
    # The page says it once.
    assert len(site.page("blog/new").meta("description")) == 1
    # What is withdrawn leaves nothing.
    site.edit("blog/old.md", "---\ndate", "---\ndraft: true\ndate").delete("blog/short.md").build()
    assert not [name for name in site.outdir.rglob("*.md") if name.name.startswith(("old", "short"))]

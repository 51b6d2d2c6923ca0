"""Extensions and services that the how-to guides name, set up as these say."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from imports import put
from tutorial import blocks
from writing import md

GUIDE = "docs/how-to/assistants.md"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("sphinx_llm") is None, reason="sphinx-llm is not installed")
def test_assistants_are_told_of_posts_newest_first(tmp_path: Path) -> None:
    (home,) = blocks(GUIDE, "markdown")
    source, out = tmp_path / "source", tmp_path / "out"
    files = {
        "conf.py": "\n".join([*blocks(GUIDE, "python"), 'html_baseurl = "https://example.org/"']),
        "index.md": "# Home\n\n```{toctree}\nnews\n```\n",
        "news.md": f"# News\n\n{home}",
        "blog/old.md": md("Old", "The old lead.\n\n% more\n\nRest.\n", "2024-01-01", author="Mei"),
        "blog/new.md": md("New", "The new lead.\n", "2024-01-02", description="What is new"),
        "blog/short.md": md("Short", "```python\ncode\n```\n", "2023-12-31", author="Mei"),
        "blog/hidden.md": md("Secret, too", "Hidden words.\n", "2023-12-30", unlisted=True),
        "blog/draft.md": md("Secret", "Hidden words.\n", "2024-01-03", draft=True),
        "blog/later.md": md("Secret too", "Hidden words.\n", "2999-01-03"),
    }
    put(source, files)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", source, out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = re.findall(r"^- \[(\w+)\].*: (.*)$", (out / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE)
    posts = {title: line for title, line in lines if title in {"Old", "New", "Short"}}
    assert list(posts.items()) == [("New", "What is new"), ("Old", "The old lead."), ("Short", "Short")]
    markdown = {path.name: path.read_text(encoding="utf-8") for path in out.rglob("*.md")}
    secret = {name for name, text in markdown.items() if "Secret" in text or "Hidden" in text}
    assert {name.partition(".")[0] for name in secret} <= {"hidden"}
    assert "Secret" not in (out / "llms.txt").read_text(encoding="utf-8")
    assert markdown["old.html.md"].rstrip().endswith("*1 January 2024 · Mei*")
    # The page says it once.
    page = (out / "blog/new.html").read_text(encoding="utf-8")
    assert page.count('name="description"') == 1
    # What is withdrawn leaves nothing.
    path = source / "blog/old.md"
    path.write_text(path.read_text(encoding="utf-8").replace("---", "---\ndraft: true", 1), encoding="utf-8")
    (source / "blog/short.md").unlink()
    subprocess.run(command, capture_output=True, check=False)
    assert not [name for name in out.rglob("*.md") if name.name.startswith(("old", "short"))]

"""Extensions and services that the how-to guides name, set up as these say."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from browsing import Server, needs_chromium
from conftest import ROOT, MakeSite
from writing import INDEX, md

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


GUIDES = ROOT / "docs/how-to"


def blocks(guide: str, language: str) -> list[str]:
    """Return the blocks of code in a guide."""
    text = (GUIDES / guide).read_text(encoding="utf-8")
    return re.findall(rf"^`{{3,4}}{language}\n(.*?)^`{{3,4}}$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("sphinx_llm") is None, reason="sphinx-llm is not installed")
def test_assistants_are_told_of_posts_newest_first(tmp_path: Path) -> None:
    (home,) = blocks("assistants.md", "markdown")
    source, out = tmp_path / "source", tmp_path / "out"
    files = {
        "conf.py": "\n".join([*blocks("assistants.md", "python"), 'html_baseurl = "https://example.org/"']),
        "index.md": "# Home\n\n```{toctree}\nnews\n```\n",
        "news.md": f"# News\n\n{home}",
        "blog/old.md": md("Old", "The old lead.\n\n% more\n\nRest.\n", "2024-01-01", author="Mei"),
        "blog/new.md": md("New", "The new lead.\n", "2024-01-02", description="What is new"),
        "blog/short.md": md("Short", "```python\ncode\n```\n", "2023-12-31", author="Mei"),
        "blog/hidden.md": md("Secret, too", "Hidden words.\n", "2023-12-30", unlisted=True),
        "blog/draft.md": md("Secret", "Hidden words.\n", "2024-01-03", draft=True),
        "blog/later.md": md("Secret too", "Hidden words.\n", "2999-01-03"),
    }
    for name, text in files.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
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


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_visits_are_counted_under_the_policy_that_is_stated(
    make_site: MakeSite, browser: Browser, number: int
) -> None:
    text = (GUIDES / "count-visits.md").read_text(encoding="utf-8")
    first, second = re.findall(r"(script-src 'self' [^`\n]*)", text)
    policy = (first, second)[number].replace("YOURS", "yours")
    conf: dict[str, Any] = {}
    exec(blocks("count-visits.md", "python")[number].replace("YOURS", "yours"), conf)  # our own guide
    own = {"_static/plausible.js": blocks("count-visits.md", "js")[0]}
    options = {name: conf[name] for name in ("html_js_files", "html_static_path") if name in conf}
    site = make_site(INDEX | {"blog/a.md": md()} | own, options | {"html_theme": "blogext"})
    assert site.warnings == []
    script, attributes = conf["html_js_files"][0]
    context = browser.new_context()
    problems, fetched = [], []
    with Server(site.outdir, policy) as server:
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("request", lambda request: fetched.append(request.url))
        # As such scripts do: they tell their host of the visit.
        home = attributes.get("data-goatcounter", script)
        beacon = f"fetch({json.dumps(home)}, {{method: 'POST', mode: 'no-cors', body: location.pathname}});"
        page.route(
            lambda url: not url.startswith(server.url),
            lambda route: route.fulfill(body=beacon if route.request.method == "GET" else ""),
        )
        page.goto(f"{server.url}/blog/a.html", wait_until="networkidle")
    context.close()
    assert problems == []
    outside = [url for url in fetched if not url.startswith(server.url)]
    assert outside == [script, home]
    assert {urlsplit(url).hostname for url in outside} <= set(re.findall(r"https://([\w.-]+)", policy))

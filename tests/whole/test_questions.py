"""What readers ask, as asked in threads about blog engines, and the pages of our documentation that answer."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import Browser, Server, needs_chromium
from conftest import ROOT

#: Of each edition, the questions with the pages that answer them.
QUESTIONS = {
    language: {
        question: answers.split(", ")
        for question, answers in (
            line.split("\t") for line in Path(__file__).with_name(name).read_text("utf-8").splitlines()
        )
    }
    for language, name in (("en", "questions.tsv"), ("zh_CN", "questions-zh.tsv"))
}


def test_the_pages_that_answer_exist() -> None:
    pages = {page for questions in QUESTIONS.values() for pages in questions.values() for page in pages}
    assert [page for page in sorted(pages) if not (ROOT / "docs" / f"{page}.md").is_file()] == []


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("language", QUESTIONS)
def test_readers_find_answers(browser: Browser, tmp_path: Path, language: str) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", ROOT / "docs", tmp_path / "html"]
    environ = os.environ | {"DOCS_LANGUAGE": language}
    subprocess.run([*command, "-d", tmp_path / "doctrees"], check=True, cwd=ROOT, env=environ)
    page = browser.new_page()
    places = {}
    with Server(tmp_path / "html") as server:
        for question, answers in QUESTIONS[language].items():
            page.goto(f"{server.url}/search.html?{urlencode({'q': question})}")
            page.locator("#search-status", has_text="”").wait_for()
            links = page.locator(".search-results > li > a").evaluate_all("all => all.map(a => a.pathname)")
            names = [link.removeprefix("/").removesuffix(".html") for link in links]
            places[question] = next(
                (at for at, name in enumerate(names, 1) if name in answers), 99 if names else 100
            )
    page.close()
    late = {question: place for question, place in places.items() if place > 3}
    assert 100 not in places.values(), late
    assert len(late) <= 6, late
    assert sum(place == 1 for place in places.values()) >= len(places) * 0.8

"""Romanization in old URLs: as the engines romanize."""

from __future__ import annotations

import sys

import pytest

from blogext_import.romanizing import to_ascii
from blogext_import.slugs import nikola_slug, pelican_slug, zola_slug

#: Titles, and their URLs as Pelican builds them with the package that it requires.
TITLES = {
    "型を選ぶ": "xing-woxuan-bu",
    "私のVPSへ": "si-novpshe",
    "ちょっとサーバー、と": "chiyotsutosa-ba-to",
    "ジフ・ヲ": "zihuwo",
    "技术还是什么": "ji-zhu-huan-shi-shi-yao",
    "你好，世界": "ni-hao-shi-jie",
    "권리와 값": "gweonriwa-gabs",
    "Щука и ёж Юля": "shchuka-i-iozh-iulia",
    "Київ": "kiyiv",
    "Über Straße": "uber-strasse",
    "Ελλάδα": "ellada",
}


@pytest.mark.parametrize("title", TITLES)
def test_urls_are_those_of_the_engine(title: str) -> None:
    assert pelican_slug(title) == TITLES[title]


def test_engines_agree() -> None:
    assert nikola_slug("型を選ぶ") == zola_slug("型を選ぶ") == "xing-woxuan-bu"


def test_without_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "unidecode", None)
    assert to_ascii("Über") == "Uber"
    assert to_ascii("型") is None

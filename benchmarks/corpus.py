"""A blog of any size, the same every time: text, code and formulas in two languages."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_WORDS = (
    "stream window queue worker sample buffer latency kernel bound proof lemma update merge sort "
    "index cache branch thread lock fence value result system design paper measure error limit"
).split()
_HAN = "流窗口队列工人样本缓冲延迟内核边界证明引理更新合并排序索引缓存分支线程锁值结果系统设计论文测量误差极限"
_TAGS = [f"tag {number}" for number in range(60)]
_CATEGORIES = [f"category {number}" for number in range(8)]
_AUTHORS = [f"author{number}" for number in range(5)]


def write_corpus(folder: Path, posts: int) -> None:
    """Write *posts* posts of 400 to 1,200 words over ten years, three in ten of them Chinese."""
    chance = random.Random(20)
    (folder / "blog").mkdir(parents=True)
    for number in range(posts):
        (folder / "blog" / f"post-{number:05}.md").write_text(_post(chance, number, posts), encoding="utf-8")
    index = "# Corpus\n\n```{toctree}\n:hidden:\n\nblog\n```\n"
    (folder / "index.md").write_text(index, encoding="utf-8")
    (folder / "blog.md").write_text("# Blog\n\nAll posts.\n", encoding="utf-8")


def _post(chance: random.Random, number: int, posts: int) -> str:
    day = date(2016, 1, 1) + timedelta(days=number * 3650 // posts)
    is_chinese = chance.random() < 0.3
    tags = ", ".join(chance.sample(_TAGS, chance.randint(3, 6)))
    lines = [
        "---",
        "orphan: true",
        f"date: {day}",
        f"tags: [{tags}]",
        f"category: {chance.choice(_CATEGORIES)}",
        f"author: {chance.choice(_AUTHORS)}",
        f"language: {'zh' if is_chinese else 'en'}",
        "---",
        f"# {_sentence(chance, is_chinese, 6)} {number}",
        "",
        _paragraph(chance, is_chinese, 40) + " with $a_i + b_i$ and `code`.",
        "",
        "1. " + _sentence(chance, is_chinese, 8),
        "2. " + _sentence(chance, is_chinese, 8),
        "",
        "<!-- more -->",
        "",
    ]
    words = chance.randint(400, 1200) - 56
    while words > 0:
        lines += [f"## {_sentence(chance, is_chinese, 4)}", "", _paragraph(chance, is_chinese, 90), ""]
        lines += ["```python", "def update(total, value):", "    return total + value", "```", ""]
        lines += [_paragraph(chance, is_chinese, 60), "", "$$\\sum_{i=1}^{n} x_i = S$$", ""]
        words -= 160
    return "\n".join(lines)


def _sentence(chance: random.Random, is_chinese: bool, words: int) -> str:
    if is_chinese:
        return "".join(chance.choices(_HAN, k=words * 2))
    return " ".join(chance.choices(_WORDS, k=words)).capitalize()


def _paragraph(chance: random.Random, is_chinese: bool, words: int) -> str:
    stop = "。" if is_chinese else ". "
    return stop.join(_sentence(chance, is_chinese, 12) for _ in range(max(1, words // 12)))

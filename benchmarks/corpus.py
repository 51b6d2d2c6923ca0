"""Generate a blog of any size, the same every time, with text, code and formulas in two languages."""

from __future__ import annotations

import random
from datetime import date, timedelta
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_ONSETS = "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w".split()
_NUCLEI = "a e i o u ai ea ee io oa ou".split()
_CODAS = ["", "", "", *"ck ct d l lt m n nd ng nt p r rd rm rn s st t x".split()]
_ENDINGS = ["", "", "", *"able al ance ed er ing ion ity ly ment ness s".split()]
_TAGS = [f"tag {number}" for number in range(60)]
_CATEGORIES = [f"category {number}" for number in range(8)]
_AUTHORS = [f"author{number}" for number in range(5)]
#: The share of posts in Chinese.
CHINESE = 0.3


class _Language:
    """Words of an invented language; as in a real one, a few are frequent and most are rare."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))

    def sentence(self, chance: random.Random, words: int, between: str = " ") -> str:
        return between.join(chance.choices(self.words, cum_weights=self.weights, k=words)).capitalize()


def _english() -> _Language:
    chance = random.Random(1)
    parts = (_ONSETS, _NUCLEI, _CODAS)
    words = {
        "".join(chance.choice(part) for _ in range(chance.randint(1, 2)) for part in parts)
        + chance.choice(_ENDINGS)
        for _ in range(12_000)
    }
    return _Language(sorted(words, key=lambda word: (len(word), word)))


def _chinese() -> _Language:
    # 2500 characters from Unicode's first block of ideographs.
    return _Language([chr(0x4E00 + 8 * number) for number in range(2_500)])


_ENGLISH, _CHINESE = _english(), _chinese()


class Post(NamedTuple):
    """A post in parts, so that it can be written in any engine's form; *name* is that of its file."""

    name: str
    title: str
    day: date
    tags: tuple[str, ...]
    category: str
    author: str
    language: str
    teaser: str
    #: What follows the teaser.
    body: str


def to_myst(post: Post) -> str:
    """Return *post* with front matter."""
    lines = [
        "---",
        "orphan: true",
        f"date: {post.day}",
        f"tags: [{', '.join(post.tags)}]",
        f"category: {post.category}",
        f"author: {post.author}",
        f"language: {post.language}",
        "---",
        f"# {post.title}",
        *("", post.teaser, "", "<!-- more -->", "", post.body),
    ]
    return "\n".join(lines)


def to_directive(post: Post) -> str:
    """Return *post* with the directive, and a marker as text."""
    options = {"tags": ", ".join(post.tags), "category": post.category, "author": post.author}
    lines = [
        *("---", "orphan: true", "---"),
        f"# {post.title}",
        *("", f"```{{post}} {post.day}"),
        *(f":{name}: {value}" for name, value in (options | {"language": post.language}).items()),
        *("```", "", post.teaser, "", "```{more}", "```", "", post.body),
    ]
    return "\n".join(lines)


def write_corpus(
    folder: Path,
    posts: int,
    *,
    toctree: bool = False,
    chinese: float = CHINESE,
    to_form: Callable[[Post], str] = to_myst,
) -> None:
    """Write *posts* posts of 400 to 1,200 words over ten years; *chinese* is the share of those in Chinese.

    Without *toctree*, they are not in a toctree, which would cost plain Sphinx much more than the blog.
    """
    (folder / "blog").mkdir(parents=True)
    for post in generate_posts(posts, chinese):
        (folder / "blog" / f"{post.name}.md").write_text(to_form(post), encoding="utf-8")
    index = "# Corpus\n\n```{toctree}\n:hidden:\n\nblog\n```\n"
    (folder / "index.md").write_text(index, encoding="utf-8")
    contents = "\n```{toctree}\n:glob:\n:maxdepth: 1\n\nblog/*\n```\n" if toctree else ""
    (folder / "blog.md").write_text(f"# Blog\n\nAll posts.\n{contents}", encoding="utf-8")


def generate_posts(posts: int, chinese: float = CHINESE) -> Iterator[Post]:
    chance = random.Random(20)
    for number in range(posts):
        yield _post(chance, number, posts, chinese)


def find_middle(posts: int, chinese: float = CHINESE) -> Post:
    """Return the post in the middle of a blog, which is the one that benchmarks edit."""
    return next(islice(generate_posts(posts, chinese), posts // 2, None))


def edit_body(post: Post, run: int) -> Post:
    """Return *post* with one more line, a different one in every run."""
    return post._replace(body=f"{post.body}\nOne more line, {run}.\n")


def edit_title_and_tag(post: Post, run: int) -> Post:
    """Return *post* with a different title and one more tag, different ones in every run."""
    return post._replace(title=f"Edited {run} {post.title}", tags=(f"edited {run}", *post.tags))


def exchange_tag(post: Post, run: int) -> Post:
    """Return *post* with one of the tags of the corpus, a different one in every run, in place of its last tag."""
    others = [tag for tag in _TAGS if tag not in post.tags]
    return post._replace(tags=(*post.tags[:-1], others[run % len(others)]))


def _post(chance: random.Random, number: int, posts: int, chinese: float) -> Post:
    # The order of these lines decides what every post is made of.
    is_chinese = chance.random() < chinese
    tags = chance.sample(_TAGS, chance.randint(3, 6))
    return Post(
        name=f"post-{number:05}",
        day=date(2016, 1, 1) + timedelta(days=number * 3650 // posts),
        tags=tuple(tags),
        category=chance.choice(_CATEGORIES),
        author=chance.choice(_AUTHORS),
        language="zh" if is_chinese else "en",
        title=f"{sentence(chance, is_chinese, 6)} {number}",
        teaser=_teaser(chance, is_chinese),
        body=_body(chance, is_chinese),
    )


def _teaser(chance: random.Random, is_chinese: bool) -> str:
    lines = [
        paragraph(chance, is_chinese, 40) + " with $a_i + b_i$ and `code`.",
        "",
        "1. " + sentence(chance, is_chinese, 8),
        "2. " + sentence(chance, is_chinese, 8),
    ]
    return "\n".join(lines)


def _body(chance: random.Random, is_chinese: bool) -> str:
    lines = []
    words = chance.randint(400, 1200) - 56
    while words > 0:
        lines += [f"## {sentence(chance, is_chinese, 4)}", "", paragraph(chance, is_chinese, 90), ""]
        lines += ["```python", "def update(total, value):", "    return total + value", "```", ""]
        lines += [paragraph(chance, is_chinese, 60), "", "$$\\sum_{i=1}^{n} x_i = S$$", ""]
        words -= 160
    return "\n".join(lines)


def sentence(chance: random.Random, is_chinese: bool, words: int) -> str:
    if is_chinese:
        return _CHINESE.sentence(chance, words * 2, between="")
    return _ENGLISH.sentence(chance, words)


def paragraph(chance: random.Random, is_chinese: bool, words: int) -> str:
    stop = "。" if is_chinese else ". "
    return stop.join(sentence(chance, is_chinese, 12) for _ in range(max(1, words // 12)))

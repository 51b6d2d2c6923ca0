"""Measure importing a blog of another engine: the CPU seconds of ``blogext import`` for generated sites."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path

from corpus import paragraph, sentence

ROOT = Path(__file__).parent.parent
_CONFIGS = {
    "hexo": ("_config.yml", "title: Old\nurl: https://old.example\nroot: /\n"),
    "hugo": ("hugo.toml", 'title = "Old"\nbaseURL = "https://old.example/"\n'),
    "jekyll": ("_config.yml", "title: Old\nurl: https://old.example\npermalink: pretty\n"),
}
#: The folder and the file name of a post, a picture, a link to a post, and a box.
_FORMS = {
    "hexo": (
        "source/_posts/{name}.md",
        "{% asset_img shot.png A shot %}",
        "{{% post_link {name} %}}",
        "{{% note info %}}\n{text}\n{{% endnote %}}",
    ),
    "hugo": (
        "content/posts/{name}.md",
        '{{< figure src="/img/shot.png" alt="A shot" >}}',
        '[this]({{{{< ref "{name}.md" >}}}})',
        "{{{{% notice tip %}}}}\n{text}\n{{{{% /notice %}}}}",
    ),
    "jekyll": (
        "_posts/{name}.md",
        "![A shot]({{ site.baseurl }}/img/shot.png){: width='300'}",
        "[this]({{% post_url {name} %}})",
        "> {text}\n{{: .prompt-tip }}",
    ),
}


def write_old_site(folder: Path, engine: str, posts: int) -> None:
    """Write a site of *engine* with *posts* posts, three in ten of them Chinese."""
    chance = random.Random(20)
    name, config = _CONFIGS[engine]
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(config, encoding="utf-8")
    days = [date(2016, 1, 1) + timedelta(days=number * 3650 // posts) for number in range(posts)]
    names = [f"{day}-post-{number}" for number, day in enumerate(days)]
    for number, day in enumerate(days):
        path = folder / _FORMS[engine][0].format(name=names[number])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_post(chance, engine, day, names), encoding="utf-8")


def _post(chance: random.Random, engine: str, day: date, names: list[str]) -> str:
    _path, picture, link, box = _FORMS[engine]
    is_chinese = chance.random() < 0.3
    tags = chance.sample(["python", "并行", "C++", "Deep Dive", "linux", "numpy"], 3)
    lines = [
        "---",
        f"title: {sentence(chance, is_chinese, 6)}",
        f"date: {day} 10:00:00",
        f"tags: [{', '.join(tags)}]",
    ]
    lines += [
        f"categories: [{chance.choice(['Systems', '笔记'])}]",
        "---",
        "",
        paragraph(chance, is_chinese, 40),
        "",
    ]
    lines += ["<!-- more -->", ""]
    words = chance.randint(400, 1200)
    while words > 0:
        lines += [f"## {sentence(chance, is_chinese, 4)}", "", paragraph(chance, is_chinese, 60), ""]
        lines += [f"- {sentence(chance, is_chinese, 8)} **bold** and `code`" for _ in range(3)]
        lines += ["", f"See {link.format(name=chance.choice(names))} and <https://example.org/{words}>.", ""]
        lines += ["```python", "def update(total, value):", "    return total + value", "```", ""]
        lines += [picture, "", box.format(text=sentence(chance, is_chinese, 12)), ""]
        lines += ["| a | b |", "|---|---|", "| $x_i$ | 2 |", "", "$$\\sum_{i=1}^{n} x_i = S$$", ""]
        words -= 160
    return "\n".join(lines)


def measure_import(engine: str, posts: int) -> float:
    """Return the CPU seconds of importing a generated site."""
    with tempfile.TemporaryDirectory() as name:
        write_old_site(Path(name, "old"), engine, posts)
        command = [
            sys.executable,
            "-m",
            "sphinx_blogext",
            "import",
            engine,
            f"{name}/old",
            "--to",
            f"{name}/new/blog",
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode > 1 or len(list(Path(name, "new/blog").rglob("*.md"))) != posts:
            raise SystemExit(f"{' '.join(command)} failed")
        return usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=1000)
    options = parser.parse_args()
    for engine in _CONFIGS:
        print(f"import {engine}: {measure_import(engine, options.posts):.2f} CPU seconds", flush=True)


if __name__ == "__main__":
    main()

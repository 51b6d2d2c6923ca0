"""Posts written in a line, for tests."""

import json
from datetime import date, timedelta
from typing import Any

TEASER = "The lead.\n\n<!-- more -->\n\nThe rest.\n"


def md(title: str = "Title", /, body: str = "Text.\n", date: str = "2024-05-06", **meta: Any) -> str:
    """A post in MyST; values of *meta* are written as JSON, which is YAML."""
    lines = [f"{key}: {value if isinstance(value, str) else json.dumps(value)}" for key, value in meta.items()]
    front = "\n".join(["---", *([f"date: {date}"] if date else []), *lines, "---"])
    return f"{front}\n{f'# {title}' if title else ''}\n\n{body}"


def rst(title: str = "Title", /, body: str = "Text.\n", date: str = "2024-05-06", **options: str) -> str:
    """A post in reStructuredText with a ``post`` directive."""
    lines = [f".. post:: {date}".rstrip(), *(f"   :{key}: {value}".rstrip() for key, value in options.items())]
    directive = "\n".join(lines)
    head = f"{title}\n{'=' * 2 * len(title)}\n\n" if title else ""
    return f"{head}{directive}\n\n{body}"


def many(count: int, folder: str = "blog", **meta: Any) -> dict[str, str]:
    """Posts ``Post 01`` … a day apart, the highest number the newest."""
    first = date(2024, 1, 1)
    return {
        f"{folder}/p{number:02}.md": md(
            f"Post {number:02}",
            f"Lead {number:02}.\n\n<!-- more -->\n\nRest {number:02}.\n",
            (first + timedelta(days=number)).isoformat(),
            **meta,
        )
        for number in range(1, count + 1)
    }


INDEX = {"index.md": "# Home\n"}

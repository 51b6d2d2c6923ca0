"""Icons and emoji by name: sphinx-design has GitHub's icons, and Unicode has most of the emoji."""

from __future__ import annotations

import re
import unicodedata

from sphinx_design.icons import list_octicons

#: An icon, and attributes of it.
ICON = re.compile(
    r"(?P<icon>(?<![\w:]):(?P<set>material|fontawesome|octicons|simple)-(?P<name>[\w-]+):)(?!\w)"
    r"(?P<attributes>\{:?(?![{%])[^{}\n]*\})?"
)
EMOJI = re.compile(r"(?<![\w:/]):(?P<name>[a-z][a-z0-9_]+|[+-]1|100|x):(?![\w:/])")
#: Emoji whose common names differ from Unicode's.
_NAMES = {
    "+1": "👍",
    "-1": "👎",
    "100": "💯",
    "blush": "😊",
    "boom": "💥",
    "bulb": "💡",
    "clap": "👏",
    "coffee": "☕",
    "computer": "💻",
    "construction": "🚧",
    "cry": "😢",
    "exclamation": "❗",
    "gift": "🎁",
    "grin": "😁",
    "heart": "❤️",
    "heart_eyes": "😍",
    "heavy_check_mark": "✔️",
    "joy": "😂",
    "laughing": "😆",
    "link": "🔗",
    "lock": "🔒",
    "mag": "🔍",
    "muscle": "💪",
    "ok_hand": "👌",
    "point_right": "👉",
    "pray": "🙏",
    "question": "❓",
    "raised_hands": "🙌",
    "smile": "😄",
    "smiley": "😃",
    "sob": "😭",
    "star": "⭐",
    "sunglasses": "😎",
    "sweat_smile": "😅",
    "tada": "🎉",
    "thinking": "🤔",
    "thumbsup": "👍",
    "warning": "⚠️",
    "wave": "👋",
    "white_check_mark": "✅",
    "wink": "😉",
    "x": "❌",
    "zap": "⚡",
}
_SIZE = re.compile(r"-\d+\Z")


def role_of(icon: re.Match[str]) -> str:
    """Return the role that shows an icon, or ``""`` if there is none."""
    name = _SIZE.sub("", icon["name"])
    if icon["set"] != "octicons" or name not in list_octicons():
        return ""
    classes = " ".join(re.findall(r"(?<=[\s{:]\.)[\w-]+", icon["attributes"] or ""))
    return f"{{octicon}}`{name};1em;{classes}`" if classes else f"{{octicon}}`{name}`"


def with_icons(text: str) -> str:
    """Return a title with its icons converted, where possible."""
    return ICON.sub(lambda icon: role_of(icon) or icon["icon"], text) if ":" in text else text


def emoji_of(name: str) -> str:
    """Return the emoji with a name, or ``""`` if there is none."""
    if name in _NAMES:
        return _NAMES[name]
    try:
        found = unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return ""
    return found if found >= "\u2600" and unicodedata.category(found) == "So" else ""

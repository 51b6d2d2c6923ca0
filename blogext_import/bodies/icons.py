"""Icons and emoji by name: Unicode has most of the emoji."""

from __future__ import annotations

import re
import unicodedata

#: An icon, and attributes of it.
ICON = re.compile(
    r"(?P<icon>(?<![\w:]):(?:material|fontawesome|octicons|simple)-[\w-]+:)(?!\w)(?:\{:?(?![{%])[^{}\n]*\})?"
)
EMOJI = re.compile(r"(?<![\w:/]):(?P<name>[a-z][a-z0-9_]+|[+-]1|100|x):(?![\w:/])")
#: Emoji whose common names differ from Unicode's.
_WORDS = (
    "+1 👍 -1 👎 100 💯 blush 😊 boom 💥 bulb 💡 clap 👏 coffee ☕ computer 💻 construction 🚧 cry 😢 "
    "exclamation ❗ gift 🎁 grin 😁 heart ❤️ heart_eyes 😍 heavy_check_mark ✔️ joy 😂 laughing "
    "😆 link 🔗 lock 🔒 mag 🔍 muscle 💪 ok_hand 👌 point_right 👉 pray 🙏 question ❓ raised_hands "
    "🙌 smile 😄 smiley 😃 sob 😭 star ⭐ sunglasses 😎 sweat_smile 😅 tada 🎉 thinking 🤔 thumbsup "
    "👍 warning ⚠️ wave 👋 white_check_mark ✅ wink 😉 x ❌ zap ⚡ "
).split()
_NAMES = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))


def without_icons(text: str) -> str:
    return ICON.sub("", text).strip() if ":" in text else text


def emoji_of(name: str) -> str:
    """Return the emoji with a name, or ``""`` if there is none."""
    if name in _NAMES:
        return _NAMES[name]
    try:
        char = unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return ""
    return char if char >= "\u2600" and unicodedata.category(char) == "So" else ""

"""The events by which the bundled theme and the blog ask each other: neither imports the other."""

from __future__ import annotations

#: Emitted with the name of a page; the first answer is the HTML of the contents at its side.
NAVIGATION_EVENT = "blogext-navigation"


#: Emitted to ask whether nothing has changed since the last build; the first answer counts.
UNCHANGED_EVENT = "blogext-unchanged"

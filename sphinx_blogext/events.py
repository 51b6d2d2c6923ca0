"""The events by which parts of the house ask each other that do not import each other."""

from __future__ import annotations

#: Emitted with the name of a page; the first answer is the HTML of the contents at its side.
NAVIGATION_EVENT = "blogext-navigation"


#: Emitted to ask whether nothing has changed since the last build; the first answer counts.
UNCHANGED_EVENT = "blogext-unchanged"

#: Emitted with the name of a page: each answer but ``None`` is plain data of what an extension shows there of
#: the blog, by templates or in its context. The page is written again when an answer differs. Emitted with
#: ``""``, too, for what the records of posts and terms do not say, but any page may show.
PAGE_DATA_EVENT = "blogext-page-data"

#: Emitted with the name of a page that no document stands for, and the list on it (a ``ListPage``), the list
#: of terms (an ``Overview``), or the page that it forwards to (its name). The first answer but ``None`` is the
#: template that renders the page, a whole one, in the place of the theme's, and what that receives beside.
PAGE_TEMPLATE_EVENT = "blogext-page-template"

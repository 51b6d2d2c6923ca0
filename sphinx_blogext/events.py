"""The events through which parts of the package that do not import each other communicate."""

#: Emitted with the :class:`~sphinx_blogext.api.Blog` objects, between reading and writing: for other extensions.
COLLECTED_EVENT = "blog-collected"

#: Emitted with the name of a page; the first answer is the HTML of its sidebar navigation.
NAVIGATION_EVENT = "blogext-navigation"

#: Emitted to ask for the documents that search does not show; the first answer is a set of their names.
HIDDEN_EVENT = "blogext-hidden"

#: Emitted to ask whether nothing has changed since the last build; the first answer counts.
UNCHANGED_EVENT = "blogext-unchanged"

#: Emitted with the name of a page: each answer other than ``None`` is plain data from the blog that an extension
#: shows there, through templates or the context. The page is written again when an answer differs. Also emitted
#: with ``""``, for data that is not in the records of posts and terms but that any page may show.
PAGE_DATA_EVENT = "blogext-page-data"

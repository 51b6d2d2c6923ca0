"""What templates receive: plain data, with URLs that are free of any page.

Every URL starts at a placeholder for the site's root, which is filled in when the finished
fragment is attached to a page; a template uses it as it is. ``docs/reference/templates`` lists
the fields.

The digest of a page is that of the data made here, so nothing a template can show is missing
from it. HTML made of a post's text is rendered only for pages that are written: until then a
digest of what it is made of takes its place (:class:`~sphinx_blogext.page_data.records.Html`).
"""

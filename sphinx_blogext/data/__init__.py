"""What pages show, and whether they are due: the data of templates, their digests, and the manifest of a build.

Templates receive plain data, with URLs that are independent of any page: every URL starts with a placeholder for
the site's root, which is filled in when the finished fragment is attached to a page; a template uses it as it is.
``docs/reference/templates`` lists the fields.

The digest of a page is that of the data created here, so it covers everything that a template can show. HTML
made from a post's text is rendered only for pages that are written: until then, a digest of its inputs takes
its place (:class:`~sphinx_blogext.data.posts.Html`). The manifest of an output directory holds the digests that
its pages were written with; a page whose digest differs is due.
"""

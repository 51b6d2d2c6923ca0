"""What is kept on disk from one build to the next, and what makes it stale.

- ``OUTPUT/.blogext.json``, the manifest: what the last build wrote into the output. A build that is broken off
  leaves it incomplete: the next one trusts its names of files, and no digest in it.
- ``OUTPUT/.blogext-contents``, only with ``blog_compare_contents``: which reading of its document each page shows.
  Stale are the pages of a document that has been read since, and all if what is around them has changed; it is
  gone while a build is writing.
- ``DOCTREES/.blogext/BUILDER``: what saves a builder time. Each file begins with a digest of what it belongs to,
  and is ignored if that is something else: ``sources`` to the manifest and all that was read, ``search``, a copy
  with stems of words, to the search index, ``teasers`` to its own bytes, with a digest of its sources for each.
  For a builder of no web pages, one file names the posts in its output and their media.
- ``DOCTREES/.blogext-pictures``: pictures in other sizes, whose names are digests of the picture and the settings.
- Jinja's folder of compiled templates, whose names are digests of the template, its file, and the settings.

What documents contain is part of Sphinx's environment, and stale when a document is read again. Several builders
may share the doctrees; each has an output of its own. Whatever is lost here is made again.
"""

from pathlib import Path

from sphinx.builders import Builder

MANIFEST = ".blogext.json"
CONTENTS = ".blogext-contents"
PICTURES = ".blogext-pictures"


def cache_of(builder: Builder, name: str) -> Path:
    return Path(builder.doctreedir, ".blogext", builder.name, name)

"""How ABlog reads dates and names terms in URLs and labels, and redirects from its URLs that are others here."""

import json
import re
import unicodedata
import warnings
from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from operator import itemgetter

from sphinx_blogext.core.addresses import feed_file, folder_of, is_page_name
from sphinx_blogext.core.taxonomies import TAXONOMIES, TaxonomyKind
from sphinx_blogext.core.terms import Term
from sphinx_blogext.site.published_blog import PublishedBlog, extra_feeds

#: Two defaults that differ in year, month and day: whatever differs in the results was missing from the text.
_FIRST, _SECOND = datetime(2000, 1, 1), datetime(2001, 2, 1)


def read_leniently(text: str) -> datetime:
    """Return *text* parsed by ``dateutil``, which ABlog requires and so is installed along with it.

    A date without a day is the first of its month. Raises :exc:`ValueError` if the year or the month is
    missing, which ``dateutil`` would take from the current date, or if ``dateutil`` is not installed.
    """
    try:
        parse = import_module("dateutil.parser").parse
        with warnings.catch_warnings():
            # dateutil warns about unknown time zones, and ignores them.
            warnings.simplefilter("ignore")
            moment, other = (parse(text, default=day) for day in (_FIRST, _SECOND))
    except (ImportError, OverflowError, TypeError) as error:
        raise ValueError(text) from error
    # ``10`` is only a day of some month, and ``2025`` only a year: neither is a date.
    if (moment.year, moment.month) != (other.year, other.month):
        raise ValueError(text)
    assert isinstance(moment, datetime)
    return moment


def ablog_slug(name: str) -> str:
    """Return ABlog's form of *name* in page names and labels, without accents and symbols; it may be empty."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFKD", name)).strip().lower())


def garbled_slugs(name: str, label: str, *, is_keyed: bool) -> list[str]:
    """Return ABlog's slugs of a term in a list in MyST front matter, where they differ from those elsewhere."""
    # In such lists, ABlog does not decode JSON escapes and does not find the labels of keys.
    names = [label] if not label.isascii() else []
    return [ablog_slug(json.dumps(text)) for text in [*names, *([name] if is_keyed else [])]]


_Pairs = list[tuple[str, str]]


def former_names(published: PublishedBlog, *, folds_index: bool) -> tuple[_Pairs, _Pairs]:
    """Return names of pages and paths of feeds of terms in ABlog, each with that of today; some are the same."""
    terms = list(_terms(published, folds_index=folds_index))
    names = ("atom.xml", *(f"{name}.xml" for name in extra_feeds(published.config)))
    feeds = [(feed_file(page, name), feed_file(folder_of(to), name)) for page, to in terms for name in names]
    # Drafts have no list unless they are shown.
    return [(published.pages.addresses.overview("drafts"), published.pages.home), *terms], feeds


def _terms(published: PublishedBlog, *, folds_index: bool) -> Iterator[tuple[str, str]]:
    """Yield names of pages of terms in ABlog, each with its name here."""
    pages = published.pages
    # A page of that name would be the list of all terms.
    without = {"", "index"} if folds_index else {""}
    for taxonomy, kind in TAXONOMIES.items():
        # Terms with the most posts first: if ABlog writes several to the same page, the first gets it.
        terms = sorted(published.blog.taxonomies[taxonomy].values(), key=lambda term: -term.count)
        slugs = [(number > 0, slug, term) for term in terms for number, slug in enumerate(_slugs(term, kind))]
        for _is_garbled, slug, term in sorted(slugs, key=itemgetter(0)):
            page = pages.addresses.term(taxonomy, slug)
            if slug not in without and is_page_name(page):
                yield page, pages.term_page(term)


def _slugs(term: Term, kind: TaxonomyKind) -> list[str]:
    label = (kind.is_keyed and term.settings.label) or term.name
    return [ablog_slug(label), *garbled_slugs(term.name, label, is_keyed=kind.is_keyed)]

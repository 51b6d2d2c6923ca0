"""Material's lists: views of categories, years and authors of the plugin ``blog``, and feeds of ``rss``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from babel.dates import format_date

from blogext_import.lists.notes import note_list, note_terms
from blogext_import.settings import text_of
from blogext_import.slugs import material_slug

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blogext_import.post_records import ImportedPost, OldSite

#: Files of the plugin ``rss``.
_FEEDS = ("feed_rss_created.xml", "feed_rss_updated.xml")


def note_lists(
    post: ImportedPost, folder: str, options: dict[str, Any], slugs: Mapping[str, str], ending: str
) -> None:
    """Note the lists of a post of the blog in *folder*, with the *options* of the plugin and authors' *slugs*."""
    if not _is_off(options, "categories"):
        form = text_of(options.get("categories_url_format")) or "category/{slug}"
        note_terms(post, "category", lambda name: _address(folder, form, material_slug(name), ending))
    if post.moment and not _is_off(options, "archive"):
        form = text_of(options.get("archive_url_format")) or "archive/{date}"
        dates = text_of(options.get("archive_url_date_format")) or text_of(options.get("archive_date_format"))
        date = format_date(post.moment, dates or "yyyy", locale="en")
        note_list(post, _address(folder, form, date, ending), f"archive:{post.moment.year:04}")
    if text_of(options.get("authors_profiles")).lower() == "true":
        form = text_of(options.get("authors_profiles_url_format")) or "author/{slug}"
        note_terms(post, "author", lambda name: _address(folder, form, slugs.get(name, name), ending))


def note_site_lists(site: OldSite, folder: str, ending: str, plugins: str) -> None:
    """Note the lists of the blog in *folder*; *plugins* are the names of all plugins."""
    site.lists[f"/{folder}{ending}" if folder else "/"] = "post:"
    if "rss" in plugins.split():
        site.lists |= {f"/{name}": "feed:rss.xml" for name in _FEEDS}


def _is_off(options: dict[str, Any], name: str) -> bool:
    return text_of(options.get(name)).lower() == "false"


def _address(folder: str, form: str, name: str, ending: str) -> str:
    filled = form.replace("{slug}", name).replace("{date}", name)
    return f"/{folder}/{filled.strip('/')}{ending}" if name else ""

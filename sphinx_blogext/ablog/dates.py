"""The function that reads dates as leniently as ABlog does, under the name that ``blog_date_parser`` has."""

from __future__ import annotations

from sphinx_blogext.core.lenient_dates import read_leniently

__all__ = ["read_leniently"]

"""What machines are told of pages: link previews, data for search engines, the site map."""

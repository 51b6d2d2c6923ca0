"""What pages provide for machines: link previews, data for search engines, the sitemap."""

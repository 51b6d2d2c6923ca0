"""The old site's own definitions of tags, rendered by a small interpreter."""

"""HTML as text: moved, cut, balanced, described."""

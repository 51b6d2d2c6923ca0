"""Feeds: Atom, RSS and JSON Feed."""

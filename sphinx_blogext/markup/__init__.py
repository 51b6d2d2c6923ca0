"""HTML as text: relocate, cut, balance, describe."""

"""The options of ``conf.py``: what they are, what they may be, and what they say of terms."""

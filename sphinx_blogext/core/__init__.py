"""The data and rules of a blog: plain records that need only the standard library."""


def N_(message: str) -> str:  # noqa: N802  # the name by which Babel finds messages
    """Mark a text to be translated where it is shown, not where it is defined."""
    return message

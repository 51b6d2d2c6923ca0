"""The data and rules of a blog: plain records that need only the standard library."""

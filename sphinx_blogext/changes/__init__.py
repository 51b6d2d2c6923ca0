"""The contents of an output directory, and what has changed since: the manifest and digests."""

"""The URLs of lists on old sites: of terms, years and all posts, and of feeds. One module per engine."""

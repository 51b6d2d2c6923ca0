"""Combines the records of all documents in one build: blogs, pages, feeds, redirects and targets."""

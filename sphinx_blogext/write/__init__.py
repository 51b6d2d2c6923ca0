"""Writing: teasers, lists in documents, pages without a document."""

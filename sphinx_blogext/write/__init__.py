"""Writing: teasers, lists in documents, and pages without a document."""

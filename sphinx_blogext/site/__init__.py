"""What the notes of all documents amount to in one build: blogs, pages, feeds, redirects, targets."""

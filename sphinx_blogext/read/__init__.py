"""Reading: finds posts, lists and references in documents and records them in the domain."""

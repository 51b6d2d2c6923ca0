"""Reading: documents are looked through for posts, lists and references, which the domain notes."""

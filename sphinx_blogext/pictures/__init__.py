"""Pictures in several sizes and in lighter formats, for readers on phones."""

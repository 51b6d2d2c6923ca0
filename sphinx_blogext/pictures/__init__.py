"""Pictures in several sizes and in lighter formats, for whoever reads on a phone."""

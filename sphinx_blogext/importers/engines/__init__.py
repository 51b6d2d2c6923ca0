"""One module an engine: how its folder is recognized, where its posts lie, and at what addresses they stood."""

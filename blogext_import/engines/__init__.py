"""One module per engine: how to recognize its folder, where to find its posts, and the URLs they had."""

"""The command ``blogext``: create sites and posts, import, preview and check them."""

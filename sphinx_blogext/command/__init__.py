"""The command ``blogext``: begins sites and posts, shows and checks them."""

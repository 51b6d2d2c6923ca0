"""Cards: the pictures that link previews show of posts which have none of their own."""

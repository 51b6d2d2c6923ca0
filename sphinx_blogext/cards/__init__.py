"""Cards: the pictures that link previews show for posts without a picture of their own."""

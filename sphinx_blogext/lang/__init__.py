"""Which language a text is in, and the words around it."""

"""Convert the parts of other blog engines' Markdown to MyST."""

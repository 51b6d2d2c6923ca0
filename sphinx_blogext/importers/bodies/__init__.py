"""The Markdown of other blog engines, converted to MyST: what each piece of it becomes."""

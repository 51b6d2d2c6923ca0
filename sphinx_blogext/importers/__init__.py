"""Reads the posts of other blog engines, and writes them as posts of ours."""

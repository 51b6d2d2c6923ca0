"""Read the posts of other blog engines and write them as posts of ours."""

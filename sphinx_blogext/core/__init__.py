"""What a blog is: plain records and rules, made of the standard library alone."""

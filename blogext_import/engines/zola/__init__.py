"""What only Zola has."""

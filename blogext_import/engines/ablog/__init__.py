"""What only ABlog has."""

"""What only Hugo has."""

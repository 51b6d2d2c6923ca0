"""What only Jekyll has."""

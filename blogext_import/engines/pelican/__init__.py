"""What only Pelican has."""

"""What only Nikola has."""

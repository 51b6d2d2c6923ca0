"""What only Material for MkDocs has."""

"""What only Docusaurus has."""

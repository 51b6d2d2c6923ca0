"""What only Hexo has."""

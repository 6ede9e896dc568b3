"""First games: lessons that are followed on pages and over the API, and what they tell."""

"""What is done to a game: creating it, giving orders, sitting down, ruling."""

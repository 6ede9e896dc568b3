"""What a game declares: the contract, its terms, and the kit that games are made of."""

"""The live stream: what happens in a game, told while it happens."""

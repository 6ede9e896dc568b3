"""A whole game of Napoléon 1815 between two bots, played through the REST API."""

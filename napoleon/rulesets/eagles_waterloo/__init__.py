"""EAGLES: Waterloo: battles of 1815 with hidden cards, singly or as a campaign."""

"""Data packs: the 300 cards, the battle chart, the campaign and the fields, read and checked."""

"""Data packs: what is printed on map, blocks and cards, read and checked [chapter 2]."""

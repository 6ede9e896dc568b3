"""Data packs: what is printed on map and cards, and in the proposals, read and checked."""

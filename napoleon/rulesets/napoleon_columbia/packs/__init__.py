"""Data packs: what is printed on map, blocks and cards, and the set-up, read and checked."""

"""The data pack: what map, cards and counters say, read and checked."""

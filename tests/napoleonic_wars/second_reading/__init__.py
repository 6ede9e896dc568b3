"""A second implementation of the land war, written from the digest of the rules alone."""

"""The variables that choose a Redis; they can be read without loading its client."""

REDIS_URL = "REDIS_URL"
"""Address of a Redis or Valkey, ``redis://user:password@host:port/number``."""

PREFIX = "NAPOLEON_REDIS_PREFIX"
"""What all keys begin with, ``napoleon`` unless set: several installations may share a Redis."""

"""Bundles of games that are over, kept in an object store so that each is made once.

A bundle is kept under a name that holds the digest of all that it was made from, so what was kept
before a text was erased, a checkpoint signed or a release installed is never found again. It counts
only under the seal of the service. Without ``BUNDLES_URL`` nothing of this is loaded.
"""

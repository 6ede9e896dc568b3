"""Checking: whether mails of the service arrive, and what of the set-up is to be changed."""

"""Posting: mails that are due are made, and sent, by the worker."""

"""What is wrong with mail as a whole, known without what the store of mail is opened with."""

from __future__ import annotations


class MailStoreMissing(Exception):
    """There are no tables for mail in the chosen place, or another release has made them."""

"""What is said of a variable of the environment that the service can not start with."""

from __future__ import annotations


class BadSetting(ValueError):
    """The text is for the operator: it names the variable, and never shows a secret."""

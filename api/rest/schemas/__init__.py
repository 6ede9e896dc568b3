"""Schemas: what goes in, checked, and what comes out, documented.

Answers are written by the game itself; their schemas describe them in the OpenAPI document.
Those that a ruleset adds to are open: each game shows more of its own.
"""

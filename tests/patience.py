"""How long tests wait for what other processes and threads do."""

PATIENCE = 180.0
"""Seconds in which anything that is waited for has to happen.

It takes a few at most; but a test must not fail because its machine has ten times as much to do.
What must not be waited for, such as the next look at a clock, is put off for longer than that.
"""

"""Webhooks: the holder of a seat may have a server of theirs told when the game has moved on.

Messages are signed as in Standard Webhooks, and go to public addresses only.
"""

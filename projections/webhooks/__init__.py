"""Webhooks: whoever holds a seat may have a server of theirs told when the game has moved on.

Messages are signed as Standard Webhooks has it, and go to public addresses only.
"""

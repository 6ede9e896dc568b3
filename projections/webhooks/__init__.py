"""Webhooks: who holds a seat may have a server of his own told when the game has moved on.

Messages are signed as Standard Webhooks has it, and go to public addresses only.
"""

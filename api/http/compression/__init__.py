"""Compression: answers as gzip, where their length then tells nobody a secret."""

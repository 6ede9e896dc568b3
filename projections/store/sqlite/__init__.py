"""The read models in an SQLite file: the embedded default."""

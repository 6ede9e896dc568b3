"""The read models in Redis 6.2 or later, or in Valkey."""

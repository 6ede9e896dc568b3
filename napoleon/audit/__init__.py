"""The audit: everything in a record is checked, and decided again."""

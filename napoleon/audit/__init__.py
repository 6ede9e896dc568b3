"""The audit: everything in a record is checked, and decided once more."""

"""The REST resources, a module each."""

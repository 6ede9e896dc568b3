"""Moving a whole store to another database or machine, as one file."""

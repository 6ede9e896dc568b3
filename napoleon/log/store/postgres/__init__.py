"""The log in a PostgreSQL database: for a service of several machines."""

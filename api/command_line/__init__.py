"""The command line ``napoleon``: a door to the same games as the REST API, on this machine."""

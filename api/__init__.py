"""The service over HTTP: it parses a request, calls the game, and maps the answer to a status."""

"""A load test: a hundred games at once, played over HTTP by bots against the real processes."""

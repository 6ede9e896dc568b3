"""Programs beside the service: they use it as others do, or make and try what it ships."""

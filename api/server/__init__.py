"""How the processes of the service are started, configured and ended."""

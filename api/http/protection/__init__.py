"""What stands between the world and the API: limits, headers, CORS, and who the client is."""

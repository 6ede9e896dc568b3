"""The pages: what people see of games in a browser, written by the server from the same views."""

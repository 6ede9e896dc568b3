"""A mutation test: changes the code in small ways, and says which changes no test notices."""

"""What takes long, made in a process of its own, so that no other request waits for it."""

"""Read models: what the log looks like now, drawn ahead and kept beside it.

Everything here can be thrown away, and is then drawn again from the log with the same bytes.
"""

"""People beside the log: a name, confirmed addresses and the seats that somebody holds.

A person appears in no event, has no password, and is erased as a whole when they say so.
"""

"""The log: events of games, appended and never changed, and the positions they fold into."""

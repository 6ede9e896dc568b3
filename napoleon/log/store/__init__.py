"""The log in a database: mapper, recorders and subscriptions for the ``eventsourcing`` library."""

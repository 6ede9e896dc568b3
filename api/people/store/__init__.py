"""What is kept of people: in the database of mail, under a schema of its own.

One implementation by SQLAlchemy serves both databases; ``napoleon migrate`` makes the tables.
"""

from api.people.store.opening import PeopleStore, create_people, open_people

__all__ = ["PeopleStore", "create_people", "open_people"]

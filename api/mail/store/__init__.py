"""What stands beside the log for mail: addresses, the mails that go and those that have come.

One implementation by SQLAlchemy serves both databases; ``napoleon migrate`` makes the tables.
"""

from api.mail.store.opening import MailStore, create_mail, open_mail

__all__ = ["MailStore", "create_mail", "open_mail"]

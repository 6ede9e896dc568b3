"""Mails that are held: those who may have written them are asked, by mail and on a page.

It knows nothing of how mails are read, which a process that serves pages does not load.
"""

from __future__ import annotations

from api.mail.office import Office
from api.mail.rows import HELD, InboundRow


def release(office: Office, kept: InboundRow) -> bool:
    """Carry a mail that is held out after all; returns whether it was held."""
    if kept.state != HELD:
        return False
    return office.store.inbox.move(kept, state="new", due=office.games.clock(), approved=True)

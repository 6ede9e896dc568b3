"""Private notes beside a game, which only their author reads.

They stand beside the log, so no judge, record or replay has them. They are of the person on whose
desk the seat lies; those of a holder who is not signed in are by the hash of the seat's token. The
next holder of a seat is another person with another token, and finds none.
"""

from __future__ import annotations

from msgspec import structs

from api.people.registry import Registry
from api.people.rows import NoteRow
from napoleon.play.referee.texts import is_control

LONGEST = 10_000
"""How many characters a note has at most."""


def of_person(person: int, game: str, holder: str) -> NoteRow:
    """The empty note of a person at a seat, share or judge's chair."""
    return NoteRow(person, game, holder, "")


def of_token(game: str, holder: str, token: str) -> NoteRow:
    """The empty note of the holder of the token with that hash, who is not signed in."""
    return NoteRow(0, game, holder, token)


def kept(registry: Registry, whose: NoteRow) -> NoteRow:
    """The note as it is kept; the empty one if there is none. Raises PersistenceError."""
    return registry.store.notes.get(whose) or whose


def keep(registry: Registry, whose: NoteRow, text: str, seen: int, live: str) -> bool:
    """Keep a `text` that was written over version `seen`, for a seat whose token is `live`.

    Returns whether it is kept: not if another text was kept since. Raises PersistenceError.
    """
    row = structs.replace(whose, text=text, version=seen + 1, changed=registry.now())
    # The same text twice is one: a window that did not hear the answer sends it again.
    return registry.store.notes.put(row, live) or kept(registry, whose).text == text


def as_kept(text: str) -> str:
    r"""A text as it is kept: lines end as they do everywhere, and no control character is in it.

    >>> as_kept("Ney\r\nGrouchy\x00")
    'Ney\nGrouchy'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(it for it in lines if not is_control(it))


def take_over(registry: Registry, person: int, game: str, holder: str, token: str) -> None:
    """What was written with a seat's token is its person's from now on, as it lies on their desk.

    If they have notes of it already, what was written elsewhere stays with the token.
    """
    registry.store.notes.move(of_token(game, holder, token), of_person(person, game, holder))


def renew(registry: Registry, game: str, holder: str, before: str, after: str) -> None:
    """A lost token was replaced by another of the same person: their note goes with it."""
    registry.store.notes.move(of_token(game, holder, before), of_token(game, holder, after))


def forget(registry: Registry, game: str, holder: str, token: str) -> int:
    """Forget what was written with a seat's token; how many notes there were."""
    return registry.store.notes.drop(of_token(game, holder, token))

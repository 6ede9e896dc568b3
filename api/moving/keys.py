"""The keys of a store that moves: which sign there, and whether they can here."""

from __future__ import annotations

from napoleon.log.store.keys import FORMER_SECRET, SECRET, chosen_secret, known_part, signing_part
from napoleon.log.store.moved import MoveRefused
from napoleon.play.games import Games
from napoleon.record.key_list import shown
from napoleon.record.key_transfer import put_aside, signs_in, take_in
from napoleon.record.keys import ORIGIN, chosen_name


def check_keys(games: Games, keys: bytes) -> None:
    """Raise MoveRefused unless the key that signs in the other store is known here.

    `keys` are those of the other store as text. Raises KeyUnusable if they are no such text.
    """
    theirs, is_given = signs_in(keys)
    if theirs is None:
        return
    goes_on = is_given and not chosen_secret(games.env)
    if not is_given:
        goes_on = signing_part(games.env, theirs.public) is not None
        if not goes_on and known_part(games.env, theirs.public) is None:
            raise MoveRefused(
                f"The record of this store is signed with the key {shown(theirs)}, which is made "
                f"from a secret, and {SECRET} is another one here, or not set. Set it as it was "
                f"there; or, if the new service is to have another one, set the old one as "
                f"{FORMER_SECRET}."
            )
        if not chosen_secret(games.env):
            raise MoveRefused(f"Set {SECRET}, too: the key of this store is made from a secret.")
    if goes_on and theirs.name != (name := chosen_name(games.env)):
        raise MoveRefused(
            f"The key of this store is called {theirs.name!r}, and {ORIGIN} names another one "
            f"here, {name!r}: set it as it was there."
        )


def take_in_keys(games: Games, keys: bytes) -> list[str]:
    """Take in the keys of another store; what the operator has to know, in sentences.

    Raises KeyUnusable, OSError.
    """
    theirs, is_given = signs_in(keys)
    found = take_in(games, keys)
    notes = []
    if found.signs is not None and theirs is not None and found.signs != theirs:
        notes.append(
            f"The key {shown(found.signs)} signs from now on. What the key {shown(theirs)} has "
            "signed holds as before."
        )
        if is_given:
            put_aside(games, keys)
            notes.append(
                "Addresses in mails that went out before are known by that key. It lies in the "
                "folder of NAPOLEON_HOME here: keep it where 'napoleon mail' runs."
            )
    return notes

"""Cards in letters: what those say that their reader holds since the last letter, once each."""

from __future__ import annotations

from api.commands.cards import described
from api.reading import Reading
from napoleon.log.errors import UnknownVersion
from napoleon.rules.picture.cards import CardFace


def new_cards(reading: Reading, told: int) -> list[str]:
    """The cards that the reader holds, and did not at the version `told`; 0 stands for none yet.

    Cards that do the same are told together.
    """
    held = reading.held
    if not held:
        return []
    before = {it.id for it in _held_at(reading, told)}
    return list(described(reading, [it for it in held if it.id not in before]))


def _held_at(reading: Reading, version: int) -> list[CardFace]:
    """The cards that the reader held at an earlier version."""
    if not version:
        return []
    if version >= reading.game.version:
        return reading.held
    try:
        game = reading.games.at(reading.game.id, version)
    except UnknownVersion:
        return []
    return reading.of(game).held

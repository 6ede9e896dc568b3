"""Judges who are people here: with a desk on which their chair lies, and an address."""

from __future__ import annotations

from api.people.registry import open_registry
from api.people.rows import AddressRow, SeatRow
from api.people.signing_in import begin
from napoleon.play.games import Games


def with_a_desk(games: Games, game_id: str, holder: str, name: str = "Suchet") -> None:
    """Let the holder of a seat have a desk with it, and a confirmed address."""
    registry = open_registry(games)
    try:
        entered, _ = begin(registry, name, "en", "mail")
        address, now = f"{name.lower()}@players.example", registry.now()
        person = entered.person.id
        assert registry.store.addresses.put(AddressRow(person, address, address, now))
        token = games.open(game_id).tokens[holder]
        assert registry.store.seats.put(SeatRow(person, game_id, holder, token, now), 9)
    finally:
        registry.store.close()

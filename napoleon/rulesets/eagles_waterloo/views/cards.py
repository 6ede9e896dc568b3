"""A card as one reader may see it [(d), G-37, G-38, G-44]."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.views import sight


class FaceView(msgspec.Struct, kw_only=True):
    """What is printed on a card; what it does not have is None."""

    number: int
    name: str
    kind: str
    """``general``, ``infantry``, ``cavalry``, ``artillery``, ``terrain`` or ``special``."""
    corps: str | None
    cv: int | None
    """Combat value: its dice [7.1]."""
    morale: str | None
    """Class from ``A`` to ``D`` [6.0]."""
    fire: int | None
    shock: int | None
    fire_long: int | None
    fire_short: int | None
    horse: bool
    """Whether it is horse artillery [7.24]."""
    lancer: bool
    attack: int | None
    """What a general adds to morale in an enemy position, and in an own one [12.1]."""
    defence: int | None
    command: str | None
    terrain: str | None
    """``hill``, ``woods``, ``river`` or ``building``."""
    lane: str | None
    """``left``, ``centre`` or ``right`` of its owner, where terrain belongs [4.2]."""
    capacity: int | None
    crossing_limit: int | None
    effect: str | None
    """What a special does, in our words [13.a]."""
    windows: str | None
    """When it is played: letters of 13.a."""
    bp: int
    data_status: str


def face(table: Table, card: str) -> FaceView:
    """What a card says."""
    return in_print(table.data, card)


@lru_cache(4096)  # hundreds are on every page, and what is printed on them stays the same
def in_print(pack: Pack, card: str) -> FaceView:
    """What a card says, whether it is in play or not."""
    it = pack.by_id[labels.printed(card)]
    terrain = it if isinstance(it, labels.Terrain) else None
    general = it if isinstance(it, labels.General) else None
    special = it if isinstance(it, labels.Special) else None
    unit = it if labels.is_unit(it) else None
    gun = it if isinstance(it, labels.Artillery) else None
    fighter = it if isinstance(it, labels.Infantry | labels.Cavalry) else None
    return FaceView(
        number=it.no,
        name=labels.named(pack, card),
        kind=it.kind,
        corps=it.corps or None,
        cv=unit.cv if unit else None,
        morale=unit.morale if unit else None,
        fire=fighter.fire if fighter else None,
        shock=fighter.shock if fighter else None,
        fire_long=gun.fire_long if gun else None,
        fire_short=gun.fire_short if gun else None,
        horse=gun.horse if gun else False,
        lancer=unit.lancer if unit else False,
        attack=general.attack if general else None,
        defence=general.defence if general else None,
        command=general.command or None if general else None,
        terrain=terrain.terrain if terrain else None,
        lane=terrain.lane if terrain else None,
        capacity=terrain.capacity or None if terrain else None,
        crossing_limit=terrain.crossing_limit or None if terrain else None,
        effect=special.effect if special else None,
        windows=" ".join(special.windows) if special else None,
        bp=it.bp,
        data_status=it.status,
    )


_OF_KIND = {
    "general": "12.1",
    "infantry": "7.21",
    "cavalry": "7.22",
    "artillery": "7.23",
    "hill": "11.1",
    "woods": "11.2",
    "river": "11.3",
    "building": "11.4",
}
"""The clause that says what a card does; each special has one of its own."""


def clause_of(face: FaceView) -> str:
    """The clause that says what a card does."""
    if face.kind == "special":
        return f"13.a.{face.number}"
    return _OF_KIND[face.terrain or face.kind]


class CardView(msgspec.Struct, kw_only=True):
    """A card in play: all that it says, or only a token of its nation's colour [G-44]."""

    id: str
    """Of the card, or its token if the reader may see no more than that."""
    nation: str
    """Its back tells."""
    face: FaceView | None
    """None where only the back is seen, as all that follows down to `acted`."""
    formation: str | None
    """``line``, ``column`` or ``square`` of infantry."""
    blown: bool | None
    moves: int | None
    """Made in this player turn."""
    acted: bool | None
    """Whether its action of this player turn is over."""
    decoy: bool | None
    """Whether it lies face down and is no unit [14.0]."""
    hits: int
    """That are not checked yet."""
    terrain: str | None
    """The terrain card that it stands on."""
    revealed: bool
    """Whether it lies face up."""


def card_view(table: Table, seat: str, battle: Battle, card: str) -> CardView:
    """A card as `seat` may see it."""
    it = battle.cards[card]
    seen = sight.sees_card(table, seat, battle, card)
    infantry = labels.kind_of(table, card) == labels.INFANTRY
    bluff = not it.revealed and not labels.is_unit(labels.label(table, card))
    return CardView(
        id=card if seen else it.token,
        nation=it.nation,
        face=face(table, card) if seen else None,
        formation=(it.formation or "line") if seen and infantry else None,
        blown=it.blown if seen else None,
        moves=it.moves if seen else None,
        acted=it.acted if seen else None,
        decoy=bluff and not places.is_reserve(it.place) if seen else None,
        hits=it.hits,
        terrain=it.terrain or None,
        revealed=it.revealed,
    )

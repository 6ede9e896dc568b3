"""Reading a data pack from its folder. Tables that cannot be used make the pack unusable [G-01]."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from typing import NamedTuple, get_args

import msgspec

from napoleon.rules.kit.packs import Row, Status, TableReader
from napoleon.rulesets.eagles_waterloo.packs.campaign import BattleId, Campaign, StageId
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    SIDE_OF,
    AnyCard,
    Named,
    Special,
    Terrain,
    Until,
    Window,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import BATTLES, Army, Pack, Place, Way

CAMPAIGN = "campaign.json"


class SpecialRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What ``specials.csv`` adds to a special card [13.a, G-63]."""

    no: int
    id: str
    windows: tuple[Window, ...] = msgspec.field(name="window")
    names: Named
    effect_kind: str
    amount: int = msgspec.field(name="effect_amount")
    until: Until
    target: str
    note: str
    status: Status
    source: str


class PackAndSpecials(NamedTuple):
    """A pack, and the rows that its specials were made of, by number of the card."""

    pack: Pack
    specials: dict[int, SpecialRow]


class _CardRow(msgspec.Struct, frozen=True):
    card: AnyCard


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing, or has bad rows."""
    return read_pack(folder).pack


def read_pack(folder: Traversable) -> PackAndSpecials:
    """The pack in `folder` and the rows of its specials. Raises PackError as `load_pack` does."""
    reader = TableReader(folder)
    specials = reader.table("specials.csv", SpecialRow, _special_row)
    cards = [row.card for row in reader.table("cards.csv", _CardRow, _card_row(specials))]
    armies = reader.table("battles.csv", Army)
    campaign = reader.document(CAMPAIGN, Campaign)
    places = reader.table("positions.csv", Place)
    lanes = reader.table("lanes.csv", Way)
    reader.raise_problems()
    assert campaign is not None, "else there is a problem"
    _tell_cards(reader, cards)
    _tell_specials(reader, cards, specials)
    _tell_armies(reader, armies, campaign)
    _tell_campaign(reader, campaign)
    _tell_places(reader, places, lanes)
    reader.raise_problems()
    pack = Pack(
        cards=cards,
        armies=armies,
        campaign=campaign,
        places=places,
        lanes=lanes,
        digest=reader.hash,
    )
    return PackAndSpecials(pack, {row.no: row for row in specials})


def _special_row(row: Row) -> Row:
    return {
        **row,
        "window": row.get("window", "").split(),
        "names": row.get("names", "").replace("+", "_and_").replace(" ", "_"),
        "until": row.get("until", "").replace(" ", "_"),
    }


def _card_row(specials: Iterable[SpecialRow]) -> Callable[[Row], Row]:
    """Leaves the columns of other kinds out of a row, and puts to a special what is beside it."""
    beside = {
        str(it.no): {
            "windows": it.windows,
            "names": it.names,
            "until": it.until,
            "target": it.target,
        }
        for it in specials
    }

    def adapt(row: Row) -> Row:
        filled = {
            column: value
            for column, value in row.items()
            if value != "" or column in {"corps", "organisation"}
        }
        card = {**filled, "battles": row.get("battles", "").split()}
        if row.get("kind") == "special":
            card |= beside.get(row.get("no", ""), {})
        return {"card": card}

    return adapt


def _tell_cards(reader: TableReader, cards: list[AnyCard]) -> None:
    reader.tell_twice("cards.csv", (card.no for card in cards))
    reader.tell_twice("cards.csv", (card.id for card in cards))
    for card in cards:
        where = f"card {card.no}"
        if isinstance(card, Terrain | Special) == bool(card.corps):
            reader.tell("cards.csv", where, "needs a corps if it is a unit or general, only then")
        if not card.battles:
            reader.tell("cards.csv", where, "belongs to no battle")
        if isinstance(card, Terrain):
            river = card.terrain == "river"
            if river != bool(card.crossing_limit) or river == bool(card.capacity):
                words = "needs a limit of crossings if it is a river, and a capacity if it is none"
                reader.tell("cards.csv", where, words)


def _tell_specials(reader: TableReader, cards: list[AnyCard], specials: list[SpecialRow]) -> None:
    reader.tell_twice("specials.csv", (row.no for row in specials))
    known = {str(card.no) for card in cards if isinstance(card, Special)}
    reader.tell_unknown("specials.csv", "special", (str(row.no) for row in specials), known)
    for row in specials:
        if not row.windows:
            reader.tell("specials.csv", str(row.no), "can never be played")


def _tell_armies(reader: TableReader, armies: list[Army], campaign: Campaign) -> None:
    reader.tell_twice("battles.csv", (f"{army.battle} {army.nation}" for army in armies))
    needed = [
        f"{battle} {nation}" for battle in BATTLES for nation in campaign.battles.of(battle).nations
    ]
    there = [f"{army.battle} {army.nation}" for army in armies]
    reader.tell_missing("battles.csv", needed, there)
    reader.tell_unknown("battles.csv", "army in the campaign like", there, needed)
    for army in armies:
        where = f"{army.battle} {army.nation}"
        if SIDE_OF[army.nation] != army.side:
            reader.tell("battles.csv", where, f"does not fight for the {army.side} side")
        if army.muster > army.deck:
            reader.tell("battles.csv", where, "has a muster of more cards than its deck")


def _tell_campaign(reader: TableReader, campaign: Campaign) -> None:
    stages = [stage.id for stage in campaign.stages]
    reader.tell_twice(CAMPAIGN, stages)
    reader.tell_missing(CAMPAIGN, get_args(StageId), stages)
    for stage in campaign.stages:
        named = [battle for battle, _ in stage.turn_order]
        named += [stage.deciding_battle] if stage.deciding_battle else []
        reader.tell_unknown(CAMPAIGN, f"battle in the stage {stage.id}", named, stage.battles)
        for result, then in stage.next.items():
            if bool(then.stage) == bool(then.campaign_won_by):
                words = "needs either another stage or a winner of the campaign"
                reader.tell(CAMPAIGN, f"{stage.id} {result}", words)
    for battle in get_args(BattleId):
        fought = campaign.battles.of(battle)
        if set(fought.nations) != set(fought.reinforcements):
            reader.tell(CAMPAIGN, battle, "has reinforcements of others than those who fight")


def _tell_places(reader: TableReader, places: list[Place], lanes: list[Way]) -> None:
    reader.tell_twice("positions.csv", (place.id for place in places))
    known = {place.id for place in places}
    for place in places:
        named = {place.lane, place.opposite, place.own_reserve}
        if place.role == "position":
            reader.tell_unknown("positions.csv", "place", sorted(named - {place.lane, ""}), known)
        if ("" in named) if place.role == "position" else named != {""}:
            words = "must name lane, opposite and Reserve if it is a position, and only then"
            reader.tell("positions.csv", place.id, words)
        if (place.role == "reserve") == bool(place.column):
            reader.tell("positions.csv", place.id, "needs a column unless it is a Reserve")
        if (place.role == "middle_ground") == bool(place.side):
            reader.tell("positions.csv", place.id, "needs a side unless it is Middle Ground")
    reader.tell_twice("lanes.csv", ("-".join(sorted((way.a, way.b))) for way in lanes))
    for way in lanes:
        over = [way.crosses] if way.crosses else []
        reader.tell_unknown("lanes.csv", "place", [way.a, way.b, *over], known)

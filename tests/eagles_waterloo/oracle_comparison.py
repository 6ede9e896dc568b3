"""Positions of the game as the oracle reads them, and in what two positions differ.

The oracle (`oracle/`) was written from the digest alone. Its places, formations and numbers of
cards are the printed ones.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from napoleon.rulesets.eagles_waterloo.state import Card as CardInPlay
from tests.eagles_waterloo.oracle.cards import Face, read_faces
from tests.eagles_waterloo.oracle.deployment import Layout, Placed
from tests.eagles_waterloo.oracle.field import (
    SIDES,
    Card,
    Effect,
    Ground,
    Position,
    is_reserve,
    positions,
    reserve,
)
from tests.rulesets.comparing import Answers, unequal

PACK = RULES.pack
ANSWERS: Answers[State] = Answers(RULES)

NATIONS = ("french", "british", "prussian")
POSITIONS = tuple(positions())
PLACES = (*POSITIONS, *map(reserve, SIDES))
FORMATIONS = ("line", "column", "square")

with as_file(files("napoleon.rulesets.eagles_waterloo") / "data" / "cards.csv") as file:
    FACES: dict[int, Face] = read_faces(file)

AT_ONCE = frozenset({103, 109, 110, 197, 200, 295, 296, 298})
"""Specials that the oracle has done with once they are played."""

LA_GARDE_AU_FEU = 110


def number_of(card: str) -> int:
    """The number of a card, of which a deck may have copies."""
    return PACK.by_id[card.partition(".")[0]].no


def face_of(card: str) -> Face:
    """What is printed on a card, as the oracle has read it."""
    return FACES[number_of(card)]


def side_of(nation: str) -> str:
    """The side that a nation fights for."""
    return "french" if nation == "french" else "allied"


def reasons_told(answer: Refusal | None) -> list[Refusal]:
    """All reasons for which something is refused that can be wrong in several ways at once."""
    if answer is None:
        return []
    told = answer.facts.get("reasons")
    return (
        [Refusal(it["code"], it["clause"], it["detail"], {}) for it in told] if told else [answer]
    )


def differences(mine: Position, yours: Position, what: object) -> list[str]:
    """What is to be said of a position of the game, where the oracle expects another."""
    found = []
    for card in sorted({*mine.cards, *yours.cards}):
        found += unequal(mine.cards.get(card), yours.cards.get(card), f"{card} after {what}")
    for part in ("ground", "crossings", "effects", "played", "eliminated", "in_hand"):
        found += unequal(getattr(mine, part), getattr(yours, part), f"{part} after {what}")
    return found


# -- a battle --------------------------------------------------------------------------------------


def position_of(state: State, *, asked: bool = False) -> Position:
    """A moment of the running battle; `asked` while the enemy has their window [G-62]."""
    battle = state.battle
    cards = {card: _card(battle, card, it) for card, it in battle.cards.items()}
    current = battle.cards.get(battle.current)
    played = [it for it in battle.played if it.phase == state.phase]
    return Position(
        battle=battle.id,
        acting=battle.active,
        cards=cards,
        phase="asked" if asked else state.phase,
        ground={
            number_of(site): Ground(face_of(site), it.place, it.side)
            for site, it in battle.sites.items()
        },
        orders_given=battle.checked if state.phase == "morale" else battle.fought,
        in_hand="" if current is None or current.acted else battle.current,
        crossings={lane: n for lane, n in battle.crossed.items() if n},
        prussians_arrived=battle.arrived,
        effects=_effects(battle),
        played=tuple(
            (it.side, number_of(it.card), _position_named(battle, it.place, it.target))
            for it in played
        ),
        eliminated={card: face_of(card) for card in battle.routed if face_of(card).unit},
        hal_left=_hal_left(battle),
        in_campaign=state.is_campaign,
        decoys=bool(state.options["decoys"]),
    )


def _card(battle: Battle, card: str, it: CardInPlay) -> Card:
    face = face_of(card)
    hits = it.hits
    for played in battle.played:
        stands = played.place == it.place and played.side == side_of(it.nation)
        if number_of(played.card) == LA_GARDE_AU_FEU and stands and face.corps == "G" and hits:
            hits -= 1
    return Card(
        face=face,
        place=it.place,
        face_up=it.revealed,
        hits=hits,
        hit_this_turn=it.hits > 0 and face.unit and side_of(it.nation) != battle.active,
        formation=it.formation or "line",
        blown=it.blown,
        moves_used=it.moves,
        move_kinds=frozenset({it.way} - {""}),
        fired=it.acted,
        extra_moves=it.extra,
        arrived_this_turn=it.late,
        on_terrain=number_of(it.terrain) if it.terrain else None,
        silenced=it.silent > 0,
        withdrawn=it.rests,
    )


def _effects(battle: Battle) -> tuple[Effect, ...]:
    found = []
    for it in battle.played:
        number = number_of(it.card)
        in_lane = bool(it.place) and "_" not in it.place
        place, lane = ("", it.place) if in_lane else (it.place, "")
        if number not in AT_ONCE:
            found.append(Effect(number, it.side, place, it.target, lane))
    return tuple(found)


def _position_named(battle: Battle, place: str, target: str) -> str:
    """The position that a special was played on; empty for a lane, or for none [13.0, G-79]."""
    if not place and target in battle.cards:
        place = battle.cards[target].place
    return "" if "_" not in place or is_reserve(place) else place


def _hal_left(battle: Battle) -> int:
    known = {number_of(card) for card in (*battle.cards, *battle.routed)}
    known |= {number_of(card) for deck in battle.decks.values() for card in deck}
    hal = {no for no, it in FACES.items() if it.nation == "british" and it.unit}
    return len({no for no in hal if "hal" in FACES[no].battles} - known)


# -- before the battle -----------------------------------------------------------------------------


def layout_of(state: State, battle: Battle, seat: str) -> Layout:
    """How one side lies before the first turn."""
    cards = {
        card: Placed(
            face_of(card),
            it.place,
            face_up=it.revealed,
            formation=it.formation or "line",
            on_terrain=number_of(it.terrain) if it.terrain else None,
        )
        for card, it in battle.cards.items()
        if side_of(it.nation) == seat
    }
    fixed = set()
    for site, lying in battle.sites.items():
        if lying.side == seat:
            cards[site] = Placed(face_of(site), lying.place, face_up=True)
            if lying.fixed:
                fixed.add(site)
    return Layout(
        seat, cards, battle.id, decoys=bool(state.options["decoys"]), fixed=frozenset(fixed)
    )

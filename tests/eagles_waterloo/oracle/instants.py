"""4.3, 11.5, 12.4, 14.0: what happens the instant it is so, in the order of G-46."""

from dataclasses import dataclass, replace

from tests.eagles_waterloo.oracle.field import SIDES, Position, foe, own_positions, positions


@dataclass(frozen=True)
class Instants:
    """What follows at once: generals dead because they are alone, decoys eliminated, terrain
    fallen as number to the side that has it now, the winner or "", and the position then."""

    dead: frozenset[str]
    decoys: frozenset[str]
    fallen: dict[int, str]
    winner: str
    position: Position


def instants(position: Position, emptied=frozenset()):
    """What follows from any single event; `emptied` are the terrain cards whose last defender
    has just routed in a morale check (11.5)."""
    dead = lone_generals(position)
    after = position.without(dead)
    decoys = engaged_decoys(after)
    after = after.without(decoys)
    fallen = {
        number: foe(after.ground[number].holder)
        for number in sorted(emptied)
        if falls(after, number)
    }
    ground = {
        number: replace(it, holder=fallen.get(number, it.holder))
        for number, it in after.ground.items()
    }
    after = replace(after, ground=ground)
    return Instants(dead, decoys, fallen, winner(after), after)


def lone_generals(position):
    """Generals without an own unit card in a position with enemy unit cards (12.4, G-27)."""
    return frozenset(
        name
        for name, card in position.cards.items()
        if card.leads
        and not position.units(card.place, card.side)
        and position.units(card.place, foe(card.side))
    )


def engaged_decoys(position):
    """Decoys of engaged positions, even if own units are there (14.0)."""
    return frozenset(
        name for name, card in position.cards.items() if card.decoy and position.engaged(card.place)
    )


def falls(position, number):
    """Whether the emptied terrain falls to enemy infantry in its position (11.5, G-23)."""
    it = position.ground[number]
    if it.type == "river" or position.lying_on(number):
        return False
    return bool(infantry_of(position, it.place, foe(it.holder)))


def infantry_of(position, place, side):
    return {name for name, card in position.units(place, side).items() if card.kind == "infantry"}


def winner(position):
    """The side with infantry or cavalry alone in an enemy position, or "" (4.3, G-08)."""
    for side in SIDES:
        for place in own_positions(foe(side)):
            force = position.units(place, side).values()
            if any(it.face.winner for it in force) and not position.units(place, foe(side)):
                return side
    return ""


def captors_refused(position, number, names, side):
    """Refusals of ChooseCaptors(cards, terrain) by the new holder (G-23)."""
    it = position.ground[number]
    reasons = set()
    for name in names:
        card = position.cards[name]
        if card.kind != "infantry":
            reasons.add("not_infantry")
        if card.place != it.place or card.side != side:
            reasons.add("not_in_position")
    if len(names) > it.face.capacity:
        reasons.add("capacity")
    return reasons


def stack_refused(position):
    """Refusals of EndCombat: own positions of either side's with more than 4 or two generals
    (8.4, 12.0, G-15, G-24). Face-down cards of every kind count (G-29)."""
    reasons = set()
    for place in positions():
        cards = position.standing(place, position.acting).values()
        if sum(it.face.unit or it.decoy for it in cards) > 4:
            reasons.add("stack_full")
        if sum(it.kind == "general" for it in cards) > 1:
            reasons.add("two_generals")
    return reasons


def dead_draw(position, decks):
    """Whether no infantry or cavalry is left on either side, in play or in `decks` (G-09)."""
    in_play = [card.face for card in position.cards.values()]
    return not any(face.winner for face in [*in_play, *decks])


def quiet_draw(decks_empty, quiet_turns):
    """Whether G-54 draws the battle: both decks empty and ten player turns without a card hit,
    moved into an enemy position, or terrain captured."""
    return decks_empty and quiet_turns >= 10

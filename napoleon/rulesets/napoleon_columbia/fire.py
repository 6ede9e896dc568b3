"""6.33 Fire: engaged, or by artillery at long range [6.4]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.phrases import written
from napoleon.rules.prose.storybook import signed
from napoleon.rules.wording import Phrase, Said, say
from napoleon.rulesets.napoleon_columbia import (
    firepower,
    fog,
    hits,
    phrases,
    places,
    terrain,
    units,
)
from napoleon.rulesets.napoleon_columbia.acting import FIGHTER, Acting
from napoleon.rulesets.napoleon_columbia.events.combat import (
    ChargeSpent,
    FirstFireSpent,
    UnitFired,
)
from napoleon.rulesets.napoleon_columbia.firepower import LONG, SHORT, SQUARE
from napoleon.rulesets.napoleon_columbia.orders import Fire
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.table import refuse

OPEN = "open"


def _refuse_unit(it: Acting) -> Refusal | None:
    return _refuse_state(it) or _refuse_range(it)


def refuse_in_reserve(it: Acting) -> Refusal | None:
    """Units in the Reserve, which do not fire [6.33]."""
    if places.is_reserve(it.place):
        return refuse("IN_RESERVE", "6.33", "Nobody fires from the Reserve.")
    return None


def _refuse_state(it: Acting) -> Refusal | None:
    """Units that cannot fire at all now [6.33, 6.31, 6.52]."""
    fighter = it.fighter
    if refusal := refuse_in_reserve(it):
        return refusal
    if fighter.fired:
        return refuse("ALREADY_FIRED", "6.33", f"{it.name} has fired in this combat turn.")
    if fighter.shelter:
        return refuse("SHELTERED", "6.52", f"{it.name} shelters in a square, and does not fire.")
    if fighter.shaken:
        return it.refuse_shaken()
    if fighter.moves > it.most_with_fire:
        return refuse("ALREADY_MOVED", "6.33", f"{it.name} has moved in this combat turn.")
    return None


def _refuse_range(it: Acting) -> Refusal | None:
    """Who is near enough [6.33, N-24]."""
    if it.is_engaged:
        return None
    if it.kind not in units.ARTILLERY:
        detail = f"{it.name} fires at enemies in its own position only."
        return refuse("NOT_ENGAGED", "6.33", detail)
    if not it.is_in_own_position:
        return refuse("NO_TARGET", "6.33.art", "There is no enemy position beyond.")
    target = places.opposite(it.place)
    if it.battle.terrain_at(target) == terrain.WOODS:
        return refuse("WOODS", "6.21.woods", "Artillery does not fire into Woods.")
    if it.table.state.is_engaged(it.battle, target):
        detail = "Friends stand among the enemies there, so it is no target at long range."
        return refuse("POSITION_ENGAGED", "6.33.art", detail)
    return None


def _refuse_target(it: Acting, group: str) -> Refusal | None:
    """Whether there is anybody to be hit, with a firepower that hits [6.4, 6.51]."""
    place = it.aim
    aimed_at = hits.targets(it.table, it.battle, place, enemy(it.side), group)
    if not aimed_at:
        squares = "in square" if group == SQUARE else "in the open"
        return refuse("NO_TARGET", "6.4", f"No enemy stands {squares} there.")
    if spares_farm(it, place) and aimed_at == [it.battle.terrain[place].holder]:
        detail = "Only the holder of the Farm is there, whom cavalry does not hit."
        return refuse("FARM_CAVALRY", "6.21.farm", detail)
    if not total(_breakdown(it, group)):
        detail = "With all that changes it the firepower is F0, which hits nobody."
        return refuse("F_ZERO", "6.51", detail)
    return None


def _breakdown(it: Acting, group: str) -> tuple[Line, ...]:
    return firepower.breakdown(it.table, it.battle, it.unit, it.reach, group)


def spares_farm(it: Acting, place: str) -> bool:
    """Whether hits of a unit pass by the holder of a Farm: those of cavalry do [6.21.farm]."""
    return it.kind == units.CAVALRY and it.battle.terrain_at(place) == terrain.FARM


def _fire(it: Acting, order: Fire) -> None:
    """As many dice as it has steps; each that is no higher than its firepower hits [3.3, 3.5]."""
    table, battle, unit = it.table, it.battle, it.unit
    fog.reveal(table, battle.town, [unit], "fires", "N-47")
    distance, place = it.reach, it.aim
    lines, target = _breakdown(it, order.group), enemy(it.side)
    worth, least = total(lines), 1 if distance == LONG else 0
    aimed_at = [
        table.state.blocks[other]
        for other in hits.targets(table, battle, place, target, order.group)
    ]
    purpose = f"fire of {units.name_for_chance(table, unit)}"
    dice = tuple(
        table.draw(range(1, 7), purpose, PUBLIC)[0] for _ in range(it.block.strength)
    )  # fmt: skip
    it.tell(
        UnitFired,
        "6.33",
        *(line.clause for line in lines[1:]),
        range=distance,
        place=place,
        group=order.group,
        firepower=worth,
        breakdown=lines,
        dice=dice,
        hits=sum(die <= worth for die in dice),
        target=target,
        least=least,
        spares_farm=spares_farm(it, place),
        counts=any(other.strength > least or not other.revealed for other in aimed_at),
        draw=table.state.draws + len(dice) - 1,
    )
    if it.fighter.charge:
        it.tell(ChargeSpent, "N-23")
    if it.fighter.first_fire and distance == SHORT:
        it.tell(FirstFireSpent, "6.33.art")


# -- in words --------------------------------------------------------------------------------------


def _says(it: Acting, order: Fire) -> Phrase:
    if order.group == SQUARE:
        return say("Fire with %(unit)s at the squares %(where)s", where=it.on(it.aim))
    if it.reach == LONG:
        return say("Fire with %(unit)s at %(place)s", place=phrases.the_place(it.role, it.aim))
    return say("Fire with %(unit)s at the enemy %(where)s", where=it.on(it.aim))


_ADDED: Mapping[str, Phrase] = {
    "charge": say("charge %(amount)s"),
    "first fire": say("first fire %(amount)s"),
    "on the Farm": say("on the Farm %(amount)s"),
    "on the Hill": say("on the Hill %(amount)s"),
    "at a square": say("at a square %(amount)s"),
    "in Woods": say("in Woods %(amount)s"),
}
"""What changes a firepower, by what its line notes."""


def _follows(it: Acting, order: Fire) -> Iterator[Phrase]:
    lines = _breakdown(it, order.group)
    yield phrases.dice(it.block.strength, total(lines))
    for line in lines:
        if line.note in _ADDED:
            yield Phrase(_ADDED[written(line.note)].text, {"amount": Said(signed(line.amount))})
    if it.reach == LONG:
        yield say("at long range, which eliminates nobody")


GROUP: Domain[Acting] = Domain(lambda it: (OPEN, SQUARE), refusal=_refuse_target)
"""What is fired at in a position [6.51]."""

VERBS = (
    DeclaredVerb(
        Fire,
        FIGHTER,
        "6.33",
        fields={"group": GROUP},
        unable=_refuse_unit,
        does=_fire,
        lines={"fire {unit:unit} at squares": {"group": SQUARE}},
        line="fire {unit:unit}",
        says=_says,
        follows=_follows,
        target=lambda it, order: it.aim,
        irreversible=Irreversible.ALWAYS,
    ),
)

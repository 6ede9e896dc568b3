"""Marches, forced marches, and the attacks that come of them [chapters 5 and 6.1]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import Manner, alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.fights import (
    AttackDeclared,
    AttacksCounted,
    BattleOrdered,
    SkirmishOrdered,
)
from napoleon.rulesets.napoleon_columbia.events.march import (
    ForcedChecksEnded,
    ForcedMarchChecked,
    ForcedMarchesNoted,
    GroupActivated,
    LeaderKeptHidden,
    LeaderRevealed,
    MarchEnded,
    RoadFilled,
    UnitHalted,
    UnitMarched,
)
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.story.notes import why
from napoleon.rulesets.napoleon_columbia.story.sides import units_of
from napoleon.rulesets.napoleon_columbia.story.units import (
    Who,
    grouped,
    several,
    the_unit,
    who,
    with_steps,
)


class Way(NamedTuple):
    """From where a unit marched, by which towns, and whether it was forced on the last road."""

    start: str
    stops: tuple[str, ...]
    forced: bool


def marched(words: Words, paragraph: Paragraph, event: UnitMarched) -> Iterator[str]:
    """All marches of a paragraph: from each town, who went where."""
    if not paragraph.begins(event):
        return
    ways = list(grouped(list(_ways(paragraph))))
    for start in dict.fromkeys(way.start for way, _ in ways):
        legs = [_leg(words, way, units) for way, units in ways if way.start == start]
        yield words.gettext("From %(town)s %(legs)s.", town=words.name(start), legs="; ".join(legs))


def _ways(paragraph: Paragraph) -> Iterator[tuple[Way, Who]]:
    """The way of each unit; of a block that cannot be followed each road by itself."""
    current: tuple[Way, Who] | None = None
    for it in paragraph.all(UnitMarched):
        if current is not None:
            way, unit = current
            same = unit.unit == it.unit and (it.unit is not None or unit.token == it.token)
            if same and way.stops[-1] == it.origin:
                current = (Way(way.start, (*way.stops, it.town), it.forced), unit)
                continue
            yield current
        current = (Way(it.origin, (it.town,), it.forced), Who(it.unit, it.token))
    if current is not None:
        yield current


def _leg(words: Words, way: Way, units: list[Who]) -> str:
    told, number = several(words, units)
    *between, last = way.stops
    by = words.gettext(" by way of %(towns)s", towns=words.listed(between)) if between else ""
    if last == way.start:
        return words.ngettext(
            "%(who)s marched to %(towns)s and back%(forced)s",
            "%(who)s marched to %(towns)s and back%(forced)s",
            number,
            who=told,
            towns=words.listed(between),
            forced=words.gettext(", by a forced march") if way.forced else "",
        )
    return words.ngettext(
        "%(who)s marched%(by)s to %(town)s%(forced)s",
        "%(who)s marched%(by)s to %(town)s%(forced)s",
        number,
        who=told,
        by=by,
        town=words.name(last),
        forced=words.gettext(", by a forced march") if way.forced else "",
    )


def checked(words: Words, paragraph: Paragraph, event: ForcedMarchChecked) -> Iterator[str]:
    """All dice of forced marches, and what they cost."""
    if not paragraph.begins(event):
        return
    checks = paragraph.all(ForcedMarchChecked)
    gone = {it.token for it in paragraph.all(UnitEliminated) if it.cause == "forced"}
    told = []
    for it in checks:
        lost = paragraph.since(it).until(ForcedMarchChecked).first(UnitEliminated)
        unit = Who(lost.unit, it.token) if lost is not None else who(paragraph, it)
        name = with_steps(words, unit)
        reasons = why(words, it.breakdown)
        if it.token in gone:
            phrase = words.gettext(
                "%(who)s rolled %(die)s%(why)s and was lost on the road",
                who=name,
                die=it.die,
                why=reasons,
            )
        elif it.harmed:
            phrase = words.gettext(
                "%(who)s rolled %(die)s%(why)s and lost a step",
                who=name,
                die=it.die,
                why=reasons,
            )
        else:
            phrase = words.gettext(
                "%(who)s rolled %(die)s%(why)s and lost nothing",
                who=name,
                die=it.die,
                why=reasons,
            )
        told.append(phrase)
    yield words.gettext(
        "A forced march costs a step unless the die shows 4 or more: %(dice)s.",
        dice="; ".join(told),
    )


def attacked(words: Words, paragraph: Paragraph, event: AttackDeclared) -> Iterator[str]:
    """All attacks of a turn, and whether they make battles or skirmishes."""
    if not paragraph.begins(event):
        return
    attacks = paragraph.all(AttackDeclared)
    told = [_attack(words, it) for it in attacks]
    yield words.ngettext(
        "There was an attack: %(attacks)s.",
        "There were attacks: %(attacks)s.",
        len(attacks),
        attacks="; ".join(told),
    )


def _attack(words: Words, event: AttackDeclared) -> str:
    values = {
        "town": words.name(event.town),
        "attackers": units_of(words, event.side, event.attackers),
        "defenders": units_of(words, enemy(event.side), event.defenders),
    }
    if event.skirmish:
        return words.gettext(
            "at %(town)s %(attackers)s against %(defenders)s, which makes a skirmish", **values
        )
    return words.gettext(
        "at %(town)s %(attackers)s against %(defenders)s, which makes a battle", **values
    )


def ordered(words: Words, paragraph: Paragraph, event: BattleOrdered) -> Iterator[str]:
    """In which order several battles are fought, told with the last of them."""
    battles = paragraph.all(BattleOrdered)
    if len(battles) > 1 and battles[-1] is event:
        yield words.gettext(
            "The battles were to be fought side by side, in this order: %(towns)s.",
            towns=words.listed(it.town for it in battles),
        )


MARCH: Chapter = {
    **tellings(
        {
            LeaderRevealed: (
                alone(
                    "%(leader)s was shown, to steady the units around.",
                    leader=by(the_unit, "leader"),
                ).when(lambda it: it.purpose == "morale"),
                alone(
                    "%(leader)s was shown at %(town)s, to help the forced marches that began at "
                    "%(start)s.",
                    leader=by(the_unit, "leader"),
                ),
            ),
        },
        Manner(),
    ),
    GroupActivated: nothing,
    UnitMarched: marched,
    RoadFilled: nothing,
    UnitHalted: nothing,
    MarchEnded: nothing,
    ForcedMarchesNoted: nothing,
    LeaderKeptHidden: nothing,
    ForcedMarchChecked: checked,
    ForcedChecksEnded: nothing,
    AttackDeclared: attacked,
    AttacksCounted: nothing,
    SkirmishOrdered: nothing,
    BattleOrdered: ordered,
}

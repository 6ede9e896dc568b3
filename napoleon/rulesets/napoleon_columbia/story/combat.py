"""Combat turns: morale, moves, squares, reinforcement, stalemate [6.3, 6.5, 6.7]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.kit.declaring import told_by
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import Manner, by, numbered, tellings, together
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitsRevealed
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatEnded,
    CombatStepStarted,
    CombatTurnEnded,
    CombatTurnStarted,
    HolderSwapped,
    MoraleChecked,
    ReinforcementEnded,
    SquareFormed,
    StalemateCounted,
    StalemateDeclared,
    StreamCrossed,
    UnitDisengaged,
    UnitEngaged,
    UnitFired,
    UnitRepositioned,
    WithdrawalOrdered,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.places import is_reserve
from napoleon.rulesets.napoleon_columbia.story.notes import why
from napoleon.rulesets.napoleon_columbia.story.places import Spot, into, on, out_of, spot
from napoleon.rulesets.napoleon_columbia.story.sides import the
from napoleon.rulesets.napoleon_columbia.story.terms import the_piece
from napoleon.rulesets.napoleon_columbia.story.units import (
    BETWEEN,
    Who,
    grouped,
    run,
    several,
    the_unit,
    who,
    with_steps,
)
from napoleon.rulesets.napoleon_columbia.verbs import COMBAT as VERBS

_MOVES = (UnitEngaged, UnitDisengaged, UnitRepositioned)

_AFTER_MOVES = (UnitFired, SideRouted, SquareFormed, CombatEnded, CombatTurnEnded)
"""What ends a run of moves, as far as others are shown by them."""

_SILENT = (
    CombatStepStarted,
    CombatTurnStarted,
    CombatEnded,
    CombatTurnEnded,
    ReinforcementEnded,
    StalemateCounted,
)


def turn_began(words: Words, paragraph: Paragraph, event: CombatTurnStarted) -> Iterator[str]:
    """Whose combat turn it is, unless nothing came of it."""
    town = words.name(event.town)
    if all(isinstance(it, _SILENT) for it in paragraph.events):
        if paragraph.has(CombatTurnEnded):
            yield words.gettext(
                "Combat turn %(number)s at %(town)s: %(who)s did nothing.",
                number=event.number,
                town=town,
                who=the(words, event.side),
            )
        return
    yield words.gettext("Combat turn %(number)s at %(town)s.", number=event.number, town=town)


def morale(words: Words, paragraph: Paragraph, event: MoraleChecked) -> Iterator[str]:
    """All morale dice of a combat turn."""
    if not paragraph.begins(event):
        return
    told = []
    for it in paragraph.all(MoraleChecked):
        values = {
            "who": the_unit(words, it.unit),
            "die": it.die,
            "why": why(words, it.breakdown),
        }
        if it.good:
            told.append(words.gettext("%(who)s rolled %(die)s%(why)s and stood firm", **values))
        else:
            told.append(words.gettext("%(who)s rolled %(die)s%(why)s and wavered", **values))
    yield words.gettext(
        "Engaged units of one step need 4 or more to stand: %(dice)s.", dice="; ".join(told)
    )


def moved(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
    """Moves one after the other, those of the same way together."""
    moves = run(paragraph, event, _MOVES)
    ways = [(way, unit) for way, unit in _ways(paragraph, moves) if way[1] != way[2]]
    if not ways:
        return
    told = [_move(words, paragraph, way, units) for way, units in grouped(ways)]
    yield f"{'; '.join(told)}."
    yield from _met(words, paragraph, moves, {it.unit for _, it in ways})


def _met(
    words: Words, paragraph: Paragraph, moves: list[Any], movers: set[str | None]
) -> Iterator[str]:
    """The enemies that were shown as they were engaged."""
    shown = paragraph.since(moves[0]).until(*_AFTER_MOVES).all(UnitsRevealed)
    met = [
        Who(unit, token, it.strengths[unit])
        for it in shown
        for token, unit in it.units.items()
        if it.reason == "engaged" and unit not in movers
    ]
    if met:
        told, number = several(words, met)
        yield words.ngettext("That showed %(who)s.", "That showed %(who)s.", number, who=told)


_Way = tuple[type[Event], str, str]
"""What the last move was, from where, and where to."""


def _ways(paragraph: Paragraph, moves: list[Any]) -> Iterator[tuple[_Way, Who]]:
    """The way of each unit, with both moves of one that moves twice in a row."""
    current: tuple[_Way, Who] | None = None
    for it in moves:
        unit = who(paragraph, it)
        if current is not None:
            (_, origin, to), before = current
            same = before.unit == unit.unit and (unit.unit is not None or before.token == it.token)
            if same and to == it.origin:
                current = ((type(it), origin, it.to), unit)
                continue
            yield current
        current = ((type(it), it.origin, it.to), unit)
    if current is not None:
        yield current


def _move(words: Words, paragraph: Paragraph, way: _Way, units: list[Who]) -> str:
    kind, origin, to = way
    told, number = several(words, units)
    here, there = spot(paragraph, origin), spot(paragraph, to)
    if kind is UnitEngaged:
        return words.ngettext(
            "%(who)s moved %(origin)s and engaged the enemy %(where)s",
            "%(who)s moved %(origin)s and engaged the enemy %(where)s",
            number,
            who=told,
            origin=out_of(words, here),
            where=on(words, there),
        )
    if kind is UnitDisengaged:
        return words.ngettext(
            "%(who)s broke off %(where)s and went %(to)s",
            "%(who)s broke off %(where)s and went %(to)s",
            number,
            who=told,
            where=on(words, here),
            to=into(words, there),
        )
    if _crosses(paragraph, origin, to, there):
        return words.ngettext(
            "%(who)s advanced %(origin)s %(to)s, where no enemy stood",
            "%(who)s advanced %(origin)s %(to)s, where no enemy stood",
            number,
            who=told,
            origin=out_of(words, here),
            to=into(words, there),
        )
    return words.ngettext(
        "%(who)s moved %(origin)s %(to)s",
        "%(who)s moved %(origin)s %(to)s",
        number,
        who=told,
        origin=out_of(words, here),
        to=into(words, there),
    )


def _crosses(paragraph: Paragraph, origin: str, to: str, there: Spot) -> bool:
    """Whether a unit goes into a position of the enemy."""
    turn = paragraph.first(CombatTurnStarted)
    return not is_reserve(to) and turn is not None and there[0] != turn.side and origin != to


def swapped(words: Words, paragraph: Paragraph, event: HolderSwapped) -> Iterator[str]:
    """Another unit holds it."""
    swaps = [it for it in run(paragraph, event, (HolderSwapped,)) if it.place == event.place]
    if swaps:
        last = swaps[-1]
        yield words.gettext(
            "%(who)s now held %(terrain)s %(where)s.",
            who=with_steps(words, who(paragraph, last)),
            terrain=the_piece(words, last.terrain),
            where=on(words, spot(paragraph, last.place)),
        )


MANNER = Manner(
    several=lambda words, paragraph, events: several(words, [who(paragraph, it) for it in events]),
    between=BETWEEN,
    forms={
        "where": lambda words, paragraph, event: on(words, spot(paragraph, event.place)),
        "to": lambda words, paragraph, event: into(words, spot(paragraph, event.place)),
        "terrain": lambda words, paragraph, event: the_piece(words, event.terrain),
        "square": lambda words, paragraph, event: with_steps(
            words, Who(event.square, event.square_token)
        ),
    },
)
"""How sentences are told that stand beside the verbs."""

COMBAT: Chapter = {
    **tellings(
        {
            **told_by(VERBS),
            WithdrawalOrdered: together("%(who)s had to withdraw.", "%(who)s had to withdraw."),
            StalemateDeclared: numbered(
                "%(who)s had neither fired nor engaged nor retreated in %(num)s combat turn of "
                "theirs, and had to give the attack up.",
                "%(who)s had neither fired nor engaged nor retreated in %(num)s combat turns of "
                "theirs, and had to give the attack up.",
                "idle",
                who=by(the, "side"),
            ),
        },
        MANNER,
    ),
    CombatTurnStarted: turn_began,
    CombatStepStarted: nothing,
    CombatTurnEnded: nothing,
    MoraleChecked: morale,
    UnitEngaged: moved,
    UnitDisengaged: moved,
    UnitRepositioned: moved,
    StreamCrossed: nothing,
    HolderSwapped: swapped,
    CombatEnded: nothing,
    ReinforcementEnded: nothing,
    StalemateCounted: nothing,
}

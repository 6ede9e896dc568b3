"""What rules noted in events, in the reader's words: lines of breakdowns, reasons, effects."""

from __future__ import annotations

import re
from collections.abc import Iterable

from napoleon.rules.events import Line
from napoleon.rules.phrases import written
from napoleon.rules.prose import storybook
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import Words

_PHRASES = tuple(
    (re.compile(text.replace("%(n)s", r"(?P<n>-?\d+)").replace("%(m)s", r"(?P<m>-?\d+)")), text)
    for text in (
        noted("%(n)s SP"),
        noted("%(n)s cards are drawn"),
        noted("%(n)s corps"),
        noted("%(n)s points used"),
        noted("%(n)s enemy corps"),
        noted("%(n)s control markers at the end of the turn"),
        noted("the track stands at %(n)s"),
        noted("the track stands at %(n)s, not above %(m)s, at the end of the scenario"),
        noted("the track stands at %(n)s, above %(m)s, at the end of the scenario"),
        noted("fatigue %(n)s"),
    )
)
"""Notes with figures in them."""

_SAID = (
    # movement
    noted("move"),
    noted("fight"),
    noted("nothing"),
    noted("chosen"),
    noted("friendly stack"),
    noted("enemy stack"),
    noted("fortified farm"),
    noted("scouts only"),
    noted("french scout"),
    noted("anglo dutch scout"),
    noted("prussian scout"),
    noted("lost"),
    noted("whole"),
    noted("gone"),
    noted("spent"),
    # combat
    noted("correction"),
    # retreat and pursuit
    noted("Cambronne covered the retreat"),
    noted("the retreat was orderly"),
    noted("a rear guard withdrew"),
    noted("the losing stack stayed"),
    noted("the losing stack could not retreat"),
    noted("the battle was fought in a forest"),
    noted("the battle was fought in a citadel"),
    noted("the winner has no more cavalry than the loser"),
    # elimination, control, victory
    noted("fatigue"),
    noted("no strength"),
    noted("a commander lost"),
    noted("strength points lost"),
    noted("the French gave up"),
    noted("the Allies gave up"),
    noted("enemy corps"),
    noted("enemy scouts"),
    # cards
    noted("recovery card"),
    noted("insubordination"),
    noted("exhausted"),
    noted("setup"),
    noted("played"),
    noted("aides-de-camp"),
    noted("commanders"),
    noted("the operation"),
    noted("the French stack has no cavalry"),
    noted("no Prussian corps is still to come"),
    noted("the Allied stack takes 2 fatigue less if the French have cavalry"),
)
"""What is noted elsewhere than in the calls that `babel.cfg` names, to be translated."""

_DRAWN = Retelling(
    (
        noted("%(who)s draw"),
        noted("%(who)s flip %(purpose)s"),
        noted("%(who)s die %(number)s for %(purpose)s"),
        noted("%(who)s token %(number)s of %(all)s"),
        noted("%(who)s card hit by %(event)s"),
    )
)
"""What chance was called for."""

_TOKEN = re.compile("(?P<army>french|anglo_dutch|prussian)-(?P<number>[0-9]+)")
"""A block that is not seen in fog of war."""

_EXPLAINED = re.compile(r"(?P<what>[^()]+) \((?P<when>[^()]+)\)")
"""A window, with when it opens."""

_NO_CARD = "no card for "
"""What Gallantry notes before a terrain."""


def said(words: Words, note: str | None) -> str:
    """What the rules noted, in words: an id by its name, a figure with its noun."""
    if not note:
        return ""
    if note in words.names:
        return words.name(note)
    before, _, rest = note.partition(": ")
    if rest and before in words.names:
        return f"{words.name(before)}: {said(words, rest)}"
    if note.startswith(_NO_CARD):
        terrain = said(words, note.removeprefix(_NO_CARD))
        return words.gettext("no card for %(terrain)s", terrain=terrain)
    if found := _TOKEN.fullmatch(note):
        army, number = words.name(found["army"]), found["number"]
        return words.gettext("%(army)s block %(number)s", army=army, number=number)
    if found := _EXPLAINED.fullmatch(note):
        return f"{said(words, found['what'])} ({said(words, found['when'])})"
    for pattern, phrase in _PHRASES:
        found = pattern.fullmatch(note)
        if found:
            return words.gettext(phrase, **found.groupdict())
    if note in _SAID_OTHERWISE:
        return words.gettext(_SAID_OTHERWISE[note])
    told = words.gettext(note)
    return told if told != note else _DRAWN.told(words.language, note)


def why(words: Words, breakdown: Iterable[Line] | None) -> str:
    """A breakdown in brackets, see `napoleon.rules.prose.storybook.explained`."""
    return storybook.explained(words, breakdown, lambda line: _line(words, line))


_SAID_OTHERWISE = {
    "move-attack": noted("attack after a march"),
    "card value": noted("card turned up"),
    "a card of the enemy is discarded by chance": noted(
        "a card of the enemy is discarded at random"
    ),
    "corps of its player take 2 fatigue less if the French have cavalry": noted(
        "their corps take 2 fatigue less if the French have cavalry"
    ),
    "the move-attack costs no combat card": noted("the attack after a march costs no combat card"),
    "hold to the last": noted("the losing stack held to the last"),
    "fortified position given up": noted("the fortified position was given up instead"),
    "enemy corps": noted("enemy corps were there"),
    "enemy scouts": noted("enemy scouts were there"),
    "the stack has 1 fatigue more for its movement": noted(
        "the stack takes 1 more point of fatigue for its march"
    ),
    "the stack has 1 movement point less": noted("the stack has 1 movement point fewer"),
    "the stack has 1 movement point more, and can enter at least one road": noted(
        "the stack has 1 more movement point, and can go at least one road"
    ),
}
"""What rules note in the words of their tables."""


def _line(words: Words, line: Line) -> str:
    note = said(words, written(line.note))
    if line.clause == "COMBAT.1h":
        return words.gettext("combat bonus of %(name)s", name=note)
    if line.clause == "MOVE.3F":
        return words.gettext("the citadel of %(place)s", place=note)
    return note

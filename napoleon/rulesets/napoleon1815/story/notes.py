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
    noted("card value"),
    noted("scouts"),
    noted("general advance"),
    noted("defend Brussels"),
    noted("rain"),
    noted("began in a contested area"),
    noted("ended in a contested area"),
    noted("floor at 0"),
    noted("not below 0"),
    noted("activated in the rain"),
    noted("the enemy came by the retreat direction"),
    noted("no movement points"),
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
    noted("move-attack"),
    noted("forest"),
    noted("citadel"),
    noted("fortified position"),
    noted("town"),
    noted("squares"),
    noted("fatigue symbols"),
    noted("broken bridge"),
    noted("effects of the combat"),
    noted("pursuit"),
    noted("panic"),
    noted("rear guard"),
    noted("correction"),
    # retreat and pursuit
    noted("the losing stack is no more"),
    noted("fortified position given up"),
    noted("hold to the last"),
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
    noted("the fatigue eliminated a corps"),
    noted("the French stand there alone"),
    noted("given up"),
    noted("a commander lost"),
    noted("Napoleon beaten"),
    noted("strength points lost"),
    noted("the Imperial Guard is beaten"),
    noted("Napoleon is lost"),
    noted("the French gave up"),
    noted("the Allies gave up"),
    noted("everybody agreed to end it"),
    noted("French corps have left France"),
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
    noted("the turn"),
    noted("the operation"),
    noted("it is in force already"),
    noted("the French stack has no cavalry"),
    noted("the deck holds no card to take by now"),
    noted("the hand is empty by now"),
    noted("1 combat card more for the French attack"),
    noted("1 combat card more for the Allied defence"),
    noted("1 combat card more, and 1 fatigue at once for a corps that charges"),
    noted("1 combat card more; a French defeat costs each corps 1 fatigue more"),
    noted("a bridge is broken"),
    noted("a card decides whether it tires Ney or is worth a combat card"),
    noted("a card is taken from the own deck"),
    noted("a card of the enemy is discarded by chance"),
    noted("a corps gains a strength point"),
    noted("a corps one road away joins the combat"),
    noted("a hand of the enemy is looked at"),
    noted("a lone corps is spent"),
    noted("a spent stack moves, and takes 2 fatigue for each corps"),
    noted("a stack has up to 2 fatigue less"),
    noted("a stack moves to a free area"),
    noted("a stack of both armies is activated"),
    noted("aides-de-camp are sent out"),
    noted("Allied stacks move farther towards Bruxelles"),
    noted("another card is flipped for the movement"),
    noted("another operation follows at once"),
    noted("each French corps takes 1 fatigue at once, and the Allied stack loses 1 SP at the end"),
    noted("every French stack moves by 3 points, without a flip"),
    noted("Frederick appears, or a corps gains a strength point"),
    noted("Lamarque appears, or a corps gains a strength point"),
    noted("no combat card for the terrain of the Allied defence"),
    noted("no Prussian corps is still to come"),
    noted("nobody pursues"),
    noted("nobody pursues the French stack"),
    noted("the Allied corps retreats 2 roads at once, loses 1 SP and takes 1 fatigue"),
    noted("the Allied stack loses 1 SP more, takes 3 fatigue less and may stay"),
    noted("the Allied stack takes 1 fatigue at once"),
    noted("the Allied stack takes 2 fatigue less if the French have cavalry"),
    noted("corps of its player take 2 fatigue less if the French have cavalry"),
    noted("the corps with Napoleon lose a fatigue point"),
    noted("the French stack retreats 1 road farther and takes 2 fatigue"),
    noted("the French stack takes 1 fatigue at once"),
    noted("the initiative is taken without a flip"),
    noted("the move-attack costs no combat card"),
    noted("the stack does not stop in this area"),
    noted("the stack has 1 fatigue more for its movement"),
    noted("the stack has 1 movement point less"),
    noted("the stack has 1 movement point more, and can enter at least one road"),
    noted("the stack stops where it stands, and is spent"),
)
"""Everything else that the rules note; it stands here to be translated."""

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

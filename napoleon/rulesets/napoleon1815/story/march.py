"""Operations: who marched where, by which road and for how many points [chapters 4 and 5]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.combat import AttackDeclined, CombatStarted
from napoleon.rulesets.napoleon1815.events.movement import (
    MovementEnded,
    MovementPointsSet,
    StackCouldNotMove,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.operations import (
    ActionChosen,
    BlockSpent,
    OperationCutShort,
    OperationEnded,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.events.windows import (
    EventPlayed,
    WindowDeclined,
    WindowLeftOut,
)
from napoleon.rulesets.napoleon1815.story.blocks import before_the_march, renumbering, size, stack
from napoleon.rulesets.napoleon1815.story.cards import early, in_time, is_cancelled
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
from napoleon.rulesets.napoleon1815.story.notes import why

SETTING_OUT = (ActionChosen, MovementPointsSet, StackCouldNotMove, StackMoved)
"""How a stack begins to do what it does."""

STANDING = (
    OperationStarted,
    ActionChosen,
    BlockSpent,
    OperationEnded,
    WindowDeclined,
    WindowLeftOut,
)
"""All that happens in an operation in which a stack stands still, and nobody plays a card."""


def stood_still(paragraph: Paragraph, player: str) -> bool:
    """Whether a paragraph tells only of stacks of a player that stood still."""
    started, ended = paragraph.all(OperationStarted), paragraph.all(OperationEnded)
    return (
        all(isinstance(it, STANDING) for it in paragraph.events)
        and all(it.blocks is not None and it.player == player for it in started)
        and len(started) == len(ended)
    )


FORCED_MARCH = "forced_march"
"""The card that is told in the sentence about its march, if it is the only one."""


def operation(words: Words, paragraph: Paragraph, event: OperationStarted) -> Iterator[str]:
    """The stack and all that it did but fight, in one sentence.

    If cards are played before it sets out, what they did comes first.
    """
    operations = paragraph.all(OperationStarted)
    if len(operations) > 1:
        yield from _one_of_several(words, paragraph, operations, event)
        return
    for replaced in before_the_march(paragraph):
        yield from renumbering(words, replaced)
    if _sets_out(paragraph) is None:
        yield from _did(words, paragraph, event)


def _one_of_several(
    words: Words, paragraph: Paragraph, operations: list[OperationStarted], event: OperationStarted
) -> Iterator[str]:
    """Those that stood still, together and without what they did; the last one as ever."""
    rest = paragraph.since(operations[-1])
    last = paragraph._replace(events=[operations[-1], *rest.events])
    still = operations if stood_still(last, event.player) else operations[:-1]
    if event is operations[0]:
        blocks = [block for it in still for block in it.blocks or ()]
        yield words.ngettext(
            "%(who)s stood still.",
            "%(who)s stood still.",
            len(blocks),
            who=words.listed(blocks),
        )
    if event is operations[-1] and len(still) < len(operations):
        yield from operation(words, last, event)


def set_out(words: Words, paragraph: Paragraph, event: Event) -> Iterator[str]:
    """The same, where the stack sets out."""
    started = paragraph.last(OperationStarted)
    if started is not None and paragraph.first(OperationStarted) is not started:
        rest = paragraph.since(started)
        paragraph = paragraph._replace(events=[started, *rest.events])
    if started is not None and _sets_out(paragraph) is event:
        yield from _did(words, paragraph, started)


def _sets_out(paragraph: Paragraph) -> Event | None:
    """Where a stack set out, after cards had been played against it or for it; else None."""
    for number, event in enumerate(paragraph.events):
        if isinstance(event, SETTING_OUT):
            before = paragraph.events[:number]
            return event if any(isinstance(it, EventPlayed) for it in before) else None
    return None


def _did(words: Words, paragraph: Paragraph, event: OperationStarted) -> Iterator[str]:
    moves = paragraph.all(StackMoved)
    tokens = moves[0].tokens if moves else event.tokens
    who, number = stack(words, event.blocks, tokens), size(event.blocks, tokens)
    place, cards = words.name(event.area), early(paragraph)
    if (
        moves
        and [it.event for it in cards] == [FORCED_MARCH]
        and not is_cancelled(paragraph, cards[0])
    ):
        did, cards = _forced(words, who, number, moves) + _points(words, paragraph), []
    elif moves:
        did = _marched(words, who, number, moves) + _points(words, paragraph)
    elif paragraph.has(StackCouldNotMove):
        points = paragraph.last(MovementPointsSet)
        did = words.ngettext(
            "%(who)s lacked the movement points to leave %(place)s",
            "%(who)s lacked the movement points to leave %(place)s",
            number,
            who=who,
            place=place,
        ) + why(words, None if points is None else points.breakdown)
    elif paragraph.has(CombatStarted):
        points = paragraph.until(CombatStarted).last(MovementPointsSet)
        if points is None:
            yield from in_time(words, paragraph, cards)
            return
        did = words.ngettext(
            "%(who)s chose to march, but did not leave %(place)s",
            "%(who)s chose to march, but did not leave %(place)s",
            number,
            who=who,
            place=place,
        ) + why(words, points.breakdown)
    else:
        waiting = not paragraph.has(MovementEnded, OperationEnded)
        did = _stayed(words, who, number, place, waiting=waiting)
    spent = paragraph.until(CombatStarted).all(BlockSpent)
    if any(it.reason == "operation" for it in spent):
        did += words.ngettext(", and is spent", ", and are spent", number)
    yield from in_time(words, paragraph, cards)
    if cards or _sets_out(paragraph) is not None:
        side = words.name(event.player)
        did = words.gettext("%(who)s: %(text)s", who=side, text=did)
    yield f"{did}."


def _marched(words: Words, who: str, number: int, moves: list[StackMoved]) -> str:
    return words.ngettext(
        "%(who)s marched %(way)s",
        "%(who)s marched %(way)s",
        number,
        who=who,
        way=_way(words, moves),
    )


def _forced(words: Words, who: str, number: int, moves: list[StackMoved]) -> str:
    return words.ngettext(
        "%(who)s went by a forced march %(way)s",
        "%(who)s went by a forced march %(way)s",
        number,
        who=who,
        way=_way(words, moves),
    )


def _way(words: Words, moves: list[StackMoved]) -> str:
    """The places of a march, one after the other."""
    origin, area = moves[0].origin, words.name(moves[-1].area)
    between = words.listed([it.area for it in moves[:-1]])
    if between and moves[-1].area == origin:
        return words.gettext(
            "from %(origin)s to %(way)s and back", origin=words.name(origin), way=between
        )
    by = words.gettext(" by way of %(way)s", way=between) if between else ""
    return words.gettext(
        "from %(origin)s%(way)s to %(area)s", origin=words.name(origin), way=by, area=area
    )


def _points(words: Words, paragraph: Paragraph) -> str:
    """How many points of how many were used, and why there were so many; empty in fog of war."""
    received, moved = paragraph.last(MovementPointsSet), paragraph.last(MovementEnded)
    used = [it.cost for it in paragraph.all(StackMoved)]
    if None in used:
        return ""
    spent = sum(used) if moved is None or moved.points_used is None else moved.points_used
    if received is None or received.total is None:
        return words.ngettext(
            ", spending %(num)s movement point", ", spending %(num)s movement points", spent
        )
    told = words.ngettext(
        ", spending %(num)s movement point out of %(total)s",
        ", spending %(num)s movement points out of %(total)s",
        spent,
        total=received.total,
    )
    return told + why(words, received.breakdown)


def _stayed(words: Words, who: str, number: int, place: str, *, waiting: bool) -> str:
    if waiting:
        return words.ngettext(
            "%(who)s was activated at %(place)s",
            "%(who)s were activated at %(place)s",
            number,
            who=who,
            place=place,
        )
    return words.ngettext(
        "%(who)s stayed at %(place)s", "%(who)s stayed at %(place)s", number, who=who, place=place
    )


OPERATION: Chapter = {
    **tellings(
        {
            AttackDeclined: alone("No attack followed at %(place)s."),
            OperationCutShort: (
                alone("The operation was cut short by %(card)s.", card="reason").when(
                    lambda it: it.reason
                ),
                alone("The operation was cut short."),
            ),
            PlayerPassed: (
                alone("%(who)s passed for the rest of the turn.").when(lambda it: not it.forced),
                alone(
                    "%(who)s had to pass for the rest of the turn: they had carried out all their "
                    "operations."
                ).when(lambda it: "RULING.66" in it.clauses),
                alone("%(who)s had to pass for the rest of the turn: they had no ready corps."),
            ),
        },
        OF_SIDES,
    ),
    OperationStarted: operation,
    ActionChosen: set_out,
    MovementPointsSet: set_out,
    StackCouldNotMove: set_out,
    StackMoved: set_out,
    MovementEnded: nothing,
    OperationEnded: nothing,
}

"""What was answered for a seat while it was not asked: by the rules, or by its standing orders.

A page and a mail list it folded, so that nobody misses what they did not have to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from api.phrases import Phrases
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.windows import BY_FORM, PASSED_AT_ONCE
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import AnsweredByRules, Order, OrderGiven, to_data
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.redaction import unread
from napoleon.rules.structs import one_of
from napoleon.rules.viewer import Viewer

MOST_EVENTS = 400
"""How many events are looked through."""

MOST = 20
"""How many answers are listed: the newest ones."""


RULES, INSTRUCTION, FORM, OPEN = "rules", "instruction", "form", "open"
"""What gave an answer: the rules, as there was no other; a standing order; the form for windows,
by saying nothing of them; or that no card fitted."""

_WINDOWS = {BY_FORM["instruction"]: FORM, PASSED_AT_ONCE["instruction"]: OPEN}


class Answer(NamedTuple):
    """An answer that nobody was asked for."""

    version: int
    text: str
    how: str
    """One of `RULES`, `FORM`, `OPEN` and `INSTRUCTION`: what gave it."""


def answered_for(
    seat: str,
    viewer: Viewer,
    newest_first: Iterable[Event],
    counts: Callable[[Event], bool],
    *,
    after: int = 0,
) -> list[AnsweredByRules | OrderGiven]:
    """What was answered for a seat after a version, and after its own last order, in order.

    `counts` says of an event whether it was not taken back. Left out is what `viewer`, who has the
    seat, may not know any more, as cards that were seen have faded.
    """
    found: list[AnsweredByRules | OrderGiven] = []
    for event in islice(newest_first, MOST_EVENTS):
        if event.version <= after or len(found) == MOST:
            break
        if not isinstance(event, AnsweredByRules | OrderGiven) or event.player != seat:
            continue
        if not counts(event):
            continue
        if isinstance(event, OrderGiven) and event.instruction is None:
            break
        if "order" not in unread(event, viewer):
            found.append(event)
    return found[::-1]


def in_sentences(
    games: Games, game: Game, rules: Ruleset, phrases: Phrases, events: Iterable[Event]
) -> Iterator[Answer]:
    """The same in words, as the seat itself may read them. Raises UnknownVersion, BrokenLog."""
    for event in events:
        assert isinstance(event, AnsweredByRules | OrderGiven), "these are answers"
        order = one_of(rules.verbs, event.order)
        state = games.at(game.id, event.version - 1).state
        text = _words(rules, phrases, state, event.player, order)
        yield Answer(event.version, text, _how(event))


def _how(event: AnsweredByRules | OrderGiven) -> str:
    if isinstance(event, AnsweredByRules):
        return RULES
    return _WINDOWS.get(str((event.instruction or {}).get("instruction")), INSTRUCTION)


def _words(rules: Ruleset, phrases: Phrases, state: object, seat: str, order: Order) -> str:
    for decision in rules.decisions(state) if rules.wording else ():
        if decision.seat == seat and order in rules.legal_orders(state, decision):
            return phrases.does(rules.wording.words(state, decision, order))  # type: ignore[union-attr]
    if rules.notation is not None:
        return rules.notation.write(order, state, seat)
    data = to_data(order)
    return " ".join([label(data.pop("order")), *map(in_words, data.values())])

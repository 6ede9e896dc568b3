"""Windows in play: which of their questions are put to seats, and what is passed at once.

How a game does it was chosen when it was set up, and stands in its first event
(`napoleon.rules.windows.WAYS`). By form, a question in a window is put only once the log says so
(`WindowPut`); until then nobody waits for its seat, and the worker gives what its form says, in its
time. Whether it is put depends on what everybody knows and on the form, never on a hand. Open, a
seat that holds no card that fits passes in the save that opened the window.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from napoleon.chance import LINKS
from napoleon.log.clocks import Clock
from napoleon.log.drawing import ChanceOf
from napoleon.log.events.draws import with_calls
from napoleon.log.folding import happened
from napoleon.log.game import Game
from napoleon.log.times import HOUR, MINUTE
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Windows
from napoleon.rules.terms import Decision
from napoleon.rules.windows import ALL_ASKED, FORM, OPEN, WAYS

LIVE = 2 * HOUR
"""In less time than this for an answer people sit at the table, and windows are open."""

PASSED_AT_ONCE = {"instruction": "windows_open"}
"""What an order says of itself that was given as no card fitted."""

BY_FORM = {"instruction": "windows_form"}
"""What an order says of itself that was given as a form says nothing else: to pass."""


def usual(bots: Collection[str], clock: Clock | None) -> str:
    """How people are asked in windows who have not said how they want to be.

    Those who play a bot, or at the pace of a table, are asked if a card fits; all others by form.
    """
    is_live = clock is not None and clock.answer * MINUTE < LIVE
    return OPEN if bots or is_live else FORM


def usual_in(rules: Ruleset, bots: Collection[str], clock: Clock | None) -> str:
    """The same for a game, which may have no windows: then there is nothing to be said of them."""
    return usual(bots, clock) if knows_windows(rules) else ALL_ASKED


def knows_windows(rules: Ruleset) -> bool:
    """Whether seats of a game are asked in windows."""
    return rules.standing is not None and rules.standing.windows is not None


def refuse_way(way: str, rules: Ruleset) -> Refusal | None:
    """Why windows of a game cannot be asked in this way: ``BAD_PAYLOAD``, ``NO_WINDOWS``."""
    if way not in WAYS:
        detail = "Windows are asked by form, or open."
        return Refusal("BAD_PAYLOAD", "", detail, {"where": "windows"})
    if way != ALL_ASKED and not knows_windows(rules):
        return Refusal("NO_WINDOWS", "", "This game knows no windows of cards.")
    return None


def windows_of(game: Game, rules: Ruleset) -> Windows | None:
    """The windows of a game; None if it has none."""
    return None if rules.standing is None else rules.standing.windows


def has_forms(game: Game, rules: Ruleset) -> bool:
    """Whether seats answer by form in the windows of a game."""
    return game.created.windows == FORM and windows_of(game, rules) is not None


def named(game: Game, decision: str) -> str:
    """The name of a question, which no other ever has: after a rewind it is another one."""
    return f"{decision}~{len(game.rewinds)}" if game.rewinds else decision


def is_put(game: Game, rules: Ruleset, decision: Decision) -> bool:
    """Whether a question of the rules is put to its seat; else the seat's form answers it.

    Bots are always asked.
    """
    if game.created.windows != FORM:
        return True
    windows = windows_of(game, rules)
    if windows is None or not windows.is_window(decision) or decision.seat in game.played_by_bots:
        return True
    return named(game, decision.id) in game.asked_in_windows


def pass_at_once(
    game: Game, rules: Ruleset, *, at: int, order_id: str, chance_of: ChanceOf
) -> list[Event]:
    """Move the game on past seats that hold no card for the windows that stand open.

    Nothing happens where no windows are open. Each passes by an order of its own, under the id of
    the order that opened the window. Gives what happened.
    """
    events: list[Event] = []
    while (found := _next_pass(game, rules)) is not None:
        seat, order = found
        chance = chance_of(game)
        outcome = rules.carry_out(game.state, seat, order, chance)
        assert not isinstance(outcome, Refusal), f"{seat} cannot pass: {outcome}"
        told = with_calls(outcome.events, chance.calls, game.created.seed)
        caused: list[Event] = [
            msgspec.structs.replace(event, game=game.id, version=version, at=at, order_id=order_id)
            for version, event in enumerate(told, game.version + 1)
        ]
        caused[0] = msgspec.structs.replace(caused[0], instruction=PASSED_AT_ONCE)
        happened(game, caused)
        events += caused
    return events


def _next_pass(game: Game, rules: Ruleset) -> tuple[str, Order] | None:
    """Who passes next at once, and how; None if somebody has to be asked first.

    A seat that would turn an offer down by it is asked, and so are bots.
    """
    windows = windows_of(game, rules) if game.created.windows == OPEN else None
    if windows is None or game.state is None or game.over:
        return None
    if game.pinned != (rules.version, rules.pack_hash):
        return None
    if max(game.links.values(), default=0) >= LINKS:
        return None
    for decision in rules.decisions(game.state):
        if not windows.is_window(decision) or decision.seat in game.played_by_bots:
            continue
        if windows.is_asked(game.state, decision, ()):
            continue
        order = windows.passing(game.state, decision)
        if order is not None and not windows.has_other(game.state, decision):
            return decision.seat, order
    return None

"""Forms of windows: what a seat says in advance of all windows of cards, given in one act.

A form is a view over the standing orders of the seat that speak of windows; see
`napoleon.rules.standing_orders.Form`. It is a free act: nobody waits for it, and it may be given at
any time. It is kept until another one replaces it, but what cannot happen any more runs out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.play import standing_orders as standing
from napoleon.play.tokens import refuse_dead_token
from napoleon.play.windows import has_forms, windows_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Form, Kept, StandingOrder, Windows
from napoleon.rules.windows import WindowKind

ATTEMPTS = 5
"""How many times a form is given if others leave something for the seat in between."""


class Line(NamedTuple):
    """What a form says of one kind of window, as its owner is told."""

    window: WindowKind
    asks: bool
    plays: tuple[StandingOrder, ...]
    """The cards that are to be played in it, unless it asks."""
    fitting: Mapping[str, str]
    """The cards of the seat that fit there in print, with their names."""

    @property
    def says(self) -> str:
        """``ask``, ``play`` or ``pass``."""
        return "ask" if self.asks else "play" if self.plays else "pass"


class Shown(NamedTuple):
    """The form of a seat, as its owner is told."""

    lines: tuple[Line, ...]
    form: Form
    dealt: str
    """What is another text whenever the seat is to be told it; others are not told that text."""


def shown(games: GameLog, game: Game, seat: str) -> Shown | Refusal:
    """The form of a seat as it stands. Raises UnknownGame, UnknownRuleset."""
    windows = _windows(games, game, seat)
    if isinstance(windows, Refusal):
        return windows
    kept = standing.kept_by(games, game.id, seat)
    form = windows.form(game.state, seat, kept)
    fitting = windows.fitting(game.state, seat)
    lines = tuple(
        Line(
            it,
            it.id in form.asks,
            tuple(word for word in form.plays if is_played_in(word, it.id, fitting)),
            fitting.get(it.id, {}),
        )
        for it in windows.kinds(game.state, seat)
    )
    return Shown(lines, form, dealt(games, game, seat))


def dealt(games: GameLog, game: Game, seat: str) -> str:
    """What is another text whenever a seat is to be told its form; "" where there is no form.

    See `napoleon.rules.standing_orders.Windows.dealt`. `game` may be an earlier position. What is
    drawn for a turn has been drawn when it begins here.
    """
    windows = windows_of(game, games.rules(game))
    if windows is None or game.state is None:
        return ""
    return msgspec.json.encode([game.rewinds, windows.dealt(game.state, seat)]).decode()


def is_played_in(word: Any, window: str, fitting: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a card is to be played in a kind of window: the one it names, or one that it fits."""
    named: str = getattr(word, "window", "")
    return named == window or (not named and str(word.card) in fitting.get(window, {}))


def submit(
    games: GameLog,
    game_id: str,
    holder: str,
    asks: Sequence[str],
    plays: Sequence[Mapping[str, Any]],
    *,
    seen: Game | None = None,
) -> Form | Refusal:
    """Keep a form; what the seat of `holder` had said of windows is forgotten. Returns the form.

    `asks` are kinds of window, `plays` standing orders as data. If it says what was said before,
    that stays as it was left. Refused as a standing order is; besides ``WRONG_WINDOW`` for what is
    no kind of window of the seat. Raises UnknownGame, UnknownRuleset, and DeadToken if `holder` was
    let in when the game was as `seen`, and would not be now.
    """
    for _ in range(ATTEMPTS):
        game = games.open(game_id)
        refuse_dead_token(game, holder, seen)
        seat = game.speaks_for(holder)
        windows = _windows(games, game, seat)
        if isinstance(windows, Refusal):
            return windows
        form = _understood(games, game, seat, windows, asks, plays)
        if isinstance(form, Refusal):
            return form
        if _replaced(games, game, holder, windows, form, seen):
            standing.answer_in_place(games, game_id)
            return form
    return Refusal("VERSION_CONFLICT", "", "Somebody else leaves instructions for the seat.")


def _replaced(
    games: GameLog, game: Game, holder: str, windows: Windows, form: Form, seen: Game | None
) -> bool:
    """Whether the form is kept now; False if others were first."""
    seat = game.speaks_for(holder)
    mine: list[Kept] = standing.kept_by(games, game.id, seat)
    said = [it for it in mine if windows.is_said_by_form(it.word)]
    words = list(dict.fromkeys(windows.words(form)))
    if [it.word for it in said] == words:
        return True
    occasion = _occasion(games, game)
    fresh = [standing.made(games, game, holder, word, occasion) for word in words]
    games.refuse_if_short()
    done = games.recorder.replace_standing_orders(
        game.id,
        seat,
        [it.id for it in mine],
        [it.id for it in said],
        [standing.row_of(game.id, it) for it in fresh],
    )
    if done:
        standing.drop_if_dead(games, game.id, holder, seen, [it.id for it in fresh])
    return done


def _occasion(games: GameLog, game: Game) -> dict[str, Any]:
    rules = games.rules(game)
    assert rules.standing is not None, "a game with windows has standing orders"
    return rules.standing.occasion(game.state)


def _windows(games: GameLog, game: Game, seat: str) -> Windows | Refusal:
    """The windows of a game in which a seat may give a form now."""
    known = standing.standing_of(games, game, seat)
    if isinstance(known, Refusal):
        return known
    if game.state is None:
        return Refusal("NOT_STARTED", "", "The game begins when every seat is claimed.")
    rules: Ruleset = games.rules(game)
    windows = windows_of(game, rules)
    if windows is None or not has_forms(game, rules):
        return Refusal("BAD_PAYLOAD", "", "No forms answer in the windows of this game.")
    return windows


def _understood(
    games: GameLog,
    game: Game,
    seat: str,
    windows: Windows,
    asks: Sequence[str],
    plays: Sequence[Mapping[str, Any]],
) -> Form | Refusal:
    rules = games.rules(game)
    assert rules.standing is not None, "a game with windows has standing orders"
    kinds = [it.id for it in windows.kinds(game.state, seat)]
    unknown = next((it for it in asks if it not in kinds), None)
    if unknown is not None:
        detail = f"You are never asked in a window {unknown}."
        return Refusal("WRONG_WINDOW", "", detail, {"windows": kinds})
    if len(asks) + len(plays) > standing.MOST_KEPT:
        detail = f"A seat keeps at most {standing.MOST_KEPT} instructions."
        return Refusal("TOO_MANY_INSTRUCTIONS", "", detail, {"most": standing.MOST_KEPT})
    words = list[StandingOrder]()
    for data in plays:
        word = standing.understood(game, rules.standing, seat, data)
        if isinstance(word, Refusal):
            return word
        if not isinstance(word, windows.plays):
            return Refusal("BAD_PAYLOAD", "", "A form asks, passes, or plays cards.")
        words.append(word)
    return Form(tuple(it for it in kinds if it in asks), tuple(words))

"""How many mails games by mail take: bots play them through the office, and what it sends counts.

``python -m tests.mail.counted GAMES`` plays so many games of each form and prints the table of
docs/benchmarks.md; it takes minutes.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from api.mail.rows import CONFIRMATION, LetterRow
from api.reading import Reading
from napoleon.log.game import Game
from napoleon.log.ids import new_order_id
from napoleon.log.times import SECOND
from napoleon.play import execution, pace, standing_orders
from napoleon.play.requests import Request
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.orders import Refusal, verb_of
from napoleon.rules.windows import ALL_ASKED
from napoleon.rules.windows import FORM as BY_FORM
from tests.mail.tables import Post, body, read
from tests.stores import embedded
from tools.bench.answers import Given, Spread, Stretch, begins
from tools.bench.forms import FORMS, Form
from tools.bench.questions import NONE, USUAL, Seats, shows

ASKS, CONFIRMS, TELLS = "ask something", "only confirm", "tell something else"
"""What a mail does: it asks; it says what came of its reader's own mail; or neither of these."""

WAYS = {NONE: ALL_ASKED, USUAL: BY_FORM}
"""How windows are answered behind each profile: as it was before the profiles, and as it is."""


class Sent(NamedTuple):
    """A mail that a player got in a stretch of the game."""

    stretch: Stretch
    what: str


class Mailed(NamedTuple):
    """What was seen of a game."""

    mails: list[Sent]
    written: list[Stretch]
    """Where in the game players wrote their mails."""
    stretches: set[Stretch]
    """Those that were seen; in some nobody is written to."""

    def each(self, what: str) -> dict[str, list[int]]:
        """How many mails that do it there are in each stretch, by what the stretches are called."""
        mine = Counter(it.stretch for it in self.mails if it.what == what)
        found = defaultdict[str, list[int]](list)
        for stretch in sorted(self.stretches, key=repr):
            found[stretch[0]].append(mine[stretch])
        return found


class Planned(NamedTuple):
    """What a player writes in one mail."""

    lines: list[str]
    then: list[str]
    """Those that others come before, with an answer that they have left in advance."""

    def text(self) -> str:
        return "\n".join([*self.lines, *(["then:", *self.then] if self.then else [])])


def mailed(form: Form, game: str, profile: str, seed: int, home: Path, turns: int) -> Mailed:
    """A game of bots who write mails, to its end or until so many turns have been played."""
    post = Post(embedded(home), f"{seed}")
    try:
        scenario = form.scenarios[seed % len(form.scenarios)]
        standing = installed()[game].standing
        windows = WAYS[profile] if standing and standing.windows else ""
        post.set_up(game, scenario, form.options, windows=windows)
        seats = [it for it in post.tokens if it != REFEREE]
        for seat in seats:
            post.leave(seat)
            if profile != NONE:
                said = {"instruction": profile}
                kept = standing_orders.leave(post.games, post.id, seat, said)
                assert not isinstance(kept, Refusal), kept
        return _played(post, form, Seats(_rules(post), seats, profile, seed), seats, turns)
    finally:
        post.close()


def _rules(post: Post) -> Any:
    return post.games.rules(post.games.open(post.id))


def _played(post: Post, form: Form, players: Seats, seats: list[str], turns: int) -> Mailed:
    found, seen = Mailed([], [], set()), len(post.delivered)
    while True:
        _settle(post)
        for letter in post.delivered[seen:]:
            state = post.games.at(post.id, letter.version).state
            if letter.holder in seats and letter.about != CONFIRMATION and state.turn > 0:
                stretch = form.stretch(state, letter.holder)
                found.mails.append(Sent(stretch, _what(letter)))
        seen = len(post.delivered)
        game = post.games.open(post.id)
        if game.over or game.state.turn > turns:
            return found
        if game.state.turn > 0:
            found.stretches.update(form.stretch(game.state, it) for it in seats)
        rules = post.games.rules(game)
        asked = [it.seat for it in rules.decisions(game.state)]
        seat = asked[0]
        if game.state.turn > 0:
            found.written.append(form.stretch(game.state, seat))
        question = next(it for it in reversed(post.delivered) if it.holder == seat and it.asks)
        before = game.version
        text = _planned(post, game, players, seat).text()
        post.answer(seat, text, to=read(question.message))
        assert post.games.head(post.id) > before, (seat, text, body(post.newest(seat)))


def _what(letter: LetterRow) -> str:
    if letter.asks:
        return ASKS
    return CONFIRMS if letter.about.startswith("echo-") else TELLS


def _settle(post: Post) -> None:
    """Let time go by until nothing is answered in advance any more."""
    head = -1
    while head != post.games.head(post.id):
        head = post.games.head(post.id)
        post.clock.move_on(round((pace.MOST + 1) * SECOND))
        standing_orders.answer_in_place(post.games, post.id)
    post.run()


def _planned(post: Post, game: Game, players: Seats, seat: str) -> Planned:
    """What the bot at a seat orders up to where it learns something, or somebody else decides."""
    games, rules = post.games, post.games.rules(game)
    plan, before, shown = Planned([], []), None, False
    interrupted = False
    while not game.over:
        decisions = rules.decisions(game.state)
        uses = ((it, players.without_asking(game.state, it)) for it in decisions)
        decision, order = next((it for it in uses if it[1]), (None, None))
        if order is None:
            decision = next((it for it in decisions if it.seat == seat), None)
            if decision is None:
                break
            legal = list(rules.legal_orders(game.state, decision))
            order = players.by_hand(game.state, decision, legal)
            now = Given(seat, decision.kind, verb_of(type(order)), 0, False, False, 0, ("", 0))
            if before is not None and begins(before._replace(shown=shown), now):
                break
            line = rules.notation.write(order, game.state, seat)
            (plan.then if interrupted else plan.lines).append(line)
            before, shown = now, False
            mine = True
        else:
            interrupted, mine = True, False
        assert decision is not None and order is not None
        request = Request(decision.seat, (order,), None, new_order_id(games.entropy))
        outcome = execution.give(
            game, request, rules, at=games.time_in(game), chance_of=games.chance_of
        )
        assert not isinstance(outcome, Refusal), (decision, order, outcome)
        game, accepted = outcome
        told = order if mine else None
        shown |= any(isinstance(it, Event) and shows(it, told) for it in accepted.events)
    return plan


def main(games: int) -> None:
    """Print how many mails each form takes: median and 90th percentile of a stretch, and the mean.

    Maps are left out: they are looked at by nobody.
    """
    with patch.object(Reading, "picture", lambda self, around="": None):
        for name, forms in FORMS.items():
            for form, profile in product(forms, WAYS):
                found = list[Mailed]()
                for seed in range(games):
                    with TemporaryDirectory() as home:
                        found.append(mailed(form, name, profile, seed, Path(home), turns=99))
                for what in (ASKS, CONFIRMS, TELLS):
                    for where, numbers in together(found, what).items():
                        told = f"{Spread.of(numbers)}, {mean(numbers):.1f}"
                        sys.stdout.write(
                            f"{name}, {form.title}, {profile}, {where}, {what}: {told}\n"
                        )


def together(games: Iterable[Mailed], what: str) -> dict[str, list[int]]:
    """The same as `Mailed.each` for several games."""
    found = defaultdict[str, list[int]](list)
    for it in games:
        for where, numbers in it.each(what).items():
            found[where] += numbers
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]))

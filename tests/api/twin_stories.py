"""Two stories of a game that a reader may not tell apart, told to two services.

What happens is found by the twins of the games' own tests; here it is recorded, batch by batch as
orders cause it, so that it can be read on every channel. Ids, tokens and times are the same in
both: only what the reader may not know is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from api.live.streams import Streams, register, streams_of
from napoleon.log.events.draws import with_calls
from napoleon.log.folding import copied, folded
from napoleon.log.game import Game
from napoleon.log.ids import new_token
from napoleon.play.creation import created
from napoleon.play.execution import stamped
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from projections.webhooks.delivery import take, tell
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table, counting
from tests.live.listening import Listener, listen
from tests.napoleon1815.published import SecretOut
from tests.napoleon1815.twins import Twins as Twins1815
from tests.rulesets.entrants import Entrant, Form, entrants
from tests.rulesets.lots import Lots, NoTwin
from tests.rulesets.twins import SEED, Twins, redrawn

GAME = "0000001815"
BEGUN = 1_815_000_000_000_000
"""When the first event of every story was recorded, in microseconds since 1970 UTC."""
SECOND = 1_000_000

TRIES = 12
"""Orders that are tried in a position, until one tells no secret."""

Batch = tuple[Sequence[Event], Sequence[Event]]
"""What an order caused in one story, and in the other."""


class Story(NamedTuple):
    """Two stories of a game that `reader` may not tell apart."""

    reader: str
    form: Form
    rules: tuple[Ruleset, Ruleset]
    batches: list[Batch]


# -- stories ---------------------------------------------------------------------------------------


def story_of_1815(number: int, kind: Form, reader: str) -> Story:
    """Twins of Napoléon 1815, in which corps may stand in each other's places, as `reader` can go
    on with them.
    """
    batches: list[Batch] = []

    class Told(Twins1815):
        def _compare_events(self, one: Sequence[Event], other: Sequence[Event]) -> None:
            super()._compare_events(one, other)
            if reader not in self.readers:
                raise SecretOut(f"{reader} knows it")
            batches.append((one, other))

    twins = Told(number, kind)
    assert reader in twins.readers
    twins.play()
    # What comes of the last order may be a position in which the rules tell the secret.
    return Story(reader, kind, twins.rules, batches[:-1])


def story_of_cards(name: str, form: Form, reader: str, orders: int) -> Story:
    """Twins of any game who are dealt other cards, for as many orders as tell nothing of them."""
    entrant, random, batches = entrants()[name], Random(1815), list[Batch]()
    rules = entrant.rules
    form = Form(form.scenario, rules.checked_options(form.options))
    twins = _parted(entrant, form, reader, random, batches)
    for _ in range(orders):
        common = [(decision, order) for decision, some in twins.common() for order in some]
        for decision, order in random.sample(common, min(TRIES, len(common))):
            try:
                twins.go_on(decision, order, f"{name} {form}")
                break
            except NoTwin:
                assert not any(state.result for state in twins.states), "the game is over too soon"
    return Story(reader, form, (rules, rules), batches)


class _Telling(Twins):
    """Twins who keep what has happened."""

    batches: list[Batch]

    def follow(self, causes: Sequence[Sequence[Event]], where: str) -> None:
        super().follow(causes, where)
        self.batches.append((causes[0], causes[1]))


def _parted(
    entrant: Entrant, form: Form, reader: str, random: Random, batches: list[Batch]
) -> Twins:
    """Twins from the first draw on that is hidden from the reader; what was before is the same."""
    state: Any = None
    version, rules = 0, entrant.rules

    def lay_out(chance: Lots) -> Any:
        return rules.setup(form.scenario, form.options, chance)

    carry_out = lay_out
    while True:
        for found, causes in redrawn(entrant, state, version, reader, carry_out):
            twins = _Telling(entrant, reader, version, found.states)
            twins.secrets, twins.disguises, twins.batches = found.secrets, found.disguises, []
            with suppress(NoTwin):
                twins.follow(causes, "where they part")
                if twins.differ:
                    batches += twins.batches
                    twins.batches = batches
                    return twins
        chance = Lots(f"{SEED}/{version}", state.draws if state else 0)
        caused = with_calls(carry_out(chance), chance.calls, SEED)
        batches.append((caused, caused))
        state, version = entrant.after(state, caused), version + len(caused)
        decision = random.choice(rules.decisions(state))
        order = random.choice(entrant.legal_orders(state, decision))
        carry_out = partial(rules.decide, state, decision.seat, order)


# -- services --------------------------------------------------------------------------------------


@dataclass
class Telling:
    """A service that is told one of the stories."""

    table: Table
    told: list[tuple[str, Any, bytes]] = field(default_factory=list)
    """The messages that webhooks have been sent."""
    follower: Listener | None = None

    @property
    def desk(self) -> Desk:
        return self.table.desk

    def close(self) -> None:
        """End the streams of the service."""
        if self.follower is not None:
            self.follower.answer.close()
        streams_of(self.desk.app).close()


def tell_story(
    home: Path, story: Story, which: int, after_each: Callable[[Telling], None]
) -> Telling:
    """A service that is told one of the stories; `after_each` reads what it likes in between."""
    rules, now = story.rules[which], [BEGUN]
    desk = desk_at(home, rules, entropy=counting(), clock=lambda: now[0])
    register(desk.app, Streams(8, heartbeats=0.05))
    options = rules.checked_options(story.form.options)
    seats = rules.seats(options)
    entropy = counting()
    tokens = {seat: new_token(GAME, seat, entropy) for seat in seats}
    first = created(
        rules,
        story.form.scenario,
        options,
        game_id=GAME,
        seed=SEED,
        nonces={},
        tokens=tokens,
        awaits_seats=False,
        at=BEGUN,
    )
    told_of = {"id": GAME, "seats": [{"seat": it, "token": tokens[it]} for it in seats]}
    telling = Telling(Table(desk, told_of))
    game: Game | None = None
    for number, batch in enumerate(story.batches):
        now[0] += SECOND
        order_id = f"{number:016d}" if number else ""
        after = game.version if game else 1
        fresh = stamped(batch[which], GAME, after=after, at=now[0], order_id=order_id)
        events = fresh if game else [first, *fresh]
        game = folded(copied(game, rules) if game else None, events, rules)
        desk.games.append(game, list(events))
        if not number:
            _follow(telling, story.reader)
        _send(telling)
        after_each(telling)
    return telling


def _follow(telling: Telling, reader: str) -> None:
    """The reader leaves a webhook, and follows the game from its set-up on."""
    seat = reader if reader in telling.desk.games.open(GAME).created.seats else None
    if seat is not None:
        left = telling.table.post("/webhooks", seat, {"url": "https://club.example.org/"})
        assert left.status_code == 201, left.text
    telling.follower = listen(telling.table, seat, last=0)


def _send(telling: Telling) -> None:
    def send(url: str, headers: Any, body: bytes) -> int:
        telling.told.append((url, headers, body))
        return 200

    for taken in take(telling.desk.games, 8):
        tell(telling.desk.games, send, taken)

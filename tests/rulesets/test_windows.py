"""What is asked in windows, and when it is answered, tells nothing of a hand.

Examined for games with windows of cards. Twins (see `twins`) are two games whose hands differ and
whose forms are equal: their seats pass, are asked, and play cards that they hold in both. Who is
waited for, which questions are put, what the forms answer, when, and what others read of it has to
be the same, to the byte, as long as nothing is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.log.game import Game
from napoleon.play import pace, window_answers
from napoleon.play.execution import open_decisions
from napoleon.play.windows import pass_at_once
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.standing_orders import Form, Kept, Use, Windows
from napoleon.rules.terms import Decision
from napoleon.rules.windows import FORM, OPEN
from projections.decisions import decisions_view
from projections.lobby import waiting_for
from tests.repetitions import so_many
from tests.rulesets.entrants import Entrant, frozen
from tests.rulesets.lots import Lots, NoTwin
from tests.rulesets.playing import Played, Step
from tests.rulesets.test_hidden import _hidden_draws
from tests.rulesets.twins import SEED, Twins, redrawn

GOING_ON = 14
"""Answers that twins are given after they have parted, if a form has answered one of them."""

LONGEST = 80
"""Answers that they are given at most, until a form has answered."""

POSITIONS = 25
"""Windows of a game that are looked at."""

MOST_DRAWS = 20
"""Hidden draws after which a game is left, if no form has answered by then."""


def windows_of(entrant: Entrant) -> Windows:
    """The windows of a game; a game without any is not examined."""
    standing = entrant.rules.standing
    if standing is None or standing.windows is None:
        pytest.skip("the game has no windows of cards")
    return standing.windows


@pytest.mark.parametrize("pairs", so_many(2, 8))
def test_games_whose_hands_differ_and_whose_forms_are_equal_are_alike(
    played: Played, pairs: int
) -> None:
    windows_of(played.entrant)
    answered = 0
    for number, (step, reader) in enumerate(_twin_draws(played)[:MOST_DRAWS]):
        # Where no form has answered after the first ones it takes others to see one answer.
        if number > pairs and answered:
            break
        state = played.entrant.thawed(step.before)

        def carry_out(chance: Lots, state: Any = state, step: Step = step) -> list[Event]:
            rules = played.entrant.rules
            events = rules.decide(state, step.decision.seat, step.order, chance)
            assert not isinstance(events, Refusal), f"an offer is refused: {step}\n{events}"
            return events

        found = redrawn(played.entrant, state, step.version, reader, carry_out)
        answered += _are_alike(played, found, f"{played}, {step}")

    def lay_out(chance: Lots) -> list[Event]:
        return played.entrant.rules.setup(played.form.scenario, played.form.options, chance)

    found = redrawn(played.entrant, None, 0, played.seats[0], lay_out)
    answered += _are_alike(played, found, f"{played}, the set-up")
    assert answered or not any(map(_is_window(played), played.steps)), "no form has answered"


def test_a_form_is_the_same_for_every_seat_whatever_it_holds(played: Played) -> None:
    windows = windows_of(played.entrant)
    rules = played.entrant.rules
    kinds: dict[str, Any] = {}
    for step in filter(_is_window(played), played.steps[:POSITIONS]):
        state = played.entrant.thawed(step.before)
        for seat in played.seats:
            mine = windows.kinds(state, seat)
            assert kinds.setdefault(seat, mine) == mine, f"the form of {seat} changes: {step}"
            assert all(rules.clause(it.clause) for it in mine), mine
            assert windows.fitting(state, seat).keys() <= {it.id for it in mine}
            json = msgspec.json.encode(windows.dealt(state, seat))
            assert json == msgspec.json.encode(
                windows.dealt(played.entrant.thawed(step.before), seat)
            )
            for form in (Form(), Form(tuple(it.id for it in mine))):
                words = windows.words(form)
                assert all(map(windows.is_said_by_form, words))
                kept = [Kept(str(at), seat, word, {}) for at, word in enumerate(words)]
                assert windows.form(state, seat, kept) == form
                standing = rules.standing
                assert standing is not None
                assert not any(standing.refuse(state, seat, word) for word in words)
        assert frozen(state) == step.before, f"the position has changed: {step}"


def test_to_pass_is_a_legal_order_of_every_window(played: Played) -> None:
    windows = windows_of(played.entrant)
    for step in filter(_is_window(played), played.steps[:POSITIONS]):
        state = played.entrant.thawed(step.before)
        order = windows.passing(state, step.decision)
        legal = played.legal_orders(step, step.decision)
        assert order in legal, f"{order}: {step}"
        assert windows.has_other(state, step.decision) == (len(legal) > 1)
        assert not windows.is_asked(state, step.decision, [])


def test_open_nobody_is_asked_who_can_only_pass(played: Played) -> None:
    """The others pass in the same save, by orders of their own, which are decided again."""
    windows = windows_of(played.entrant)
    rules = played.entrant.rules
    for step in filter(_is_window(played), played.steps[:POSITIONS]):
        game = _table(played, played.entrant.thawed(step.before), OPEN, step.version)
        events = pass_at_once(
            game, rules, at=game.updated + 1, order_id="o", chance_of=_chance(played)
        )
        given = [it for it in events if isinstance(it, OrderGiven)]
        asked = filter(windows.is_window, rules.decisions(played.entrant.thawed(step.before)))
        assert bool(given) == any(len(played.legal_orders(step, it)) == 1 for it in asked), step
        assert [it.version for it in events] == list(
            range(step.version + 1, step.version + 1 + len(events))
        )
        for decision in open_decisions(game, rules):
            assert not windows.is_window(decision) or windows.has_other(game.state, decision)


# -- twins -----------------------------------------------------------------------------------------


def _twin_draws(played: Played) -> list[tuple[Step, str]]:
    """Hidden draws that windows follow soon, and one who may not know what was drawn.

    Soon is as far as twins go on; those that a window follows soonest come first.
    """
    place = {step.version: at for at, step in enumerate(played.steps)}
    windows = [place[it.version] for it in filter(_is_window(played), played.steps)]
    found = list[tuple[int, Step, str]]()
    for step, reader in _hidden_draws(played):
        away = min(
            (it - place[step.version] for it in windows if it > place[step.version]), default=0
        )
        if 0 < away <= GOING_ON:
            found.append((away, step, reader))
    return [(step, reader) for _, step, reader in sorted(found, key=lambda it: it[0])]


def _is_window(played: Played) -> Any:
    windows = windows_of(played.entrant)
    return lambda step: windows.is_window(step.decision)


def _are_alike(
    played: Played, found: Iterable[tuple[Twins, list[Sequence[Event]]]], where: str
) -> int:
    """How many questions the forms of the first twins have answered."""
    for twins, causes in found:
        try:
            twins.follow(causes, where)
        except NoTwin:
            continue
        if twins.differ:
            return Pair(played, twins, where).go_on()
    return 0


class Pair:
    """Two games whose hands differ, with the same forms."""

    def __init__(self, played: Played, twins: Twins, where: str) -> None:
        self.played = played
        self.twins = twins
        self.where = where
        self.random: Random = played.random(f"windows, {where}")
        self.put: list[str] = []
        self.windows = windows_of(played.entrant)
        self.forms = {seat: self._form(seat) for seat in played.seats}

    def go_on(self) -> int:
        """Answer what is asked, by the forms where they answer; how often they did."""
        answered = 0
        for number in range(LONGEST):
            if number >= GOING_ON and answered:
                break
            version = self.twins.version
            games = [_table(self.played, it, FORM, version, self.put) for it in self.twins.states]
            one, other = (self._told(game) for game in games)
            assert one == other, f"{self.where}\n{one}\n{other}"
            uses = [self._answers(game) for game in games]
            assert [*map(_plainly, uses[0])] == [*map(_plainly, uses[1])], self.where
            try:
                if uses[0]:
                    answered += 1
                    self._give(games[0], *uses[0][0])
                elif not self._by_hand(games):
                    return answered
            except NoTwin:
                return answered
        return answered

    def _form(self, seat: str) -> list[Kept]:
        """Some kinds of window in which a seat is asked, and a card that it holds in both."""
        state, other = self.twins.states
        kinds = [it.id for it in self.windows.kinds(state, seat)]
        asks = [it for it in kinds if self.random.random() < 1 / 4]
        both = [
            (window, card)
            for window, cards in self.windows.fitting(state, seat).items()
            for card in cards
            if card in self.windows.fitting(other, seat).get(window, {})
        ]
        plays = [self._play(*self.random.choice(both))] if both else []
        words = self.windows.words(Form(tuple(asks), tuple(plays)))
        standing = self.played.entrant.rules.standing
        assert standing is not None
        occasion = standing.occasion(state)
        return [Kept(f"{seat}{at}", seat, word, occasion) for at, word in enumerate(words)]

    def _play(self, window: str, card: str) -> Any:
        kind = self.windows.plays
        data: dict[str, Any] = {"instruction": kind.__struct_config__.tag, "card": card}
        if "window" in kind.__struct_fields__:
            data["window"] = window
        try:
            return msgspec.convert(data, kind)
        except msgspec.ValidationError:
            return msgspec.convert({**data, "card": int(card)}, kind)

    def _told(self, game: Game) -> Any:
        """Whom all wait for, what is asked, and when the forms answer."""
        rules = self.played.entrant.rules
        return (
            waiting_for(game, rules),
            [(it.id, it.seat, it.kind) for it in open_decisions(game, rules)],
            msgspec.json.encode(decisions_view(game, rules, self.twins.reader)),
            [
                pace.due(game, pace.question(game, decision.id), game.updated)
                for decision, _ in self._answers(game)
            ],
        )

    def _answers(self, game: Game) -> list[tuple[Decision, Use | window_answers.ByForm]]:
        rules = self.played.entrant.rules
        standing = rules.standing
        assert standing is not None
        found = []
        for decision in rules.decisions(game.state):
            mine = [
                it for it in self.forms[decision.seat] if not standing.has_expired(game.state, it)
            ]
            use = standing.answer(game.state, decision, mine) or window_answers.by_form(
                game, rules, decision, mine
            )
            if use is not None:
                found.append((decision, use))
        return found

    def _give(self, game: Game, decision: Decision, use: Use | window_answers.ByForm) -> None:
        if use.order is None:
            self.put.append(decision.id)
            return
        if isinstance(use, Use) and use.spent:
            mine = self.forms[decision.seat]
            self.forms[decision.seat] = [it for it in mine if it.id != use.kept.id]
        self.twins.go_on(decision, use.order, f"{use.order} by form, {self.where}")

    def _by_hand(self, games: Sequence[Game]) -> bool:
        """Whether somebody who is asked could give the same order in both, and has."""
        asked = {it.id for it in open_decisions(games[0], self.played.entrant.rules)}
        common: list[tuple[Decision, list[Order]]] = [
            it for it in self.twins.common() if it[0].id in asked
        ]
        if not common:
            return False
        decision, orders = self.random.choice(common)
        self.twins.go_on(decision, self.random.choice(orders), f"by hand, {self.where}")
        return True


def _plainly(found: tuple[Decision, Use | window_answers.ByForm]) -> Any:
    decision, use = found
    return decision.id, decision.seat, use.order


def _table(played: Played, state: Any, way: str, version: int, put: Sequence[str] = ()) -> Game:
    """The game in a position, as if it had been set up in a way for windows."""
    end = played.end
    created = msgspec.structs.replace(end.created, windows=way)
    return msgspec.structs.replace(
        end,
        created=created,
        state=state,
        version=version,
        rewinds=[],
        asked_in_windows=[*put],
    )


def _chance(played: Played) -> Any:
    return lambda game: SeededChance(SEED, played.id, drawn=game.state.draws)

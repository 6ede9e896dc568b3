"""Windows by form, and open: who is asked in them, who answers, and when."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from napoleon.log.cases import OPEN as OPEN_CASE
from napoleon.log.clocks import Clock as Deadlines
from napoleon.log.events.windows import WindowPut
from napoleon.play import execution, pace, seats, window_answers, window_forms
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, DeadToken, Stale
from napoleon.play.referee import takebacks
from napoleon.play.referee.disputes import open_dispute
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.play.standing_orders import _uses, answer_in_place, kept_by, leave
from napoleon.play.windows import usual
from napoleon.rules.kit.window_forms import FormsOfWindows
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.standing_orders import Form
from projections import lobby
from projections.form_games import FormGames
from projections.standing_orders import Looked, look
from projections.store import open_views
from tests.core.test_pace import SECOND, Clock
from tests.referee.law import refused
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.toys import reactions

pytestmark = IN_THE_HOUSE

MINUTE = 60
PASS: Mapping[str, Any] = {"order": "pass"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(log_env: dict[str, str], clock: Clock) -> Iterator[Games]:
    rules = {"toy_reactions": reactions.RULES}
    with Games(log_env, rulesets=rules, clock=clock, entropy=random.Random(7).randbytes) as it:
        yield it


def made(games: Games, windows: str, **more: Any) -> str:
    return games.create(
        "toy_reactions", reactions.RULES.scenarios[0].id, {}, windows=windows, **more
    ).game.id


def attack(games: Games, game_id: str, seat: str = "austria") -> None:
    """A seat attacks with a card of its own, so the others may counter it."""
    card = min(games.open(game_id).state.hands[seat])
    outcome = games.submit_orders(game_id, seat, [{"order": "attack", "card": card}])
    assert isinstance(outcome, Accepted)


def asked(games: Games, game_id: str) -> list[tuple[str, str]]:
    return [(it.seat, it.kind) for it in games.decisions(games.open(game_id))]


def waited_for(games: Games, game_id: str) -> list[str]:
    game = games.open(game_id)
    return lobby.waiting_for(game, games.rules(game))


def given(games: Games, game_id: str) -> list[tuple[str, str, bool]]:
    """Who gave which order, and whether by hand."""
    return [
        (it.player, str(it.order["order"]), it.instruction is None)
        for it in games.history(game_id)
        if isinstance(it, OrderGiven)
    ]


def say(games: Games, game_id: str, seat: str, *asks: str, plays: Sequence[Any] = ()) -> None:
    form = window_forms.submit(games, game_id, seat, asks, plays)
    assert isinstance(form, Form), form


class Worker:
    """The worker, as far as it follows what was left in advance."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.forms = FormGames(games, open_views(games.env))
        self.known: dict[str, Looked] = {}

    def look(self) -> None:
        self.known = look(self.games, self.known, self.forms)


def test_everybody_is_asked_in_a_game_of_which_nothing_is_said(games: Games) -> None:
    game_id = games.create("toy_reactions", reactions.RULES.scenarios[0].id, {}).game.id
    attack(games, game_id)
    Worker(games).look()
    assert games.open(game_id).created.windows == ""
    assert asked(games, game_id) == [("britain", "react")]
    assert waited_for(games, game_id) == ["britain"]


def test_a_window_by_form_is_no_question_and_silence_passes(games: Games, clock: Clock) -> None:
    game_id = made(games, "form")
    worker = Worker(games)
    attack(games, game_id)
    assert asked(games, game_id) == []
    assert waited_for(games, game_id) == []
    worker.look()
    assert given(games, game_id)[1:] == [], "not before a person might have answered"
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[1:] == [("britain", "pass", False)]
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[1:] == [("britain", "pass", False), ("france", "pass", False)]
    assert asked(games, game_id) == [("britain", "go")]


def test_whoever_wants_to_be_asked_is_asked_when_a_standing_order_would_answer(
    games: Games, clock: Clock
) -> None:
    game_id = made(games, "form")
    say(games, game_id, "britain", "attack")
    worker = Worker(games)
    attack(games, game_id)
    worker.look()
    assert asked(games, game_id) == []
    clock.go_on(pace.MOST)
    worker.look()
    assert asked(games, game_id) == [("britain", "react")]
    assert waited_for(games, game_id) == ["britain"]
    before = games.head(game_id)
    clock.go_on(10 * MINUTE)
    worker.look()
    assert games.head(game_id) == before, "the question is put once, and waits"
    [put] = [it for it in games.history(game_id) if isinstance(it, WindowPut)]
    assert (put.seat, put.by) == ("britain", "")
    decision = games.decisions(games.open(game_id))[0]
    outcome = games.submit_orders(game_id, "britain", [PASS], decision=decision.id)
    assert isinstance(outcome, Accepted)


def test_an_answer_by_hand_to_what_is_not_asked_counts(games: Games) -> None:
    """A seat may do in its window what the rules let it, as long as its form has not answered."""
    game_id = made(games, "form")
    attack(games, game_id)
    card = games.open(game_id).state.hands["britain"][0]
    outcome = games.submit_orders(game_id, "britain", [{"order": "counter", "card": card}])
    assert isinstance(outcome, Accepted)
    assert given(games, game_id)[1:] == [("britain", "counter", True)]


def test_a_form_plays_a_card_once_where_it_says_so(games: Games, clock: Clock) -> None:
    game_id = made(games, "form", instant_answers=True)
    card = games.open(game_id).state.hands["france"][0]
    word = {"instruction": "counter_with", "card": card, "whose": "austria"}
    say(games, game_id, "france", "counter", plays=[word])
    attack(games, game_id)
    assert given(games, game_id)[1:3] == [("britain", "pass", False), ("france", "counter", False)]
    shown = window_forms.shown(games, games.open(game_id), "france")
    assert not isinstance(shown, Refusal)
    assert shown.form == Form(("counter",), ()), "the card is gone, the rest stays as it was"


def test_a_form_takes_the_place_of_all_that_was_said_of_windows(games: Games) -> None:
    game_id = made(games, "form")
    first, second = games.open(game_id).state.hands["britain"][:2]
    leave(games, game_id, "britain", {"instruction": "let_pass"})
    leave(games, game_id, "britain", {"instruction": "wary"})
    plays = [{"instruction": "counter_with", "card": it} for it in (first, second)]
    say(games, game_id, "britain", "attack", plays=plays)
    tags = [type(it.word).__struct_config__.tag for it in kept_by(games, game_id, "britain")]
    assert tags == ["wary", "ask_me", "counter_with", "counter_with"]
    before = kept_by(games, game_id, "britain")
    say(games, game_id, "britain", "attack", plays=plays)
    assert kept_by(games, game_id, "britain") == before, "the same form is kept as it was left"
    say(games, game_id, "britain")
    assert [it.id for it in kept_by(games, game_id, "britain")] == [before[0].id]


def test_a_form_tells_its_owner_which_cards_fit_and_is_the_same_for_all(games: Games) -> None:
    game_id = made(games, "form")
    game = games.open(game_id)
    told = {it: window_forms.shown(games, game, it) for it in game.created.seats}
    for seat, form in told.items():
        assert not isinstance(form, Refusal)
        assert [it.window.id for it in form.lines] == ["attack", "counter"]
        held = sorted(map(str, game.state.hands[seat]))
        assert all(sorted(it.fitting) == held for it in form.lines)


@pytest.mark.parametrize(
    ("asks", "plays", "code"),
    [
        ([], [{"instruction": "counter_with", "card": 99}], "NOT_HELD"),
        (["attack"] * 101, [], "TOO_MANY_INSTRUCTIONS"),
    ],
)
def test_what_is_no_form_is_refused_and_changes_nothing(
    games: Games, asks: list[str], plays: list[Any], code: str
) -> None:
    game_id = made(games, "form")
    say(games, game_id, "britain", "attack")
    before = kept_by(games, game_id, "britain")
    outcome = window_forms.submit(games, game_id, "britain", asks, plays)
    assert refused(outcome) == code
    assert kept_by(games, game_id, "britain") == before


def test_another_form_answers_a_question_that_was_put(games: Games, clock: Clock) -> None:
    game_id = made(games, "form")
    say(games, game_id, "britain", "attack")
    worker = Worker(games)
    attack(games, game_id)
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    assert waited_for(games, game_id) == ["britain"]
    say(games, game_id, "britain")
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[1] == ("britain", "pass", False)


def test_two_processes_answer_nothing_twice(games: Games, clock: Clock) -> None:
    game_id = made(games, "form")
    attack(games, game_id)
    game = games.open(game_id)
    [(_, use)] = _uses(games, game, [], {})
    assert isinstance(use, window_answers.ByForm)
    assert isinstance(window_answers.give(games, game, use), Accepted)
    assert isinstance(window_answers.give(games, game, use), Stale)
    assert given(games, game_id)[1:] == [("britain", "pass", False)]


def test_nothing_is_passed_for_a_seat_that_has_said_something_meanwhile(games: Games) -> None:
    game_id = made(games, "form")
    attack(games, game_id)
    game = games.open(game_id)
    [(_, use)] = _uses(games, game, [], {})
    assert isinstance(use, window_answers.ByForm)
    say(games, game_id, "britain", "attack")
    assert isinstance(window_answers.give(games, game, use), Stale)
    assert games.head(game_id) == game.version


@ON_EACH
def test_two_forms_at_once_are_never_kept_together(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = made(games, "form")
    replace = games.recorder.replace_standing_orders
    meanwhile = [partial(say, games, game_id, "britain", "counter")]

    def replaced(*arguments: Any) -> bool:
        if meanwhile:
            meanwhile.pop()()
        return replace(*arguments)

    monkeypatch.setattr(games.recorder, "replace_standing_orders", replaced)
    say(games, game_id, "britain", "attack")
    kept = [it.word for it in kept_by(games, game_id, "britain")]
    assert kept == [reactions.AskMe("attack")]


def test_a_worker_that_begins_later_finds_the_game(games: Games, clock: Clock) -> None:
    game_id = made(games, "form")
    attack(games, game_id)
    Worker(games).look()
    clock.go_on(pace.MOST)
    Worker(games).look()
    assert given(games, game_id)[1:] == [("britain", "pass", False)]


def test_the_deadline_runs_from_when_a_question_is_put(games: Games, clock: Clock) -> None:
    game_id = made(games, "form", clock=Deadlines(24 * 60, then="pass"))
    for seat in ("austria", "britain", "france"):
        games.claim(game_id, seat)
    say(games, game_id, "france", "attack")
    worker = Worker(games)
    attack(games, game_id)
    for _ in range(2):
        assert games.open(game_id).timekeeping.deadlines == {}
        worker.look()
        clock.go_on(pace.MOST)
        worker.look()
    assert [it.set.seat for it in games.open(game_id).timekeeping.deadlines.values()] == ["france"]


def test_while_a_takeback_waits_for_a_seat_its_form_does_not_settle_it(
    games: Games, clock: Clock
) -> None:
    game_id = made(games, "form")
    worker = Worker(games)
    attack(games, game_id)
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    # France is to answer by form, when Austria wants its attack back.
    wanted = takebacks.ask(games, game_id, "austria", None)
    assert not isinstance(wanted, Refusal)
    assert wanted.takeback
    for _ in range(3):
        worker.look()
        clock.go_on(pace.MOST)
    assert games.open(game_id).takebacks[wanted.takeback].status == OPEN_CASE
    for seat in ("britain", "france"):
        assert takebacks.answer(games, game_id, seat, wanted.takeback, "agree") is not None
    assert games.open(game_id).state.stack == []
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[2:] == [], "nothing is answered to what is undone"


def test_a_form_goes_on_when_a_takeback_is_refused(games: Games, clock: Clock) -> None:
    game_id = made(games, "form")
    worker = Worker(games)
    attack(games, game_id)
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    wanted = takebacks.ask(games, game_id, "austria", None)
    assert not isinstance(wanted, Refusal)
    takebacks.answer(games, game_id, "france", wanted.takeback, "refuse")
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[2:] == [("france", "pass", False)]


def test_whoever_takes_a_seat_over_begins_with_an_empty_form(games: Games, clock: Clock) -> None:
    created = games.create(
        "toy_reactions", reactions.RULES.scenarios[0].id, {}, windows="form", referee=True
    )
    game_id = created.game.id
    say(games, game_id, "britain", "attack")
    attack(games, game_id)
    worker = Worker(games)
    worker.look()
    fresh = seats.hand_over(games, game_id, "britain", created.tokens["britain"])
    assert isinstance(fresh, str)
    assert kept_by(games, game_id, "britain") == []
    clock.go_on(pace.MOST)
    worker.look()
    assert asked(games, game_id) == []
    assert given(games, game_id)[1] == ("britain", "pass", False)


def test_a_form_of_who_has_lost_the_seat_is_not_kept(games: Games) -> None:
    created = games.create("toy_reactions", reactions.RULES.scenarios[0].id, {}, windows="form")
    game_id, seen = created.game.id, games.open(created.game.id)
    seats.hand_over(games, game_id, "britain", created.tokens["britain"])
    with pytest.raises(DeadToken):
        window_forms.submit(games, game_id, "britain", ["attack"], [], seen=seen)
    assert kept_by(games, game_id, "britain") == []


def test_a_ruling_that_rewinds_forgets_forms_and_asks_the_question_anew(
    games: Games, clock: Clock
) -> None:
    game_id = made(games, "form", referee=True)
    say(games, game_id, "britain", "attack")
    worker = Worker(games)
    attack(games, game_id)
    asked_at = games.head(game_id)
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    assert waited_for(games, game_id) == ["britain"]
    why = Judgement("rewind", ("6.14",), "It was to be seen again.", to=asked_at)
    outcome = rule(games, game_id, "referee", why)
    assert not isinstance(outcome, Refusal), outcome
    assert waited_for(games, game_id) == [], "it is another question, and the form is forgotten"
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[-1] == ("britain", "pass", False)


def test_in_a_dispute_a_form_does_what_its_seat_could_do(games: Games, clock: Clock) -> None:
    game_id = made(games, "form", referee=True)
    worker = Worker(games)
    attack(games, game_id)
    opened = open_dispute(
        games, game_id, "france", games.head(game_id), clause="6.14", claim="So?", relief="stand"
    )
    assert not isinstance(opened, Refusal), opened
    worker.look()
    clock.go_on(pace.MOST)
    worker.look()
    assert given(games, game_id)[1:] == [("britain", "pass", False)]


def test_a_question_that_others_offers_wait_for_is_put(games: Games) -> None:
    """To pass would turn an offer to end the game down, so the form does not."""
    rules = reactions.RULES
    assert rules.standing is not None
    windows = rules.standing.windows
    assert isinstance(windows, FormsOfWindows)
    game_id = made(games, "form")
    attack(games, game_id)
    state = games.open(game_id).state
    [decision] = rules.decisions(state)
    assert not windows.is_asked(state, decision, [])
    offered = replace(windows, offering=lambda state: ["austria"])
    assert offered.is_asked(state, decision, [])


def test_nothing_is_answered_where_the_rules_cannot_be_played_any_more(
    games: Games, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = made(games, "form")
    say(games, game_id, "france", "attack")
    attack(games, game_id)
    worker = Worker(games)
    worker.look()
    clock.go_on(pace.MOST)
    before = games.head(game_id)
    with monkeypatch.context() as patch:
        refusal = Refusal("RULES_CHANGED", "", "They are not here.")
        patch.setattr(execution, "refuse_changed_rules", lambda game, rules: refusal)
        worker.look()
        worker.look()
    assert games.head(game_id) == before
    Worker(games).look()
    clock.go_on(pace.MOST)
    assert answer_in_place(games, game_id).given
    assert given(games, game_id)[1] == ("britain", "pass", False)


def test_a_bot_is_asked_as_before(games: Games) -> None:
    game_id = made(games, "form", bots=("britain",))
    attack(games, game_id)
    Worker(games).look()
    assert asked(games, game_id) == [("britain", "react")]


def test_a_fork_asks_as_its_game_does(games: Games) -> None:
    game_id = made(games, "form")
    attack(games, game_id)
    forked = games.fork(game_id, games.head(game_id))
    assert not isinstance(forked, Refusal)
    assert forked.game.created.windows == "form"
    assert asked(games, forked.game.id) == []


@pytest.mark.parametrize(
    ("bots", "clock_set", "way"),
    [
        ((), None, "form"),
        (("britain",), None, "open"),
        ((), Deadlines(48 * 60), "form"),
        ((), Deadlines(90), "open"),
        ((), Deadlines(120), "form"),
    ],
)
def test_what_is_usual(bots: tuple[str, ...], clock_set: Deadlines | None, way: str) -> None:
    assert usual(bots, clock_set) == way


# -- open ------------------------------------------------------------------------------------------


def test_open_whoever_can_only_pass_passes_in_the_same_save(games: Games) -> None:
    """After six goes hands run out: a seat without a card is not asked."""
    game_id = made(games, "open")
    rng = random.Random(3)
    passed_at_once = 0
    while not games.open(game_id).over:
        game = games.open(game_id)
        decision = games.decisions(game)[0]
        legal = list(games.rules(game).legal_orders(game.state, decision))
        if decision.kind == "react":
            assert len(legal) > 1, "who can only pass is not asked"
        outcome = games.submit_orders(game_id, decision.seat, [rng.choice(legal)])
        assert isinstance(outcome, Accepted)
        passed_at_once += sum(
            isinstance(it, OrderGiven) and it.instruction is not None for it in outcome.events
        )
    assert passed_at_once
    assert answer_in_place(games, game_id).given == 0


def test_times_are_those_of_standing_orders(games: Games, clock: Clock) -> None:
    game_id = made(games, "form")
    attack(games, game_id)
    game = games.open(game_id)
    due = answer_in_place(games, game_id).due
    assert due is not None
    wait = (due - game.updated) / SECOND
    assert pace.LEAST <= wait <= pace.MOST

"""A player leaves a game of three or more: the others play on [R-167]."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from napoleon.log.clocks import FORFEIT, PASS, Clock
from napoleon.play.clock import running
from napoleon.play.games import Games
from napoleon.play.press import send
from napoleon.rules.events import Event
from napoleon.rules.kit import verbs
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.prose.storybook import PLAINLY
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, playing_on, seats
from napoleon.rulesets.napoleonic_wars.orders.beginning import AgreeToEnd, Resign
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather
from napoleon.rulesets.napoleonic_wars.pacts import attacked, caretakers
from napoleon.rulesets.napoleonic_wars.scoring import standings
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import PACT, State
from tests.clocks import MONDAY, Time
from tests.napoleonic_wars.playing import (
    Played,
    at_play,
    begun,
    copied,
    decisions,
    going_on,
    pack,
    play,
    play_open,
    table_of,
    tallied,
    told,
)
from tests.repetitions import repetitions

HANDS = {
    "fr": ["honved", "spies"],
    "sp": ["typhus_1"],
    "gb": ["militia_1", "bad_roads_1"],
    "au": ["militia_2", "grand_strategy_1"],
    "ru": ["typhus_2"],
}


def given(state: State, seat: str, order: Order, game: int = 0) -> Played | Refusal:
    table = table_of(copied(state), game)
    found = verbs.decide(BOOK, table, seat, order)
    return found if isinstance(found, Refusal) else Played(table.state, found)


def left(state: State, seat: str) -> Played:
    found = given(state, seat, Resign())
    assert isinstance(found, Played), found
    return found


def test_the_others_play_on_and_nobody_commands_what_was_left() -> None:
    state = going_on(at_play(HANDS, players=4)).state
    sweden = state.nations["sw"]
    sweden.row, sweden.box, sweden.camp = "au", PACT, "coalition"
    before = [*state.nations["au"].hand]
    gone = left(state, "au")
    assert gone.state.leaving == ["au"], "an impulse is under way"
    assert gone.state.result is None
    after = play(gone.state, PlayForCP("honved"), EndImpulse())
    state = after.state
    assert (state.leaving, state.gone) == ([], ["au"])
    assert commander(state, "au") == commander(state, "sw") == ""
    assert [*seats(state)] == ["fr", "gb", "ru"]
    assert at_war(state, "au", "fr") and state.nations["au"].camp == "coalition"
    [behind] = told(after, "powers_left_behind")
    assert behind.nations == ("au", "sw")
    assert sorted(state.nations["au"].hand) != sorted(before), "nobody knows what it holds"
    assert len(state.nations["au"].hand) == len(before)
    again = given(state, "au", Resign())
    assert isinstance(again, Refusal)
    assert (again.code, again.clause) == ("LEFT_ALREADY", "R-167")


def test_it_is_run_as_a_neutral_proxy_is() -> None:
    """A card by chance is CP, and builds in the capital; a red one is an event [5.3.b, 7.5]."""
    state = at_play({**HANDS, "au": ["grand_strategy_1"]}, scheduled="au", players=4)
    state.gone = ["au"]
    played = going_on(state)
    assert told(played, "proxy_card_drawn")[0].nation == "au"
    assert all(it.space == "vienna" for it in told(played, "units_built"))
    assert told(played, "units_built")
    assert played.asked[0][0] != "au"


def test_who_leaves_in_the_middle_of_something_is_answered_for() -> None:
    """What is going on ends with the least that the rules allow [R-167]."""
    state = going_on(at_play(HANDS, scheduled="au", players=5)).state
    assert decisions(state)[0].seat == "au"
    cards = tallied(state)
    began = left(state, "au")
    assert all(kind == "window" for _, kind in began.asked), "others may respond"
    ended = play(began.state)
    gone = Played(ended.state, [*began.events, *ended.events])
    answers = [(it.player, it.order["order"]) for it in told(gone, "answered_for_absent")]
    assert answers[0] == ("au", "play_for_cp")
    assert answers[-1] == ("au", "end_impulse")
    assert gone.state.gone == ["au"]
    assert sorted(tallied(gone.state)) == sorted(cards)
    [played] = told(gone, "card_played_for_cp")
    assert played.card == "militia_2", "the card with fewest CP"
    marching = play(state, PlayForCP("grand_strategy_1"), Gather("charles")).state
    assert "march_ended" in left(marching, "au").types


def test_the_last_one_who_stays_has_won() -> None:
    state = going_on(at_play(HANDS, players=3)).state
    state = left(state, "gb").state
    assert playing_on(state) == ["fr", "ru_au"]
    over = left(state, "fr").state
    assert over.result is not None
    assert over.result.winner == "ru_au"


def test_who_has_left_has_no_points_and_need_not_agree_to_an_end() -> None:
    state = going_on(at_play(HANDS, players=5)).state
    state = left(left(state, "ru").state, "pr").state
    assert {it.who for it in standings(table_of(state))} == {"fr", "gb", "au"}
    for seat in ("fr", "gb"):
        agreed = given(state, seat, AgreeToEnd())
        assert isinstance(agreed, Played)
        state = agreed.state
    refusal = given(state, "ru", AgreeToEnd())
    assert isinstance(refusal, Refusal) and refusal.code == "LEFT_ALREADY"
    drawn = left(state, "au").state
    assert drawn.result is not None and drawn.result.winner == "", "all who stay have agreed"


def test_a_silent_seat_plays_its_cheapest_card_and_a_game_of_silent_seats_ends() -> None:
    """What a clock gives for who is silent too long; nobody stands still by it [R-170]."""
    state = going_on(at_play(HANDS, scheduled="au", players=4)).state
    [decision] = decisions(state)
    assert RULES.pass_order(state, decision) == PlayForCP("militia_2")
    for players in (2, 3, 4, 5):
        state, _ = begun(players, players)
        while state.result is None:
            decision = decisions(state)[0]
            order = RULES.pass_order(state, decision)
            assert order is not None, decision.kind
            passed = given(state, decision.seat, order, players)
            assert isinstance(passed, Played), (order, passed)
            state = passed.state
        assert state.turn <= 5


@pytest.mark.parametrize("number", repetitions(3, 40))
def test_games_that_players_leave_at_any_time_end(number: int) -> None:
    """Whatever is going on, and however many leave."""
    random, cards = Random(number), sorted(pack().deck)
    state, events = begun(3 + number % 3, number)
    again = None
    while state.result is None:
        for event in events:
            again = apply(again, event)
        assert again == state
        assert tallied(state) == cards
        state, events = _next(random, state, number)


def _next(random: Random, state: State, game: int) -> tuple[State, list[Event]]:
    if random.random() < 0.004:
        found = given(state, random.choice(playing_on(state)), Resign(), game)
        assert isinstance(found, Played)
        return found.state, found.events
    by_verb: dict[type[Order], list[Order]] = {}
    decision = decisions(state)[0]
    assert decision.seat in playing_on(state)
    for order in verbs.legal_orders(BOOK, table_of(state), decision):
        by_verb.setdefault(type(order), []).append(order)
    played = play_open(state, random.choice(by_verb[random.choice([*by_verb])]), game=game)
    return played.state, played.events


def test_boards_and_positions_of_a_game_that_somebody_has_left() -> None:
    state = going_on(at_play(HANDS, players=5)).state
    state = play(left(state, "au").state, PlayForCP("honved"), EndImpulse()).state
    assert state.gone == ["au"]
    for seat in ("fr", "au", ""):
        shown = RULES.view(state, Viewer(seat))
        assert RULES.tables(shown, PLAINLY)
        [austria] = [it for it in shown.order_of_battle.armies if it.army == "au"]
        assert austria.commander is None
    notation = RULES.notation
    assert notation is not None
    assert notation.read_position(notation.write_position(state)) == state


def test_nobody_sees_the_hand_that_was_left() -> None:
    state = going_on(at_play(HANDS, players=4)).state
    gone = play(left(state, "au").state, PlayForCP("honved"), EndImpulse()).state
    for seat in ("au", "gb", ""):
        assert all(
            it not in pack().cards for it in RULES.known(gone, Viewer(seat)).nations["au"].hand
        )


def test_a_victim_whose_caretaker_has_left_gets_another_and_new_cards() -> None:
    """[8.32.b, R-189]"""
    hands = {**HANDS, "ot": ["conscripts_1", "conscripts_2"]}
    state = going_on(at_play(hands, players=4)).state
    ottomans = state.nations["ot"]
    ottomans.caretaker = "ru"
    state.wars = sorted({*state.wars, "fr-ot", "ot-sp"})
    # Russia had fewest keys of those at war with France.
    after = play(left(state, "ru").state, PlayForCP("honved"), EndImpulse())
    [dismissed] = told(after, "caretaker_dismissed")
    assert (dismissed.player, dismissed.nation) == ("ru", "ot")
    [appointed] = told(after, "caretaker_appointed")
    assert (appointed.player, appointed.nation) == ("gb", "ot")
    assert commander(after.state, "ot") == "gb"
    changed = [it.nation for it in told(after, "hand_changed")]
    assert changed.count("ot") == 1, "once, when Russia left"
    [looked] = [it for it in told(after, "hand_looked_at") if it.nation == "ot"]
    assert (looked.player, [*looked.cards]) == ("gb", sorted(after.state.nations["ot"].hand))


def test_nobody_who_has_left_becomes_a_caretaker_nor_gets_one_for_their_powers() -> None:
    """Neither of a victim on nobody's row nor of one on theirs [R-167, R-189]."""
    state = at_play(HANDS, players=4)
    state.gone = ["ru"]
    assert [*caretakers(table_of(state), "dk", "fr")] == ["gb", "au"]
    sweden = state.nations["sw"]
    sweden.row, sweden.box = "ru", 1
    table = table_of(state)
    attacked(table, "sw", "fr")
    assert "caretaker_appointed" not in [it.type for it in table.recorded]
    assert (table.state.nations["sw"].box, commander(table.state, "sw")) == (PACT, "")


# -- by the charter of a service -------------------------------------------------------------------


@pytest.fixture
def time() -> Time:
    return Time(MONDAY)


@pytest.fixture
def games(log_env: dict[str, str], time: Time) -> Iterator[Games]:
    found = Games(log_env, rulesets={RULES.name: RULES}, clock=time, entropy=Random(1).randbytes)
    yield found
    found.close()


def _five(games: Games, then: str) -> str:
    """A game of five without a referee, by a clock."""
    clock = Clock(60, grace=60, notice=0, then=then)
    created = games.create(RULES.name, "1805", {"players": 5}, clock=clock)
    for seat in created.game.created.seats:
        games.claim(created.game.id, seat)
    return created.game.id


def test_a_silent_seat_is_claimed_and_the_game_of_five_goes_on(games: Games, time: Time) -> None:
    game = _five(games, FORFEIT)
    [asked] = games.decisions(games.open(game))
    silent = asked.seat
    other = next(it for it in ("fr", "gb") if it != silent)
    early = running.claim_game(games, game, other, silent)
    assert isinstance(early, Refusal) and early.code == "NOT_FORFEIT"
    for _ in range(2):
        time.goes_on(hours=1.1)
        running.run(games, game)
    own = running.claim_game(games, game, silent, silent)
    assert isinstance(own, Refusal) and own.code == "NOT_AN_OPPONENT"
    after = running.claim_game(games, game, other, silent)
    assert not isinstance(after, Refusal), after
    assert not after.over
    assert after.state is not None
    assert silent in (*after.state.gone, *after.state.leaving)
    assert all(it.seat != silent for it in games.decisions(after))
    types = [it.type for it in games.history(game)]
    assert types.index("seat_forfeited") < types.index("player_left")


def test_letters_of_two_are_refused_and_what_is_written_to_all_is_not(games: Games) -> None:
    """[8.6, R-86, R-166]"""
    game = _five(games, PASS)
    refused = send(games, game, "fr", ["ru"], "Leave them.")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("TALK_IS_PUBLIC", "R-86")
    assert not isinstance(send(games, game, "fr", ["all"], "Leave them, Russia."), Refusal)
    chosen = games.create(RULES.name, "1805", {"players": 5, "letters": True})
    for seat in chosen.game.created.seats:
        games.claim(chosen.game.id, seat)
    assert not isinstance(send(games, chosen.game.id, "fr", ["ru"], "Leave them."), Refusal)


def test_a_clock_passes_for_a_silent_seat_and_stops_for_nobody(games: Games, time: Time) -> None:
    game = _five(games, PASS)
    before = games.open(game)
    assert before.state is not None
    for _ in range(12):
        time.goes_on(hours=1.1)
        running.run(games, game)
    after = games.open(game)
    assert after.state is not None
    assert sum(after.state.given.values()) > sum(before.state.given.values())
    assert all(not it.then for it in after.timekeeping.deadlines.values())

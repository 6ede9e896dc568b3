"""Several people on one seat: who has a share of it, and what the log tells of them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.audit.audit import audit_of_game
from napoleon.log.cases import AGREED, Dispute, Takeback
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.events.rules import RulesAgreed
from napoleon.log.game import Game
from napoleon.log.store.recorder import StandingOrderRow
from napoleon.log.story import chronicle, continued
from napoleon.play import seats
from napoleon.play import standing_orders as standing
from napoleon.play.forks import may_fork
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created, DeadToken
from napoleon.play.referee import disputes, takebacks, texts
from napoleon.play.referee.migration import agree
from napoleon.play.referee.rulings import conflicts
from napoleon.record import bundle
from napoleon.record.imports import bring_in
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.events import DEPUTY, JUDGES, SPECTATOR, Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import OrderGiven
from napoleon.rules.standing_orders import Kept
from napoleon.rules.viewer import Viewer
from tests.core.play import play
from tests.referee.law import DRAW, PASS, Clock, ask, bet, give, of_type, refused, rule
from tests.toy import Toy


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"NAPOLEON_HOME": str(tmp_path / "home"), "CREATE_TABLE": "yes"}


@pytest.fixture
def games(env: dict[str, str], request: pytest.FixtureRequest) -> Iterator[Games]:
    entropy = Random(request.node.name).randbytes
    games = Games(env, rulesets={"toy": Toy()}, clock=Clock(), entropy=entropy)
    yield games
    games.close()


@pytest.fixture
def created(games: Games) -> Created:
    """A game of three turns with a referee; red is to go, and everybody has claimed his chair."""
    created = games.create("toy", "wide", {"turns": 3}, referee=True, instant_answers=True)
    tokens = {it: games.claim(created.game.id, it) for it in created.tokens}
    return Created(created.game, tokens)


def invited(games: Games, created: Created, share: str = "prussia", by: str = "blue") -> str:
    """The token of the invitation to a share of blue."""
    token = seats.share_out(games, created.game.id, "blue", share, created.tokens[by])
    assert isinstance(token, str), token
    return token


@pytest.fixture
def game_id(games: Games, created: Created) -> str:
    """The same game, in which Britain and Prussia have shares of blue."""
    for share in ("britain", "prussia"):
        games.claim(created.game.id, share, token=invited(games, created, share))
    return created.game.id


def last(games: Games, game_id: str) -> Event:
    [event] = games.history(game_id, after=games.head(game_id) - 1)
    return event


def who(event: Event) -> tuple[str, str]:
    return event.by, event.behalf


# -- the contract ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Toy(), *installed().values()], ids=lambda rules: rules.name)
def test_every_share_has_a_name_of_its_own(rules: Ruleset) -> None:
    for values in product(*(option.values for option in rules.options)):
        options = dict(zip((it.name for it in rules.options), values, strict=True))
        shares, players = rules.shares(options), rules.seats(options)
        ids = [share for of_seat in shares.values() for share in of_seat]
        assert set(shares) <= set(players)
        assert len({*ids, *players, *JUDGES, SPECTATOR, bundle.OPERATOR}) == (
            len(ids) + len(players) + len(JUDGES) + 2
        )
        assert set(ids) <= set(rules.names)


# -- giving and ending shares ----------------------------------------------------------------------


def test_a_share_is_given_out_by_the_holder_of_the_seat_or_a_referee(
    games: Games, created: Created
) -> None:
    game_id, tokens = created.game.id, created.tokens
    deputy = seats.appoint_deputy(games, game_id, tokens["referee"])
    assert isinstance(deputy, str)
    first = invited(games, created)
    for token in (tokens["red"], first):
        for share in ("prussia", "britain"):
            outcome = seats.share_out(games, game_id, "blue", share, token)
            assert refused(outcome) == "NOT_YOUR_SEAT"
    second = invited(games, created, by="referee")
    with pytest.raises(DeadToken):
        seats.share_out(games, game_id, "blue", "prussia", first)
    assert games.open(game_id).seat_of(second) == "prussia"
    assert isinstance(seats.share_out(games, game_id, "blue", "britain", deputy), str)
    assert [(*who(it), it.share) for it in of_type(games, game_id, seats.SeatShared)] == [
        ("blue", "", "prussia"),
        ("referee", "blue", "prussia"),
        (DEPUTY, "blue", "britain"),
    ]
    assert games.open(game_id).shares == {"prussia": "blue", "britain": "blue"}


@pytest.mark.parametrize("by", ["prussia", "blue", "referee"])
def test_a_share_is_ended(games: Games, created: Created, by: str) -> None:
    game_id = created.game.id
    own = games.claim(game_id, "prussia", token=invited(games, created), name="Ziethen")
    assert games.names(game_id)["prussia"] == "Ziethen"
    tokens = {**created.tokens, "prussia": own}
    other = invited(games, created, "britain")
    for token in (tokens["red"], other):
        outcome = seats.end_share(games, game_id, "blue", "prussia", token)
        assert refused(outcome) == "NOT_YOUR_SEAT"
    assert refused(seats.end_share(games, game_id, "red", "prussia", own)) == "NO_SHARE"
    assert seats.end_share(games, game_id, "blue", "prussia", tokens[by]) is None
    assert who(last(games, game_id)) == (by, "blue" if by == "referee" else "")
    game = games.open(game_id)
    assert (game.seat_of(own), game.shares) == (None, {"britain": "blue"})
    assert "prussia" not in {*game.tokens, *game.claimed, *games.names(game_id)}
    again = seats.end_share(games, game_id, "blue", "prussia", tokens["referee"])
    assert refused(again) == "NO_SHARE"


def test_shares_outlast_the_holder_of_the_seat(games: Games, created: Created) -> None:
    game_id = created.game.id
    prussia = games.claim(game_id, "prussia", token=invited(games, created))
    fresh = seats.hand_over(games, game_id, "blue", created.tokens["blue"])
    assert isinstance(fresh, str)
    holder = games.claim(game_id, "blue", token=fresh)
    assert games.open(game_id).seat_of(prussia) == "prussia"
    assert seats.end_share(games, game_id, "blue", "prussia", holder) is None


def test_another_process_knows_the_shares(
    games: Games, env: dict[str, str], created: Created, game_id: str
) -> None:
    other = Games(env, rulesets={"toy": Toy()})
    assert other.open(game_id).shares == {"britain": "blue", "prussia": "blue"}
    assert other.open(game_id).tokens == games.open(game_id).tokens
    other.close()


def test_a_share_that_a_judge_gave_out_is_on_his_rulings(games: Games, created: Created) -> None:
    game_id = created.game.id
    invited(games, created, "britain")
    token = invited(games, created, by="referee")

    def found() -> list[str]:
        names = games.names(game_id)
        return conflicts(games.open(game_id), "referee", names, declared=False)

    assert found() == ["the judge gave out the share of prussia"]
    games.claim(game_id, "prussia", token=token, name="Thiers")
    games.put_name(game_id, "referee", "thiers ")
    assert found() == [
        "the judge bears the name of the player of prussia",
        "the judge gave out the share of prussia",
    ]
    assert seats.end_share(games, game_id, "blue", "prussia", created.tokens["blue"]) is None
    assert found() == []
    invited(games, created)
    assert found() == [], "this one was let in by the holder of the seat"


# -- orders ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "behalf", "sentence"),
    [
        ("referee", "blue", "Blue has gone. (The referee acted for Blue.)"),
        ("deputy", "blue", "Blue has gone. (The deputy acted for Blue.)"),
        ("prussia", "blue", "Blue has gone. (Prussia acted for Blue.)"),
        ("blue", "", "Blue has gone."),
    ],
)
def test_the_story_says_who_acted_for_whom(
    games: Games, game_id: str, by: str, behalf: str, sentence: str
) -> None:
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", PASS, by=by if behalf else "")
    event = last(games, game_id)
    assert (*who(event), describe(event, Viewer("red"), Toy().names)) == (by, behalf, sentence)


def test_who_has_no_share_gives_no_orders(games: Games, created: Created, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    assert seats.end_share(games, game_id, "blue", "prussia", created.tokens["blue"]) is None
    head = games.head(game_id)
    for seat, by in (("blue", "prussia"), ("red", "britain"), ("blue", "red")):
        assert refused(games.submit_orders(game_id, seat, [PASS], by=by)) == "NOT_SEATED"
    assert games.head(game_id) == head


def test_a_key_is_of_who_has_sent_it(games: Games, game_id: str) -> None:
    """So nobody gets another's answer for his own, nor is refused for another's body."""
    outcomes = [give(games, game_id, "red", PASS)]
    for by, order in (("prussia", PASS), ("", bet(1))):
        outcome = games.submit_orders(game_id, "blue", [order], key="1", by=by)
        assert isinstance(outcome, Accepted)
        assert games.submit_orders(game_id, "blue", [order], key="1", by=by) == outcome
        outcomes.append(outcome.version)
    assert outcomes == sorted(set(outcomes))


# -- standing orders -------------------------------------------------------------------------------


def test_a_standing_order_is_used_under_the_name_of_who_left_it(games: Games, game_id: str) -> None:
    left = standing.leave(games, game_id, "prussia", {"instruction": "pass_this_turn"})
    again = standing.leave(games, game_id, "blue", {"instruction": "pass_this_turn"})
    assert isinstance(left, Kept)
    assert left == again, "the seat has left it once"
    assert standing.kept_by(games, game_id, "blue") == [left]
    give(games, game_id, "red", PASS)
    event = last(games, game_id)
    assert (event.type, *who(event)) == ("go_ended", "prussia", "blue")


def test_a_standing_order_of_an_earlier_release_is_the_holders(games: Games, game_id: str) -> None:
    body = msgspec.json.encode([{"instruction": "pass_this_turn"}, {"turn": 1}])
    games.recorder.put_standing_order(StandingOrderRow(game_id, "old", "blue", body))
    give(games, game_id, "red", PASS)
    event = last(games, game_id)
    assert (event.type, *who(event)) == ("go_ended", "blue", "")


# -- take-backs, disputes, newer rules -------------------------------------------------------------


def test_whoever_speaks_for_the_seat_takes_its_move_back(games: Games, game_id: str) -> None:
    version = give(games, game_id, "red", PASS)
    give(games, game_id, "blue", PASS, by="prussia")
    assert ask(games, game_id, "britain") == (games.head(game_id), version, 0)
    [rewound] = of_type(games, game_id, HistoryRewound)
    assert (rewound.seat, *who(rewound)) == ("blue", "britain", "blue")
    assert games.open(game_id).state.to_go == "blue"


def test_whoever_speaks_for_the_seat_answers_a_take_back(games: Games, game_id: str) -> None:
    give(games, game_id, "red", DRAW)
    asked = ask(games, game_id, "red").takeback
    assert refused(takebacks.withdraw(games, game_id, "prussia", asked)) == "NOT_YOUR_CASE"
    answered = takebacks.answer(games, game_id, "prussia", asked, "agree")
    assert isinstance(answered, Takeback)
    assert (answered.status, set(answered.answers)) == (AGREED, {"blue"})
    [rewound] = of_type(games, game_id, HistoryRewound)
    assert (rewound.seat, *who(rewound)) == ("red", "prussia", "blue")
    late = takebacks.answer(games, game_id, "britain", asked, "refuse")
    assert refused(late) == "CASE_CLOSED"


def test_what_one_has_asked_for_another_of_the_seat_withdraws(games: Games, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", DRAW, by="prussia")
    asked = ask(games, game_id, "prussia").takeback
    own = takebacks.answer(games, game_id, "britain", asked, "agree")
    assert refused(own) == "NOT_AFFECTED"
    assert isinstance(takebacks.withdraw(games, game_id, "blue", asked), Takeback)


def test_a_dispute_says_who_of_the_seat_has_said_what(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = give(games, game_id, "red", PASS)
    case = disputes.open_dispute(
        games, game_id, "prussia", version, clause="GO", claim="No.", relief="stand"
    )
    assert isinstance(case, Dispute)
    assert (case.seat, *who(last(games, game_id))) == ("blue", "prussia", "blue")
    monkeypatch.setattr(disputes, "MOST_SAID", 3)
    for by in ("blue", "britain", "prussia", "referee"):
        case = disputes.say(games, game_id, by, case.id, "Indeed.")
        assert isinstance(case, Dispute)
    said = [(it.by, it.behalf, it.seat) for it in case.statements]
    assert said == [
        ("blue", "", "blue"),
        ("britain", "blue", "blue"),
        ("prussia", "blue", "blue"),
        ("referee", "", "referee"),
    ]
    more = disputes.say(games, game_id, "britain", case.id, "And again.")
    assert refused(more) == "TOO_MANY_STATEMENTS", "they are the statements of one seat"

    written = case.statements[1].text
    assert refused(texts.erase(games, game_id, "red", written)) == "NOT_YOUR_TEXT"
    assert texts.erase(games, game_id, "prussia", written) is None
    assert who(last(games, game_id)) == ("prussia", "blue")
    closed = disputes.withdraw(games, game_id, "britain", case.id)
    assert isinstance(closed, Dispute)
    assert who(last(games, game_id)) == ("britain", "blue")


class Newer(Toy):
    """The toy game of the next release."""

    version = "2"
    replays = ((Toy.version, Toy.pack_hash),)


def test_who_has_a_share_agrees_to_newer_rules_for_the_seat(
    games: Games, env: dict[str, str], game_id: str
) -> None:
    newer = Games(env, rulesets={"toy": Newer()}, clock=Clock())
    assert isinstance(agree(newer, game_id, "prussia"), Game)
    assert refused(agree(newer, game_id, "blue")) == "ALREADY_AGREED"
    [agreed] = of_type(newer, game_id, RulesAgreed)
    assert (agreed.seat, *who(agreed)) == ("blue", "prussia", "blue")
    migrated = agree(newer, game_id, "red")
    assert isinstance(migrated, Game)
    assert migrated.pinned[0] == "2"
    newer.close()


# -- the record ------------------------------------------------------------------------------------


def test_what_people_have_done_for_a_seat_is_decided_again(games: Games, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", DRAW, by="prussia")
    rule(games, game_id, "reroll", version=games.head(game_id) - 1)
    standing.leave(games, game_id, "britain", {"instruction": "bet_same", "value": 2})
    play(games, game_id, 100)
    assert games.open(game_id).over
    found = audit_of_game(games, game_id)
    assert found.holds, found
    assert {who(it) for it in of_type(games, game_id, OrderGiven)} == {
        ("red", ""),
        ("prussia", "blue"),
        ("referee", "blue"),
        ("britain", "blue"),
        ("blue", ""),
    }


def test_that_another_gave_the_order_does_not_pass(games: Games, game_id: str) -> None:
    """The events that an order causes bear the names that the order bears."""
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", PASS, by="prussia")
    log = games.history(game_id)
    assert decided_again(log, Toy()).divergence is None
    log[-1] = msgspec.structs.replace(log[-1], by="britain")
    divergence = decided_again(log, Toy()).divergence
    assert divergence is not None
    assert divergence.difference == {"by": ("britain", "prussia")}


def test_a_fork_has_no_shares(games: Games, created: Created, game_id: str) -> None:
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", PASS, by="prussia")
    assert seats.end_share(games, game_id, "blue", "britain", created.tokens["blue"]) is None
    outcome = games.fork(game_id, games.head(game_id))
    assert isinstance(outcome, Created)
    there = games.open(outcome.game.id)
    assert (there.shares, set(there.tokens)) == ({}, {"red", "blue"})
    assert {it.token for it in of_type(games, there.id, seats.SeatShared)} == {""}
    assert seats.share_out(games, there.id, "blue", "prussia", outcome.tokens["blue"])
    assert set(games.open(there.id).shares) == {"prussia"}


def test_a_fork_takes_somebody_of_each_seat(games: Games, created: Created) -> None:
    prussia, game = invited(games, created), games.open(created.game.id)
    tokens = {"red": created.tokens["red"], "blue": prussia}
    game = games.open(created.game.id)
    assert may_fork(game, tokens, "blue") is None
    swapped: dict[str, Any] = {"red": prussia, "blue": created.tokens["blue"]}
    assert refused(may_fork(game, swapped, "blue")) == "FORK_SHOWS_ALL"


def test_a_bundle_without_the_hashes_of_tokens_lets_nobody_in(
    games: Games, created: Created, tmp_path: Path
) -> None:
    game_id = created.game.id
    token = games.claim(game_id, "prussia", token=invited(games, created))
    play(games, game_id, 100)
    file = io.BytesIO()
    bundle.write(games, game_id, SPECTATOR, file)
    env = {"NAPOLEON_HOME": str(tmp_path / "elsewhere"), "CREATE_TABLE": "yes"}
    elsewhere = Games(env, rulesets={"toy": Toy()})
    assert bring_in(elsewhere, file).stop is None
    game = elsewhere.open(game_id)
    assert game.shares == {"prussia": "blue"}
    assert [game.seat_of(it) for it in (token, created.tokens["blue"])] == [None, None]
    elsewhere.close()


def test_a_story_that_goes_on_knows_a_share_that_has_ended(games: Games, created: Created) -> None:
    game_id, token = created.game.id, invited(games, created)
    shared = games.open(game_id)
    rules, reader = games.rules(shared), Viewer(SPECTATOR)
    begun = chronicle(games, shared, reader, rules)
    games.claim(game_id, "prussia", token=token)
    assert seats.end_share(games, game_id, "blue", "prussia", created.tokens["blue"]) is None
    ended = games.open(game_id)
    gone_on = continued(begun, games, ended, rules, shared.version)
    assert gone_on.entries() == chronicle(games, ended, reader, rules).entries()
    assert any("now shares" in told for it in gone_on.entries() for told in it.sentences)

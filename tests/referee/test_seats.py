"""Seats are not people: hand-overs, deputies, and what people want to be forgotten."""

from __future__ import annotations

import pytest

from napoleon import seats
from napoleon.games import Accepted, Created, DeadToken, Games, UnknownSeat
from napoleon.orders import Refusal
from napoleon.record.checkpoints import hashes
from napoleon.referee import disputes, rulings, texts
from napoleon.referee.cases import Dispute
from napoleon.referee.events import RulingGiven, TextErased
from napoleon.referee.rulings import Judgement
from tests.referee.law import DRAW, PASS, ask, give, of_type, refused


@pytest.fixture
def created(games: Games) -> Created:
    return games.create("toy", "wide", {}, referee=True)


def appointed(games: Games, created: Created) -> str:
    token = seats.appoint_deputy(games, created.game.id, created.tokens["referee"])
    assert isinstance(token, str)
    return token


def test_a_seat_is_handed_over_by_its_holder_or_a_referee_only(
    games: Games, created: Created
) -> None:
    game_id, tokens = created.game.id, created.tokens
    other = seats.hand_over(games, game_id, "red", tokens["blue"])
    assert isinstance(other, Refusal)
    assert other.code == "NOT_YOUR_SEAT"
    deputy = appointed(games, created)
    for token in (tokens["red"], tokens["referee"], deputy):
        assert isinstance(seats.hand_over(games, game_id, "red", token), str)
    acted = [(it.by, it.behalf) for it in of_type(games, game_id, seats.SeatHandedOver)]
    assert acted == [("red", ""), ("referee", "red"), ("deputy", "red")]
    with pytest.raises(DeadToken):
        seats.hand_over(games, game_id, "red", tokens["red"])
    with pytest.raises(UnknownSeat):
        seats.hand_over(games, game_id, "green", tokens["referee"])


def test_what_a_seat_has_given_stays_with_it(games: Games, created: Created) -> None:
    game_id = created.game.id
    token = games.claim(game_id, "red", nonce="mine")
    invitation = seats.hand_over(games, game_id, "red", token)
    assert isinstance(invitation, str)
    assert games.open(game_id).claimed == []
    games.claim(game_id, "red", token=invitation)
    assert games.open(game_id).nonces["red"] == "mine"


def test_a_deputy_judges_under_a_name_of_his_own(games: Games, created: Created) -> None:
    game_id = created.game.id
    deputy = appointed(games, created)
    assert games.open(game_id).seat_of(deputy) == "deputy"
    given = rulings.rule(games, game_id, "deputy", Judgement("stand", ("GO",), "It does."))
    assert not isinstance(given, Refusal)
    assert [it.by for it in of_type(games, game_id, RulingGiven)] == ["deputy"]
    outcome = games.give(game_id, "red", [PASS], by="deputy")
    assert isinstance(outcome, Accepted)
    assert {(it.by, it.behalf) for it in outcome.events if it.by} == {("deputy", "red")}


def test_only_the_referee_appoints_and_dismisses_a_deputy(games: Games, created: Created) -> None:
    game_id, tokens = created.game.id, created.tokens
    first = appointed(games, created)
    second = appointed(games, created)
    assert games.open(game_id).seat_of(first) is None, "there is one deputy at a time"
    for token in (tokens["red"], second):
        for outcome in (
            seats.appoint_deputy(games, game_id, token),
            seats.dismiss_deputy(games, game_id, token),
        ):
            assert refused(outcome) == "NOT_THE_REFEREE"
    assert seats.dismiss_deputy(games, game_id, tokens["referee"]) is None
    assert games.open(game_id).seat_of(second) is None
    again = seats.dismiss_deputy(games, game_id, tokens["referee"])
    assert refused(again) == "NO_DEPUTY"


def test_names_and_texts_are_erased_and_every_leaf_stays_as_it_was(
    games: Games, created: Created
) -> None:
    game_id = created.game.id
    games.claim(game_id, "red", name="Michel Ney")
    version = give(games, game_id, "red", DRAW)
    ask(games, game_id, "red", why="My dog ate the map.")
    dispute = disputes.open_dispute(
        games, game_id, "blue", version, clause="GO", claim="He lives next door.", relief="stand"
    )
    assert isinstance(dispute, Dispute)
    disputes.say(games, game_id, "red", dispute.id, "I do not.")
    size = games.head(game_id)
    leaves = hashes(games, game_id, size)
    written = {row.text: row.id for row in games.recorder.texts(game_id)}
    assert len(written) == 3

    assert refused(texts.erase(games, game_id, "red", dispute.claim)) == "NOT_YOUR_TEXT"
    assert refused(texts.erase(games, game_id, "spectator", dispute.claim)) == "NOT_YOUR_TEXT"
    assert texts.erase(games, game_id, "blue", dispute.claim) is None
    assert refused(texts.erase(games, game_id, "blue", dispute.claim)) == "UNKNOWN_TEXT"
    assert texts.erase(games, game_id, "red", written["I do not."]) is None
    assert texts.erase(games, game_id, "referee", written["My dog ate the map."]) is None
    games.put_name(game_id, "red", None)

    assert games.recorder.texts(game_id) == []
    assert games.names(game_id) == {}
    assert [it.by for it in of_type(games, game_id, TextErased)] == ["blue", "red", "referee"]
    assert hashes(games, game_id, size) == leaves
    with games.recorder.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]
        cursor.execute("SELECT group_concat(CAST(state AS TEXT)) FROM events")
        log = cursor.fetchone()[0]
    for secret in (*written, "Michel Ney"):
        assert secret not in log

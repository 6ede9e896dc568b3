"""Seats are not people: hand-overs, deputies, and what people want to be forgotten."""

from __future__ import annotations

import pytest

from napoleon.log.cases import Dispute
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.seats import InvitationRenewed, NonceGiven, SeatClaimed
from napoleon.log.events.texts import TextErased
from napoleon.play import seats
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created, DeadToken, UnknownSeat
from napoleon.play.referee import disputes, rulings, texts
from napoleon.play.referee.rulings import Judgement
from napoleon.record.checkpoints import hashes
from napoleon.rules.orders import Refusal
from tests.core.play import play
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
    assert refused(other) == "NOT_YOUR_SEAT"
    deputy = appointed(games, created)
    for token in (tokens["red"], tokens["referee"], deputy):
        assert isinstance(seats.hand_over(games, game_id, "red", token), str)
    acted = [(it.by, it.behalf) for it in of_type(games, game_id, seats.SeatHandedOver)]
    assert acted == [("red", ""), ("referee", "red"), ("deputy", "red")]
    with pytest.raises(DeadToken):
        seats.hand_over(games, game_id, "red", tokens["red"])
    with pytest.raises(UnknownSeat):
        seats.hand_over(games, game_id, "green", tokens["referee"])


def test_a_lost_invitation_is_renewed_by_a_referee_or_whoever_runs_the_service(
    games: Games, created: Created
) -> None:
    game_id, tokens = created.game.id, created.tokens
    for token in (tokens["blue"], tokens["red"]):
        other = seats.renew_invitation(games, game_id, "red", token)
        assert refused(other) == "NOT_YOUR_SEAT"
    deputy = appointed(games, created)
    alive = tokens["red"]
    for token in (tokens["referee"], deputy, None):
        fresh = seats.renew_invitation(games, game_id, "red", token)
        assert isinstance(fresh, str)
        now = games.open(game_id)
        assert (now.seat_of(alive), now.seat_of(fresh)) == (None, "red")
        alive = fresh
    acted = [(it.by, it.behalf) for it in of_type(games, game_id, InvitationRenewed)]
    assert acted == [("referee", "red"), ("deputy", "red"), ("", "")]
    assert games.open(game_id).handed_over == {}, "nobody has held it"
    for seat in ("green", "deputy"):
        with pytest.raises(UnknownSeat):
            seats.renew_invitation(games, game_id, seat, tokens["referee"])
    with pytest.raises(DeadToken):
        seats.renew_invitation(games, game_id, "red", tokens["red"])
    assert isinstance(seats.renew_invitation(games, game_id, "referee", deputy), Refusal), (
        "a deputy invites nobody to the chair of the referee"
    )
    assert isinstance(seats.renew_invitation(games, game_id, "referee", None), str)


def test_a_claimed_seat_is_not_invited_to_again(games: Games, created: Created) -> None:
    game_id, referee = created.game.id, created.tokens["referee"]
    own = games.claim(game_id, "red")
    for token in (referee, None):
        refusal = seats.renew_invitation(games, game_id, "red", token)
        assert refused(refusal) == "SEAT_CLAIMED"
    assert games.open(game_id).seat_of(own) == "red"


def test_an_invitation_that_is_renewed_twice_at_once_is_renewed_once(
    games: Games, created: Created
) -> None:
    game_id, referee = created.game.id, created.tokens["referee"]
    fresh = seats.renew_invitation(games, game_id, "red", referee)
    assert isinstance(fresh, str)
    version = games.head(game_id)
    assert seats.renew_invitation(games, game_id, "red", referee, fresh=fresh) == fresh
    assert games.head(game_id) == version


def test_what_a_token_has_opened_is_known_of_every_token_that_there_was(
    games: Games, created: Created
) -> None:
    game_id, invited = created.game.id, created.tokens["red"]
    own = games.claim(game_id, "red")
    handed = seats.hand_over(games, game_id, "red", own)
    assert isinstance(handed, str)
    game = games.open(game_id)
    for token in (invited, own, handed):
        assert seats.once_opened(games, game, token) == "red"
    for made_up in ("", "x", f"{game_id}.red.guessed", f"{game_id}.red.{'A' * 32}"):
        assert seats.once_opened(games, game, made_up) is None
    other = games.create("toy", "wide", {}).tokens["red"]
    assert seats.once_opened(games, game, other) is None


def test_what_a_seat_has_given_stays_with_it(games: Games, created: Created) -> None:
    game_id = created.game.id
    token = games.claim(game_id, "red", nonce="mine")
    invitation = seats.hand_over(games, game_id, "red", token)
    assert isinstance(invitation, str)
    assert games.open(game_id).claimed == []
    games.claim(game_id, "red", token=invitation)
    assert games.open(game_id).nonces["red"] == "mine"


def test_a_fresh_nonce_waits_for_one_of_another_seat(games: Games, created: Created) -> None:
    """Of a newcomer, or of a holder who claims the seat again; then both count."""
    game_id = created.game.id
    token = games.claim(game_id, "red", nonce="mine")
    games.claim(game_id, "blue", nonce="yours")
    invitation = seats.hand_over(games, game_id, "red", token)
    assert isinstance(invitation, str)
    games.claim(game_id, "red", token=invitation, nonce="new")
    assert games.open(game_id).nonces == {"red": "mine", "blue": "yours"}
    games.claim(game_id, "red", nonce="newer")
    assert games.open(game_id).nonces == {"red": "mine", "blue": "yours"}
    games.claim(game_id, "blue", nonce="fresh")
    assert games.open(game_id).nonces == {"red": "newer", "blue": "fresh"}
    games.claim(game_id, "blue", nonce="alone")
    assert games.open(game_id).nonces == {"red": "newer", "blue": "fresh"}


def test_a_fresh_nonce_has_an_event_of_its_own(games: Games, created: Created) -> None:
    """Processes of 0.7.0 would count a second one of a claim at once; this stops them."""
    game_id = created.game.id
    for nonce in ("mine", "", "new"):
        games.claim(game_id, "red", nonce=nonce)
    assert [it.nonce for it in of_type(games, game_id, SeatClaimed)] == ["mine", "", ""]
    given = [(it.seat, it.nonce, it.by) for it in of_type(games, game_id, NonceGiven)]
    assert given == [("red", "new", "red")]


def test_a_seat_that_changed_hands_before_its_first_order_is_known(
    games: Games, created: Created
) -> None:
    game_id, early = created.game.id, seats.passed_on_early
    red = games.claim(game_id, "red")
    blue = games.claim(game_id, "blue")
    assert early(games, games.open(game_id)) == []
    seats.hand_over(games, game_id, "blue", blue)
    games.claim(game_id, "blue")
    assert early(games, games.open(game_id)) == ["blue"]
    play(games, game_id, 6)
    seats.hand_over(games, game_id, "red", red)
    assert early(games, games.open(game_id)) == ["blue"], "red had moved before"


def test_a_seat_that_was_claimed_again_may_have_changed_hands(
    games: Games, created: Created
) -> None:
    for _ in range(2):
        games.claim(created.game.id, "red")
    assert seats.passed_on_early(games, games.open(created.game.id)) == ["red"]


def test_before_the_table_is_laid_there_is_nothing_to_see(games: Games) -> None:
    game_id = games.create("toy", "wide", {}, awaits_seats=True).game.id
    for _ in range(2):
        games.claim(game_id, "red")
    games.claim(game_id, "blue")
    assert seats.passed_on_early(games, games.open(game_id)) == []


def found(games: Games, game_id: str, by: str) -> tuple[str, ...]:
    """What might make `by` partial, as a ruling of theirs tells."""
    given = rulings.rule(games, game_id, by, Judgement("stand", ("GO",), "It does."))
    assert not isinstance(given, Refusal), given
    return of_type(games, game_id, RulingGiven)[-1].conflicts


REFEREE_UNCLAIMED = "the referee's chair is not claimed: whoever set the game up may hold it"
DEPUTY_UNCLAIMED = "the deputy's chair is not claimed: whoever appointed the deputy may hold it"


def test_an_unclaimed_chair_is_on_the_ruling(games: Games, created: Created) -> None:
    game_id = created.game.id
    for seat in ("red", "blue"):
        games.claim(game_id, seat)
    deputy = appointed(games, created)
    assert found(games, game_id, "referee") == (REFEREE_UNCLAIMED,)
    assert found(games, game_id, "deputy") == (REFEREE_UNCLAIMED, DEPUTY_UNCLAIMED)
    referee = games.claim(game_id, "referee", token=created.tokens["referee"], nonce="mine")
    assert "referee" not in games.open(game_id).nonces
    games.claim(game_id, "deputy", token=deputy)
    assert found(games, game_id, "referee") == found(games, game_id, "deputy") == ()
    assert isinstance(seats.appoint_deputy(games, game_id, referee), str)
    assert found(games, game_id, "deputy") == (DEPUTY_UNCLAIMED,), "there is another deputy"
    invitation = seats.hand_over(games, game_id, "referee", referee)
    assert isinstance(invitation, str)
    assert games.open(game_id).seat_of(referee) is None
    assert found(games, game_id, "referee") == (REFEREE_UNCLAIMED,)
    games.claim(game_id, "referee", token=invitation)
    assert found(games, game_id, "referee") == ()


def test_the_chair_of_the_referee_is_handed_over_by_himself_only(
    games: Games, created: Created
) -> None:
    game_id = created.game.id
    for token in (created.tokens["red"], appointed(games, created)):
        outcome = seats.hand_over(games, game_id, "referee", token)
        assert refused(outcome) == "NOT_YOUR_SEAT"
    with pytest.raises(UnknownSeat):
        seats.hand_over(games, game_id, "deputy", created.tokens["referee"])
    alone = games.create("toy", "wide", {})
    with pytest.raises(UnknownSeat):
        seats.hand_over(games, alone.game.id, "referee", alone.tokens["red"])


def test_a_seat_that_the_judge_handed_over_is_on_his_rulings(
    games: Games, created: Created
) -> None:
    game_id = created.game.id
    holders = {it: games.claim(game_id, it) for it in ("red", "blue", "referee")}
    appointment = seats.appoint_deputy(games, game_id, holders["referee"])
    assert isinstance(appointment, str)
    deputy = games.claim(game_id, "deputy", token=appointment)
    for seat, giver in (("red", holders["referee"]), ("blue", deputy)):
        invitation = seats.hand_over(games, game_id, seat, giver)
        assert isinstance(invitation, str)
        holders[seat] = games.claim(game_id, seat, token=invitation)
    assert found(games, game_id, "referee") == (
        "the judge handed over the seat of red",
        "the deputy handed over the seat of blue",
    )
    again = seats.hand_over(games, game_id, "red", holders["red"])
    assert isinstance(again, str)
    games.claim(game_id, "red", token=again)
    assert found(games, game_id, "deputy") == (
        "the referee handed over the seat of red",
        "the judge handed over the seat of blue",
    ), "who was let in by a judge may let somebody in"


def test_who_handed_over_his_own_seat_makes_nobody_partial(games: Games, created: Created) -> None:
    game_id = created.game.id
    holders = {it: games.claim(game_id, it) for it in ("red", "blue", "referee")}
    invitation = seats.hand_over(games, game_id, "red", holders["red"])
    assert isinstance(invitation, str)
    games.claim(game_id, "red", token=invitation)
    assert found(games, game_id, "referee") == ()


def test_a_deputy_judges_under_a_name_of_his_own(games: Games, created: Created) -> None:
    game_id = created.game.id
    deputy = appointed(games, created)
    assert games.open(game_id).seat_of(deputy) == "deputy"
    given = rulings.rule(games, game_id, "deputy", Judgement("stand", ("GO",), "It does."))
    assert not isinstance(given, Refusal)
    assert [it.by for it in of_type(games, game_id, RulingGiven)] == ["deputy"]
    outcome = games.submit_orders(game_id, "red", [PASS], by="deputy")
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

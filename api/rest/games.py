"""Games: setting one up, taking a seat, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Response, request, url_for

from api.http.admission import refuse_founder
from api.http.answers import answer
from api.http.parsing import Resources
from api.http.people import (
    OWN_DESK,
    note_founder,
    reliability_shown,
    seats_of_one_person,
    whose_desk,
)
from api.http.problems import Problem, bad_token
from api.http.stores import stores
from api.http.tokens import bearer, caller, game_of_token, invited
from api.http.versions import ETAG_WITH_DIGEST, IF_NONE_MATCH, etag, versioned_with_digest
from api.rest.schemas.games import (
    GIVEN,
    SERVICE,
    ClaimedSchema,
    ClaimSchema,
    GameSchema,
    LobbyQuerySchema,
    LobbySchema,
    NewGameAnswerSchema,
    NewGameSchema,
)
from api.rest.taking import claimed, taken
from api.timekeeping import clock_of
from napoleon.log.clocks import PASS, Clock, InTime
from napoleon.log.dispatches import Charter
from napoleon.log.display_names import marked
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.play.outcomes import Created, UnknownSeat
from napoleon.play.tokens import key_of_founder
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.events import REFEREE
from napoleon.rules.windows import ALL_ASKED
from projections import lobby, reading

MOST_NAMED = 1000
"""In how many games a name is looked for at most."""

resources = Resources("games", __name__, description="Setting up, claiming and finding games")


@resources.route("/games", methods=["POST"])
@resources.no_query
@resources.arguments(NewGameSchema)
@resources.response(201, NewGameAnswerSchema)
@resources.alt_response(403, "FORBIDDEN")
def create(body: dict[str, Any]) -> Response:
    """Set up a game.

    The answer has the token of every seat that a person may have, to be handed out; each is shown
    this once. A player who claims their seat gets a fresh one. Where the operator lets only those
    set games up who were invited, the caller shows the key of their device, or a token of a seat.
    """
    refuse_founder()
    games = stores().games
    try:
        created = games.create(
            body["ruleset"],
            body["scenario"],
            body.get("options", {}),
            referee=body.get("referee", False),
            awaits_seats=body.get("awaits_seats", False),
            instant_answers=body.get("instant_answers", False),
            bots=body.get("bots", ()),
            open_seats=body.get("open_seats", ()),
            clock=_clock(body),
            dispatches=Charter(**body["dispatches"]) if "dispatches" in body else None,
            odd_mails=body.get("odd_mails", ""),
            windows=body.get("windows", ALL_ASKED),
            unlisted=body.get("unlisted", False),
            one_seat_each=body.get("one_seat_each", False),
            grey_press=body.get("grey_press", False),
            in_time=InTime(**body["in_time"]) if "in_time" in body else None,
        )
    except UnknownRuleset:
        raise Problem("UNKNOWN_RULESET", "No such ruleset is installed.") from None
    if OWN_DESK in request.environ:
        note_founder(created.game)
    return new_game(created)


def _clock(body: Mapping[str, Any]) -> Clock | None:
    """The clock that is asked for; without a referee to decide a silent seat passes."""
    if "clock" not in body:
        return None
    usual = {} if body.get("referee") else {"then": PASS}
    return clock_of(usual | body["clock"])


def new_game(created: Created) -> Response:
    """The answer to the founder of a game, with the tokens to hand out."""
    game, tokens = created.game, created.tokens
    facts = game.created
    invited = [
        {"seat": seat, **invitation(game, tokens[seat])} for seat in facts.seats if seat in tokens
    ]
    return answer(
        {
            "id": game.id,
            "ruleset": facts.ruleset,
            "rules_version": facts.rules_version,
            "scenario": facts.scenario,
            "options": facts.options,
            "version": game.version,
            "status": lobby.status(game),
            "seats": invited,
            "bots": game.played_by_bots,
            "open_seats": game.open_seats,
            "referee": invitation(game, tokens[REFEREE]) if facts.referee else None,
            "founder": key_of_founder(game),
            "commitment": facts.commitment,
        },
        201,
        {"Location": url_for("games.one", game_id=game.id), **etag(game.version)},
    )


def invitation(game: Game, token: str) -> dict[str, str]:
    """A token, and a link that has it where browsers keep it to themselves: behind the ``#``."""
    return {"token": token, "link": link(game.id, token)}


def link(game_id: str, token: str) -> str:
    """Address of the game's page in a browser that opens the seat of `token`."""
    return f"{url_for('web.game', game_id=game_id, _external=True)}#token={token}"


@resources.route("/games/<game_id>/seats/<seat>/claim", methods=["POST"])
@resources.no_query
@resources.arguments(ClaimSchema)
@resources.response(200, ClaimedSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(409, "CONFLICT")
def claim(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Take a seat with the token that came with the invitation.

    The answer has a fresh token and the old one is dead, so that the founder of the game cannot
    look into a claimed seat. The chairs of the `referee` and the `deputy`, and shares of a seat,
    are claimed alike, but without a nonce. With the key of a device as `desk` the seat is laid on
    that desk; where each person plays one seat (`one_seat_each`) it is needed.
    """
    game = stores().games.open(game_id)
    if seat not in game.tokens:
        raise UnknownSeat(seat)
    if invited(game) != seat:
        raise Problem("NOT_YOUR_SEAT", "A seat is claimed with its own token.")
    who = whose_desk(body.get("desk"))
    return answer({"seat": seat, "token": claimed(game, seat, body, bearer(), who=who)})


@resources.route("/games/<game_id>/seats/<seat>/take", methods=["POST"])
@resources.no_query
@resources.arguments(ClaimSchema)
@resources.response(200, ClaimedSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(409, "CONFLICT")
def take(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Take a seat that is open to anybody; no token is needed.

    If several come at once the first has it, as if they had been invited. A seat to which
    somebody was invited personally is not open. A token that opens nothing is refused here, too.

    With the key of a device as `desk` the seat is laid on that desk. It is needed where each person
    plays one seat (`one_seat_each`), and where the founder asks for reliability (`in_time` of the
    game): the taker of the seat lets others see how reliable they are, and is as reliable as that.
    """
    caller(stores().games.open(game_id))
    who = whose_desk(body.get("desk"))
    return answer({"seat": seat, "token": taken(game_id, seat, body, who=who)})


@resources.route("/games")
@resources.arguments(LobbyQuerySchema, location="query")
@resources.response(200, LobbySchema)
@resources.alt_response(401, "UNAUTHORIZED")
def every(query: dict[str, Any]) -> Response:
    """The lobby: all games, the newest first, page by page.

    `mine` lists the game that the token belongs to; it needs one (401).
    """
    opened = stores()
    wanted = lobby.Wanted(
        status=query.get("status"),
        ruleset=query.get("ruleset"),
        scenario=query.get("scenario"),
        winner=query.get("winner"),
        year=query.get("year"),
        is_open=query.get("open", False),
        games=named(query.get("name")),
        game=_own_game() if query.get("mine") else None,
        after=query.get("after"),
        limit=query.get("limit", lobby.PAGE),
    )
    try:
        entries, following = reading.lobby(opened.games, opened.views, wanted)
    except UnknownGame:
        detail = "The page before did not end with a game that exists."
        raise Problem("BAD_QUERY", detail) from None
    return answer({"games": with_reliability(with_names(entries)), "next": following})


def named(name: str | None) -> frozenset[str] | None:
    """Ids of the games with a player whose name has `name` in it; None for any if it is None."""
    if name is None:
        return None
    return frozenset(stores().games.recorder.games_named(name, MOST_NAMED))


def with_names(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries of the lobby with the names of the players, which are not part of the log."""
    shown = list(entries)
    names = stores().games.recorder.names_of([it["id"] for it in shown])
    return [{**it, "names": marked(names.get(it["id"], {}))} for it in shown]


def with_reliability(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries of the lobby with how reliable those are who have seats and let others see it."""
    listed = list(entries)
    shown = reliability_shown({it["id"]: it["version"] for it in listed})
    by_game: dict[str, dict[str, Any]] = {}
    for (game_id, seat), told in shown.items():
        by_game.setdefault(game_id, {})[seat] = told
    return [{**it, "reliability": by_game.get(it["id"], {})} for it in listed]


def _own_game() -> str:
    """Id of the game in which the caller holds a seat. Raises Problem 401 if there is none."""
    game_id = game_of_token()
    try:
        caller(stores().games.open(game_id))
    except UnknownGame:
        raise bad_token() from None
    return game_id


def _nonce(game: Game, seat: str) -> str | None:
    """Who gave the nonce of `seat`; None in games that are older than nonces."""
    nonce = game.nonces.get(seat)
    if nonce is None:
        return None
    return SERVICE if nonce == game.created.nonces.get(seat) else GIVEN


@resources.route("/games/<game_id>", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, GameSchema, headers=ETAG_WITH_DIGEST)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def one(game_id: str) -> Response:
    """Where a game stands, and whom it waits for.

    Its `ETag` also changes when a name does, which needs no new version.
    """
    games = stores().games
    game = games.open(game_id)
    caller(game)
    facts = game.created
    names = games.names_shown(game_id)
    reliable = reliability_shown({game_id: game.version}).items()
    rules = games.rules(game)
    shares = rules.shares(facts.options)
    people = [
        {
            "seat": seat,
            "claimed": seat in game.claimed,
            "name": names.get(seat),
            "nonce": _nonce(game, seat),
            "shares": [
                {
                    "share": share,
                    "given": share in game.shares,
                    "claimed": share in game.claimed,
                    "name": names.get(share),
                }
                for share in shares.get(seat, ())
            ],
        }
        for seat in facts.seats
    ]
    body = {
        **lobby.entry(game, rules),
        "names": names,
        "reliability": {seat: told for (_, seat), told in reliable},
        "rules_version": game.pinned[0],
        "options": facts.options,
        "referee": facts.referee,
        "instant_answers": facts.instant_answers,
        "windows": facts.windows or "all",
        "one_seat_each": game.one_seat_each,
        "grey_press": game.grey_press,
        "in_time": game.in_time,
        "one_person": seats_of_one_person(game),
        "seats": people,
        "commitment": facts.commitment,
    }
    return versioned_with_digest(msgspec.json.encode(body), game.version)

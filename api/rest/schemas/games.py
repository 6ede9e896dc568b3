"""Setting up games, claiming seats, the lobby."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import Open, integer, shown_version, text
from api.rest.schemas.clock import ClockSettingSchema
from api.rest.schemas.dispatches import CharterSchema
from api.rest.schemas.fields import (
    LONGEST_NAME,
    Flag,
    Number,
    Scalar,
    ShortList,
    Truth,
    identifier,
    printable,
    turn_name,
    visible,
)
from api.rest.schemas.mail import treatment
from api.rest.schemas.reliability import InTimeSchema, ReliabilitySchema
from napoleon.rules.windows import FORM, OPEN
from projections.lobby import STATUSES

GIVEN, SERVICE = "given", "service"

_STATUS = "`waiting` for seats to be claimed, `running` or `over`"

MOST_SEATS = 16
"""How many seats a body may name."""

MOST_GAMES = 100
"""How many games one page of the lobby may hold."""


def _seats(description: str) -> ShortList:
    """Ids of seats, in a body."""
    return ShortList(
        identifier(),
        validate=validate.Length(max=MOST_SEATS),
        metadata={"description": description},
    )


class NewGameSchema(ma.Schema):
    """A game to be set up."""

    ruleset = identifier(required=True)
    scenario = identifier(required=True)
    options = fields.Dict(
        keys=identifier(),
        values=Scalar(metadata={"type": ["string", "integer", "boolean"]}),
        metadata={"description": "choices other than the defaults"},
    )
    referee = Truth(metadata={"description": "whether there is a referee, who sees everything"})
    awaits_seats = Truth(
        metadata={
            "description": "whether the table is laid only when every seat is claimed, so that "
            "the nonces of all players go into every draw"
        }
    )
    instant_answers = Truth(
        metadata={
            "description": "whether instructions answer at once. Then everybody sees which answers "
            "were left in advance; else they wait for as long as a person might, up to a minute"
        }
    )
    bots = _seats("seats that the bot of the game plays; at least one is left to a person")
    open_seats = _seats("seats that anybody may take, at `POST /games/{id}/seats/{seat}/take`")
    clock = fields.Nested(
        ClockSettingSchema,
        metadata={
            "description": "by which answers have deadlines; there are none unless given. Without "
            "a referee `then` is `pass` unless it is said"
        },
    )
    dispatches = fields.Nested(
        CharterSchema,
        metadata={"description": "how dispatches fare; none can be sent unless given"},
    )
    odd_mails = treatment()
    unlisted = Truth(
        metadata={
            "description": "whether the game is private: on no list, and found by its address only"
        }
    )
    one_seat_each = Truth(
        metadata={
            "description": "whether each person plays one seat at most. Then a seat is taken only "
            "by somebody with a desk who has no other one, and its invitation opens nothing before"
        }
    )
    grey_press = Truth(
        metadata={
            "description": "whether letters may be written without a signature. Judges know who "
            "wrote them, and everybody does when the game is over. Not where the rules keep some "
            "seats from writing to others (`NO_GREY_PRESS`)"
        }
    )
    in_time = fields.Nested(
        InTimeSchema,
        metadata={
            "description": "how reliable somebody who takes an open seat has to be; nothing is "
            "asked unless given"
        },
    )
    windows = fields.String(
        validate=validate.OneOf([FORM, OPEN]),
        metadata={
            "description": "how seats are asked in windows of cards: `form` by what they have said "
            "in advance, so that a pause tells nothing of a hand; `open` only if they hold a card "
            "that fits, which a pause then shows. Unless given everybody is asked in every window"
        },
    )


class KeySchema(ma.Schema):
    """A token, and a link that carries it behind the ``#``, where no server sees it."""

    token = text("bearer token; it is shown once and never again")
    link = text("address of the game for the holder of the token", validate=validate.URL())


class SeatKeySchema(KeySchema):
    """The token of a seat."""

    seat = text("the seat that the token opens")


class NewGameAnswerSchema(ma.Schema):
    """A game that was set up, with the tokens to hand out to its players."""

    id = text("id of the game")
    ruleset = text("its ruleset")
    rules_version = text(
        "version of the rules that it is played by, unless it goes over to newer ones"
    )
    scenario = text("its scenario")
    options = fields.Dict(required=True, metadata={"description": "all choices made"})
    version = shown_version()
    status = text(_STATUS)
    seats = fields.List(
        fields.Nested(SeatKeySchema),
        required=True,
        metadata={"description": "those that people may take, each with its invitation"},
    )
    bots = fields.List(
        fields.String(), required=True, metadata={"description": "seats that a bot plays"}
    )
    open_seats = fields.List(
        fields.String(), required=True, metadata={"description": "seats that anybody may take"}
    )
    referee = fields.Nested(KeySchema, required=True, allow_none=True)
    founder = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "bearer token of the founder: it opens no seat, but renews lost "
            "invitations; it is shown once and never again"
        },
    )
    commitment = text("SHA-256 of the seed that all chance of the game comes from")


def display_name() -> fields.String:
    """The name of a player, in a body."""
    return fields.String(
        required=True,
        validate=[validate.Length(min=1, max=LONGEST_NAME), printable, visible],
        metadata={"description": "name to be shown; it is not part of the log"},
    )


class ClaimSchema(ma.Schema):
    """A player takes their seat."""

    name = display_name()
    nonce = fields.String(
        validate=[validate.Length(max=128), validate.Regexp(r"[!-~]*\Z")],
        metadata={"description": "the player's own contribution to chance, visible ASCII"},
    )
    profile = identifier(
        metadata={
            "description": "the instructions that a player begins with: `ask_me_everything`, "
            "`usual` or `only_what_matters`; they are changed like any instruction"
        }
    )
    desk = fields.String(
        validate=[validate.Length(min=1, max=128), validate.Regexp(r"[!-~]*\Z")],
        metadata={
            "description": "key of a device of the player, as `/me` gives it: the seat is laid on "
            "their desk. Needed where each person plays one seat at most (`one_seat_each`), and "
            "where the founder asks for reliability"
        },
    )


class ClaimedSchema(ma.Schema):
    """The seat is taken; the token used for it is dead."""

    seat = text("the seat")
    token = text("fresh bearer token; it is shown once and never again")


class StandingSchema(ma.Schema):
    """Where somebody stands at the end of a game of points."""

    who = text("id of the seat or the side")
    points = fields.Integer(required=True, metadata={"description": "points"})
    breakdown = fields.List(
        fields.List(fields.Raw()),
        required=True,
        metadata={"description": "amount, clause and note of each part of the points"},
    )


class ResultSchema(ma.Schema):
    """How a game ended."""

    winner = text("the winning side; null if the game was drawn", allow_none=True)
    reason = text("why, in a sentence")
    clause = text("clause of the rules that ended it")
    standings = fields.List(
        fields.Nested(StandingSchema),
        metadata={"description": "everybody's points; left out in games without points"},
    )


class ForfeitSchema(ma.Schema):
    """A game that was claimed, and is over."""

    version = shown_version()
    result = fields.Nested(ResultSchema, required=True)


class LobbyEntrySchema(Open):
    """A game as the lobby lists it."""

    id = text("id of the game")
    ruleset = text("its ruleset")
    scenario = text("its scenario")
    version = shown_version()
    status = text(_STATUS)
    turn = integer("turn of the game, 0 before the first")
    turn_name = turn_name("in English")
    phase = text("phase of the turn; null before the table is laid", allow_none=True)
    waiting_for = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "seats that have to decide, or to be claimed"},
    )
    bots = fields.List(
        fields.String(), required=True, metadata={"description": "seats that a bot plays"}
    )
    open_seats = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "seats that anybody may take now"},
    )
    all_seats = fields.List(
        fields.String(), required=True, metadata={"description": "all of its seats"}
    )
    answer_minutes = integer(
        "how long its clock usually gives for an answer; null without a clock", allow_none=True
    )
    first_due = integer(
        "when the first of those that it waits for has to have answered, in microseconds since "
        "1970 UTC; null without a clock, or while it is held",
        allow_none=True,
    )
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    names = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "names that players go by, by seat; they are not in the log"},
    )
    reliability = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(ReliabilitySchema),
        metadata={
            "description": "how reliable the players are who let others see it, by seat; those who "
            "do not are left out"
        },
    )


class ShareSchema(ma.Schema):
    """A share of a seat, under which somebody may speak for it alongside its holder."""

    share = text("id of the share")
    given = fields.Boolean(required=True, metadata={"description": "whether somebody has it"})
    claimed = fields.Boolean(
        required=True, metadata={"description": "whether they have claimed it"}
    )
    name = text("name that they go by; null if they gave none", allow_none=True)


class SeatSchema(ma.Schema):
    """A seat of a game."""

    seat = text("id of the seat")
    claimed = fields.Boolean(required=True, metadata={"description": "whether it is taken"})
    name = text("name that its player goes by; null if they gave none", allow_none=True)
    nonce = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf((GIVEN, SERVICE)),
        metadata={
            "description": "who has given its contribution to chance: its player, or the service "
            "in their place; null in games that are older than such contributions"
        },
    )
    shares = fields.List(
        fields.Nested(ShareSchema),
        required=True,
        metadata={"description": "those that the seat may be divided into, given or not"},
    )


class GameSchema(LobbyEntrySchema):
    """Where a game stands."""

    rules_version = text("version of the rules that it is played by now")
    options = fields.Dict(required=True, metadata={"description": "all choices made"})
    referee = fields.Boolean(required=True, metadata={"description": "whether there is one"})
    instant_answers = fields.Boolean(
        required=True, metadata={"description": "whether instructions answer at once"}
    )
    windows = text("how seats are asked in windows of cards: `form`, `open`, or `all`")
    one_seat_each = fields.Boolean(
        required=True, metadata={"description": "whether nobody may play several of its seats"}
    )
    grey_press = fields.Boolean(
        required=True, metadata={"description": "whether letters may be without a signature"}
    )
    in_time = fields.Nested(
        InTimeSchema,
        required=True,
        allow_none=True,
        metadata={"description": "how reliable somebody who takes an open seat has to be; or null"},
    )
    one_person = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata={
            "description": "for each person known to have several seats, shares or chairs of it: "
            "which those are; not who that is"
        },
    )
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    commitment = text("SHA-256 of the seed that all chance of the game comes from")


class LobbyQuerySchema(ma.Schema):
    """Which games the lobby lists."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    ruleset = identifier()
    scenario = identifier()
    winner = identifier(
        metadata={"description": "only games that this side has won; `drawn` for those of nobody"}
    )
    name = fields.String(
        validate=[validate.Length(min=1, max=LONGEST_NAME), printable, visible],
        metadata={"description": "only games with a player whose name has this in it"},
    )
    year = Number(
        validate=validate.Range(1970, 9999),
        metadata={"description": "only games set up in that year, of UTC", "type": "integer"},
    )
    open = Flag(metadata={"description": "only games in which anybody may take a seat"})
    mine = Flag(metadata={"description": "only the game that the token belongs to"})
    after = identifier(metadata={"description": "`next` of the page before"})
    limit = Number(
        validate=validate.Range(1, MOST_GAMES), metadata={"default": 50, "type": "integer"}
    )


_NEXT = (
    "`after` of the next page; there may be one although this one has fewer games than its limit, "
    "so go on until it is null"
)


class LobbySchema(ma.Schema):
    """A page of games."""

    games = fields.List(fields.Nested(LobbyEntrySchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": _NEXT})

"""Creation: a new game with its seats, tokens and seed, and the laying out of its table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.chance import CHAINS, SEED_BYTES, anchor, commitment
from napoleon.log.clocks import Clock, InTime
from napoleon.log.dispatches import Charter
from napoleon.log.display_names import BOT
from napoleon.log.drawing import ChanceOf, chance_of
from napoleon.log.events.clocks import ClockSet
from napoleon.log.events.dispatches import DispatchesChartered
from napoleon.log.events.draws import with_calls
from napoleon.log.events.grey_press import GreyPressAllowed
from napoleon.log.events.mails import OddMailsTreated
from napoleon.log.events.seats import BotSeated, InTimeAsked, OneSeatEach, SeatOffered
from napoleon.log.folding import folded
from napoleon.log.game import Game, GameCreated, token_hash
from napoleon.log.game_log import GameLog
from napoleon.log.ids import new_game_id, new_order_id, new_token
from napoleon.log.store.recorder import SideRecords
from napoleon.play.bounds import (
    may_be_claimed,
    refuse_charter,
    refuse_clock,
    refuse_treatment,
)
from napoleon.play.execution import stamped
from napoleon.play.outcomes import Created
from napoleon.play.windows import pass_at_once, refuse_way
from napoleon.rules.contract import Ruleset, UnknownRuleset
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused
from napoleon.rules.windows import OPEN

NONCE_BYTES = 8

MOST_ANSWERS = 500
"""Over how many answers a founder may ask for reliability at most."""


class Prepared(NamedTuple):
    """Chance that is known beforehand, for a game that teaches: it runs alike each time.

    Readers of the program can foresee every draw of it, hidden ones too. So no request can ask
    for it, and the first event of the game names its label to everybody.
    """

    label: str
    """What labels the draws instead of the game's id."""
    seed: str
    """32 bytes, as hexadecimal digits."""


def create(
    games: GameLog,
    ruleset: str,
    scenario: str,
    options: Mapping[str, Any],
    *,
    referee: bool = False,
    awaits_seats: bool = False,
    instant_answers: bool = False,
    bots: Collection[str] = (),
    open_seats: Collection[str] = (),
    unlisted: bool = False,
    prepared: Prepared | None = None,
    clock: Clock | None = None,
    dispatches: Charter | None = None,
    odd_mails: str = "",
    windows: str = "",
    one_seat_each: bool = False,
    in_time: InTime | None = None,
    grey_press: bool = False,
    game_id: str = "",
) -> Created:
    """Set up a game. Raises UnknownRuleset, or SetupRefused if the rules do not allow it.

    One that `awaits_seats` has no table before every seat is claimed, so that the seats' nonces go
    into all of its draws. With `instant_answers` standing orders answer at once; see
    `napoleon.play.pace`. The seats in `bots` are played by the bot of the ruleset, see
    `napoleon.play.bots`; nobody is told their tokens. Those in `open_seats` may be taken by
    anybody. One that is `unlisted` is in no list of games. With `prepared` chance the game draws
    what every game with it draws, as long as no seat gives a nonce. With a `clock` answers have
    deadlines, with a charter `dispatches` may be sent, and `odd_mails` are treated as it says.
    `windows` says how seats are asked there, one of `napoleon.rules.windows.WAYS`. With
    `one_seat_each` nobody is to play several of its seats. `in_time` is asked of those who take an
    open seat. With `grey_press` letters may be written without a signature. `game_id` is the id, if
    it was drawn (`new_id`) beforehand: after a crash the same id finds the game. Refused for the
    seats: ``UNKNOWN_SEAT``, ``SEAT_GIVEN_TWICE``, ``NOBODY_TO_PLAY``; besides ``BAD_CLOCK``,
    ``NO_DISPATCHES``, ``NO_WINDOWS``, ``NO_INSTRUCTIONS``, ``NO_GREY_PRESS``, ``BAD_PAYLOAD``.
    """
    if ruleset not in games.rulesets:
        raise UnknownRuleset(ruleset)
    rules = games.rulesets[ruleset]
    first, tokens = _first(
        games,
        rules,
        scenario,
        options,
        referee=referee,
        awaits_seats=awaits_seats,
        instant_answers=instant_answers,
        game_id=game_id,
    )
    refusal = (
        refuse_way(windows, rules)
        or _refuse_instant(rules, wanted=instant_answers)
        or _refuse_grey(rules, first, wanted=grey_press)
    )
    if refusal is not None:
        raise SetupRefused(refusal)
    first = msgspec.structs.replace(first, unlisted=unlisted, windows=windows)
    if prepared is not None:
        first = _prepared(first, prepared)
    check_givings(first.seats, bots, open_seats)
    game = folded(None, [first], rules)
    events: list[Event] = [first]
    said = _said(first, rules, bots, clock, dispatches, odd_mails)
    asked = _asked_of_people(in_time, open_seats, one_seat_each=one_seat_each)
    grey = [GreyPressAllowed()] if grey_press else []
    set_up = [*_givings(first, bots, open_seats), *said, *asked, *grey]
    given = stamped(set_up, game.id, after=1, at=first.at)
    if given:
        events += given
        game = folded(game, given, rules)
    # Laid out in any case, so that what the rules do not allow is refused at once.
    table = laid_out(game, rules, at=games.time_in(game))
    if not awaits_seats:
        events += table
        game = folded(game, table, rules)
        if windows == OPEN:
            events += pass_at_once(
                game,
                rules,
                at=games.time_in(game),
                order_id=new_order_id(games.entropy),
                chance_of=games.chance_of,
            )
    games.append(game, events, SideRecords(names=dict.fromkeys(bots, BOT)))
    return Created(game, {it: token for it, token in tokens.items() if it not in bots})


def _refuse_instant(rules: Ruleset, *, wanted: bool) -> Refusal | None:
    """Why answers that were left in advance cannot be given at once."""
    if not wanted or rules.standing is not None:
        return None
    return Refusal("NO_INSTRUCTIONS", "", "This game knows no instructions.")


def _refuse_grey(rules: Ruleset, first: GameCreated, *, wanted: bool) -> Refusal | None:
    """Why nobody can write without a signature: the rules would tell who may have written."""
    if not wanted or not rules.keeps_apart(first.options):
        return None
    detail = (
        "The rules of this game keep some seats from writing to others at times, so a letter "
        "without a signature would tell who wrote it."
    )
    return Refusal("NO_GREY_PRESS", "", detail)


def _said(
    first: GameCreated,
    rules: Ruleset,
    bots: Collection[str],
    clock: Clock | None,
    charter: Charter | None,
    odd_mails: str,
) -> Iterator[Event]:
    """What a referee may change later, as it is set at the beginning. Raises SetupRefused."""
    refusals = []
    if clock is not None:
        claimed = may_be_claimed(rules, first.seats, bots)
        refusals.append(refuse_clock(clock, rules.kinds, referee=first.referee, claimed=claimed))
        yield ClockSet(clock)
    if charter is not None:
        ridden = rules.couriers is not None and bool(first.chains)
        refusals.append(refuse_charter(charter, ridden=ridden))
        yield DispatchesChartered(charter.lost, charter.captured, charter.pace)
    if odd_mails:
        refusals.append(refuse_treatment(odd_mails))
        yield OddMailsTreated(odd_mails)
    for refusal in filter(None, refusals):
        raise SetupRefused(refusal)


def _asked_of_people(
    in_time: InTime | None, open_seats: Collection[str], *, one_seat_each: bool
) -> Iterator[Event]:
    """What the founder asks of those who take seats. Raises SetupRefused."""
    if one_seat_each:
        yield OneSeatEach()
    if in_time is None:
        return
    if not open_seats:
        detail = "Reliability is asked of those who take an open seat, and no seat is open."
        raise SetupRefused(Refusal("BAD_PAYLOAD", "", detail))
    if not (0 < in_time.percent <= 100 and 0 < in_time.answers <= MOST_ANSWERS):
        detail = f"Ask for 1 to 100 percent in time, over 1 to {MOST_ANSWERS} answers."
        raise SetupRefused(Refusal("BAD_PAYLOAD", "", detail, {"most": MOST_ANSWERS}))
    yield InTimeAsked(in_time.percent, in_time.answers, in_time.newcomers)


def _prepared(first: GameCreated, chance: Prepared) -> GameCreated:
    """The first event with chance that is prepared; the seats' own nonces are known as well."""
    return msgspec.structs.replace(
        first,
        prepared=chance.label,
        seed=chance.seed,
        commitment=commitment(chance.seed),
        chains={chain: anchor(chance.seed, chain) for chain in CHAINS},
        nonces=dict.fromkeys(first.nonces, "00" * NONCE_BYTES),
    )


def check_givings(
    seats: Collection[str], bots: Collection[str], open_seats: Collection[str]
) -> None:
    """Whether these of the `seats` may be given to bots, and to anybody. Raises SetupRefused."""
    for seat in (*bots, *open_seats):
        if seat not in seats:
            detail = f"There is no seat {seat}; the seats are {', '.join(seats)}."
            raise SetupRefused(Refusal("UNKNOWN_SEAT", "", detail, {"seats": list(seats)}))
    if both := sorted({*bots} & {*open_seats}):
        detail = "A seat is played by a bot or is open to anybody, not both."
        raise SetupRefused(Refusal("SEAT_GIVEN_TWICE", "", detail, {"seats": both}))
    if {*seats} <= {*bots}:
        detail = "At least one seat has to be left to a person."
        raise SetupRefused(Refusal("NOBODY_TO_PLAY", "", detail))


def _givings(first: GameCreated, bots: Collection[str], open_seats: Collection[str]) -> list[Event]:
    """The events that give seats to bots, and open seats to the first to come."""
    of_bots = [BotSeated(it, first.tokens[it]) for it in first.seats if it in bots]
    return [
        *of_bots,
        *(SeatOffered(it, first.tokens[it]) for it in first.seats if it in open_seats),
    ]


def _first(
    games: GameLog,
    rules: Ruleset,
    scenario: str,
    options: Mapping[str, Any],
    *,
    referee: bool,
    awaits_seats: bool = False,
    instant_answers: bool = False,
    game_id: str = "",
) -> tuple[GameCreated, dict[str, str]]:
    """The event that begins a game, and the tokens that open it."""
    game_id = game_id or new_id(games)
    seats = rules.seats(rules.checked_options(options))
    tokens = _new_tokens(games, game_id, seats, referee=referee)
    first = created(
        rules,
        scenario,
        options,
        game_id=game_id,
        seed=games.entropy(SEED_BYTES).hex(),
        nonces={seat: games.entropy(NONCE_BYTES).hex() for seat in seats},
        tokens=tokens,
        awaits_seats=awaits_seats,
        instant_answers=instant_answers,
        at=games.now(),
    )
    return first, tokens


def new_id(games: GameLog) -> str:
    """An id that no game has."""
    while True:
        game_id = new_game_id(games.entropy)
        if games.recorder.head(game_id) is None:
            return game_id


def _new_tokens(
    games: GameLog, game_id: str, seats: Sequence[str], *, referee: bool
) -> dict[str, str]:
    holders = (*seats, *([REFEREE] if referee else []))
    return {holder: new_token(game_id, holder, games.entropy) for holder in holders}


def created(
    rules: Ruleset,
    scenario: str,
    options: Mapping[str, Any],
    *,
    game_id: str,
    seed: str,
    nonces: Mapping[str, str],
    tokens: Mapping[str, str],
    awaits_seats: bool,
    instant_answers: bool = False,
    at: int,
) -> GameCreated:
    """The event that begins a game at time `at`.

    `tokens` opens its seats, and the referee's; `nonces` count until the seats give their own.
    Raises SetupRefused.
    """
    chosen = rules.checked_options(options)
    return GameCreated(
        game=game_id,
        version=1,
        at=at,
        ruleset=rules.name,
        rules_version=rules.version,
        pack=rules.pack_hash,
        scenario=scenario,
        options=chosen,
        seats=rules.seats(chosen),
        referee=REFEREE in tokens,
        commitment=commitment(seed),
        seed=seed,
        tokens={seat: token_hash(token) for seat, token in tokens.items()},
        chains={chain: anchor(seed, chain) for chain in CHAINS},
        nonces=dict(nonces),
        awaits_seats=awaits_seats,
        instant_answers=instant_answers,
    )


def laid_out(
    game: Game, rules: Ruleset, *, at: int, chance_of: ChanceOf = chance_of
) -> list[Event]:
    """The events that lay out the table of `game`, which has none yet. Raises SetupRefused."""
    chance = chance_of(game)
    facts = game.created
    events = rules.setup(facts.scenario, facts.options, chance)
    told = with_calls(events, chance.calls, facts.seed)
    return stamped(told, game.id, after=game.version, at=at)

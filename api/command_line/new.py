"""``napoleon new``: a game for people is set up in the local store."""

from __future__ import annotations

from typing import Any

import click

from api.command_line.options import option
from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from napoleon.log.clocks import AFTER_GRACE, PASS, Clock, InTime
from napoleon.log.dispatches import Charter
from napoleon.log.events.mails import TREATMENTS
from napoleon.play import standing_orders
from napoleon.play.windows import usual_in
from napoleon.rules.contract import Ruleset, UnknownRuleset
from napoleon.rules.terms import SetupRefused
from napoleon.rules.windows import ALL_ASKED, FORM, OPEN

MINUTES_OF_AN_HOUR = 60

WINDOWS = {FORM: FORM, OPEN: OPEN, "all": ALL_ASKED}
"""How seats may be asked in windows, by what the option says."""


@click.command()
@click.argument("ruleset")
@click.option("--scenario", help="Id of the scenario; the first one unless given.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option.")
@click.option("--referee", is_flag=True, help="There is a referee, who sees everything.")
@click.option("--at-once", is_flag=True, help="Lay the table before every seat is taken.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT", help="A seat that the bot plays.")
@click.option("--open", "open_seats", multiple=True, metavar="SEAT", help="A seat for anybody.")
@click.option(
    "--answer-hours", type=click.IntRange(min=1), metavar="N", help="Answers are due in N hours."
)
@click.option(
    "--grace-hours", type=click.IntRange(min=1), metavar="N", help="How late answers may be."
)
@click.option("--then", type=click.Choice(AFTER_GRACE), help="What happens after the grace.")
@click.option(
    "--dispatches", type=(int, int, int), metavar="LOST CAPTURED PACE", help="How dispatches fare."
)
@click.option(
    "--windows", type=click.Choice((FORM, OPEN, "all")), help="How seats are asked for cards."
)
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="SEAT=NAME",
    help="How to answer for a seat, such as french=usual.",
)
@click.option("--grey-press", is_flag=True, help="Letters may be without a signature.")
@click.option("--odd-mails", type=click.Choice(TREATMENTS), help="How odd mails are treated.")
@click.option("--one-seat-each", is_flag=True, help="Each seat is for another person.")
@click.option(
    "--in-time",
    type=(int, int),
    metavar="PERCENT ANSWERS",
    help="How reliable players of open seats have to be.",
)
@click.option("--no-newcomers", is_flag=True, help="People with fewer answers get no seat.")
@as_json
def new(
    ruleset: str,
    scenario: str | None,
    options: tuple[str, ...],
    referee: bool,
    at_once: bool,
    bots: tuple[str, ...],
    open_seats: tuple[str, ...],
    answer_hours: int | None,
    grace_hours: int | None,
    then: str | None,
    dispatches: tuple[int, int, int] | None,
    windows: str | None,
    profiles: tuple[str, ...],
    grey_press: bool,
    odd_mails: str | None,
    one_seat_each: bool,
    in_time: tuple[int, int] | None,
    no_newcomers: bool,
    json: bool,
) -> None:
    """Set up a game of RULESET, and print its id and the tokens of its seats, this once.

    The table is laid when every seat is taken, so that nobody looks at a deal and sets up another
    game; --at-once lays it now.

    The worker of the service moves the seats given with --bot. Those given with --open may be taken
    by anybody from the list of games. Both may be given more than once.

    With --answer-hours the game has a clock. After the grace the referee decides, or, without one,
    the seat passes where the rules let it, unless --then says otherwise. With --dispatches letters
    may be carried from place to place: so many of a hundred are lost and captured, and they ride
    so many roads in a turn. --profile answers questions for a seat, until its player chooses
    otherwise: ask_me_everything, usual or only_what_matters. --odd-mails says what becomes of mails
    that seem not to come from their player, as far as that is stricter than the service is. With
    --grey-press letters may be written that do not say who wrote them; the referee knows, and
    everybody when the game is over.

    In windows of cards seats answer by form: with what they said in advance, or they pass.
    With --windows open a seat is asked only if it holds a card that fits, and others see that it
    is; that is the rule against a bot, and with a clock of less than two hours, unless --windows
    says form. With --windows all everybody is asked in every window.

    With --one-seat-each only people with a desk take a seat, and nobody takes two. With --in-time
    90 20 those who take an open seat show how reliable they are: 90 of a hundred answers came in
    time, of at least 20 that a clock waited for. People with fewer answers are new here and get in,
    unless --no-newcomers is given. People you invite are not asked.
    """
    clock = _clock(answer_hours, grace_hours, then, referee=referee)
    if no_newcomers and in_time is None:
        raise click.UsageError("--no-newcomers needs --in-time.")
    asked = InTime(*in_time, newcomers=not no_newcomers) if in_time else None
    with local_games() as games:
        if ruleset not in games.rulesets:
            raise click.UsageError(f"There is no ruleset {ruleset}.")
        rules = games.rulesets[ruleset]
        chosen = scenario or rules.scenarios[0].id
        begins_with = _profiles(
            rules, dict(map(option, options)), dict(map(option, profiles)), bots
        )
        try:
            game, tokens = games.create(
                ruleset,
                chosen,
                dict(map(option, options)),
                referee=referee,
                awaits_seats=not at_once,
                bots=bots,
                open_seats=open_seats,
                clock=clock,
                dispatches=Charter(*dispatches) if dispatches else None,
                odd_mails=odd_mails or "",
                one_seat_each=one_seat_each,
                in_time=asked,
                grey_press=grey_press,
                windows=usual_in(rules, bots, clock)
                if windows is None
                else windows.replace("all", ALL_ASKED),
            )
        except SetupRefused as refused:
            fail(f"{refused.refusal.code}: {refused.refusal.detail}", refused.refusal.code)
        except UnknownRuleset as error:
            raise click.UsageError(f"There is no ruleset {error}.") from error
        for seat, profile in begins_with.items():
            standing_orders.leave(games, game.id, seat, {"instruction": profile})
    if json:
        told = {"bots": game.played_by_bots, "open_seats": game.open_seats}
        print_json({"id": game.id, "scenario": chosen, "tokens": tokens, **told})
        return
    click.echo(game.id)
    for token in tokens.values():
        click.echo(token)


def _profiles(
    rules: Ruleset, options: dict[str, Any], wanted: dict[str, Any], bots: tuple[str, ...]
) -> dict[str, str]:
    """By seats, the profiles that they begin with."""
    known = rules.standing.profiles if rules.standing else ()
    names = [standing_orders.tag_of(it) for it in known]
    try:
        seats = rules.seats(rules.checked_options(options))
    except SetupRefused:
        return {}
    for seat, profile in wanted.items():
        if seat not in seats or profile not in names:
            told = f"the seats are {', '.join(seats)}, the profiles {', '.join(names) or 'none'}"
            raise click.UsageError(f"There is no {seat}={profile}; {told}.")
        if seat in bots:
            raise click.UsageError(f"The bot plays {seat}, and answers everything itself.")
    return wanted


def _clock(
    answer_hours: int | None, grace_hours: int | None, then: str | None, *, referee: bool
) -> Clock | None:
    """The clock that these options ask for; none without the first of them."""
    more: dict[str, Any] = {}
    if grace_hours is not None:
        more["grace"] = grace_hours * MINUTES_OF_AN_HOUR
    if then is not None:
        more["then"] = then
    if answer_hours is None:
        if more:
            raise click.UsageError("A clock needs --answer-hours.")
        return None
    usual = {} if referee else {"then": PASS}
    return Clock(answer_hours * MINUTES_OF_AN_HOUR, **usual | more)

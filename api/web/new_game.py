"""New games: choosing a game and a scenario, then its options, and getting the invitations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, request

from api.http.problems import Problem, refusal_status
from api.http.stores import stores
from api.rest.games import invitation
from api.rest.shares import given
from api.web.catalogue import gettext
from api.web.clock_fields import ClockFields, clock_of, fields_sent
from api.web.game_names import NamesTold, of_game
from api.web.pages import page, web
from api.web.possible_seats import possible_seats, seatings
from api.web.treatments import TREATMENTS_TOLD
from napoleon.log.clocks import PASS, Clock
from napoleon.log.dispatches import Charter
from napoleon.play.bounds import FASTEST
from napoleon.play.outcomes import Created
from napoleon.play.tokens import key_of_founder
from napoleon.play.windows import usual
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Option, ScenarioTitle, SetupRefused

OPTION = "option-"
"""What the name of an option's field begins with. Its value is the index of the choice among the
values of the option, so that a word, a number and a truth value stay what they are."""

CHARTER = {"lost": 10, "captured": 10, "pace": 4}
"""How dispatches usually fare: of a hundred, and in roads or borders a turn."""


@web.get("/new")
def new_game() -> Response:
    """The games and scenarios to choose from; for ``?ruleset=&scenario=`` the rest of the form."""
    rulesets = stores().games.rulesets
    ruleset = request.args.get("ruleset", "")
    if "scenario" not in request.args:
        chosen = {ruleset: rulesets[ruleset]} if ruleset in rulesets else rulesets
        return page("new_game.html", public=True, rulesets=chosen)
    rules, scenario = _chosen(request.args)
    return _form(rules, scenario)


@web.post("/new")
def create_game() -> Response:
    """Set the game up and show its invitations, this once.

    What the rules refuse is said above the form, which keeps what was chosen.
    """
    rules, scenario = _chosen(request.form)
    try:
        bots, open_seats = _givings(rules)
        clock = _clock()
        created = stores().games.create(
            rules.name,
            scenario.id,
            dict(_options(rules)),
            referee="referee" in request.form,
            awaits_seats="awaits_seats" in request.form,
            instant_answers="instant_answers" in request.form,
            bots=bots,
            open_seats=open_seats,
            clock=clock,
            dispatches=_charter(),
            odd_mails=request.form.get("odd_mails", ""),
            windows=request.form.get("windows") or usual(bots, clock),
            unlisted="unlisted" in request.form,
            one_seat_each="one_seat_each" in request.form,
        )
    except SetupRefused as error:
        return _form(rules, scenario, error.refusal)
    names = NamesTold(rules)
    return page(
        "invitations.html",
        status=201,
        rules=rules,
        scenario=scenario,
        game=created.game,
        founder=key_of_founder(created.game),
        invitations=list(_invitations(created, rules)),
        bots=[names.get(it, it) for it in created.game.played_by_bots],
        open_seats=[names.get(it, it) for it in created.game.open_seats],
    )


def _form(rules: Ruleset, scenario: ScenarioTitle, refusal: Refusal | None = None) -> Response:
    fields = [
        {
            "option": option,
            "name": OPTION + option.name,
            "values": [_told(rules, value) for value in option.values],
            "chosen": _place(option) or 0,
        }
        for option in rules.options
    ]
    status = 200 if refusal is None else refusal_status(refusal.code)
    return page(
        "new_game_options.html",
        status=status,
        public=True,
        rules=rules,
        scenario=scenario,
        fields=fields,
        refusal=refusal,
        ticked=request.form,
        filled=fields_sent(request.form) if "clock" in request.form else ClockFields(then=PASS),
        charter=CHARTER,
        fastest=FASTEST,
        treatments=TREATMENTS_TOLD,
        windows=rules.standing is not None and rules.standing.windows is not None,
        shares=rules.shares(rules.checked_options({})),
        names=NamesTold(rules),
        seats=possible_seats(rules),
        seatings=[it._asdict() for it in seatings(rules)],
    )


def _clock() -> Clock | None:
    """The clock that was asked for, if any. Raises SetupRefused if it cannot be read."""
    if "clock" not in request.form:
        return None
    clock = clock_of(fields_sent(request.form))
    if isinstance(clock, Refusal):
        raise SetupRefused(clock)
    return clock


def _charter() -> Charter | None:
    """How dispatches are to fare, if they may be sent. Raises SetupRefused if it cannot be read."""
    if "dispatches" not in request.form:
        return None
    try:
        return Charter(*(int(request.form.get(name, "")) for name in CHARTER))
    except ValueError:
        raise SetupRefused(Refusal("BAD_PAYLOAD", "", "A number is asked for.")) from None


def _givings(rules: Ruleset) -> tuple[list[str], list[str]]:
    """The seats that go to bots, and those that are open, of the seats that the options make.

    The form has the seats of all options; ticks at those that the game does not have say nothing.
    """
    seats = rules.seats(rules.checked_options(dict(_options(rules))))
    bots, anybody = request.form.getlist("bot"), request.form.getlist("open")
    return [it for it in seats if it in bots], [it for it in seats if it in anybody]


def _chosen(said: Mapping[str, str]) -> tuple[Ruleset, ScenarioTitle]:
    """The game and the scenario that were chosen. Raises Problem 422."""
    rules = stores().games.rulesets.get(said.get("ruleset", ""))
    if rules is None:
        raise Problem("UNKNOWN_RULESET", "No such ruleset is installed.")
    for scenario in rules.scenarios:
        if scenario.id == said.get("scenario"):
            return rules, scenario
    raise Problem("UNKNOWN_SCENARIO", "The game has no such scenario.")


def _options(rules: Ruleset) -> Iterator[tuple[str, str | int | bool]]:
    """The options that were chosen. Raises Problem 422 ``BAD_OPTION`` for an unknown value."""
    for option in rules.options:
        if (place := _place(option)) is not None:
            yield option.name, option.values[place]


def _place(option: Option) -> int | None:
    """Which of the values of `option` the form has; None if it says nothing of it."""
    said = request.form.get(OPTION + option.name)
    if said is None:
        return None
    places = [str(place) for place in range(len(option.values))]
    if said not in places:
        raise Problem("BAD_OPTION", f"{option.name} has no such value.", clause=option.clause)
    return places.index(said)


def _told(rules: Ruleset, value: str | int | bool) -> str:
    """The value of an option for a reader."""
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    told = of_game(rules.names.get(str(value), str(value)), rules)
    return told.replace("_", " ")


def _invitations(created: Created, rules: Ruleset) -> Iterator[dict[str, Any]]:
    """One invitation for each chair: the seats, if so chosen their shares, and the referee's."""
    game, tokens = created.game, created.tokens
    shares = rules.shares(game.created.options) if "shares" in request.form else {}
    for seat in game.created.seats:
        if seat not in tokens:
            continue  # a bot's
        yield _invitation(created, rules, seat, tokens[seat])
        for share in shares.get(seat, ()):
            yield _invitation(created, rules, share, given(game, seat, share, tokens[seat]))
    if game.created.referee:
        yield _invitation(created, rules, REFEREE, tokens[REFEREE])


def _invitation(created: Created, rules: Ruleset, holder: str, token: str) -> dict[str, Any]:
    name = gettext("Referee") if holder == REFEREE else NamesTold(rules).get(holder, holder)
    return {"holder": holder, "name": name, **invitation(created.game, token)}

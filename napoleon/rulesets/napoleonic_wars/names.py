"""What people call the things of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, State
from napoleon.rulesets.napoleonic_wars.values import NAMES as VALUES

SCENARIOS = (noted("The campaign game from 1805"),)

FORMS = Forms(
    {
        "imperial": Called(
            the=noted("the Imperial side"),
            of=noted("of the Imperial side"),
            seat=noted("the Imperial seat"),
            alone=noted("Imperial side"),
        ),
        "coalition": Called(
            the=noted("the Coalition"),
            of=noted("of the Coalition"),
            seat=noted("the Coalition's seat"),
            alone=noted("Coalition"),
        ),
        "first": Called(
            the=noted("the first player"),
            of=noted("of the first player"),
            seat=noted("the seat of the first player"),
            alone=noted("First player"),
        ),
        "second": Called(
            the=noted("the second player"),
            of=noted("of the second player"),
            seat=noted("the seat of the second player"),
            alone=noted("Second player"),
        ),
        "fr": Called(
            the=noted("France"),
            of=noted("of France"),
            seat=noted("the French seat"),
            alone=noted("France"),
        ),
        "gb": Called(
            the=noted("Great Britain"),
            of=noted("of Great Britain"),
            seat=noted("the British seat"),
            alone=noted("Great Britain"),
        ),
        "au": Called(
            the=noted("Austria"),
            of=noted("of Austria"),
            seat=noted("the Austrian seat"),
            alone=noted("Austria"),
        ),
        "ru": Called(
            the=noted("Russia"),
            of=noted("of Russia"),
            seat=noted("the Russian seat"),
            alone=noted("Russia"),
        ),
        "pr": Called(
            the=noted("Prussia"),
            of=noted("of Prussia"),
            seat=noted("the Prussian seat"),
            alone=noted("Prussia"),
        ),
        "ru_au": Called(
            the=noted("Russia and Austria"),
            of=noted("of Russia and Austria"),
            seat=noted("the Russian and Austrian seat"),
            alone=noted("Russia and Austria"),
        ),
        "player_1": Called(
            the=noted("player 1"),
            of=noted("of player 1"),
            seat=noted("the seat of player 1"),
            alone=noted("Player 1"),
        ),
        "player_2": Called(
            the=noted("player 2"),
            of=noted("of player 2"),
            seat=noted("the seat of player 2"),
            alone=noted("Player 2"),
        ),
        "player_3": Called(
            the=noted("player 3"),
            of=noted("of player 3"),
            seat=noted("the seat of player 3"),
            alone=noted("Player 3"),
        ),
        "player_4": Called(
            the=noted("player 4"),
            of=noted("of player 4"),
            seat=noted("the seat of player 4"),
            alone=noted("Player 4"),
        ),
        "player_5": Called(
            the=noted("player 5"),
            of=noted("of player 5"),
            seat=noted("the seat of player 5"),
            alone=noted("Player 5"),
        ),
        "": Called(the=noted("nobody")),
    }
)
"""Camps and seats, those too that do not know yet what they play; who wins if nobody does."""

UNDECIDED = ("first", "second", *(f"player_{number}" for number in range(1, 6)))
"""Seats that do not know yet what they play."""

the, named = FORMS.the, FORMS.alone

NATIONS = {
    "fr": noted("France"),
    "gb": noted("Great Britain"),
    "au": noted("Austria"),
    "ru": noted("Russia"),
    "pr": noted("Prussia"),
    "ot": noted("the Ottoman Empire"),
    "sp": noted("Spain"),
    "sw": noted("Sweden"),
    "dk": noted("Denmark"),
}
"""Nations as they stand in a sentence."""

ALONE = {**NATIONS, "ot": noted("Ottoman Empire")}
"""Nations where they stand alone."""

LETTERS = {
    "fr": "FR",
    "gb": "GB",
    "au": "AU",
    "ru": "RU",
    "pr": "PR",
    "ot": "OT",
    "sp": "SP",
    "sw": "SW",
    "dk": "DK",
}

PHASES = {
    "setup": noted("Set-up"),
    "mulligan": noted("New hands"),
    "impulses": noted("Impulses"),
    "turn_end": noted("End of the turn"),
    "interphase": noted("Interphase"),
}

COLUMNS = {
    "unaligned": noted("Unaligned"),
    "friend": noted("Friend"),
    "aide": noted("Aide"),
    "partner": noted("Partner"),
    "pact": noted("Pact"),
}
"""Boxes of the diplomacy track."""

TYPES = {
    "event": noted("event"),
    "foreign_war": noted("foreign war"),
    "response": noted("response"),
    "battle": noted("battle card"),
    "home": noted("home card"),
}

MARKS = {
    "joinable": noted("may join another card"),
    "red": noted("always an event for a neutral"),
    "no_1805": noted("no event in 1805"),
    "lasting": noted("lasting"),
    "remove": noted("out of the game when played"),
    "must_event": noted("always an event"),
}

WAYS = {
    "plain": noted("open country"),
    "rough": noted("rough country"),
    "pass": noted("mountain pass"),
    "marsh": noted("marsh"),
    "strait": noted("strait"),
}

STANDINGS = {
    "map": noted("on the map"),
    "pool": noted("to be built"),
    "regroup": noted("regrouped"),
    "war": noted("in a foreign war"),
    "dead": noted("lost"),
}
"""Where leaders are."""

USES = {
    "any": noted("anything"),
    "land": noted("the march of one army or army group"),
    "moves": noted("moves of any kind"),
    "production": noted("production"),
    "winter": noted("Russian Winter"),
    "reinforcement": noted("reinforcements"),
}
"""What CP are for."""

ROLES = {
    "attacker": noted("attacker"),
    "defender": noted("defender"),
    "besieger": noted("besieger"),
    "nobody": noted("nobody"),
}
"""Sides of a battle or a siege, and who has lost one of which nobody is left."""

GOING_ON = {
    "impulse": noted("impulse"),
    "march": noted("march"),
    "meeting": noted("meeting"),
    "losses": noted("losses"),
    "battle": noted("battle"),
    "siege": noted("siege"),
    "contest": noted("a flag that may be torn down"),
    "program": noted("event of a card"),
    "building": noted("pieces of an event"),
    "flagging": noted("flag of an event"),
    "demand": noted("demand of a foreign war"),
    "deploying": noted("deployment by an event"),
    "spending": noted("production of a nation"),
    "window": noted("responses"),
    "offer": noted("offer of submission"),
    "conquest": noted("conquest"),
    "reinforcement": noted("reinforcement"),
    "deployment": noted("deployment"),
    "joining": noted("camps"),
    "voyage": noted("fleet under way"),
    "search": noted("search at sea"),
    "sea_battle": noted("naval battle"),
    "guns": noted("fire of batteries"),
    "refuge": noted("fleet on its way to port"),
    "convoy": noted("convoy"),
    "fleet_deployment": noted("deployment of a fleet"),
    "breach": noted("forces among new enemies"),
    "rupture": noted("a broken Pact"),
    "persuasion": noted("a consul moved by an event"),
    "influencing": noted("influence by cards of too many"),
}
"""Kinds of frames."""


def seat_names(pack: Pack) -> dict[str, str]:
    """The seats by their camps with two players, else by their powers."""
    found: dict[str, str] = {}
    for seated in pack.scenario.seats.values():
        for it in seated.seats:
            powers = " and ".join(ALONE[nation] for nation in it.nations)
            found[it.seat] = FORMS[it.seat].alone if it.seat in FORMS else powers
    return {**found, **{it: FORMS[it].alone for it in UNDECIDED}}


def card_names(pack: Pack) -> dict[str, str]:
    """The cards; copies of one are told apart by a number."""
    copies = Counter(it.event for it in pack.cards.values())
    counted = Counter[str]()
    found: dict[str, str] = {}
    for it in pack.cards.values():
        counted[it.event] += 1
        number = f" {counted[it.event]}" if copies[it.event] > 1 else ""
        found[it.id] = f"{it.name}{number}"
    return found


def names(pack: Pack) -> dict[str, str]:
    """Display names of ids."""
    return {
        **{f"the {seat}": FORMS[seat].the for seat in FORMS if seat},
        **seat_names(pack),
        **PHASES,
        **ROLES,
        **VALUES,
        **{it.id: it.name for it in pack.zones.values()},
        **{it.id: it.name for it in pack.spaces.values()},
        **{it.id: it.name for it in pack.leaders.values()},
        **card_names(pack),
        **NATIONS,
    }


def nation(words: Words, of: str) -> str:
    """A nation by its name, where it stands alone."""
    return words.language.alone(ALONE[of]) if of in ALONE else of


def called(words: Words, of: str) -> str:
    """Anything of the pack by its name, where it stands alone; a nation too."""
    return nation(words, of) if of in ALONE else words.language.alone(words.name(of))


def all_called(words: Words, of: Iterable[str]) -> str:
    """Several things of the pack by their names, as they stand in a cell of a table."""
    return ", ".join(called(words, it) for it in of)


def term(words: Words, of: str) -> str:
    """A phase by its name."""
    return words.gettext(PHASES[of]) if of in PHASES else of.replace("_", " ")


def listed(words: Words, of: dict[str, str], ids: list[str]) -> str:
    """Several of one kind, with "and" before the last."""
    return words.language.listed(words.gettext(of[it]) for it in ids)


def turn_name(state: State, pack: Pack) -> str:
    """The turn as players call it: its year, and the round while cards are played [R-03, 5.1.a]."""
    year = str(pack.year(state.turn))
    return f"{year}, round {state.round}" if state.phase == IMPULSES else year


ASKED = Retelling((noted("%(year)s, round %(round)s"),))
"""Names of turns as `turn_name` makes them in English: "1805, round 2"."""

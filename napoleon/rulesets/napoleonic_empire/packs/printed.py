"""What the rulebook itself prints about map, set-up, cards and proposals: every pack must agree.

What rests on a ruling may differ in an owner's pack, and is named here where that matters.
"""

from __future__ import annotations

from typing import NamedTuple

ENGLAND = "england"
CLOSED = "ottoman"
"""The country that nobody enters [MAP.5]."""

LISTED = {
    "france": {"spain", "netherlands", "rhineland", "switzerland", "italy"},
    "england": set[str](),
    "russia": {"prussia", "warsaw", "sweden", "austria", "ottoman"},
    "austria": {"rhineland", "prussia", "russia", "warsaw", "ottoman"},
    "prussia": {"rhineland", "austria", "russia", "warsaw"},
    "netherlands": {"denmark", "rhineland", "france"},
    "sweden": {"denmark", "russia"},
    "denmark": {"netherlands", "rhineland"},
    "spain": {"france", "portugal"},
    "portugal": {"spain"},
    "rhineland": {
        "switzerland",
        "italy",
        "france",
        "netherlands",
        "denmark",
        "prussia",
        "austria",
    },
    "italy": {"rhineland", "switzerland", "naples", "austria"},
    "naples": {"italy", "egypt"},
    "switzerland": {"rhineland", "italy", "france"},
    "warsaw": {"prussia", "russia", "austria"},
    "egypt": {"naples", "ottoman"},
    "ottoman": {"russia", "egypt"},
}
"""The neighbours by land that the rulebook names under each country [MAP.1]."""

LANDLOCKED = {"warsaw", "switzerland"}
"""What England does not reach [MAP.1]."""

LANDLOCKED_OR_NOT = {"austria", "rhineland"}
"""Within England's reach by a ruling [E-04]."""

CONTINENTAL_OR_NOT = {"egypt"}
"""Continental by a ruling [E-30]."""

SETUP = {
    ("french", "france"): 20,
    ("french", "rhineland"): 4,
    **{
        ("french", country): 2
        for country in (
            "netherlands",
            "denmark",
            "spain",
            "portugal",
            "italy",
            "naples",
            "switzerland",
            "egypt",
        )
    },
    **{("allied", country): 10 for country in ("england", "russia", "austria", "prussia")},
}
"""Armies at the start, by side and country [SETUP.1, SETUP.2]."""

VALUES = {
    **dict.fromkeys(LISTED, 1),
    "france": 4,
    "england": 3,
    "russia": 3,
    "austria": 2,
    "prussia": 2,
    "rhineland": 2,
    "ottoman": 0,
}
"""What each country is worth [REINF.1]."""

NOTHING_FOR_THE_FRENCH = {"prussia", "russia", "austria"}
"""Where the French receive nothing [REINF.2]."""

NATIONALISTS = {"spain", "portugal", "prussia", "russia", "austria"}
"""Where nationalists may rise [NAT.1]."""


class PrintedCard(NamedTuple):
    """What a card says. An `amount` of None has no meaning, and may be anything."""

    number: int
    side: str
    effect: str
    amount: int | None
    windows: set[str]
    places: set[str]
    year: int | None


def _battle(number: int, side: str, amount: int, *places: str, year: int | None) -> PrintedCard:
    return PrintedCard(number, side, "battle", amount, {"B"}, set(places), year)


def _other(
    number: int, side: str, effect: str, amount: int | None, window: str, year: int | None = None
) -> PrintedCard:
    return PrintedCard(number, side, effect, amount, {window}, set(), year)


CARDS = {
    "toulon": _battle(1, "french", 4, "france", year=1793),
    "italian_campaign": _battle(2, "french", 2, "italy", "naples", year=1796),
    "battle_of_the_nile": _battle(3, "allied", 3, "egypt", year=1798),
    "austerlitz": _battle(4, "french", 3, "austria", year=1805),
    "jena": _battle(5, "french", 4, "prussia", year=1806),
    "friedland": _battle(6, "french", 4, "russia", year=1807),
    "balance_of_power": PrintedCard(7, "allied", "rebels", 2, {"R:a"}, NATIONALISTS, None),
    "louisiana_purchase": _other(8, "french", "armies", 2, "R:f", 1803),
    "trafalgar": _battle(9, "allied", 2, "france", year=1805),
    "continental_system": PrintedCard(
        10, "both", "value", -2, {"R:f", "R:a"}, {"france", "england"}, 1806
    ),
    "peninsular_war": _battle(11, "allied", 2, "spain", "portugal", year=1808),
    "general_winter": _battle(12, "allied", 4, "russia", year=None),
    "battle_of_nations": _battle(13, "allied", 5, "rhineland", year=1813),
    "battle_of_waterloo": _battle(14, "allied", 4, "netherlands", year=1815),
    "nelson": _battle(15, "allied", 2, "any", year=None),
    "wellington": _battle(16, "allied", 2, "any", year=None),
    "czar_alexander": _other(17, "allied", "extra_turn", 1, "E:a"),
    "frederick": _other(18, "allied", "extra_turn", 1, "E:a"),
    "metternich": _other(19, "allied", "extra_turn", 1, "E:a"),
    "son_of_the_revolution": _other(20, "french", "extra_turn", 1, "E:f"),
    "berthier": _other(21, "french", "extra_turn", 1, "E:f"),
    "man_of_destiny": _other(22, "french", "extra_turn", 1, "E:f"),
    "little_corporal": _battle(23, "french", 1, "any", year=None),
    "artillery_tactics": _battle(24, "french", 1, "any", year=None),
    "josephine": _other(25, "french", "no_move", None, "M:f"),
    "tilsit": _other(26, "allied", "no_move", None, "M:a", 1807),
    "grapeshot": _other(27, "french", "draw", 2, "D:f"),
    "scorched_earth": _battle(28, "allied", 3, "russia", year=None),
    "blucher": _battle(29, "allied", 1, "any", year=None),
    "conscription": _other(30, "french", "armies", 2, "R:f"),
    "proclamation_of_empire": _other(31, "french", "draw", 3, "D:f", 1804),
    "shopkeepers": _other(32, "allied", "draw", 3, "D:a"),
}
"""The cards of the deck [CARD.2]."""


class PrintedCommander(NamedTuple):
    """What a commander can do; where he starts is a ruling [E-33]."""

    side: str
    moves: int = 1
    attack_bonus: int = 0
    halves_losses: bool = False
    withdraw_on: int = 0


COMMANDERS = {
    "napoleon": PrintedCommander("french", moves=2, attack_bonus=1),
    "davout": PrintedCommander("french", halves_losses=True),
    "lannes": PrintedCommander("french", attack_bonus=2),
    "wellington": PrintedCommander("allied", halves_losses=True),
    "charles": PrintedCommander("allied", attack_bonus=1),
    "blucher": PrintedCommander("allied", moves=2),
    "kutuzov": PrintedCommander("allied", withdraw_on=3),
}
"""The commanders of the first proposal [OPT1]."""

DATED = (
    "toulon",
    "italian_campaign",
    "louisiana_purchase",
    "proclamation_of_empire",
    "trafalgar",
    "jena",
    "continental_system",
    "friedland",
    "tilsit",
    "peninsular_war",
    "battle_of_nations",
    "battle_of_waterloo",
)
"""The cards that join the deck by and by, in the order of the second proposal [OPT2]."""

ROUND_OF = {"italian_campaign": 6}
"""The one round that the proposal names; the others are a ruling [E-39]."""

DIVIDED = "russia"
RUSSIAN_AREAS = {
    "riga": {"prussia", "sweden", "minsk", "moscow"},
    "minsk": {"warsaw", "riga", "kiev", "moscow"},
    "kiev": {"austria", "minsk", "ottoman", "moscow"},
    "moscow": {"sweden", "riga", "minsk", "kiev"},
}
"""The neighbours that the third proposal names under each area [OPT3]."""

FRENCH_IN_RUSSIA = {"riga": 0, "minsk": 0, "kiev": 0, "moscow": 3}
"""What the French receive for each area [OPT3.1]."""

ALLIED_IN_RUSSIA = 3
"""What the Allies receive for the areas together [OPT3.2]."""


def listed_when_divided() -> dict[str, set[str]]:
    """The neighbours named under each country once the areas stand in Russia's place [OPT3]."""
    around = {name: named - {DIVIDED} for name, named in LISTED.items() if name != DIVIDED}
    return around | RUSSIAN_AREAS


def land_borders(listed: dict[str, set[str]]) -> dict[frozenset[str], str]:
    """Every pair that is named on either side, and under which: one of them, or ``both``."""
    pairs: dict[frozenset[str], str] = {}
    for country, named in listed.items():
        for other in named:
            pairs[frozenset((country, other))] = "both" if country in listed[other] else country
    return pairs

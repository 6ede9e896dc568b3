"""What the rulebook prints, or what was published, of map, nations and cards: a pack must agree.

All other values are a reconstruction, and an owner of the game may change them.
"""

from __future__ import annotations

from typing import NamedTuple

TRACK = ("fr", "gb", "au", "ru", "pr", "ot", "sp", "sw", "dk")
"""The order of the Movement Track [5.11.b]."""

KEYS, FRENCH_KEYS = 58, 13
ZONES, HOME_CARDS, DECK = 15, 11, 99
TWO_CAPITALS = "ru"


class PrintedNation(NamedTuple):
    """What the rules say of a nation [4.4, 11.21, 13.33, 13.4, 14.2, 14.32, 15.1]."""

    rank: str
    start_hand: int
    hand_min: int
    hand_max: int
    reinforcement_cp: int
    squadron_dice: int
    naval_modifier: int
    conquest_modifier: int
    unit_bonus: int


NATIONS = {
    "fr": PrintedNation("power", 6, 4, 8, 18, 2, 1, -2, 2),
    "gb": PrintedNation("power", 4, 2, 4, 6, 3, 2, -1, 1),
    "au": PrintedNation("power", 4, 2, 4, 8, 0, 0, -1, 1),
    "ru": PrintedNation("power", 3, 2, 4, 8, 1, 0, -1, 1),
    "pr": PrintedNation("power", 3, 2, 4, 8, 0, 0, -1, 1),
    "ot": PrintedNation("minor", 2, 1, 3, 4, 1, 0, -2, 0),
    "sp": PrintedNation("minor", 2, 1, 3, 4, 1, 0, -2, 0),
    "sw": PrintedNation("minor", 1, 1, 3, 2, 2, 0, 2, 0),
    "dk": PrintedNation("minor", 1, 1, 3, 2, 2, 0, 3, 0),
}

HOME_CARDS_OF = {"fr": 2, "gb": 2, **dict.fromkeys(("au", "ru", "pr", "ot", "sp", "sw", "dk"), 1)}

DUAL = {("gb", "fr"): 5, ("gb", "pr"): 1, ("fr", "pr"): 1}
"""By the upper and the lower nation, how many duchies are associated with both [7.43]."""

DUAL_SPACES = {"vendee": ("gb", "fr"), "hanover": ("gb", "pr"), "warsaw": ("fr", "pr")}

STRONG_FORTRESS = "gibraltar"
FORTRESSES = {0, 2, 4}

PORTS = {"kent": 1, "cornwall": 2, "corsica": 1}
"""In how many zones these ports lie [3.duchy]."""

BRITISH = ("gibraltar", "london", "kent")

LEADERS = {"napoleon": ("command", 8), "murat": ("command", 4), "davout": ("battle", 3)}
BY_EVENT = ("bernadotte", "poniatowski")
LATE_LEADERS = 3

MUST_BE_EVENT = ("europe_exhausted",)
EVENTS = ("europe_exhausted", "papal_bull", "turkish_war", "bernadotte", "poniatowski")
HOME_EVENTS = {"the_emperor_commands": "fr", "parliament": "gb", "holy_mother_russia": "ru"}

SEATS = {
    "2": (("fr",), ("gb", "ru", "au")),
    "3": (("fr",), ("gb",), ("ru", "au")),
    "4": (("fr",), ("gb",), ("ru",), ("au",)),
    "5": (("fr",), ("gb",), ("ru",), ("au",), ("pr",)),
}
"""By the number of players, the powers of each seat [4.3]."""

CAMPS = {"imperial": {"fr", "sp"}, "coalition": {"gb", "au", "ru"}}

RESPONSES = {
    "W.CARD": {"couriers_captured"},
    "W.IMPULSE": {"armistice", "bad_roads", "storm_at_sea"},
    "W.SAIL": {"blockade_runner"},
    "W.AT_SEA": {"storm_at_sea"},
    "W.SEEK": {"the_weather_gauge"},
    "W.ENTERED": {"burnt_earth"},
    "W.BATTLE": {"heavy_rains"},
    "W.GUNS": {"gallant_danes"},
    "W.NAVAL": {"the_weather_gauge", "nelsons_touch", "gallant_danes"},
    "W.BATTLE_CARD": {"fog_of_war"},
}
"""By window the events that are played in it [R-72]; W.PACT takes any card."""

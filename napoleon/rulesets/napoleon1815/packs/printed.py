"""What the rulebook itself prints about map, blocks and cards: every pack must agree with it.

Everything else in a pack may be replaced by the owner of a printed copy [DATA.1-6].
"""

from __future__ import annotations

PLACES = {"maubeuge": 2, "beaumont": 1, "bruxelles": 2, "namur": 2, "ath": 1, "alost": 1}
"""Victory points of the places that are named [VICTORY.2]."""

TOP = 20
"""The end of the victory track at which the Allies win at once [VICTORY.6]."""

BOTTOM = 0
"""The end of the victory track at which the French win at once [VICTORY.6]."""

FARM_POINTS = 1
"""Victory points of every fortified farm [VICTORY.2]."""

MOST_POSITIONS = 4
"""Fortified positions of the game [TERM.12]."""

COMMANDERS = {"french": "napoleon", "anglo_dutch": "wellington", "prussian": "blucher"}
"""The commander of each army [TERM.4]."""

CORPS = {
    "french": {"ney", "derlon", "vandamme", "grouchy", "drouot", "lamarque"},
    "allied": {
        "picton",
        "perponcher",
        "uxbridge",
        "orange",
        "hill",
        "frederick",
        "gneisenau",
    },
}
"""The corps that are named, by side [DATA.2]."""

ENTER_BY_EVENT = {"lamarque", "frederick"}
"""The corps that a card brings [CARD.lamarque, CARD.frederick]."""

INVASION_CARDS = range(73, 78)
"""Numbers of the invasion cards [SETUP.6]."""

REPLACED = {78: 25, 79: 42, 80: 61, 81: 67, 82: 70}
"""Which card gives way to which one with three players [THREE.1]."""

BOTH = frozenset({"french", "allied"})
FRENCH = frozenset({"french"})
ALLIED = frozenset({"allied"})

DECKS = {
    **dict.fromkeys(
        (
            "rain",
            "emperor_ill",
            "inertia",
            "intuition",
            "light_cavalry",
            "foresight",
            "reserve",
            "forced_march",
            "roadblock",
            "confusion",
            "exhaustion",
            "counter_move",
            "counter_order",
            "cavalry_charge",
            "march_to_the_guns",
            "orderly_retreat",
        ),
        BOTH,
    ),
    **dict.fromkeys(
        (
            "recon",
            "general_advance",
            "lamarque",
            "vive_empereur",
            "grouchy",
            "organisation",
            "combined_op",
            "skirmish_line",
            "fighting_spirit",
            "gallantry",
            "rapid_deployment",
            "imperial_guard",
            "red_headed_ney",
            "grand_battery",
            "cambronne",
        ),
        FRENCH,
    ),
    **dict.fromkeys(
        (
            "delay",
            "reinforcements",
            "aide_de_camp",
            "defend_brussels",
            "frederick",
            "bridge_demolition",
            "allied_coordination",
            "supply",
            "last_effort",
            "insubordination",
            "ambush",
            "red_line",
            "squares",
            "rear_guard",
            "hold",
            "panic",
        ),
        ALLIED,
    ),
}
"""In whose deck each of the 47 events may be [chapter 14]."""

RED = {"rain", "emperor_ill", "inertia", "delay"}
BLUE = {
    "intuition",
    "reinforcements",
    "aide_de_camp",
    "recon",
    "foresight",
    "reserve",
    "general_advance",
    "defend_brussels",
    "frederick",
    "lamarque",
}
DATA_DECIDES = {"vive_empereur", "light_cavalry", "supply"}
"""Events whose colour the rulebook leaves open: blue or green as the data say [RULING.42]."""


def colours(event: str) -> frozenset[str]:
    """The colours that an event may have.

    >>> sorted(colours("rain")), sorted(colours("supply"))
    (['red'], ['blue', 'green'])
    """
    if event in DATA_DECIDES:
        return frozenset({"blue", "green"})
    if event in RED:
        return frozenset({"red"})
    return frozenset({"blue"} if event in BLUE else {"green"})

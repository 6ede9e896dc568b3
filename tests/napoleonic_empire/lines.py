"""What the game says of its lines; see `tests.rulesets.lines`."""

from __future__ import annotations

from hypothesis import strategies as st

from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.notation import PATTERNS
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire import kit
from tests.rulesets.lines import Called, Lines, Misread, Twins

PACK = RULES.pack
COUNTRIES = [
    *PACK.board(False).countries.values(),
    *(it for it in PACK.board(True).countries.values() if it.id in ("riga", "moscow")),
]
"""Countries of both maps."""


def moving(**hands: list[str]) -> State:
    """The French Move phase; Napoleon and Davout stand in France."""
    return kit.position(
        {"france": 20, "rhineland": 4, "spain": 2},
        {"england": 10, "prussia": 10, "austria": 8},
        hands=hands,
        commanders={"napoleon": "france", "davout": "france", "blucher": "prussia"},
    )


def window(**hands: list[str]) -> State:
    """The window of the French Draw phase."""
    armies = {"france": 20}, {"england": 10}
    return kit.position(*armies, at=kit.DRAW, hands=hands)


ids = [it.id for it in COUNTRIES]

LINES = Lines(
    rules=RULES,
    patterns=PATTERNS,
    held={
        **dict.fromkeys(("country", "origin", "to"), ids),
        **dict.fromkeys(("card", "cards"), sorted(PACK.cards)),
        "commanders": sorted(PACK.commanders),
        "set_up_russia.split": st.dictionaries(
            st.sampled_from(PACK.board(True).russian_areas), st.integers(1, 10), min_size=1
        ),
        "move_with_commander.path": st.lists(st.sampled_from(ids), min_size=2, max_size=3).map(
            tuple
        ),
    },
    at=lambda line: (moving(), FRENCH),
    bad=(
        "move 3 France-Spein",
        "8 on: expected a way, as in France-Spain. The nearest legal orders: move 3 France-Spain;",
    ),
    ambiguous="play battle",
    called=[
        Called(
            "battle {}", orders.ChooseBattle, {it.id: [it.short_name, it.name] for it in COUNTRIES}
        ),
        Called(
            "play {}",
            orders.PlayCard,
            {
                it.id: [it.name, it.name.replace('"', ""), it.id.replace("_", " ")]
                for it in PACK.cards.values()
            },
        ),
    ],
    misread=[
        Misread("", 1, {"end", "move"}),
        Misread("storm the gates", 1, {"end", "move"}),
        Misread("end move now", 10, {"the end of the line"}),
        Misread("end", 4, {"attack", "move"}),
        Misread("move France-Spain", 6, {"a number of armies"}),
        Misread("move 3 France-Atlantis", 8, {"a way, as in France-Spain"}),
        Misread("move 3 France-Spain with Soult", 26, {"a commander"}),
        Misread("move 3 France-Spain with Davout,", 33, {"a commander"}),
        Misread("move 3 France-Rhineland-Austria-Russia", 8, {"a way, as in France-Spain"}),
        Misread("retreat 3 France", 11, {"to"}),
        Misread("set up Riga 4", 8, {"an area with a number"}),
        Misread("discard Jena Tilsit", 14, {",", "the end of the line"}),
        Misread("place two in Italy", 7, {"a number of armies"}),
        Misread("reinforce Italy", 16, {"with"}),
        Misread("battle Riga", 8, {"a country"}),
    ],
    strange=[
        "play " + "o " * 9_000,
        "move " + "9" * 9_000,
        "move 3 " + "-".join("o" * 5_000),
        "move 3 o-o-o with " + "o, " * 40,
        "move \u0661 f-s",
        "discard " + "o, " * 50,
        'play "',
        'play ""',
        "set up " + "m 1, " * 60,
    ],
    twins=Twins(
        window(french=["grapeshot", "jena"], allied=["nelson", "shopkeepers"]),
        window(french=["grapeshot", "jena"], allied=["toulon", "trafalgar"]),
        (FRENCH, "spectator"),
        ("play n", "play nelson", "play toulon", "play t", "play", "p", "discard nel", "x"),
    ),
)

"""What the game says of its lines; see `tests.rulesets.lines`."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from napoleon.rulesets.eagles_waterloo import RULES, orders, places
from napoleon.rulesets.eagles_waterloo.notation import PATTERNS
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from tests.eagles_waterloo.fields import Played, fighting, fresh
from tests.rulesets.lines import Called, Lines, Misread, Twins

PACK = RULES.pack


def in_battle() -> Played:
    """The Allied player turn at Waterloo: a column has engaged in their centre."""
    return fighting(
        "waterloo",
        {
            "allied_reserve": "b_kempt_8th_br b_rifles b_papelotte b_picton b_rally p_rally",
            "allied_centre": "b_ompteda_2nd_kgl f_bauduin_brigade:column",
            "allied_left": "b_bylandt b_best_4th_han b_rha_a",
            "french_right": "f_quiot_brigade f_domon_3rd_cav",
            "french_left": "f_soye_brigade",
        },
        active=ALLIED,
        sites={"b_la_haye_sainte": "allied_centre"},
        on={"b_ompteda_2nd_kgl": "b_la_haye_sainte"},
    )


def hidden_otherwise() -> Played:
    """The same, but for a card that lies face down."""
    there = in_battle()
    cards = there.battle.cards
    cards["f_brue_brigade"] = cards.pop("f_quiot_brigade")
    return there


def at(line: str) -> tuple[Any, str]:
    """The French choose a deck where one is typed, and else the Allies fight."""
    if line.startswith("deck"):
        return fresh("waterloo", decks="chosen").state, FRENCH
    return in_battle().state, ALLIED


def of_kind(kind: str) -> list[str]:
    """Cards of a kind."""
    return sorted(it.id for it in PACK.cards.values() if it.kind == kind)


card = st.sampled_from(sorted(PACK.by_id))
in_play = card | st.builds(lambda it, copy: f"{it}.{copy}", card, st.sampled_from("23"))
cards = st.lists(card, max_size=90).map(tuple)
position = st.sampled_from(places.POSITIONS)
unsaid = st.just("")
token = st.builds(
    lambda nation, number: f"{nation}-{number}",
    st.sampled_from(["french", "british", "prussian"]),
    st.integers(1, 999),
)
laid = st.builds(
    orders.Laid,
    in_play,
    position,
    st.sampled_from(["", "line", "column", "square"]),
    unsaid | st.sampled_from(of_kind("terrain")),
    st.booleans(),
)

LINES = Lines(
    rules=RULES,
    patterns=PATTERNS,
    held={
        **dict.fromkeys(("card", "cards", "instead"), in_play),
        "battle": sorted(PACK.battle_names),
        "place": position,
        "to": places.PLACES,
        "target": in_play | token,
        "terrain": of_kind("terrain"),
        **dict.fromkeys(
            ("add_card.card", "drop_card.card", "assign_card.card", "send_reinforcement.card"), card
        ),
        "submit_deck.cards": cards,
        "send_reinforcements.cards": cards,
        "deploy.cards": st.lists(laid, max_size=30).map(tuple),
        "shock.target": in_play,
        "choose_captors.cards": st.lists(in_play, min_size=1, max_size=2).map(tuple),
        "play_terrain.card": of_kind("terrain"),
        "play_special.card": of_kind("special"),
        "play_special.place": unsaid | position | st.sampled_from(places.LANES),
        "play_special.target": unsaid | in_play,
        "show_general.card": of_kind("general"),
    },
    at=at,
    bad=(
        "fire Ompteda at Baudoin",
        "17 on: expected an enemy card. "
        "The nearest legal orders: fire Ompteda (2nd KGL) at Bauduin brigade; ",
    ),
    ambiguous="deck is Ney, Jamin",
    called=[
        Called(
            "deck add {}",
            orders.AddCard,
            {it.id: [PACK.card_names[it.no]] for it in PACK.cards.values()},
        )
    ],
    misread=[
        Misread("fire b_rha_a at Quiot brigade", 17, {"an enemy card"}),
        Misread("check bylandt copy 2", 15, {"the end of the line"}),
        Misread("end turn now", 10, {"the end of the line"}),
    ],
    strange=["fire " + "b " * 9_000, "deck is " + "r, " * 60, "deploy " + "x left, " * 400],
    twins=Twins(
        in_battle().state,
        hidden_otherwise().state,
        (ALLIED,),
        ("fire b_rha_a at Quiot brigade", "fire b_rha_a at Brue brigade", "move Quiot"),
    ),
)

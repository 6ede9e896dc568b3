"""What the game says of its lines; see `tests.rulesets.lines`."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from napoleon.rulesets.napoleon1815 import RULES as SHIPPED
from napoleon.rulesets.napoleon1815 import orders, position_notation
from napoleon.rulesets.napoleon1815.notation import PATTERNS
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.kit import ALLIED, FRENCH, RULES, at, position
from tests.rulesets.lines import Called, Lines, Misread, Twins

PACK = SHIPPED.pack


def stack() -> State:
    """Ney, Napoleon, D'Erlon and Drouot stand in Ligny; the French have to go."""
    french = {block: at("ligny") for block in ("ney", "napoleon", "derlon", "drouot")}
    return position(
        {**french, "hill": at("gembloux")}, hands={FRENCH: [47, 48, 50], ALLIED: [12, 29]}
    )


def hidden_otherwise() -> State:
    """The same, but for what the French may not know."""
    state = stack()
    state.hands[ALLIED] = [29, 33]
    state.decks[ALLIED].reverse()
    state.blocks["hill"].infantry -= 1
    return state


def sorted_few(held: list[Any], least: int = 0) -> st.SearchStrategy[tuple[Any, ...]]:
    """A few of these, in their order."""
    return st.sets(st.sampled_from(held), min_size=least, max_size=4).map(
        lambda it: tuple(sorted(it))
    )


AREAS, ROADS = sorted(PACK.areas), sorted(PACK.graph.roads)
BLOCKS, CARDS = sorted(PACK.pieces), sorted(PACK.cards)
PLAYERS = ("french", "allied", "anglo_dutch", "prussian")
area, block, card = map(st.sampled_from, (AREAS, BLOCKS, CARDS))
unsaid = st.just("")

LINES = Lines(
    rules=SHIPPED,
    patterns=PATTERNS,
    played=RULES,
    held={
        "area": AREAS,
        "corps": BLOCKS,
        "card": CARDS,
        "road": ROADS,
        "player": PLAYERS,
        "points": BLOCKS,
        "losses": BLOCKS,
        orders.DeclareBlue: st.just(orders.DeclareBlue())
        | st.builds(
            orders.DeclareBlue,
            card,
            unsaid | block,
            unsaid | area,
            unsaid | st.sampled_from(PLAYERS),
        ),
        orders.OfferCards: st.builds(orders.OfferCards, sorted_few(CARDS, 1), sorted_few(CARDS))
        | st.builds(orders.OfferCards, st.just(()), sorted_few(CARDS, 1)),
        "activate_stack.blocks": sorted_few(BLOCKS, 1),
        "play_event.blocks": sorted_few(BLOCKS),
        "choose_action.action": ["move", "fight", "nothing"],
        "send_message.text": st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
    },
    at=lambda line: (stack(), FRENCH),
    bad=(
        "activate Ligni: Ney",
        "10 on: expected an area. The nearest legal orders: activate Ligny: Ney;",
    ),
    ambiguous="activate Ligny: D",
    called=[
        Called("scout {}", orders.PlaceScout, {it.id: [it.name] for it in PACK.areas.values()}),
        Called(
            "delay {}", orders.ChooseDelayedCorps, {it.id: [it.name] for it in PACK.pieces.values()}
        ),
    ],
    misread=[
        Misread("", 1, {"activate", "pass"}),
        Misread("storm the gates", 1, {"activate", "pass"}),
        Misread("pass please", 6, {"the end of the line"}),
        Misread("activate Ligny: Ney, Soult", 22, {"a block"}),
        Misread("activate Ligny: Ney,", 21, {"a block"}),
        Misread("fatigue Ney", 9, {"a corps with a number", "none"}),
        Misread("fatigue Ney 1, Ney 2", 21, {","}),
        Misread("recover Ney by 5", 13, {"with"}),
        Misread('say "unfinished', 5, {"a text"}),
    ],
    strange=[
        "activate " + "a " * 9_000,
        "activate ligny: " + "p, g, b, " * 12 + "?",
        "fatigue " + "ney 1, " * 2_000,
        "play " + "9" * 9_000,
        "play ١٢",
        "say " + "x" * 2_001,
        'say "\\ud800"',
    ],
    twins=Twins(
        stack(),
        hidden_otherwise(),
        (FRENCH,),
        (
            "play supply",
            "play 12 supply",
            "play ambush",
            "hil",
            "activate gembloux: hill",
            "n",
            "x",
        ),
    ),
    settled=position_notation.settled,
    other_way_round=["play 22 Counter-move: Hill, Picton in Nivelles along Quatre-Bras-Nivelles"],
)

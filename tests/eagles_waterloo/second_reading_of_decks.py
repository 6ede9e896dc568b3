"""Decks and deployments by the oracle: pools, sizes, lists, layouts [2 to 4, 15.0]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from napoleon.chance import SeededChance
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision, SetupRefused
from napoleon.rulesets.eagles_waterloo import RULES, deck_rules, decks, deployment, orders, places
from napoleon.rulesets.eagles_waterloo.chart import pool, row
from napoleon.rulesets.eagles_waterloo.layouts import reasons as reasons_of_a_layout
from napoleon.rulesets.eagles_waterloo.musters import size
from napoleon.rulesets.eagles_waterloo.orders import Laid
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table, at
from tests.eagles_waterloo.oracle import decks as made
from tests.eagles_waterloo.oracle import deployment as lines
from tests.eagles_waterloo.oracle.cards import nations_of
from tests.eagles_waterloo.oracle.decks import Sizes
from tests.eagles_waterloo.oracle.deployment import Layout
from tests.eagles_waterloo.oracle_comparison import (
    FACES,
    PACK,
    disagreement,
    face_of,
    layout_of,
    number_of,
    unequal,
)

BATTLES = ("quatre_bras", "ligny", "wavre", "waterloo")
SCALES = ("half", "printed", "double")
GAME = "0000001815"


# -- pools and the chart [2.0, 3.0] ----------------------------------------------------------------


def of_the_chart() -> Iterator[str]:
    """Every pool, every deck at every scale, and which scales a battle bears."""
    for battle, historical in product(BATTLES, (False, True)):
        options = {"historical": historical}
        for nation in nations_of(battle):
            mine = {it.no for it in pool(PACK, battle, nation, options)}
            yours = made.legal_pool(FACES, nation, battle, historical)
            yield from unequal(mine, yours, f"pool of {nation} at {battle}, {options}")
        for scale in SCALES:
            yield from _of_a_scale(battle, scale, historical)


def _of_a_scale(battle: str, scale: str, historical: bool) -> Iterator[str]:
    for nation in nations_of(battle):
        sizes = made.sizes(battle, nation, scale)
        chart = row(PACK, battle, nation, scale)
        mine = (chart.deck, chart.muster, chart.reinforcements, chart.bp)
        yours = (sizes.deck, sizes.muster, sizes.reinforcements, sizes.bp)
        yield from unequal(mine, yours, f"{nation} at {battle}, {scale}")
    for kind in ("random", "chosen"):
        options = {"decks": kind, "historical": historical, "scale": scale, "decoys": False}
        refused = None
        try:
            RULES.setup(battle, options, SeededChance("00" * 32, GAME, drawn=0))
        except SetupRefused as setup:
            refused = setup.refusal
        reasons = made.scale_refused(FACES, battle, scale, historical)
        yield from disagreement(refused, reasons, f"{battle} {options}")


# -- decks that are made [15.0] --------------------------------------------------------------------


def made_draft(random: Random) -> State:
    """A battle for which both players make their decks."""
    while True:
        options = {
            "decks": random.choice(("chosen", "custom")),
            "historical": random.random() < 0.3,
            "scale": random.choice(SCALES),
            "decoys": False,
        }
        state: Any = None
        try:
            events = RULES.setup(
                random.choice(BATTLES), options, SeededChance("00" * 32, GAME, drawn=0)
            )
        except SetupRefused:
            continue
        for event in events:
            state = RULES.apply(state, event)
        assert isinstance(state, State)
        return state


def of_decks(random: Random) -> Iterator[str]:
    """A list with everything that is wrong with it; and every card added to part of it."""
    state = made_draft(random)
    battle, seat = state.scenario, random.choice(("french", "allied"))
    nations = [nation for nation in nations_of(battle) if side_of(nation) == seat]
    cards = [card for nation in nations for card in _a_list(random, state, battle, nation)]
    table = at(state, PACK)
    mine = {it.code.lower() for it in deck_rules.reasons(table, seat, battle, cards)}
    yours, serving = _wrong_with(state, battle, nations, cards)
    yield from unequal(mine, yours, f"{seat} at {battle}, {state.options}: {cards}")
    for nation in nations:
        deck = [card for card in serving if face_of(card).nation == nation]
        state.drafts[battle][nation] = deck[: random.randint(0, len(deck))]
    yield from _of_additions(table, seat, battle, nations, random)


def _limits(state: State, battle: str, nation: str) -> Sizes:
    return made.sizes(battle, nation, state.options["scale"])


def _a_list(random: Random, state: State, battle: str, nation: str) -> list[str]:
    """Cards of a deck that is nearly legal, or not at all."""
    able = [it.id for it in pool(PACK, battle, nation, state.options)]
    deck, limits = [], _limits(state, battle, nation)
    random.shuffle(able)
    if state.options["decks"] == "custom":
        spent = 0
        for card in able:
            for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
                if spent + face_of(card).bp <= limits.bp + random.choice((0, 0, 12)):
                    deck.append(card)
                    spent += face_of(card).bp
        if random.random() < 0.2:
            deck = deck[: random.randint(3, 9)]
    else:
        deck = able[: limits.deck + random.choice((0, 0, 0, 0, -1, 1, -limits.deck + 4))]
        if random.random() < 0.2:
            deck[0] = deck[-1]
    if random.random() < 0.3:
        deck[0] = PACK.cards[random.choice(list(PACK.cards))].id
    if random.random() < 0.1:  # hardly any units
        deck = [card for card in able if not face_of(card).winner][: len(deck)]
    return deck


def _wrong_with(
    state: State, battle: str, nations: Sequence[str], cards: Sequence[str]
) -> tuple[set[str], list[str]]:
    """All that is wrong with a list, and those of its cards that serve in some deck of it."""
    kind, historical = state.options["decks"], state.options["historical"]
    found, serving = set[str](), []
    for card in cards:
        face = face_of(card)
        nation = face.nation if face.nation in nations else nations[0]
        reasons = made.add_refused(
            [], face, kind, replace(_limits(state, battle, nation), bp=10_000), nation, battle,
            historical,
        )  # fmt: skip
        found |= reasons
        if not reasons:
            serving.append(card)
    for nation in nations:
        deck = [face_of(card) for card in serving if face_of(card).nation == nation]
        found |= made.whole_deck_refused(
            deck, kind, _limits(state, battle, nation), nation, battle, historical
        )
    return found, serving


def _of_additions(
    table: Table, seat: str, battle: str, nations: Sequence[str], random: Random
) -> Iterator[str]:
    state = table.state
    decision = Decision("deck", seat, "deck", "G-39", "")
    kind, historical = state.options["decks"], state.options["historical"]
    drafts: Mapping[str, list[str]] = state.drafts[battle]
    held = [card for nation in nations for card in drafts[nation]]
    others = random.sample([it.id for it in PACK.cards.values()], 15)
    for card in (*random.sample(held, min(8, len(held))), *others):
        face = face_of(card)
        nation = face.nation if face.nation in nations else nations[0]
        deck = [face_of(it) for it in drafts[nation]]
        limits = _limits(state, battle, nation)
        reasons = made.add_refused(deck, face, kind, limits, nation, battle, historical)
        order = orders.AddCard(card)
        yield from disagreement(decks.refuse_addition(table, decision, order), reasons, order)
        drop = orders.DropCard(card)
        reasons = made.drop_refused(deck, face.number)
        yield from disagreement(decks.refuse_drop(table, decision, drop), reasons, drop)
    reasons = set().union(
        *(
            made.finish_refused(
                [face_of(it) for it in drafts[nation]], kind, _limits(state, battle, nation)
            )
            for nation in nations
        )
    )
    finish = orders.FinishDeck()
    yield from disagreement(decks.refuse_finish(table, decision, finish), reasons, finish)
    for nation in nations:
        count, scale = len(drafts[nation]), state.options["scale"]
        half = kind == "custom"
        yours = made.muster(battle, nation, count, half=half, scale=scale)
        yield from unequal(size(table, battle, nation, count), yours, f"muster of {nation}")


# -- deployment [4.1, 4.2, 14.0] -------------------------------------------------------------------

COUNTED = frozenset({"too_many", "two_generals", "two_terrains", "chief_of_staff"})
"""Refusals that the oracle leaves to the end of a deployment, and the game to no card."""


def of_deployment(state: State, seat: str, random: Random) -> Iterator[str]:
    """Every card that is left in every position, units onto terrain, and the end of it all."""
    battle = next(iter(state.battles.values()))
    table, layout = at(state, PACK), layout_of(state, battle, seat)
    decision = Decision("deploy", seat, "deploy", "4.1", "")
    for card, it in layout.cards.items():
        taking = orders.TakeUp(card)
        if card in layout.fixed:
            answer = deployment.refuse_taking(table, decision, taking)
            reasons = lines.place_refused(layout, card, it.place, True)
            yield from disagreement(answer, reasons, taking)
            continue
        if not places.is_reserve(it.place):
            continue
        for place in (*places.line(seat), random.choice(places.POSITIONS)):
            order = _a_placing(random, layout, card, place)
            answer = deployment.refuse_placing(table, decision, order)
            yield from disagreement(answer, _wrong_with_placing(layout, order), order)
    for site in battle.sites:
        for card, it in layout.cards.items():
            if it.on_terrain or places.is_reserve(it.place) or card in battle.sites:
                continue
            posting = orders.OccupyTerrain(card, site)
            answer = deployment.refuse_posting(table, decision, posting)
            if battle.sites[site].side == seat:
                reasons = lines.onto_refused(layout, card, it.place, number_of(site))
                yield from disagreement(answer, reasons, posting)
            elif answer is None:
                yield f"{posting}: accepted, but the terrain is the enemy's"
    end = orders.EndDeployment()
    yield from disagreement(
        deployment.refuse_end(table, decision, end), lines.end_refused(layout), end
    )


def _a_placing(random: Random, layout: Layout, card: str, place: str) -> orders.Place:
    kind = layout.cards[card].face.kind
    form = random.choice(("", "column", "square")) if random.random() < 0.5 else ""
    decoy = kind in ("general", "terrain") and random.random() < 0.4
    return orders.Place(card, place, form, decoy)  # type: ignore[arg-type]


def _face_up(layout: Layout, order: orders.Place) -> bool:
    return layout.cards[order.card].face.kind in ("general", "terrain") and not order.decoy


def _wrong_with_placing(layout: Layout, order: orders.Place) -> set[str]:
    up, form = _face_up(layout, order), order.formation or "line"
    reasons = lines.place_refused(layout, order.card, order.place, up, form)
    then = replace(layout.cards[order.card], place=order.place, face_up=up, formation=form)
    after = replace(layout, cards={**layout.cards, order.card: then})
    return reasons | (lines.end_refused(after) & COUNTED)


def of_layouts(state: State, seat: str, random: Random) -> Iterator[str]:
    """A whole layout in one list is legal if it is so card by card, and may be ended."""
    battle = next(iter(state.battles.values()))
    table, layout = at(state, PACK), layout_of(state, battle, seat)
    decision = Decision("deploy", seat, "deploy", "4.1", "")
    laid, reasons, now = [], set[str](), layout
    ordered = sorted(layout.cards, key=lambda card: layout.cards[card].face.kind != "terrain")
    for card in ordered:
        if random.random() < 0.35:
            continue
        order = _a_placing(random, layout, card, random.choice(places.line(seat)))
        wrong = _wrong_with_placing(now, order)
        if wrong and random.random() < 0.95:
            continue
        laid.append(Laid(order.card, order.place, order.formation, "", order.decoy))
        reasons |= wrong
        if not wrong:
            then = replace(
                now.cards[card],
                place=order.place,
                face_up=_face_up(now, order),
                formation=order.formation or "line",
            )
            now = replace(now, cards={**now.cards, card: then})
    reasons |= lines.end_refused(now)
    found: list[Refusal] = reasons_of_a_layout(table, decision, orders.Deploy(tuple(laid)))
    yield from unequal(bool(found), bool(reasons), f"{sorted(reasons)}, {found}: refused {laid}")
    for it in found:
        yield from disagreement(it, reasons, laid)

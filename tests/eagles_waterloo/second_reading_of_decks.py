"""Decks and deployments by the oracle: pools, sizes, lists, layouts [2 to 4, 15.0]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision, SetupRefused
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.events.decks import DeckDealt, MusterDealt
from napoleon.rulesets.eagles_waterloo.orders import Laid
from napoleon.rulesets.eagles_waterloo.state import State
from tests.eagles_waterloo.oracle import decks as made
from tests.eagles_waterloo.oracle import deployment as lines
from tests.eagles_waterloo.oracle.cards import nations_of
from tests.eagles_waterloo.oracle.decks import Sizes
from tests.eagles_waterloo.oracle.deployment import Layout
from tests.eagles_waterloo.oracle.field import SIDES, is_reserve, own_positions
from tests.eagles_waterloo.oracle_comparison import (
    ANSWERS,
    FACES,
    PACK,
    POSITIONS,
    face_of,
    layout_of,
    number_of,
    reasons_told,
    side_of,
)
from tests.rulesets.comparing import disagreement, unequal

BATTLES = ("quatre_bras", "ligny", "wavre", "waterloo")
SCALES = ("half", "printed", "double")
GAME = "0000001815"


# -- pools and the chart [2.0, 3.0] ----------------------------------------------------------------


def of_the_chart() -> Iterator[str]:
    """Every pool, every deck at every scale, and which scales a battle bears."""
    for battle, historical in product(BATTLES, (False, True)):
        for scale, kind in product(SCALES, ("random", "chosen", "custom")):
            options = {"decks": kind, "historical": historical, "scale": scale, "decoys": False}
            laid = _laid_out(battle, options)
            if kind != "custom":
                reasons = made.scale_refused(FACES, battle, scale, historical)
                refused = laid if isinstance(laid, Refusal) else None
                yield from disagreement(refused, reasons, f"{battle} {options}")
            if not isinstance(laid, Refusal):
                yield from _of_a_scale(laid, battle, options)


def _laid_out(battle: str, options: dict[str, Any]) -> list[Event] | Refusal:
    try:
        return RULES.setup(battle, options, SeededChance("00" * 32, GAME, drawn=0))
    except SetupRefused as setup:
        return setup.refusal


def _of_a_scale(laid: Sequence[Event], battle: str, options: dict[str, Any]) -> Iterator[str]:
    """What the set-up shows of the chart: cards a turn, decks and musters, or pools and points."""
    state = _begun(laid)
    for nation in nations_of(battle):
        sizes, what = made.sizes(battle, nation, options["scale"]), f"{nation}, {battle} {options}"
        rate = state.battles[battle].rates[nation]
        yield from unequal(rate, sizes.reinforcements, f"cards a turn of {what}")
        if options["decks"] == "random":
            dealt = [len(it.cards) for it in laid if _is_of(it, DeckDealt, nation)]
            mustered = [it.count for it in laid if _is_of(it, MusterDealt, nation)]  # type: ignore[attr-defined]
            yield from unequal((dealt, mustered), ([sizes.deck], [sizes.muster]), what)
            continue
        pool = {number_of(card) for card in state.pools[nation]}
        yours = made.legal_pool(FACES, nation, battle, options["historical"])
        yield from unequal(pool, yours, f"pool of {what}")
        yield from _of_the_limit(state, battle, nation, sizes)


def _is_of(event: Any, kind: type[Event], nation: str) -> bool:
    return isinstance(event, kind) and event.nation == nation


def _of_the_limit(state: State, battle: str, nation: str, sizes: Sizes) -> Iterator[str]:
    """A deck to which a card is added that is too many, or costs too much, is told its limit."""
    state = ANSWERS.after(state, ())
    last, *others = state.pools[nation]
    state.drafts[battle][nation] = others * 3
    (decision,) = (it for it in RULES.decisions(state) if it.seat == side_of(nation))
    refusal = ANSWERS.refused(state, decision, orders.AddCard(last))
    known = refusal.facts if refusal else {}
    custom = state.options["decks"] == "custom"
    mine = known.get("limit") if custom else known.get("deck")
    yield from unequal(mine, sizes.bp if custom else sizes.deck, f"most of {nation} at {battle}")


def _begun(laid: Sequence[Event]) -> State:
    state: Any = None
    for event in laid:
        state = RULES.apply(state, event)
    assert isinstance(state, State)
    return state


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
        laid = _laid_out(random.choice(BATTLES), options)
        if not isinstance(laid, Refusal):
            return _begun(laid)


def of_decks(random: Random) -> Iterator[str]:
    """A list with everything that is wrong with it; and every card added to part of it."""
    state = made_draft(random)
    battle, seat = state.scenario, random.choice(SIDES)
    nations = [nation for nation in nations_of(battle) if side_of(nation) == seat]
    cards = [card for nation in nations for card in _a_list(random, state, battle, nation)]
    (decision,) = (it for it in RULES.decisions(state) if it.seat == seat)
    answer = ANSWERS.refused(state, decision, orders.SubmitDeck(tuple(cards)))
    mine = {it.code.lower() for it in reasons_told(answer)}
    yours, serving = _wrong_with(state, battle, nations, cards)
    yield from unequal(mine, yours, f"{seat} at {battle}, {state.options}: {cards}")
    for nation in nations:
        deck = [card for card in serving if face_of(card).nation == nation]
        state.drafts[battle][nation] = deck[: random.randint(0, len(deck))]
    yield from _of_additions(state, decision, battle, nations, random)
    yield from _of_musters(state, battle, nations)


def _limits(state: State, battle: str, nation: str) -> Sizes:
    return made.sizes(battle, nation, state.options["scale"])


def _a_list(random: Random, state: State, battle: str, nation: str) -> list[str]:
    """Cards of a deck that is nearly legal, or not at all."""
    able = list(state.pools[nation])
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
    state: State, decision: Decision, battle: str, nations: Sequence[str], random: Random
) -> Iterator[str]:
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
        yield from disagreement(ANSWERS.refused(state, decision, order), reasons, order)
        drop = orders.DropCard(card)
        reasons = made.drop_refused(deck, face.number)
        yield from disagreement(ANSWERS.refused(state, decision, drop), reasons, drop)
    reasons = set().union(
        *(
            made.finish_refused(
                [face_of(it) for it in drafts[nation]], kind, _limits(state, battle, nation)
            )
            for nation in nations
        )
    )
    finish = orders.FinishDeck()
    yield from disagreement(ANSWERS.refused(state, decision, finish), reasons, finish)


def _of_musters(state: State, battle: str, nations: Sequence[str]) -> Iterator[str]:
    """What is dealt of decks as they are, once both sides have ended theirs [3.0, 15.0]."""
    scale, half = state.options["scale"], state.options["decks"] == "custom"
    state = ANSWERS.after(state, ())
    state.finished = list(SIDES)
    for nation, deck in state.drafts[battle].items():
        if nation not in nations:
            deck += state.pools[nation]
    decks = {nation: len(deck) for nation, deck in state.drafts[battle].items()}
    musters = {
        nation: made.muster(battle, nation, count, half=half, scale=scale)
        for nation, count in decks.items()
    }
    if any(musters[nation] > decks[nation] for nation in nations):
        return  # from such a deck nothing is dealt: it cannot be ended
    for event in ANSWERS.gone_on(state):
        if isinstance(event, MusterDealt):
            yield from unequal(event.count, musters[event.nation], f"muster of {event.nation}")


# -- deployment [4.1, 4.2, 14.0] -------------------------------------------------------------------

COUNTED = frozenset({"too_many", "two_generals", "two_terrains", "chief_of_staff"})
"""Refusals that the oracle leaves to the end of a deployment, and the game to no card."""


def of_deployment(state: State, seat: str, random: Random) -> Iterator[str]:
    """Every card that is left in every position, units onto terrain, and the end of it all."""
    battle = next(iter(state.battles.values()))
    layout = layout_of(state, battle, seat)
    (decision,) = (it for it in RULES.decisions(state) if it.seat == seat)
    for card, it in layout.cards.items():
        taking = orders.TakeUp(card)
        if card in layout.fixed:
            answer = ANSWERS.refused(state, decision, taking)
            reasons = lines.place_refused(layout, card, it.place, True)
            yield from disagreement(answer, reasons, taking)
            continue
        if not is_reserve(it.place):
            continue
        for place in (*own_positions(seat), random.choice(POSITIONS)):
            order = _a_placing(random, layout, card, place)
            answer = ANSWERS.refused(state, decision, order)
            yield from disagreement(answer, _wrong_with_placing(layout, order), order)
    for site in battle.sites:
        for card, it in layout.cards.items():
            if it.on_terrain or is_reserve(it.place) or card in battle.sites:
                continue
            posting = orders.OccupyTerrain(card, site)
            answer = ANSWERS.refused(state, decision, posting)
            if battle.sites[site].side == seat:
                reasons = lines.onto_refused(layout, card, it.place, number_of(site))
                yield from disagreement(answer, reasons, posting)
            elif answer is None:
                yield f"{posting}: accepted, but the terrain is the enemy's"
    end = orders.EndDeployment()
    answer = ANSWERS.refused(state, decision, end)
    yield from disagreement(answer, lines.end_refused(layout), end)


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
    layout = layout_of(state, battle, seat)
    (decision,) = (it for it in RULES.decisions(state) if it.seat == seat)
    laid, reasons, now = [], set[str](), layout
    ordered = sorted(layout.cards, key=lambda card: layout.cards[card].face.kind != "terrain")
    for card in ordered:
        if random.random() < 0.35:
            continue
        order = _a_placing(random, layout, card, random.choice(own_positions(seat)))
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
    found = reasons_told(ANSWERS.refused(state, decision, orders.Deploy(tuple(laid))))
    yield from unequal(bool(found), bool(reasons), f"{sorted(reasons)}, {found}: refused {laid}")
    for it in found:
        yield from disagreement(it, reasons, laid)

"""Specials in force on made-up battlefields, on positions and cards that are there [13]."""

from __future__ import annotations

from random import Random

from napoleon.rulesets.eagles_waterloo import RULES, labels, places
from napoleon.rulesets.eagles_waterloo.packs.cards import Special
from napoleon.rulesets.eagles_waterloo.places import POSITIONS
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Played, State

PACK = RULES.pack

WINDOWS = {"morale": "M", "combat": "C"}

SELDOM = {"no_shock": 0.95, "shock_square": 0.1}
"""How seldom a special is in force; Night Falls leaves nothing to be looked at."""


def play_specials(random: Random, state: State) -> None:
    """Specials that are in force, on positions and cards that are there."""
    battle = state.battle
    for nation in battle.nations:
        for it in PACK.cards_of(nation):  # type: ignore[arg-type]
            if not isinstance(it, Special) or it.id in battle.decks.get(nation, ()):
                continue
            if state.is_campaign and it.id not in battle.cards:
                continue
            if random.random() < SELDOM.get(it.effect_kind, 0.6):
                continue
            own = side_of(it.nation) == battle.active
            lasts = it.until == "own_next_turn"
            window = WINDOWS.get(state.phase) if own else "E"
            if (window not in it.windows and not (lasts and not own)) or it.names == "routed_card":
                continue
            place, target = _named(random, battle, it)
            if it.names in ("card", "position_and_card") and not target:
                continue
            phase = state.phase if own or "E" in it.windows else "combat"
            if not battle.asked and not lasts and state.phase != "morale":
                continue
            if target and own and random.random() < 0.7:
                _refresh(battle, target)
            battle.cards.pop(it.id, None)
            battle.look_again()
            if it.effect_kind != "extra_combat_move":
                battle.played.append(
                    Played(it.id, side_of(it.nation), phase, place, target, lasts)
                )  # fmt: skip
            battle.spent.append(it.id)


def _named(random: Random, battle: Battle, it: Special) -> tuple[str, str]:
    side = side_of(it.nation)
    there = [place for place in POSITIONS if battle.at(place, side)]
    if it.names == "lane":
        return random.choice(places.LANES), ""
    if it.names == "position":
        return random.choice(there or POSITIONS), ""
    if not it.names:
        return "", ""
    fit = [c for place in there for c in battle.at(place, side) if _suits(it, c)]
    if not fit:
        return "", ""
    engaged = [card for card in fit if battle.is_engaged(battle.cards[card].place)]
    card = random.choice(engaged or fit)
    return ("" if it.names == "card" else battle.cards[card].place), card


def _suits(it: Special, card: str) -> bool:
    printed = PACK.by_id[labels.printed(card)]
    return {
        "fire_across_middle_ground": isinstance(printed, labels.Infantry),
        "shock_square": isinstance(printed, labels.Cavalry) and printed.lancer,
        "shock_from_line": isinstance(printed, labels.Infantry) and printed.morale == "A",
        "shock": isinstance(printed, labels.Cavalry) and printed.shock == 4,
        "fire_long_rating": isinstance(printed, labels.Artillery) and printed.horse,
        "morale_class_up": labels.is_unit(printed) and printed.morale == "D",
    }.get(it.effect_kind, labels.is_unit(printed))


def _refresh(battle: Battle, card: str) -> None:
    """A card for which a special was played has mostly not acted yet."""
    it = battle.cards[card]
    it.acted = it.blown = False
    it.moves, it.way = 0, ""
    if battle.current == card:
        battle.current = ""

"""Battles by the oracle: fire, shock, morale, moves, terrain, specials [4.3, 6 to 14]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from napoleon.rules.events import Event, total
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.events.cards import DecoyEliminated, GeneralDied
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.events.ends import BattleDrawn, BattleWon, EndOffersLapsed
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.specials import CardRallied, DetachmentCame
from napoleon.rulesets.eagles_waterloo.events.terrain import CaptorsChosen, TerrainFallen
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted, ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from tests.eagles_waterloo.oracle import combat as combats
from tests.eagles_waterloo.oracle import instants as at_once
from tests.eagles_waterloo.oracle import morale as checks
from tests.eagles_waterloo.oracle import moves as marches
from tests.eagles_waterloo.oracle import specials
from tests.eagles_waterloo.oracle import terrain as grounds
from tests.eagles_waterloo.oracle.field import LANES, Position, foe, is_reserve, opposite
from tests.eagles_waterloo.oracle_answers import MODES, compared, crowded_out, place_and_lane
from tests.eagles_waterloo.oracle_comparison import (
    ANSWERS,
    FORMATIONS,
    PACK,
    PLACES,
    POSITIONS,
    differences,
    face_of,
    number_of,
    position_of,
    side_of,
)
from tests.eagles_waterloo.second_reading_of_room import of_room
from tests.rulesets.comparing import Dice, disagreement, the, unequal, up_to

MODE = {"long": "long", "skirmish": "long", "short": "short", "infantry": "fire", "cavalry": "fire"}
"""Ways of firing of the game, as the oracle calls them."""


def _own(battle: Battle, seat: str) -> list[str]:
    return [card for card, it in battle.cards.items() if side_of(it.nation) == seat]


def _carried_out(
    state: State, decision: Decision, order: Order, dice: Dice
) -> tuple[list[Event], State]:
    """What an order does, and the position then, before anything follows from it."""
    events = up_to(ANSWERS.decided(state, decision.seat, order, dice), _follows)
    return events, ANSWERS.after(state, events)


def _follows(event: Event) -> bool:
    """Whether something happens by itself: at once, or as the turn goes on [4.3, 5.0, G-46]."""
    match event:
        case GeneralDied(cause="alone") | DecoyEliminated(cause="engaged") | TerrainFallen(to=""):
            return True
    return isinstance(event, GOES_ON)


GOES_ON = (
    BattleDrawn,
    BattleWon,
    CaptorsChosen,
    EndOffersLapsed,
    GeneralChecked,
    MoraleChecked,
    PhaseStarted,
)


def _some_dice(random: Random, count: int) -> list[int]:
    return [random.randint(1, 6) for _ in range(count)]


def _a_few(random: Random, orders: Sequence[Any], most: int = 2) -> list[Any]:
    return random.sample(orders, min(most, len(orders)))


# -- fire [7.1 to 7.24, 7.4] -----------------------------------------------------------------------


def of_fire(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card at every target near it and at one elsewhere; and what a few volleys do."""
    battle, position = state.battle, position_of(state)
    legal = []
    for card in _own(battle, decision.seat):
        for target in _aimed_at(battle, card, random):
            order = orders.Fire(card, battle.seen_as(target))
            yield from compared(state, decision, order, position)
            modes = MODES.get(face_of(card).kind, ("fire",))
            attacks = {mode: combats.fire(position, card, target, mode) for mode in modes}
            if ANSWERS.refused(state, decision, order) is None and _is_legal(attacks.values()):
                legal.append((order, target, attacks))
    for order, _, attacks in legal:
        fired = the(CardFired, ANSWERS.decided(state, decision.seat, order, Dice(random)))
        yield from _of_the_strength(fired, attacks[MODE[fired.mode]], order)
    for order, target, attacks in _a_few(random, legal):
        yield from _of_a_fire(state, decision, order, target, attacks, random)


def _is_legal(attacks: Iterable[combats.Attack]) -> bool:
    return any(it.legal for it in attacks)


def _of_the_strength(
    volley: CardFired | CardShocked, attack: combats.Attack, order: Order
) -> Iterator[str]:
    yield from unequal(volley.rating, attack.rating, f"rating of {order}")
    yield from unequal(total(volley.strength), attack.dice, f"combat value of {order}")


def _aimed_at(battle: Battle, card: str, random: Random) -> list[str]:
    place, side = battle.cards[card].place, side_of(battle.cards[card].nation)
    near = [place] if is_reserve(place) else [place, opposite(place)]
    there = [it for at_place in near for it in battle.at(at_place, foe(side))]
    far = [
        it
        for at_place in POSITIONS
        if at_place not in near
        for it in battle.at(at_place, foe(side))
    ]
    return [*there, *_a_few(random, far, 1)]


def _of_a_fire(
    state: State,
    decision: Decision,
    order: orders.Fire,
    target: str,
    attacks: dict[str, combats.Attack],
    random: Random,
) -> Iterator[str]:
    (mode,) = [mode for mode, attack in attacks.items() if attack.legal]
    attack = attacks[mode]
    dice = _some_dice(random, attack.dice)
    events, moved = _carried_out(state, decision, order, Dice(random, dice))
    fired = the(CardFired, events)
    yield from unequal(MODE[fired.mode], mode, f"mode of {order}")
    yield from _of_a_volley(state, moved, fired, attack, target, dice, order)


def _of_a_volley(
    state: State,
    moved: State,
    volley: CardFired | CardShocked,
    attack: combats.Attack,
    target: str,
    dice: list[int],
    order: Any,
) -> Iterator[str]:
    position = position_of(state)
    yield from unequal(list(volley.dice), dice, f"dice of {order}")
    yield from _of_the_strength(volley, attack, order)
    yield from unequal(volley.hits, combats.hits(attack.rating, dice), f"hits of {order}")
    shocking = isinstance(volley, CardShocked)
    after = combats.after_attack(position, order.card, target, attack, dice, shocking=shocking)
    yield from differences(position_of(moved), after, order)


# -- shock [7.3] -----------------------------------------------------------------------------------


def of_shock(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card at every enemy in its position, and at one elsewhere; and what a few do."""
    battle, position = state.battle, position_of(state)
    legal = []
    for card in _own(battle, decision.seat):
        place = battle.cards[card].place
        there = battle.at(place, foe(decision.seat))
        far = [it for it in _aimed_at(battle, card, random) if it not in there]
        for target in [*there, *far[-1:]]:
            order = orders.Shock(card, battle.seen_as(target))
            yield from compared(state, decision, order, position)
            attack = combats.shock(position, card, target)
            if attack.legal and ANSWERS.refused(state, decision, order) is None:
                legal.append((order, target, attack))
    for order, _, attack in legal:
        shocked = the(CardShocked, ANSWERS.decided(state, decision.seat, order, Dice(random)))
        yield from _of_the_strength(shocked, attack, order)
    for order, target, attack in _a_few(random, legal):
        dice = _some_dice(random, attack.dice)
        events, moved = _carried_out(state, decision, order, Dice(random, dice))
        shocked = the(CardShocked, events)
        yield from _of_a_volley(state, moved, shocked, attack, target, dice, order)


# -- morale [6, 12.1 to 12.4] ----------------------------------------------------------------------


def of_morale(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card that might be checked; what each stands up to; and what its dice do."""
    battle, position = state.battle, position_of(state)
    for card in _own(battle, decision.seat):
        order = orders.CheckMorale(card)
        yield from compared(state, decision, order, position)
        is_checked = ANSWERS.refused(state, decision, order) is None
        if face_of(card).unit and battle.cards[card].hits and is_checked:
            yield from _of_a_check(state, decision, order, random)
    yield from of_generals(state, random)


def _of_a_check(
    state: State, decision: Decision, order: orders.CheckMorale, random: Random
) -> Iterator[str]:
    """One card is checked, after the generals [G-10]."""
    card, events = order.card, ANSWERS.decided(state, decision.seat, order, Dice(random))
    before = up_to(events, lambda it: isinstance(it, MoraleChecked))
    if len(before) == len(events):
        return  # as generals died, the battle was over
    state = ANSWERS.after(state, before)
    position = position_of(state)
    checked = events[len(before)]
    assert isinstance(checked, MoraleChecked) and checked.card == card
    expected = checks.morale_check(position, card)
    dice = list(checked.dice)
    yield from unequal(total(checked.breakdown), expected.target, f"morale of {card}")
    yield from unequal(len(dice), expected.dice, f"dice of {card}")
    yield from unequal(not checked.routed, checks.stands(expected, dice), f"{card} stands")
    end = len(before) + 1 + checked.routed
    now = position_of(ANSWERS.after(state, events[len(before) : end]))
    after = checks.after_check(position, card, dice)
    yield from differences(replace(now, played=position.played), after, f"the check of {card}")


def of_generals(state: State, random: Random) -> Iterator[str]:
    """Generals are checked worst hit first, a die for each hit."""
    state = ANSWERS.after(state, ())
    state.battle.checked = True
    events = ANSWERS.gone_on(state, Dice(random))
    for number, event in enumerate(events):
        if isinstance(event, GeneralChecked):
            died = event.died and events[number + 1 : number + 2]
            yield from _of_a_general(state, event, ANSWERS.after(state, [event, *(died or [])]))
        state = RULES.apply(state, event)
    if not any(isinstance(it, BattleWon | BattleDrawn) for it in events):
        left = checks.generals_to_check(position_of(state))
        yield from unequal(left, [], "generals that were not checked")


def _of_a_general(state: State, checked: GeneralChecked, then: State) -> Iterator[str]:
    general, dice, position = checked.card, list(checked.dice), position_of(state)
    waiting = checks.generals_to_check(position)
    if not position.cards[general].hits:  # the oracle has removed the only hit already [13.a, 110]
        waiting = [general]
    yield from unequal(bool(waiting), True, f"{general} is to be checked")
    if not waiting:
        return
    if not any(it.corps == "G" for it in map(face_of, battle_hits(state.battle))):
        most = position.cards[waiting[0]].hits
        yield from unequal(position.cards[general].hits, most, f"{general} is the worst hit")
    yield from unequal(len(dice), position.cards[general].hits, f"dice of {general}")
    yield from unequal(not checked.died, checks.general_lives(dice), f"{general} lives")
    expected = checks.after_general(position, general, dice)
    yield from differences(position_of(then), expected, f"the check of {general}")


def battle_hits(battle: Battle) -> list[str]:
    """Cards of a battle that have hits."""
    return [card for card, it in battle.cards.items() if it.hits]


# -- moves, formations, the end of the phase [8, 9, 10.0, 11.3, 12] --------------------------------


def of_moves(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card to every place, in formations and onto terrain; and how it goes on from there."""
    battle, position = state.battle, position_of(state)
    legal = []
    for card in _own(battle, decision.seat):
        for order in _moves_of(battle, card, random):
            yield from compared(state, decision, order, position)
            if ANSWERS.refused(state, decision, order) is None:
                legal.append(order)
    for order in _a_few(random, legal, 3):
        yield from _of_a_move(state, decision, order, random)


def _moves_of(battle: Battle, card: str, random: Random) -> Iterator[orders.Move]:
    here = battle.cards[card].place
    for place in PLACES:
        if place == here:
            continue
        yield orders.Move(card, place)
        if is_reserve(place) and random.random() < 0.7:
            continue
        form = random.choice(FORMATIONS)
        sites = (
            ["", *battle.sites_at(place), *random.sample(sorted(battle.sites), 1)[:1]]
            if (battle.sites)
            else [""]
        )
        site = random.choice(sites)
        yield orders.Move(card, place, form, "")  # type: ignore[arg-type]
        if site:
            yield orders.Move(card, place, random.choice(("", form)), site)  # type: ignore[arg-type]


def _of_a_move(
    state: State, decision: Decision, order: orders.Move, random: Random
) -> Iterator[str]:
    position = position_of(state)
    events = ANSWERS.decided(state, decision.seat, order, Dice(random))
    at_once_then = events[len(up_to(events, _follows)) :]
    moved = ANSWERS.after(state, up_to(events, _follows))
    onto = number_of(order.terrain) if order.terrain else None
    after = marches.after_move(position, order.card, order.to, order.formation, onto)
    now = position_of(moved)
    own, expected = now.cards[order.card], after.cards[order.card]
    left = grounds.allowance(own) - own.moves_used
    yield from unequal(left, grounds.allowance(expected) - expected.moves_used, f"left of {order}")
    # Decoys there have yet to be found out, and are, whether they are turned up before or not.
    bluffs = {card for card, it in position.cards.items() if it.decoy and it.place == order.to}
    yield from differences(
        now.with_card(order.card, moves_used=0, extra_moves=0).without(bluffs),
        after.with_card(order.card, moves_used=0, extra_moves=0).without(bluffs),
        order,
    )
    if order.terrain or any(not isinstance(it, TerrainFallen) for it in at_once_then):
        return
    # Terrain that falls bars nobody's way.
    moved = ANSWERS.after(moved, at_once_then)
    if [it.kind for it in RULES.decisions(moved)] != [decision.kind]:
        return
    further = {
        place
        for place in PLACES
        if place != order.to
        and ANSWERS.refused(moved, decision, orders.Move(order.card, place)) is None
    }
    legal = {
        place
        for place in marches.legal_moves(after, order.card)
        if not crowded_out(after, orders.Move(order.card, place))
    }
    yield from unequal(further, legal, f"on from {order}")


def of_formations(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card into every formation; whether the phase may end; which general may be shown."""
    battle, position = state.battle, position_of(state)
    for card in _own(battle, decision.seat):
        for form in FORMATIONS:
            change = orders.ChangeFormation(card, form)  # type: ignore[arg-type]
            yield from compared(state, decision, change, position)
        yield from compared(state, decision, orders.ShowGeneral(card), position)
    yield from compared(state, decision, orders.EndCombat(), position)


# -- terrain and decoys [11, 14.0] -----------------------------------------------------------------


def of_terrain(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card onto every terrain, in place of others, too; and every card played as terrain."""
    battle, position = state.battle, position_of(state)
    legal = []
    for card in _own(battle, decision.seat):
        for site in battle.sites:
            others = battle.on(site) or _a_few(random, _own(battle, decision.seat), 1)
            for instead in ("", *others):
                order = orders.OccupyTerrain(card, site, instead)
                yield from compared(state, decision, order, position)
                if not instead and ANSWERS.refused(state, decision, order) is None:
                    legal.append((order, number_of(site)))
        if face_of(card).kind == "terrain" and is_reserve(battle.cards[card].place):
            yield from compared(state, decision, orders.PlayTerrain(card), position)
    for order, number in _a_few(random, legal):
        events, moved = _carried_out(state, decision, order, Dice(random))
        after, captured = grounds.after_occupation(position, order.card, number)
        fell = any(isinstance(it, TerrainFallen) for it in events)
        yield from unequal(fell, captured, f"captured by {order}")
        now = position_of(moved).with_card(order.card, fired=False, moves_used=0)
        after = after.with_card(order.card, acted_standing=False, fired=False, moves_used=0)
        yield from differences(now, after, order)


def of_decoys(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card laid as a decoy, shown, and withdrawn."""
    battle, position = state.battle, position_of(state)
    for card in _own(battle, decision.seat):
        for place in POSITIONS if state.options["decoys"] else ("french_centre",):
            yield from compared(state, decision, orders.PlaceDecoy(card, place), position)
        if state.options["decoys"]:
            yield from compared(state, decision, orders.ShowDecoy(card), position)
            yield from compared(state, decision, orders.WithdrawDecoy(card), position)


# -- what follows at once [4.3, 11.5, 12.4, 14.0, G-46] --------------------------------------------


def of_instants(state: State, random: Random) -> Iterator[str]:
    """Cards of one side are gone: who is alone, which decoys die, what falls, who wins."""
    state = RULES.copied(state)
    battle, side = state.battle, random.choice(("french", "allied"))
    there = [card for place in POSITIONS for card in battle.at(place, side)]
    for card in random.sample(there, random.randint(0, len(there))):
        del battle.cards[card]
    state.look_again()
    expected = at_once.instants(position_of(state))
    goes_on = (GeneralChecked, MoraleChecked, PhaseStarted)
    events = up_to(ANSWERS.gone_on(state, Dice(random)), lambda it: isinstance(it, goes_on))
    dead = {it.card for it in events if isinstance(it, GeneralDied) and it.cause == "alone"}
    found = {it.card for it in events if isinstance(it, DecoyEliminated)}
    yield from unequal(dead, set(expected.dead), "generals alone")
    yield from unequal(found, set(expected.decoys), "decoys found out")
    won = next((it.side for it in events if isinstance(it, BattleWon)), "")
    yield from unequal(won, expected.winner, "winner")
    falls = next((it for it in events if isinstance(it, TerrainFallen)), None)
    if won:
        yield from unequal(falls, None, "what falls in a battle that is won")
        return
    site = falls.terrain if falls else ""
    if bool(site) != bool(expected.fallen) or (site and number_of(site) not in expected.fallen):
        yield f"{site or 'nothing'} falls, but by the oracle {expected.fallen}"
    if falls:
        fallen = ANSWERS.after(state, events[: events.index(falls) + 1])
        yield from _of_captors(fallen, site, random)


def _of_captors(state: State, site: str, random: Random) -> Iterator[str]:
    """Who goes onto terrain that has just fallen, where somebody is asked."""
    for decision in [it for it in RULES.decisions(state) if it.kind == "captors"]:
        battle = state.battle
        position, side = position_of(state), battle.sites[site].side
        there = [card for place in POSITIONS for card in battle.at(place, side)]
        for count in (0, 1, 1, 2, 2, 3):
            cards = tuple(_a_few(random, there, count))
            order = orders.ChooseCaptors(cards, site)
            answer = ANSWERS.refused(state, decision, order)
            reasons = at_once.captors_refused(position, number_of(site), cards, side)
            yield from disagreement(answer, reasons, order)


# -- specials [13] ---------------------------------------------------------------------------------


def of_specials(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every special on every place and card; and what some of them do."""
    asked = decision.kind == "window"
    battle, position = state.battle, position_of(state, asked=asked)
    legal = []
    for card in _own(battle, decision.seat):
        if face_of(card).kind != "special":
            continue
        for order in _playings(battle, card, random):
            yield from compared(state, decision, order, position)
            if ANSWERS.refused(state, decision, order) is None:
                legal.append(order)
    for order in _a_few(random, legal, 3):
        yield from _of_a_special(state, decision, position, order, random)


def _playings(battle: Battle, card: str, random: Random) -> Iterator[orders.PlaySpecial]:
    """What the special might name, rightly or wrongly."""
    named = PACK.by_id[card.partition(".")[0]].names  # type: ignore[union-attr]
    if named == "position":
        for place in PLACES:
            yield orders.PlaySpecial(card, place)
    elif named == "position_and_card":
        for target, it in battle.cards.items():
            yield orders.PlaySpecial(card, it.place, target)
        for target in random.sample(sorted(battle.cards), 3):
            yield orders.PlaySpecial(card, random.choice(POSITIONS), target)
    elif named == "card":
        for target in (*battle.cards, *battle.routed):
            yield orders.PlaySpecial(card, "", target)
    elif named == "routed_card":
        for target in (*battle.routed, *random.sample(sorted(battle.cards), 2)):
            yield orders.PlaySpecial(card, "", target)
    elif named == "lane":
        for lane in LANES:
            yield orders.PlaySpecial(card, lane)
    else:
        yield orders.PlaySpecial(card)


def _of_a_special(
    state: State,
    decision: Decision,
    position: Position,
    order: orders.PlaySpecial,
    random: Random,
) -> Iterator[str]:
    die = random.randint(1, 6)
    events, moved = _carried_out(state, decision, order, Dice(random, [die]))
    place, lane = place_and_lane(order)
    done = specials.play(position, order.card, place, order.target, lane, die)
    after, came = done.position, {}
    for event in events:
        if isinstance(event, CardRallied):
            yield from unequal(event.die, die, f"die of {order}")
        if isinstance(event, ReinforcementsDrawn):
            came[event.nation] = len(event.cards)
    decks = state.battle.decks
    due = {nation: min(n, len(decks.get(nation, ()))) for nation, n in done.drawn.items()}
    yield from unequal(came, {nation: n for nation, n in due.items() if n}, f"drawn by {order}")
    detached = [it.card for it in events if isinstance(it, DetachmentCame)]
    yield from unequal(len(detached), done.hal, f"from Hal by {order}")
    now = position_of(moved)
    arrived = {card for card in now.cards if card not in position.cards} - set(after.cards)
    yield from unequal(len(arrived), sum(due.values()) + done.hal, f"cards come by {order}")
    yield from differences(now.without(arrived), after, order)


# -- everything in a player turn -------------------------------------------------------------------

READINGS: dict[str, Callable[[State, Decision, Random], Iterator[str]]] = {
    "fire": of_fire,
    "shock": of_shock,
    "morale": of_morale,
    "moves": of_moves,
    "formations": of_formations,
    "terrain": of_terrain,
    "decoys": of_decoys,
    "specials": of_specials,
    "room": of_room,
    "instants": lambda state, decision, random: of_instants(state, random),
}
"""What is looked at, chapter by chapter."""

PHASES = {
    "fire": ("combat",),
    "shock": ("combat",),
    "morale": ("morale",),
    "moves": ("combat",),
    "formations": ("combat",),
    "terrain": ("combat",),
    "decoys": ("combat",),
    "specials": ("morale", "window", "combat", "reinforcement"),
    "room": ("combat",),
    "instants": ("morale", "combat"),
}
"""The questions at which it is."""

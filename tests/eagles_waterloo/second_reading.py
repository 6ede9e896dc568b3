"""Battles by the oracle: fire, shock, morale, moves, terrain, specials [4.3, 6 to 14]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from napoleon.rules.events import Event, total
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import (
    RULES,
    arrival,
    capture,
    combat,
    decoys,
    formations,
    generals,
    instants,
    labels,
    morale,
    moves,
    orders,
    places,
    ratings,
    shock,
    terrain,
    victory,
)
from napoleon.rulesets.eagles_waterloo import fire as firing
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.specials import CardRallied, DetachmentCame
from napoleon.rulesets.eagles_waterloo.events.turn import ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.specials import playing
from napoleon.rulesets.eagles_waterloo.state import Battle, State
from napoleon.rulesets.eagles_waterloo.table import Table, at
from tests.eagles_waterloo.oracle import combat as combats
from tests.eagles_waterloo.oracle import instants as at_once
from tests.eagles_waterloo.oracle import morale as checks
from tests.eagles_waterloo.oracle import moves as marches
from tests.eagles_waterloo.oracle import specials
from tests.eagles_waterloo.oracle import terrain as grounds
from tests.eagles_waterloo.oracle.field import Position
from tests.eagles_waterloo.oracle_comparison import (
    PACK,
    Dice,
    differences,
    disagreement,
    face_of,
    number_of,
    position_of,
    unequal,
)
from tests.eagles_waterloo.second_reading_of_room import of_room

E = TypeVar("E", bound=Event)

MODES = {"artillery": ("long", "short"), "infantry": ("long", "fire"), "cavalry": ("fire",)}
"""The ways in which a card might fire, as the oracle calls them."""

MODE = {"long": "long", "skirmish": "long", "short": "short", "infantry": "fire", "cavalry": "fire"}
"""Ways of firing of the game, as the oracle calls them."""


def _own(battle: Battle, seat: str) -> list[str]:
    return [card for card, it in battle.cards.items() if side_of(it.nation) == seat]


def _carried_out(
    state: State, decision: Decision, order: Order, dice: Dice, do: Callable[..., None]
) -> Table:
    """The table after an order, before anything follows from it."""
    table = at(RULES.copied(state), PACK, dice)
    do(table, decision, order)
    return table


def _the(kind: type[E], recorded: Iterable[Event]) -> E:
    (found,) = [it for it in recorded if isinstance(it, kind)]
    return found


def _some_dice(random: Random, count: int) -> list[int]:
    return [random.randint(1, 6) for _ in range(count)]


def _a_few(random: Random, orders: Sequence[Any], most: int = 2) -> list[Any]:
    return random.sample(orders, min(most, len(orders)))


# -- fire [7.1 to 7.24, 7.4] -----------------------------------------------------------------------


def of_fire(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card at every target near it and at one elsewhere; and what a few volleys do."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    legal = []
    for card in _own(battle, decision.seat):
        for target in _aimed_at(battle, card, random):
            order = orders.Fire(card, battle.seen_as(target))
            answer = firing.refuse_fire(table, decision, order)
            modes = MODES.get(face_of(card).kind, ("fire",))
            attacks = {mode: combats.fire(position, card, target, mode) for mode in modes}
            reasons = set().union(*(attack.reasons for attack in attacks.values()))
            if any(attack.legal for attack in attacks.values()):
                reasons = set()
            yield from disagreement(answer, reasons, order)
            if answer is None and not reasons:
                legal.append((order, target, attacks))
    for order, target, attacks in legal:
        mode = firing.mode(table, battle, order.card)
        attack = attacks[MODE[mode]]
        form = battle.cards[target].formation
        lines = ratings.fire(table, battle, order.card, target, mode, formation=form)
        yield from unequal(total(lines), attack.rating, f"rating of {order}")
        dice = total(ratings.strength(table, battle, order.card, target))
        yield from unequal(dice, attack.dice, f"combat value of {order}")
    for order, target, attacks in _a_few(random, legal):
        yield from _of_a_fire(state, decision, order, target, attacks, random)


def _aimed_at(battle: Battle, card: str, random: Random) -> list[str]:
    place, side = battle.cards[card].place, side_of(battle.cards[card].nation)
    near = [place] if places.is_reserve(place) else [place, places.opposite(place)]
    there = [it for at_place in near for it in battle.at(at_place, enemy(side))]
    far = [
        it
        for at_place in places.POSITIONS
        if at_place not in near
        for it in battle.at(at_place, enemy(side))
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
    table = _carried_out(state, decision, order, Dice(random, dice), firing.fire)
    fired = _the(CardFired, table.recorded)
    yield from unequal(MODE[fired.mode], mode, f"mode of {order}")
    yield from _of_a_volley(state, table, fired, attack, target, dice, order)


def _of_a_volley(
    state: State,
    table: Table,
    volley: CardFired | CardShocked,
    attack: combats.Attack,
    target: str,
    dice: list[int],
    order: Any,
) -> Iterator[str]:
    position = position_of(state)
    yield from unequal(list(volley.dice), dice, f"dice of {order}")
    yield from unequal(total(volley.strength), attack.dice, f"combat value of {order}")
    yield from unequal(volley.rating, attack.rating, f"rating of {order}")
    yield from unequal(volley.hits, combats.hits(attack.rating, dice), f"hits of {order}")
    shocking = isinstance(volley, CardShocked)
    after = combats.after_attack(position, order.card, target, attack, dice, shocking=shocking)
    yield from differences(position_of(table.state), after, order)


# -- shock [7.3] -----------------------------------------------------------------------------------


def of_shock(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card at every enemy in its position, and at one elsewhere; and what a few do."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    legal = []
    for card in _own(battle, decision.seat):
        place = battle.cards[card].place
        there = battle.at(place, enemy(decision.seat))
        far = [it for it in _aimed_at(battle, card, random) if it not in there]
        for target in [*there, *far[-1:]]:
            order = orders.Shock(card, battle.seen_as(target))
            answer = shock.refuse_shock(table, decision, order)
            attack = combats.shock(position, card, target)
            yield from disagreement(answer, attack.reasons, order)
            if answer is None and attack.legal:
                legal.append((order, target, attack))
    for order, target, attack in legal:
        lines = ratings.shock(table, battle, order.card, target)
        yield from unequal(total(lines), attack.rating, f"rating of {order}")
    for order, target, attack in _a_few(random, legal):
        dice = _some_dice(random, attack.dice)
        moved = _carried_out(state, decision, order, Dice(random, dice), shock.shock)
        shocked = _the(CardShocked, moved.recorded)
        yield from _of_a_volley(state, moved, shocked, attack, target, dice, order)


# -- morale [6, 12.1 to 12.4] ----------------------------------------------------------------------


def of_morale(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card that might be checked; what each stands up to; and what its dice do."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    for card in _own(battle, decision.seat):
        order = orders.CheckMorale(card)
        answer = morale.refuse_check(table, decision, order)
        reasons = checks.check_refused(position, card)
        if face_of(card).unit:
            # Generals are checked by the program before the card that was named [G-45, G-71], and
            # a hit that is removed without a die is removed as the card is checked [13.a, 110].
            reasons -= {"generals_first"} | ({"no_hits"} if battle.cards[card].hits else set())
        else:
            reasons.add("generals_first")
        yield from disagreement(answer, reasons, order)
        if face_of(card).unit and battle.cards[card].hits:
            yield from _of_a_check(state, card, position, random)
    yield from of_generals(state, random)


def _of_a_check(state: State, card: str, position: Position, random: Random) -> Iterator[str]:
    table = at(RULES.copied(state), PACK)
    expected = checks.morale_check(position, card)
    lines = morale.breakdown(table, table.state.battle, card)
    yield from unequal(total(lines), expected.target, f"morale of {card}")
    dice = _some_dice(random, expected.dice)
    table = at(RULES.copied(state), PACK, Dice(random, dice))
    morale.check(table, table.state.battle, card)
    checked = _the(MoraleChecked, table.recorded)
    yield from unequal(list(checked.dice), dice, f"dice of {card}")
    yield from unequal(not checked.routed, checks.stands(expected, dice), f"{card} stands")
    now = replace(position_of(table.state), played=position.played)
    after = checks.after_check(position, card, dice)
    yield from differences(now, after, f"the check of {card}")


def of_generals(state: State, random: Random) -> Iterator[str]:
    """Generals are checked worst hit first, a die for each hit."""
    state, order = RULES.copied(state), []
    while True:
        position = position_of(state)
        waiting = checks.generals_to_check(position)
        table = at(state, PACK)
        general = morale._worst_general(table)
        spared = bool(general) and not position.cards[general].hits
        if spared:  # the oracle has removed the only hit already [13.a, 110]
            waiting = [general]
        yield from unequal(bool(general), bool(waiting), "a general is to be checked")
        if not general or not waiting:
            return
        order.append(general)
        most = position.cards[waiting[0]].hits
        if not any(it.corps == "G" for it in map(face_of, battle_hits(state.battle))):
            yield from unequal(position.cards[general].hits, most, f"{general} is the worst hit")
        dice = _some_dice(random, position.cards[general].hits)
        table = at(state, PACK, Dice(random, dice))
        generals.check(table, state.battle, general)
        checked = _the(GeneralChecked, table.recorded)
        yield from unequal(list(checked.dice), dice, f"dice of {general}")
        yield from unequal(not checked.died, checks.general_lives(dice), f"{general} lives")
        expected = checks.after_general(position, general, dice)
        yield from differences(position_of(state), expected, f"the check of {general}")


def battle_hits(battle: Battle) -> list[str]:
    """Cards of a battle that have hits."""
    return [card for card, it in battle.cards.items() if it.hits]


# -- moves, formations, the end of the phase [8, 9, 10.0, 11.3, 12] --------------------------------


def of_moves(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card to every place, in formations and onto terrain; and how it goes on from there."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    legal = []
    for card in _own(battle, decision.seat):
        for order in _moves_of(battle, card, random):
            answer = moves.refuse_move(table, decision, order)
            reasons = _reasons_of(position, order)
            yield from disagreement(answer, reasons, order)
            if answer is None and not reasons:
                legal.append(order)
    for order in _a_few(random, legal, 3):
        yield from _of_a_move(state, decision, order, random)


def _moves_of(battle: Battle, card: str, random: Random) -> Iterator[orders.Move]:
    here = battle.cards[card].place
    for place in places.PLACES:
        if place == here:
            continue
        yield orders.Move(card, place)
        if places.is_reserve(place) and random.random() < 0.7:
            continue
        form = random.choice(("line", "column", "square"))
        sites = (
            ["", *battle.sites_at(place), *random.sample(sorted(battle.sites), 1)[:1]]
            if (battle.sites)
            else [""]
        )
        site = random.choice(sites)
        yield orders.Move(card, place, form, "")  # type: ignore[arg-type]
        if site:
            yield orders.Move(card, place, random.choice(("", form)), site)  # type: ignore[arg-type]


def _reasons_of(position: Position, order: orders.Move) -> frozenset[str]:
    onto = number_of(order.terrain) if order.terrain else None
    return marches.move(position, order.card, order.to, order.formation, onto).reasons


def _of_a_move(
    state: State, decision: Decision, order: orders.Move, random: Random
) -> Iterator[str]:
    position = position_of(state)
    table = _carried_out(state, decision, order, Dice(random), moves.move)
    onto = number_of(order.terrain) if order.terrain else None
    after = marches.after_move(position, order.card, order.to, order.formation, onto)
    now = position_of(table.state)
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
    if order.terrain or victory.won_position(table, table.state.battle)[0]:
        return
    further = {
        place
        for place in places.PLACES
        if place != order.to
        and moves.refuse_move(table, decision, orders.Move(order.card, place)) is None
    }
    if not (instants.alone_due(table) or instants.decoy_due(table)):
        yield from unequal(further, marches.legal_moves(after, order.card), f"on from {order}")


def of_formations(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card into every formation; whether the phase may end; which general may be shown."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    for card in _own(battle, decision.seat):
        for form in moves.FORMATIONS:
            change = orders.ChangeFormation(card, form)  # type: ignore[arg-type]
            answer = formations.refuse_change(table, decision, change)
            reasons = marches.change_formation_refused(position, card, form)
            yield from disagreement(answer, _with_late(battle, card, reasons), change)
        show = orders.ShowGeneral(card)
        answer = arrival.refuse_showing(table, decision, show)
        yield from disagreement(answer, marches.show_general_refused(position, card), show)
    answer = combat.refuse_end(table, decision, orders.EndCombat())
    yield from disagreement(answer, at_once.stack_refused(position), orders.EndCombat())


def _with_late(battle: Battle, card: str, reasons: set[str]) -> set[str]:
    """A card that has just come into the Reserve does nothing, whatever else there is [G-73]."""
    return reasons | {"arrived_this_turn"} if reasons and battle.cards[card].late else reasons


# -- terrain and decoys [11, 14.0] -----------------------------------------------------------------


def of_terrain(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card onto every terrain, in place of others, too; and every card played as terrain."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    legal = []
    for card in _own(battle, decision.seat):
        for site in battle.sites:
            number = number_of(site)
            others = battle.on(site) or _a_few(random, _own(battle, decision.seat), 1)
            for instead in ("", *others):
                order = orders.OccupyTerrain(card, site, instead)
                answer = terrain.refuse_occupation(table, decision, order)
                if instead:
                    reasons = grounds.give_place_refused(position, card, instead, number)
                else:
                    reasons = grounds.occupy_refused(position, card, number)
                yield from disagreement(answer, reasons, order)
                if answer is None and not reasons and not instead:
                    legal.append((order, number))
        yield from _of_playing(battle, position, table, decision, card)
    for order, number in _a_few(random, legal):
        moved = _carried_out(state, decision, order, Dice(random), terrain.occupy)
        after, captured = grounds.after_occupation(position, order.card, number)
        fell = any(type(it).__name__ == "TerrainFallen" for it in moved.recorded)
        yield from unequal(fell, captured, f"captured by {order}")
        now = position_of(moved.state).with_card(order.card, fired=False, moves_used=0)
        after = after.with_card(order.card, acted_standing=False, fired=False, moves_used=0)
        yield from differences(now, after, order)


def _of_playing(
    battle: Battle, position: Position, table: Table, decision: Decision, card: str
) -> Iterator[str]:
    it = labels.label(table, card)
    if not isinstance(it, labels.Terrain) or not places.is_reserve(battle.cards[card].place):
        return
    order = orders.PlayTerrain(card)
    place = places.position(decision.seat, it.lane)
    answer = terrain.refuse_playing(table, decision, order)
    reasons = grounds.play_refused(position, face_of(card), place)
    if position.cards[card].withdrawn:
        reasons.add("already_acted")  # 14.0
    yield from disagreement(answer, reasons, order)


def of_decoys(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every card laid as a decoy, shown, and withdrawn."""
    battle, position, table = state.battle, position_of(state), at(state, PACK)
    for card in _own(battle, decision.seat):
        for place in places.POSITIONS if state.options["decoys"] else ("french_centre",):
            order = orders.PlaceDecoy(card, place)
            answer = decoys.refuse_placing(table, decision, order)
            reasons = grounds.place_decoy_refused(position, card, place)
            yield from disagreement(answer, reasons, order)
        if not state.options["decoys"]:
            continue
        show, withdraw = orders.ShowDecoy(card), orders.WithdrawDecoy(card)
        answer = decoys.refuse_showing(table, decision, show)
        yield from disagreement(answer, grounds.show_decoy_refused(position, card), show)
        answer = decoys.refuse_withdrawal(table, decision, withdraw)
        yield from disagreement(answer, grounds.withdraw_decoy_refused(position, card), withdraw)


# -- what follows at once [4.3, 11.5, 12.4, 14.0, G-46] --------------------------------------------


def of_instants(state: State, random: Random) -> Iterator[str]:
    """Cards of one side are gone: who is alone, which decoys die, what falls, who wins."""
    state = RULES.copied(state)
    battle, side = state.battle, random.choice(("french", "allied"))
    there = [card for place in places.POSITIONS for card in battle.at(place, side)]
    for card in random.sample(there, random.randint(0, len(there))):
        del battle.cards[card]
    position = position_of(state)
    expected = at_once.instants(position)
    table = at(state, PACK)
    dead, found = set(), set()
    while instants.alone_due(table):
        dead.add(next(generals.alone(table, battle)))
        instants.alone(table)
    while instants.decoy_due(table):
        found.add(instants._found_out(table, battle))
        instants.find_out(table)
    yield from unequal(dead, set(expected.dead), "generals alone")
    yield from unequal(found, set(expected.decoys), "decoys found out")
    falls = capture.fallen(table, battle)
    if bool(falls) != bool(expected.fallen) or (falls and number_of(falls) not in expected.fallen):
        yield f"{falls or 'nothing'} falls, but by the oracle {expected.fallen}"
    if falls:
        yield from _of_captors(state, falls, random)
    yield from unequal(victory.won_position(table, battle)[0], expected.winner, "winner")


def _of_captors(state: State, site: str, random: Random) -> Iterator[str]:
    table = at(RULES.copied(state), PACK)
    capture.fall(table)
    battle = table.state.battle
    position, side = position_of(table.state), battle.sites[site].side
    decision = Decision("captors", side, "captors", "11.5", "")
    there = [card for place in places.POSITIONS for card in battle.at(place, side)]
    for count in (0, 1, 1, 2, 2, 3):
        cards = tuple(_a_few(random, there, count))
        order = orders.ChooseCaptors(cards, site)
        answer = capture.refuse_captors(table, decision, order)
        reasons = at_once.captors_refused(position, number_of(site), cards, side)
        yield from disagreement(answer, reasons, order)


# -- specials [13] ---------------------------------------------------------------------------------


def of_specials(state: State, decision: Decision, random: Random) -> Iterator[str]:
    """Every special on every place and card; and what some of them do."""
    asked = decision.kind == "window"
    battle, position, table = state.battle, position_of(state, asked=asked), at(state, PACK)
    legal = []
    for card in _own(battle, decision.seat):
        if not isinstance(labels.label(table, card), labels.Special):
            continue
        for order in _playings(battle, card, random):
            answer = playing.refuse_playing(table, decision, order)
            place, lane = _place_and_lane(order)
            reasons = specials.play_refused(position, card, place, order.target, lane)
            yield from disagreement(answer, reasons, order)
            if answer is None and not reasons:
                legal.append(order)
    for order in _a_few(random, legal, 3):
        yield from _of_a_special(state, decision, position, order, random)


def _place_and_lane(order: orders.PlaySpecial) -> tuple[str, str]:
    return ("", order.place) if order.place in places.LANES else (order.place, "")


def _playings(battle: Battle, card: str, random: Random) -> Iterator[orders.PlaySpecial]:
    """What the special might name, rightly or wrongly."""
    named = PACK.by_id[labels.printed(card)].names  # type: ignore[union-attr]
    if named == "position":
        for place in places.PLACES:
            yield orders.PlaySpecial(card, place)
    elif named == "position_and_card":
        for target, it in battle.cards.items():
            yield orders.PlaySpecial(card, it.place, target)
        for target in random.sample(sorted(battle.cards), 3):
            yield orders.PlaySpecial(card, random.choice(places.POSITIONS), target)
    elif named == "card":
        for target in (*battle.cards, *battle.routed):
            yield orders.PlaySpecial(card, "", target)
    elif named == "routed_card":
        for target in (*battle.routed, *random.sample(sorted(battle.cards), 2)):
            yield orders.PlaySpecial(card, "", target)
    elif named == "lane":
        for lane in places.LANES:
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
    table = _carried_out(state, decision, order, Dice(random, [die]), playing.play)
    place, lane = _place_and_lane(order)
    done = specials.play(position, order.card, place, order.target, lane, die)
    after, came = done.position, {}
    for event in table.recorded:
        if isinstance(event, CardRallied):
            yield from unequal(event.die, die, f"die of {order}")
        if isinstance(event, ReinforcementsDrawn):
            came[event.nation] = len(event.cards)
    decks = state.battle.decks
    due = {nation: min(n, len(decks.get(nation, ()))) for nation, n in done.drawn.items()}
    yield from unequal(came, {nation: n for nation, n in due.items() if n}, f"drawn by {order}")
    detached = [it.card for it in table.recorded if isinstance(it, DetachmentCame)]
    yield from unequal(len(detached), done.hal, f"from Hal by {order}")
    now = position_of(table.state)
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

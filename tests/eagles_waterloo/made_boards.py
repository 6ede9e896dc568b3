"""Battlefields that are made up at random: any position that play might bring about, and more.

Games seldom bring large fights with squares, captured buildings, specials and recalled chiefs of
staff; here they are common.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import Random

from napoleon.rulesets.eagles_waterloo import RULES, labels, places
from napoleon.rulesets.eagles_waterloo.chart import is_legal
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    NATIONS,
    AnyCard,
    Artillery,
    General,
    Special,
)
from napoleon.rulesets.eagles_waterloo.places import POSITIONS, is_reserve, lane_of, line, reserve
from napoleon.rulesets.eagles_waterloo.sides import SIDES, enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, Site, State
from tests.eagles_waterloo.made_specials import play_specials

PACK = RULES.pack
BATTLES = ("quatre_bras", "ligny", "wavre", "waterloo", "charleroi")
STAGES = {
    "quatre_bras": "opening",
    "ligny": "opening",
    "wavre": "wavre_waterloo",
    "waterloo": "wavre_waterloo",
    "charleroi": "charleroi",
}

MOST_IN_A_POSITION = 4


def label(card: str) -> AnyCard:
    """What a card says."""
    return PACK.by_id[labels.printed(card)]


def is_unit(card: str) -> bool:
    return labels.is_unit(label(card))


def kind_of(card: str) -> str:
    return label(card).kind


def made_board(random: Random, phase: str = "combat", state: State | None = None) -> State:
    """A player turn of a battle, somebody having acted in it already.

    `phase` is ``morale``, ``combat``, ``reinforcement``, or ``window`` at the start of a Combat
    phase. Nothing is due but the answer of a player: nobody is alone, and nothing falls. The
    armies of the battle are those of `state`, if there is one.
    """
    state = state or _laid_out(random)
    battle = state.battle
    battle.active = random.choice(SIDES)
    battle.turns = 1 if battle.active == "french" else 2
    state.turn, state.phase = 1, "combat" if phase == "window" else phase
    battle.arrived = random.random() < 0.8
    _lay_terrain(random, battle)
    _draw_up(random, state)
    _clear_up(random, battle)
    _form(random, battle)
    _occupy(random, battle)
    _turn_over(random, state)
    if phase == "morale":
        battle.checked = random.random() < 0.3
        _hit(random, battle, battle.active, generals=not battle.checked)
    else:
        battle.asked = phase != "window"
        _hit(random, battle, enemy(battle.active), generals=True)
    if state.phase != "morale":
        _tire(random, battle)
    if phase == "combat":
        _let_act(random, battle)
    battle.drawn = phase == "reinforcement"
    _reinforce(random, state)
    play_specials(random, state)
    _name(state)
    return state


def crowded_board(random: Random) -> State:
    """A Combat phase in which positions are full, and most who stand there have acted."""
    state = made_board(random, "combat")
    battle = state.battle
    side = battle.active
    waiting = [card for card in battle.at(reserve(side), side) if is_unit(card)]
    random.shuffle(waiting)
    for place in random.sample(POSITIONS, len(POSITIONS)):
        here = [card for card in battle.at(place, side) if is_unit(card)]
        limited = battle.id == "waterloo" and lane_of(place) != places.WEST
        taken = places.owner(place) != side and not battle.at(place, enemy(side))
        falls = any(battle.sites[it].side != side for it in battle.sites_at(place))
        if not here or taken or falls or random.random() < 0.3:
            continue
        for card in waiting[: random.choice((4, 4, 5)) - len(here)]:
            it = battle.cards[card]
            if kind_of(card) == "artillery" or (limited and it.nation == "prussian"):
                continue
            waiting.remove(card)
            it.place, it.revealed, it.late = place, battle.is_engaged(place), False
            battle.look_again()
            here.append(card)
        for card in here:
            battle.cards[card].acted = card != battle.current and random.random() < 0.7
    _name(state)
    return state


def made_campaign(random: Random, phase: str) -> State:
    """A player turn of the campaign; the other battle of the stage runs, too, or is over."""
    battles = random.choice((("quatre_bras", "ligny"), ("wavre", "waterloo"), ("charleroi",)))
    here, *others = random.sample(battles, len(battles))
    state = made_board(random, phase, _laid_out(random, here, in_campaign=True))
    taken = _all_cards(state.battle)
    for other in others:
        if other != "waterloo" and random.random() < 0.4:
            state.results[other] = random.choice(("french", "allied", ""))
            continue
        second = made_board(random, "combat", _laid_out(random, other, taken, in_campaign=True))
        taken |= _all_cards(second.battle)
        state.battles[other] = second.battle
    for nation in NATIONS:
        waiting = [it.id for it in PACK.cards_of(nation) if _has_begun(it, state.stage)]
        state.pools[nation] = sorted(set(waiting) - taken)
        state.lost[nation] = state.pools[nation][:3]
        del state.pools[nation][:3]
    return state


def _all_cards(battle: Battle) -> set[str]:
    held = {card for deck in battle.decks.values() for card in deck}
    return {*battle.cards, *battle.sites, *battle.routed, *battle.spent, *held}


def _has_begun(it: AnyCard, stage: str) -> bool:
    """Whether a card has been in the campaign from the beginning, or by this stage."""
    if stage == "charleroi":
        return True
    opening = {"quatre_bras", "ligny"}.intersection(it.battles)
    return bool(opening) or (stage == "wavre_waterloo" and "waterloo" in it.battles)


def made_deployment(random: Random) -> State:
    """A battle whose musters were dealt, before anybody has deployed."""
    state = _laid_out(random)
    battle = state.battle
    state.at, state.phase = "", "deploy"
    for card, it in list(battle.cards.items()):
        waits = battle.id == "waterloo" and it.nation == "prussian"
        if waits or random.random() < 0.3:
            del battle.cards[card]
    if random.random() < 0.2:  # few units, so that positions stay empty
        units = [card for card in battle.cards if is_unit(card)]
        for card in units[random.randint(0, 4) :]:
            del battle.cards[card]
    battle.routed = []
    if random.random() < 0.3:  # the French adjust, and what the enemy has seen stays
        state.phase, state.finished = "adjust", []
        _lay_terrain(random, battle)
        for site in battle.sites.values():
            site.fixed = site.side == "french"
    return state


# -- who fights ------------------------------------------------------------------------------------


def _laid_out(
    random: Random, id_: str = "", taken: Collection[str] = (), *, in_campaign: bool = False
) -> State:
    """The armies of a battle; without those that are `taken` in another."""
    id_ = id_ or random.choice(BATTLES)
    in_campaign = in_campaign or id_ == "charleroi" or random.random() < 0.15
    nations: list[str] = [*PACK.nations(id_)]  # type: ignore[arg-type]
    battle = Battle(id_, 1, nations, dict.fromkeys(nations, 2))
    for nation in nations:
        army = _army(random, id_, nation, in_campaign=in_campaign)
        for number, card in enumerate(card for card in army if card not in taken):
            if number % 9 == 8 and is_unit(card):
                battle.routed.append(card)
            elif number % 9 == 7:
                battle.decks.setdefault(nation, []).append(card)
            else:
                battle.cards[card] = Card(nation, reserve(side_of(nation)))
        battle.decks.setdefault(nation, []).sort()
    options = {
        "decks": random.choice(("random", "chosen", "custom")),
        "historical": random.random() < 0.3,
        "scale": random.choice(("half", "printed", "double")),
        "decoys": random.random() < 0.5,
    }
    return State(
        options=options,
        seats=list(SIDES),
        scenario="campaign" if in_campaign else id_,
        stage=STAGES[id_] if in_campaign else "battle",
        battles={id_: battle},
        pools={nation: [] for nation in nations},
        at=id_,
    )


def _army(random: Random, battle: str, nation: str, *, in_campaign: bool) -> list[str]:
    """Some units, generals, specials and terrain of a nation; of some a second copy."""
    pool = [
        it
        for it in PACK.cards_of(nation)  # type: ignore[arg-type]
        if _may_come(it, battle, in_campaign=in_campaign)
    ]
    units = [it.id for it in pool if labels.is_unit(it)]
    leaders = [it.id for it in pool if isinstance(it, General)]
    helpers = [it.id for it in pool if isinstance(it, Special)]
    grounds = [it.id for it in pool if isinstance(it, labels.Terrain)]
    heads = [it for it in leaders if PACK.by_id[it].command]  # type: ignore[union-attr]
    chosen = random.sample(units, min(len(units), random.randint(7, 14)))
    chosen += [f"{card}.2" for card in chosen[:2]]
    chosen += random.sample(leaders, min(len(leaders), random.randint(1, 3)))
    chosen += [card for card in heads if card not in chosen and random.random() < 0.5]
    special = random.sample(helpers, min(len(helpers), random.randint(3, 7)))
    chosen += special + [f"{card}.2" for card in special[:2]]
    chosen += [card for card in grounds if random.random() < 0.8]
    if in_campaign:  # where every card comes but once
        chosen = [card for card in chosen if "." not in card]
    return random.sample(chosen, len(chosen))


def _may_come(it: AnyCard, battle: str, *, in_campaign: bool) -> bool:
    if battle == "charleroi":
        return not isinstance(it, labels.Terrain)
    in_the_opening = in_campaign and STAGES[battle] == "opening"
    return is_legal(it, battle, historical=in_the_opening)


# -- how they stand --------------------------------------------------------------------------------


def _lay_terrain(random: Random, battle: Battle) -> None:
    """Terrain cards lie in their positions, as many as may lie there."""
    for card, it in list(battle.cards.items()):
        printed = label(card)
        if not isinstance(printed, labels.Terrain) or random.random() < 0.25:
            continue
        side = side_of(it.nation)
        place = places.position(side, printed.lane)
        others = [label(site) for site in battle.sites_at(place)]
        lying = [site for site in others if site.terrain != "river"]  # type: ignore[union-attr]
        rivers = [
            site
            for site in battle.sites
            if lane_of(battle.sites[site].place) == lane_of(place)
            and label(site).terrain == "river"  # type: ignore[union-attr]
        ]
        if rivers if printed.terrain == "river" else len(lying) > 1:
            continue
        del battle.cards[card]
        battle.sites[card] = Site(place, side, fixed=random.random() < 0.5)


def _draw_up(random: Random, state: State) -> None:
    """Put everybody where they may stand."""
    battle = state.battle
    for card, it in battle.cards.items():
        side = side_of(it.nation)
        own, beyond = line(side), line(enemy(side))
        printed = label(card)
        limited = battle.id == "waterloo" and it.nation == "prussian"
        if limited and not battle.arrived:
            continue
        if isinstance(printed, Special):
            where = [reserve(side), reserve(side), *(own if state.options["decoys"] else ())]
        elif isinstance(printed, labels.Terrain):
            decoy = state.options["decoys"] and random.random() < 0.5
            where = [places.position(side, printed.lane) if decoy else reserve(side)]
        elif isinstance(printed, Artillery) and not printed.horse:
            where = [*own, *own, reserve(side)]
        else:
            where = [*own, *beyond, *beyond, reserve(side)]
        if limited:
            where = [it for it in where if is_reserve(it) or lane_of(it) == places.WEST]
        it.place = random.choice(where or [reserve(side)])
        if isinstance(printed, General) and not is_reserve(it.place):
            hidden = state.options["decoys"] and it.place in own and random.random() < 0.3
            it.revealed = not hidden


def _clear_up(random: Random, battle: Battle) -> None:
    """Send home whoever could not be where they are; nobody is left for whom something is due.

    Of the side whose turn it is one card too many may be in a position, as the phase is not over.
    """
    spare = random.choice((0, 0, 1))
    while True:
        home = next(_out_of_place(battle, spare), "")
        if not home:
            return
        it = battle.cards[home]
        it.place, it.revealed = reserve(side_of(it.nation)), False
        battle.look_again()


def _out_of_place(battle: Battle, spare: int) -> Iterator[str]:
    for place in POSITIONS:
        for side in SIDES:
            here, others = battle.at(place, side), battle.at(place, enemy(side))
            units, beyond = list(filter(is_unit, here)), list(filter(is_unit, others))
            leaders = [card for card in here if kind_of(card) == "general"]
            decoys = [it for it in here if not is_unit(it) and not battle.cards[it].revealed]
            if others:
                yield from decoys
            if beyond and not units:
                yield from leaders
            if places.owner(place) != side and not beyond:
                yield from (it for it in units if labels.wins_positions(label(it)))
            shown = [card for card in leaders if battle.cards[card].revealed]
            most = spare if side == battle.active else 0
            yield from shown[1 + most :]
            yield from [*units, *decoys][MOST_IN_A_POSITION + most :]


def _form(random: Random, battle: Battle) -> None:
    for card, it in battle.cards.items():
        if kind_of(card) == "infantry" and not is_reserve(it.place):
            it.formation = random.choice(("", "", "column", "column", "square"))


def _occupy(random: Random, battle: Battle) -> None:
    """Units stand on terrain, which may be the enemy's by now; none is left that would fall."""
    for site, it in battle.sites.items():
        printed = label(site)
        assert isinstance(printed, labels.Terrain)
        if printed.terrain == "river":
            continue
        loose = _loose_infantry(battle, it.place, enemy(it.side))
        if loose and random.random() < 0.4:
            it.side = enemy(it.side)
            room = random.randint(1, printed.capacity)
        else:
            loose = [
                card
                for card in battle.at(it.place, it.side)
                if is_unit(card) and not battle.cards[card].terrain
            ]
            if printed.terrain != "hill":
                loose = [card for card in loose if kind_of(card) == "infantry"]
            room = random.randint(0, printed.capacity)
        _put(battle, site, random.sample(loose, min(room, len(loose))))
    for site, it in battle.sites.items():
        loose = _loose_infantry(battle, it.place, enemy(it.side))
        if label(site).terrain != "river" and loose and not battle.on(site):  # type: ignore[union-attr]
            it.side = enemy(it.side)
            _put(battle, site, loose[:1])


def _loose_infantry(battle: Battle, place: str, side: str) -> list[str]:
    there = battle.at(place, side)
    return [it for it in there if kind_of(it) == "infantry" and not battle.cards[it].terrain]


def _put(battle: Battle, site: str, cards: Iterable[str]) -> None:
    for card in cards:
        battle.cards[card].terrain = site
    battle.look_again()


def _turn_over(random: Random, state: State) -> None:
    """Who is engaged lies open; other units perhaps."""
    battle = state.battle
    for card, it in battle.cards.items():
        if is_unit(card) and not is_reserve(it.place):
            it.revealed = battle.is_engaged(it.place) or random.random() < 0.4


# -- what has happened to them ---------------------------------------------------------------------


def _hit(random: Random, battle: Battle, side: str, *, generals: bool) -> None:
    """Units of a side have hits, at least one of them, and their generals perhaps."""
    there = [c for place in POSITIONS for c in battle.at(place, side)]
    units = [card for card in there if is_unit(card)]
    for number, card in enumerate(random.sample(units, len(units))):
        it = battle.cards[card]
        if number == 0 or random.random() < 0.45:
            it.hits, it.revealed = random.randint(1, 3), True
    for card in there:
        if generals and kind_of(card) == "general" and battle.cards[card].revealed:
            battle.cards[card].hits = random.choice((0, 0, 1, 2))


def _tire(random: Random, battle: Battle) -> None:
    for card, it in battle.cards.items():
        open_to_all = it.revealed and not is_reserve(it.place)
        it.blown = kind_of(card) == "cavalry" and open_to_all and random.random() < 0.4


def _let_act(random: Random, battle: Battle) -> None:
    """Some have acted in this Combat phase, and one may be in the middle of it."""
    moved = []
    for card, it in battle.cards.items():
        if side_of(it.nation) != battle.active:
            continue
        if is_reserve(it.place):
            it.late = is_unit(card) and random.random() < 0.15
            if not is_unit(card) and random.random() < 0.1:  # a decoy that has gone back
                it.rests, it.moves = True, 1
            continue
        if _is_rocket_battery(card):
            it.silent = random.choice((0, 0, 1))
        if not (is_unit(card) or it.revealed) or random.random() < 0.6:
            continue
        if is_unit(card) and random.random() < 0.3:
            it.acted = it.revealed = True
            continue
        it.moves = random.randint(1, 2 if kind_of(card) in ("cavalry", "general") else 1)
        engaged = battle.is_engaged(it.place)
        own = places.owner(it.place) == battle.active
        it.way = "engage" if engaged else random.choice(("", "disengage") if own else ("",))
        if kind_of(card) in ("infantry", "cavalry") and random.random() < 0.3:
            it.extra = 1
        moved.append(card)
    acted = [card for card, it in battle.cards.items() if it.acted]
    battle.fought = bool(moved or acted) or random.random() < 0.5
    if moved and random.random() < 0.7:
        battle.current = random.choice(moved)
    for lane in places.LANES:
        if random.random() < 0.4:
            battle.crossed[lane] = random.randint(1, 2)


def _reinforce(random: Random, state: State) -> None:
    """Cards that have come in this player turn, or in the last one of the other side."""
    battle = state.battle
    drawing = battle.active if battle.drawn else enemy(battle.active)
    for card in battle.at(reserve(drawing), drawing):
        battle.cards[card].late = random.random() < 0.2


def _is_rocket_battery(card: str) -> bool:
    printed = label(card)
    return isinstance(printed, Artillery) and printed.nation == "british" and printed.horse


def _name(state: State) -> None:
    """Whoever lies face down in a position has a token."""
    for card in state.battle.cards.values():
        if not card.revealed and not is_reserve(card.place):
            state.tokens += 1
            card.token = f"{card.nation}-{state.tokens}"

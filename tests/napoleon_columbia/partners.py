"""Positions of three players that differ only in what is hidden from one Allied seat.

The upright blocks of its partner are others in both: each stands where another one stood, and
has other steps. So the seat has the same questions, legal orders, refusals and warnings.

They are looked at in battles that both Allied armies fight: random games hardly ever have one, and
pairs of games (see `twins`) swap only blocks that stand together, which leaves a battle the
same types.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES, hits
from napoleon.rulesets.napoleon_columbia.places import PLACES
from napoleon.rulesets.napoleon_columbia.rules import NapoleonColumbia
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ANGLO, FRENCH, PRUSSIAN
from napoleon.rulesets.napoleon_columbia.state import State
from tests.napoleon_columbia.kit import END_MARCH, marching, play, roads
from tests.napoleon_columbia.random_play import Schooled

PARTNERS = {ANGLO: PRUSSIAN, PRUSSIAN: ANGLO}

SEATS = tuple(PARTNERS)

PACK = RULES.pack


# -- battles of both Allied armies ----------------------------------------------------------------


def battles(number: int, rules: NapoleonColumbia = RULES, longest: int = 150) -> Iterator[State]:
    """The positions of a turn with a battle of both Allied armies, played at random."""
    random = Random(number)
    player = Schooled(number)
    state = _attacked(random)
    turn = state.turn
    for _ in range(longest):
        yield state
        if state.result is not None or state.turn != turn:
            return
        decision = random.choice(rules.decisions(state))
        order = player(state, decision, list(rules.legal_orders(state, decision)))
        chance = SeededChance(f"{number:064x}", "partners", drawn=state.draws)
        caused = rules.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), f"an offer is refused: {order}\n{caused}"
        state = rules.copied(state)
        for event in caused:
            state = rules.apply(state, event)


def _attacked(random: Random) -> State:
    """Both Allied armies attack out of one town, or are attacked there."""
    french = _some(random, FRENCH, 8)
    anglo, prussian = _some(random, ANGLO, 6), _some(random, PRUSSIAN, 6)
    attacking = random.random() < 0.4
    there = random.randint(2, 4), random.randint(2, 4)
    towns = {
        "ligny": [*anglo[: there[0]], *prussian[: there[1]]],
        "charleroi": french[: random.randint(4, 6)],
        "quatre_bras": anglo[there[0] :],
        "namur": prussian[there[1] :],
        "beaumont": french[6:],
    }
    given = marching(
        {town: " ".join(units) for town, units in towns.items()},
        active=ALLIED if attacking else FRENCH,
        players=3,
        hidden=random.random() < 0.5,
        backwards=random.random() < 0.3,
    )
    for block in given.state.blocks.values():
        block.strength = random.randint(1, block.strength)
    if not attacking:
        march = roads(" ".join(towns["charleroi"]), "charleroi", "ligny")
        return play(given, FRENCH, *march, END_MARCH, drawn=_terrain(random)).state
    for seat, units in ((ANGLO, anglo[: there[0]]), (PRUSSIAN, prussian[: there[1]])):
        march = roads(" ".join(units[: random.randint(1, 4)]), "ligny", "charleroi")
        given = play(given, seat, *march)
        if seat == ANGLO:
            given = play(given, seat, END_MARCH)
    return given.state


def _terrain(random: Random) -> list[str]:
    """What a battle draws: Woods more often than not, as these tell artillery from others."""
    kinds = ["woods", "woods", "farm", "hill", "stream"]
    return random.sample(kinds, 3)


def _some(random: Random, army: str, number: int) -> list[str]:
    """Units of an army, artillery and its leader among them more often than not."""
    every = [it for it in PACK.blocks.values() if it.army == army]
    rare = [it for it in every if it.type not in ("inf", "cav")]
    few = random.sample(rare, min(len(rare), number // 2))
    rest = [it for it in every if it not in few]
    found = [it.id for it in (*few, *random.sample(rest, number - len(few)))]
    random.shuffle(found)
    return found


# -- what a seat may not know ----------------------------------------------------------------------


def other(state: State, seat: str, random: Random) -> State:
    """The same position, but the partner's upright blocks have changed places and steps."""
    hidden = _unseen(state, seat)
    mixed = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    twin = msgspec.convert(_renamed(msgspec.to_builtins(state), mixed), State)
    twin.blocks = {unit: twin.blocks[unit] for unit in state.blocks}
    for unit in hidden:
        twin.blocks[unit].strength = random.randint(1, PACK.blocks[unit].max_strength)
    return twin


def _unseen(state: State, seat: str) -> list[str]:
    known = _told(state, seat)
    return [
        unit
        for unit, it in state.blocks.items()
        if it.army == PARTNERS[seat] and it.town and not it.revealed and unit not in known
    ]


def _told(state: State, seat: str) -> set[str]:
    """Upright blocks of a partner of which a seat has been told, or the rules tell it now.

    A square that shelters one of its units lay open when it went there, and of blocks under
    fire the strongest is hit, whoever owns it [6.4].
    """
    found: set[str] = set()
    for battle in state.battles:
        own = (u for u in battle.fighters if state.blocks[u].army == seat)
        found |= {battle.fighters[unit].shelter for unit in own}
    if state.shot and state.shot.place:
        battle = state.battle_in(state.at)
        shot = state.shot
        table = RULES.table(state, PACK)
        found |= {*hits.targets(table, battle, shot.place, shot.target, shot.group)}
    return found


def _renamed(value: Any, names: dict[str, str]) -> Any:
    match value:
        case dict():
            return {_renamed(key, names): _renamed(it, names) for key, it in value.items()}
        case list() | tuple():
            return [_renamed(it, names) for it in value]
        case str():
            return names.get(value, value)
    return value


# -- what it is given ------------------------------------------------------------------------------


def given(rules: NapoleonColumbia, state: State, seat: str) -> dict[str, Any]:
    """What a seat is asked, may do, and is told of what comes of it."""
    asked = rules.decisions(state)
    answered = [it for it in asked if it.seat == seat]
    own = [(it, order) for it in answered for order in rules.legal_orders(state, it)]
    return {
        "asked": msgspec.to_builtins(asked),
        "legal orders": [to_data(order) for _, order in own],
        "irreversible": [rules.is_irreversible(state, *it) for it in own],
        "warnings": [msgspec.to_builtins(rules.warns(state, *it)) for it in own],
        "words": [repr(rules.wording.words(state, *it)) for it in own],
    }


def refusals(
    rules: NapoleonColumbia, state: State, decision: Decision, tried: list[Order]
) -> list[Any]:
    """What each of these orders is answered, without giving it."""
    table = rules.table(state, PACK)
    found = []
    for order in tried:
        table.scenes.clear()
        found.append(rules.book.verbs[type(order)].refusal(table, decision, order))
    return [None if it is None else (it.code, it.clause, it.detail, it.facts) for it in found]


def candidates(
    rules: NapoleonColumbia, state: State, decision: Decision, random: Random, most: int
) -> list[Order]:
    """Orders that answer a question by their kind, with any unit, place and town."""
    units = [*state.blocks, *(it.token for it in state.blocks.values())]
    words = {
        "unit": units,
        "square": units,
        "leader": units,
        "place": PLACES,
        "town": [*PACK.towns],
        "road": [*PACK.roads],
        "group": ("open", "square"),
        "forced": (False, True),
        "terrain": ("woods", "farm", "stream", "hill"),
        "lane": ("a", "b", "c"),
    }
    own = [it for it in state.blocks if state.players[state.blocks[it].army] == decision.seat]
    found: list[Order] = []
    for cls, verb in rules.book.verbs.items():
        if decision.kind not in verb.kinds:
            continue
        names = cls.__struct_fields__
        number = most if names else 1
        for _ in range(number):
            values = {name: random.choice(words[name]) for name in names}
            if "unit" in values and random.random() < 0.8:
                values["unit"] = random.choice(own)
            found.append(cls(**values))
    return found


def told_apart(
    rules: NapoleonColumbia, state: State, seat: str, random: Random, most: int = 8
) -> set[str]:
    """By what a seat can tell a position from one in which its partner hides something else.

    `most` is how many orders of each verb it tries that come to mind.
    """
    twin = other(state, seat, random)
    mine, yours = (given(rules, it, seat) for it in (state, twin))
    found = {name for name in mine if mine[name] != yours[name]}
    for decision in [it for it in rules.decisions(state) if it.seat == seat]:
        tried = candidates(rules, state, decision, random, most)
        one, two = (refusals(rules, it, decision, tried) for it in (state, twin))
        found |= {
            f"refusals of {type(order).__name__}"
            for order, a, b in zip(tried, one, two, strict=True)
            if a != b
        }
    return found

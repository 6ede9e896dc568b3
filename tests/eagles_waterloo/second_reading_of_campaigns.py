"""The campaign by the oracle: splits, withdrawal, retreat, sending, what follows [16]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    ReinforcementsSent,
    RetreatOrdered,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.events.decks import DraftOpened, MusterDealt
from napoleon.rulesets.eagles_waterloo.events.ends import BattleDrawn, BattleWon
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.turn import TurnStarted
from napoleon.rulesets.eagles_waterloo.state import State
from tests.eagles_waterloo.made_boards import made_campaign
from tests.eagles_waterloo.oracle import campaign, decks
from tests.eagles_waterloo.oracle import morale as checks
from tests.eagles_waterloo.oracle.cards import nations_of
from tests.eagles_waterloo.oracle.field import SIDES, Position, foe
from tests.eagles_waterloo.oracle_comparison import (
    ANSWERS,
    FACES,
    NATIONS,
    face_of,
    number_of,
    position_of,
    reasons_told,
    side_of,
)
from tests.rulesets.comparing import Dice, disagreement, unequal

GAME = "0000001815"


# -- a battle is over [16.c, 16.d] -----------------------------------------------------------------


def of_the_end_of_a_battle(random: Random) -> Iterator[str]:
    """Somebody wins or withdraws: who is checked, who may be sent on, and what follows."""
    phase = random.choice(("morale", "combat"))
    state = made_campaign(random, phase)
    battle, finished = state.battle, set(state.results)
    order = orders.WithdrawFromBattle()
    if phase == "combat":
        (decision,) = RULES.decisions(state)
        answer = ANSWERS.refused(state, decision, order)
        yield from disagreement(answer, campaign.withdraw_refused(position_of(state)), order)
    winner = random.choice((*SIDES, ""))
    loser = foe(winner or "allied")
    position, stage, here = position_of(state), state.stage, battle.id
    won = BattleWon(here, winner, "", "position" if winner else "drawn")
    finished.add(here)
    events = ANSWERS.gone_on(state, Dice(random), won)
    yield from _of_checks(state, events, loser)
    then = ANSWERS.after(state, events)
    over = then.result.winner if then.result else ""
    result = winner or "drawn"
    follows = campaign.after_stage(
        stage, {**{it: side or "drawn" for it, side in state.results.items()}, here: result}
    )
    yield from unequal(over, follows if follows in SIDES else "", f"{stage} won by {result}")
    if not over:
        sent: list[Event] = []
        yield from _of_sending(then, sent, stage, here, finished, foe(loser), random)
        events, then = [*events, *sent], ANSWERS.after(then, sent)
        yield from _of_what_follows(state, events, then, stage, follows)
    yield from _of_retreating(position, loser, events)


def of_an_end(state: State, causes: Sequence[Event]) -> Iterator[str]:
    """An order of a campaign that is played ends a battle: who is checked as the loser retreats."""
    ends = [n for n, it in enumerate(causes) if isinstance(it, BattleWon | BattleDrawn)]
    if not ends or not state.is_campaign:
        return
    state = RULES.copied(state)
    for event in causes[: ends[0]]:
        state = RULES.apply(state, event)
    won, recorded = causes[ends[0]], causes[ends[0] :]
    loser = foe(won.side or "allied") if isinstance(won, BattleWon) else "french"
    yield from _of_retreating(position_of(state), loser, recorded)
    yield from _of_checks(state, recorded, loser)


def _of_retreating(position: Position, loser: str, recorded: Sequence[Event]) -> Iterator[str]:
    """Who shares a position with enemies is checked once more [16.d, G-33]."""
    for event in recorded:
        if isinstance(event, RetreatOrdered):
            ordered = (event.side, set(event.cards))
            expected = (loser, campaign.retreat_checks(position, loser))
            yield from unequal(ordered, expected, "the retreat")


def _of_checks(state: State, recorded: Sequence[Event], loser: str) -> Iterator[str]:
    """First all hits, generals before others, then a die for each that is engaged [G-57]."""
    state = RULES.copied(state)
    hit = {
        card
        for card, it in state.battle.cards.items()
        if it.hits and face_of(card).side == loser
    }  # fmt: skip
    engaged = set(campaign.retreat_checks(position_of(state), loser))
    for event in recorded:
        if state.at in state.battles and state.battle.active == "":
            state.battle.active = loser  # the oracle asks whose cards are checked
        if isinstance(event, MoraleChecked | GeneralChecked):
            position = position_of(state)
            due = campaign.due_checks(position, loser)
            leaders = {card for card in due if position.cards[card].kind == "general"}
            guards = hit - due  # a special has removed their only hit [13.a, 110]
            if event.card not in (leaders or due or engaged) | guards:
                yield f"{event.card} is checked before {leaders or due or engaged}"
            yield from _of_one(position, event, event.card in hit)
            if event.card in hit:
                hit.discard(event.card)
            else:
                engaged.discard(event.card)
        state = RULES.apply(state, event)
        if isinstance(event, BattleClosed | StageStarted):
            return
        present = set(state.battles[state.at].cards) if state.at in state.battles else set()
        hit &= present
        engaged &= present
    if any(isinstance(it, RetreatOrdered) for it in recorded):
        yield from unequal(hit | engaged, set(), "cards that were not checked")


def _of_one(
    position: Position, event: MoraleChecked | GeneralChecked, is_due: bool
) -> Iterator[str]:
    card, dice = event.card, list(event.dice)
    hits = position.cards[card].hits if is_due else 1
    yield from unequal(len(dice), hits, f"dice of {card}")
    if isinstance(event, GeneralChecked):
        yield from unequal(not event.died, checks.general_lives(dice), f"{card} lives")
        return
    expected = checks.morale_check(position, card, dice=hits)
    yield from unequal(event.needed, expected.target, f"morale of {card}")
    yield from unequal(not event.routed, checks.stands(expected, dice), f"{card} stands")


def _of_sending(
    state: State,
    sent: list[Event],
    stage: str,
    here: str,
    finished: set[str],
    winner: str,
    random: Random,
) -> Iterator[str]:
    """The winner's survivors and what is left of their deck, to the battle that still runs.

    Some are `sent`.
    """
    to = campaign.other_running(stage, here, finished)
    if here not in state.battles:
        return
    battle = state.battles[here]
    held = [card for nation, deck in battle.decks.items() for card in deck]
    left = [card for card in (*battle.cards, *held) if face_of(card).side == winner]
    eligible = {card for card in left if to and campaign.serves(face_of(card), to)}
    (decision,) = RULES.decisions(state)
    others = [card for card in battle.cards if face_of(card).side != winner]
    for card in (*left, *others[:3]):
        order = orders.SendReinforcement(card)
        reasons = campaign.send_refused(stage, here, finished, winner, winner, card, eligible)
        yield from disagreement(ANSWERS.refused(state, decision, order), reasons, order)
    chosen = sorted(random.sample(sorted(eligible), random.randint(0, len(eligible))))
    nations = {nation: list(deck) for nation, deck in state.battles[to].decks.items()}
    sent += ANSWERS.decided(
        state,
        winner,
        orders.SendReinforcements(tuple(chosen)),
        SeededChance("00" * 32, GAME, drawn=0),
    )
    then = ANSWERS.after(state, sent)
    joined = campaign.joins(winner, to)
    went = any(isinstance(it, ReinforcementsSent) for it in sent)
    yield from unequal(went, bool(chosen), "cards are sent")
    if went and to in then.battles:
        deck = then.battles[to].decks[joined]
        expected = sorted([*nations.get(joined, []), *chosen])
        yield from unequal(sorted(deck), expected, f"deck of {joined} at {to}")


def _of_what_follows(
    state: State, events: Sequence[Event], then: State, stage: str, follows: str
) -> Iterator[str]:
    """The next stage with its decks, or the battle that still runs [16.d to 16.f]."""
    started = [it for it in events if isinstance(it, StageStarted)]
    yield from unequal([it.stage for it in started], [follows] if follows else [], "next stage")
    if not started:
        turns = [it.battle for it in events if isinstance(it, TurnStarted)]
        running = [it for it in campaign.BATTLES[stage] if it in then.battles]
        if turns and turns[-1] not in running:
            yield f"a turn of {turns[-1]}, but {running} runs"
        return
    for battle, rates in started[0].battles.items():
        expected = {nation: decks.campaign_reinforcements(battle, nation) for nation in rates}
        yield from unequal(rates, expected, f"cards a turn at {battle}")
    closed = [it for it in events if isinstance(it, BattleClosed)]
    for opened in (it for it in events if isinstance(it, DraftOpened)):
        cards = [card for deck in opened.cards.values() for card in deck]
        yield from unequal(len(cards), len(set(cards)), f"{opened.nation}: a card is there twice")
        lost = [*state.lost[opened.nation], *(c for it in closed for c in it.lost[opened.nation])]
        pool = _pool(state, closed, follows, opened.nation, {number_of(card) for card in lost})
        yield from unequal({number_of(card) for card in cards}, pool, f"army of {opened.nation}")
    yield from _of_musters(then)


def _of_musters(state: State) -> Iterator[str]:
    """Half of each deck is the muster, once both sides have ended theirs [16.b]."""
    drafts = {battle: dict(decks) for battle, decks in state.drafts.items()}
    state = ANSWERS.after(state, ())
    state.finished = list(SIDES)
    for event in ANSWERS.gone_on(state):
        if isinstance(event, MusterDealt):
            deck = len(drafts[event.battle][event.nation])
            half = decks.muster(event.battle, event.nation, deck, half=True)
            yield from unequal(event.count, half, f"muster at {event.battle}")


def _pool(
    state: State, closed: Sequence[BattleClosed], stage: str, nation: str, lost: set[int]
) -> set[int]:
    if stage == "charleroi":
        return campaign.charleroi_pool(FACES, nation, lost)
    kept = [*state.pools[nation], *(card for it in closed for card in it.kept[nation])]
    survivors = {number_of(card) for card in kept}
    used = campaign.opening_pool(FACES, nation)
    pool = campaign.second_pool(FACES, nation, survivors, used, lost)
    battles = ("waterloo",) if nation == "british" else ("wavre", "waterloo")
    return {no for no in pool if any(campaign.may_go_to(FACES[no], it) for it in battles)}


# -- splits [16.a, 16.e] ---------------------------------------------------------------------------


def opening() -> State:
    """The armies of the opening, which are to be split."""
    chance = SeededChance("00" * 32, GAME, drawn=0)
    options = {"decks": "random", "historical": False, "scale": "printed", "decoys": False}
    state: Any = None
    for event in RULES.setup("campaign", options, chance):
        state = RULES.apply(state, event)
    assert isinstance(state, State)
    return state


def made_split(random: Random) -> State:
    """Armies that are to be split: of the opening, or what is left for Wavre and Waterloo."""
    state = opening()
    if random.random() < 0.5:
        return state
    battles = {
        battle: dict.fromkeys(nations_of(battle), 4)
        for battle in campaign.BATTLES["wavre_waterloo"]
    }
    for nation, cards in state.pools.items():
        count = random.choice((len(cards), len(cards) // 2, random.randint(4, 26)))
        state.pools[nation] = sorted(random.sample(cards, min(count, len(cards))))
    started = StageStarted("wavre_waterloo", battles, dict.fromkeys(NATIONS, ()))
    return ANSWERS.after(state, ANSWERS.gone_on(state, None, started))


def of_splits(random: Random) -> Iterator[str]:
    """Cards go to either battle, one by one and as a list; and the split is ended."""
    state = made_split(random)
    seat = random.choice(SIDES)
    asked = [it for it in RULES.decisions(state) if (it.seat, it.kind) == (seat, "split")]
    for nation in (it for it in NATIONS if side_of(it) == seat):
        where = [it.id for it in state.battles.values() if nation in it.nations]
        mine = [card for battle in where for card in state.drafts[battle].get(nation, ())]
        loose = {
            card for card in mine if all(campaign.may_go_to(face_of(card), it) for it in where)
        }
        loose = loose if len(where) > 1 else set()
        legal = [it for to in asked for it in ANSWERS.legal(state, to, orders.AssignCard)]
        free = {it.card for it in legal if face_of(it.card).nation == nation}
        yield from unequal(free, loose, f"{nation} in either battle")
        if asked and loose:
            yield from _of_a_split(state, asked[0], nation, where, mine, loose, random)


def _of_a_split(
    state: State,
    decision: Decision,
    nation: str,
    where: Sequence[str],
    mine: Sequence[str],
    loose: set[str],
    random: Random,
) -> Iterator[str]:
    pool = {number_of(card) for card in mine}
    for _ in range(6):
        named = random.sample(sorted(loose), random.randint(0, len(loose)))
        if random.random() < 0.3:
            named += random.sample(sorted(mine), 2)
        parts = _parts(where, mine, named, loose)
        reasons = campaign.split_refused(FACES, state.stage, nation, parts, pool)
        order = orders.SubmitDeck(tuple(named))
        answer = ANSWERS.refused(state, decision, order)
        if set(named) - loose:
            reasons.add("wrong_battle")
        if len(named) > len(set(named)):
            reasons.add("duplicate")
        codes = {it.code.lower() for it in reasons_told(answer)}
        yield from unequal(codes, reasons, order)
        if answer is None:
            state = ANSWERS.after(state, ANSWERS.decided(state, decision.seat, order))
            end: Refusal | None = ANSWERS.refused(state, decision, orders.FinishDeck())
            yield from unequal(end, None, "the end of a legal split")
    for card, battle in product(random.sample(sorted(mine), min(6, len(mine))), where):
        assignment = orders.AssignCard(card, battle)
        wrong = set() if card in loose else {"wrong_battle"}
        if card in state.drafts[battle][nation]:
            wrong.add("duplicate")
        answer = ANSWERS.refused(state, decision, assignment)
        yield from disagreement(answer, wrong, assignment)


def _parts(
    where: Sequence[str], mine: Sequence[str], named: Sequence[str], loose: set[str]
) -> dict[str, list[int]]:
    """The decks if those who are named go to the first battle, as far as they may."""
    parts: dict[str, list[int]] = {battle: [] for battle in where}
    for card in mine:
        able = [battle for battle in where if campaign.may_go_to(face_of(card), battle)]
        first = card in loose and card in named
        parts[able[0] if first else able[-1]].append(number_of(card))
    return parts


def of_the_opening() -> Iterator[str]:
    """Everybody who was at one of the opening battles is in a deck [16.a]."""
    state = opening()
    for nation in NATIONS:
        cards = [
            number_of(card)
            for drafts in state.drafts.values()
            for card in drafts.get(nation, ())
        ]  # fmt: skip
        yield from unequal(set(cards), campaign.opening_pool(FACES, nation), f"{nation} begin")
        yield from unequal(len(cards), len(set(cards)), f"{nation}: a card is there twice")
    for battle in campaign.BATTLES["opening"]:
        mine = state.battles[battle].rates
        yours = {nation: decks.campaign_reinforcements(battle, nation) for nation in mine}
        yield from unequal(mine, yours, f"cards a turn at {battle}")

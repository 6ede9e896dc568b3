"""Offers are complete and honest: `decide` accepts exactly these, and what it refuses is nothing.

They are the one list of legality: the API shows it, the bot picks from it, the web page highlights
it. So whatever is offered is accepted, and whatever is not offered is refused with a reason, leaves
no trace and draws nothing. Only of verbs that are checked for a decision the offers are no more
than suggestions: see `test_checked`.

What else a seat may do at any time, such as to speak or to resign, is a verb that is never offered;
an order of a verb that is offered somewhere is legal only where it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data, verb_of
from tests.rulesets.entrants import NoChance, frozen, gives_a_clause, key
from tests.rulesets.guessing import Words, changed, guesses
from tests.rulesets.playing import Played, Step, some

POSITIONS = 8
"""Positions of a game at which everything is tried."""

MOST_OFFERS = 40
"""Offers of a decision that are given, of those that there are."""

MOST_WRONG = 150
"""Orders that are not offered and are tried in a position."""

SEED = "18" * 32


def test_every_offer_is_accepted(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(POSITIONS, "offers"):
        state = played.entrant.thawed(step.before)
        for decision in rules.decisions(state):
            legal_orders = played.legal_orders(step, decision)
            assert legal_orders, f"nothing is offered for {decision}, so the game stands still"
            for order in some(legal_orders, MOST_OFFERS, played.random(str(step))):
                chance = SeededChance(SEED, played.id, drawn=state.draws)
                caused = rules.decide(state, decision.seat, order, chance)
                where = f"{played}, {step._replace(decision=decision, order=order)}"
                assert not isinstance(caused, Refusal), f"an offer is refused: {where}\n{caused}"
                first = caused[0]
                assert type(first) is OrderGiven, f"the first event is {first}: {where}"
                given = (first.player, first.order)
                assert given == (decision.seat, to_data(order)), f"another order: {where}"
                assert frozen(state) == step.before, f"decide has changed the position: {where}"


def test_what_nobody_asks_for_is_told_as_long_as_it_is_accepted(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(POSITIONS, "free verbs"):
        state = played.entrant.thawed(step.before)
        offered = {
            type(order)
            for decision in rules.decisions(state)
            for order in played.legal_orders(step, decision)
        }
        for seat in played.seats:
            for verb in rules.free_verbs(state, seat):
                assert verb in rules.verbs and verb not in offered, f"{verb}: {played}, {step}"
                said = msgspec.structs.fields(verb)
                fields = {field.name: "words" for field in said if field.required}
                order = msgspec.convert({"order": verb_of(verb), **fields}, played.entrant.verbs)
                chance = SeededChance(SEED, played.id, drawn=state.draws)
                caused = rules.decide(state, seat, order, chance)
                if isinstance(caused, Refusal):
                    # Only what it says may be wrong, where something may be left out of it.
                    says_nothing = caused.code == "BAD_PAYLOAD" and len(fields) < len(said)
                    assert says_nothing, f"{order}: {played}, {step}\n{caused}"
                assert frozen(state) == step.before, f"a question has changed it: {played}, {step}"


def test_what_is_not_offered_is_refused(played: Played) -> None:
    rules = played.entrant.rules
    tried = 0
    for step in played.sample(POSITIONS, "wrong orders"):
        state = played.entrant.thawed(step.before)
        for seat, order in wrong_orders(played, step):
            tried += 1
            refusal = rules.carry_out(state, seat, order, NoChance())
            where = f"{played}, {step}\n{seat} gives {key(order).decode()}"
            assert isinstance(refusal, Refusal), f"accepted, but not offered: {where}"
            assert frozen(state) == step.before, f"a refusal has changed the position: {where}"
            must_explain(rules, refusal, order, where)
    assert tried >= POSITIONS, "hardly any order that is not offered could be made up"


def must_explain(rules: Ruleset, refusal: Refusal, said: msgspec.Struct, where: str) -> None:
    """A refusal has a code, a reason in words, a clause with a text, and facts for JSON.

    Its reason calls things by their names: it has no id but what was `said` and is none.
    """
    assert re.fullmatch(r"[A-Z]+(_[A-Z0-9]+)*", refusal.code), f"{refusal}: {where}"
    assert refusal.detail.strip(), f"no reason is given: {refusal}, {where}"
    ids = _ids(rules) & set(re.findall(r"[\w-]+", refusal.detail))
    said_so = set(re.findall(r"[\w-]+", msgspec.json.encode(said).decode()))
    assert ids <= said_so, f"ids instead of names: {ids - said_so}: {refusal.detail}, {where}"
    assert gives_a_clause(rules, refusal), (
        f"the clause {refusal.clause!r} of a refusal has no text: {refusal}, {where}"
    )
    assert msgspec.json.decode(msgspec.json.encode(refusal), type=Refusal) is not None


@cache
def _ids(rules: Ruleset) -> frozenset[str]:
    """What no reader is told: ids that are no word, of which a name is known."""
    said_alike = set(re.findall(r"[\w-]+", " ".join(rules.names.values())))
    like_one = re.compile(r"[_-]|[a-z]\d|\d[a-z]")
    return frozenset(it for it in rules.names if like_one.search(it)) - said_alike


def test_offers_are_a_list_without_doubles_that_is_always_the_same(played: Played) -> None:
    rules, verbs = played.entrant.rules, played.entrant.verbs
    for step in played.sample(POSITIONS, "lists"):
        state, again = (played.entrant.thawed(step.before) for _ in range(2))
        for decision in rules.decisions(state):
            legal_orders = played.entrant.legal_orders(state, decision)
            where = f"{played}, version {step.version}, {decision}"
            keys = [key(order) for order in legal_orders]
            doubles = (
                [it.decode() for it in keys if keys.count(it) > 1] if _has_double(keys) else []
            )
            assert not doubles, f"offered more than once: {doubles[:3]}: {where}"
            assert played.entrant.legal_orders(again, decision) == legal_orders, (
                f"another order: {where}"
            )
            assert frozen(state) == step.before, f"offers have changed the position: {where}"
            for order in legal_orders:
                back = msgspec.json.decode(msgspec.json.encode(order), type=verbs)
                assert back == order, f"{order} comes back from JSON as {back}: {where}"
                assert type(order) in rules.verbs, f"{type(order)} is not declared in verbs"


def test_who_is_not_asked_decides_nothing(played: Played) -> None:
    rules = played.entrant.rules
    for step in played.sample(POSITIONS, "strangers"):
        state = played.entrant.thawed(step.before)
        asked = {decision.seat for decision in rules.decisions(state)}
        legal_orders = played.legal_orders(step, step.decision)
        for seat in [it for it in played.seats if it not in asked]:
            for order in some(legal_orders, MOST_OFFERS, played.random(str(step))):
                answer = rules.carry_out(state, seat, order, NoChance())
                assert isinstance(answer, Refusal), (
                    f"{seat} is not asked and carries out {order}: {played}, {step}"
                )


def wrong_orders(played: Played, step: Step) -> Iterator[tuple[str, Order]]:
    """Seats that are asked with orders that are not offered to them, of verbs that are somewhere.

    They were offered earlier, are offered to others, or differ from an offer in one thing. Orders
    of verbs that are checked for the seat are left out: they may be legal.
    """
    decisions = played.entrant.rules.decisions(played.entrant.thawed(step.before))
    checked = {(it.seat, verb) for it in decisions for verb in it.checked}
    for seat, order in made_up(played, step):
        if (seat, verb_of(type(order))) not in checked:
            yield seat, order


def made_up(played: Played, step: Step) -> Iterator[tuple[str, Order]]:
    """Seats that are asked with orders that are not offered to them, whether legal or not."""
    entrant, random = played.entrant, played.random(f"wrong {step.version}")
    state = entrant.thawed(step.before)
    decisions = entrant.rules.decisions(state)
    offered: dict[str, list[Order]] = {}
    for it in decisions:
        offered.setdefault(it.seat, []).extend(played.legal_orders(step, it))
    words = Words(entrant.rules, decisions)
    for seat, legal_orders in offered.items():
        legal = set(map(key, legal_orders))
        others = [
            order for other in offered.values() for order in other if other is not legal_orders
        ]
        earlier = [it.order for it in played.steps if it.version != step.version]
        found = [
            *some(others, MOST_WRONG // 5, random),
            *some(earlier, MOST_WRONG // 5, random),
            *_changed(legal_orders, entrant.rules.verbs, words, random),
            *_guessed(played, words, random),
        ]
        yield from ((seat, order) for order in found if key(order) not in legal)


def _changed(
    legal_orders: list[Order], verbs: tuple[type[Order], ...], words: Words, random: Random
) -> list[Order]:
    found = []
    for order in some(legal_orders, 3, random):
        found += islice(changed(order, verbs, words, random), MOST_WRONG // 5)
    return found


def _guessed(played: Played, words: Words, random: Random) -> list[Order]:
    verbs = {type(step.order): None for step in played.steps}
    most = -(-MOST_WRONG // (5 * len(verbs)))
    return [order for verb in verbs for order in guesses(verb, words, random, most)]


def _has_double(keys: list[bytes]) -> bool:
    return len(set(keys)) < len(keys)

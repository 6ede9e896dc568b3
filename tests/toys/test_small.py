"""What an author of a small game is told when something is missing, and when they are told it."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.rules import kit
from napoleon.rules.kit import say
from napoleon.rules.orders import Refusal
from tests.rulesets.contracts import examine
from tests.rulesets.entrants import Entrant
from tests.rulesets.test_numbers import test_every_number_of_an_event_is_declared_once as declared
from tests.toys import twelve
from tests.toys.ruleset import Game

HILLS = ("north_hill", "south_hill")


class Hold(kit.Order, frozen=True, tag="hold"):
    """Hold something."""

    what: str


class Play(kit.Order, frozen=True, tag="play"):
    """Play a card."""

    what: int


def verb(order: Any, line: str, *candidates: Any) -> kit.DeclaredVerb[Any, Any, Any]:
    """A verb with a field that may say one of these."""
    domain: kit.Domain[Any] = kit.Domain(
        lambda it: candidates,
        refusal=lambda it, what: (
            None if what in candidates else kit.refuse("NOT_THERE", "1.1", "There is none.")
        ),
    )
    return kit.DeclaredVerb(
        order,
        twelve.GO.actor,
        "1.1",
        fields={"what": domain},
        does=lambda it, order: it.tell(twelve.Drawn, "1.1", card=1, draw=0),
        line=line,
        says=say("Take %(what)s"),
    )


HOLD = verb(Hold, "hold {what:hill}", *HILLS)


def small(*verbs: Any, **parts: Any) -> Game:
    """The game of twelve with these verbs more, and other parts."""
    said: dict[str, Any] = {
        "clauses": twelve.CLAUSES,
        "state": twelve.State,
        "begins": twelve.Begun,
        "turns": twelve.GO,
        "verbs": (twelve.GO.verb("draw", "1.1", say("Draw a card"), twelve.draw), *verbs),
        "hands": lambda known: known.hands,
        "numbers": twelve.RULES.numbers,
    }
    return kit.small_game("toy_twelve", **{**said, **parts})


def begun(rules: Game) -> Any:
    state = None
    for event in rules.setup("toy_twelve", {}, SeededChance("18" * 32, "small", drawn=0)):
        state = rules.apply(state, event)
    return state


def test_what_orders_name_and_what_has_no_name_is_told_when_the_game_is_declared() -> None:
    with pytest.raises(ValueError) as told:
        small(HOLD, names={"south_hill": "South hill"})
    assert str(told.value) == (
        "toy_twelve: the field 'what' of Hold names things that have no name, so that its line "
        'could not be read back; say what they are called, as in names={"north_hill": "North hill"}'
    )


def test_whole_numbers_in_the_place_of_names_are_told_apart() -> None:
    with pytest.raises(ValueError) as told:
        small(verb(Play, "play {what:card}", 1, 2))
    assert str(told.value) == (
        "toy_twelve: the field 'what' of Play holds numbers: write {what:number} in the line "
        "'play {what:card}'"
    )
    assert small(verb(Play, "play {what:number}", 1, 2))


def test_names_are_looked_at_where_the_first_question_is_put() -> None:
    """Nobody is asked before a first card is drawn."""

    def deal(table: Any) -> None:
        card, number = table.draw(range(1, 7), "card")
        table.record(twelve.Drawn("red", card, number), "1.1")

    step: kit.Step[Any] = kit.Step("deal", lambda table: not table.state.draws, deal)
    with pytest.raises(ValueError) as told:
        small(HOLD, steps=(step,))
    assert 'names={"north_hill": "North hill", "south_hill": "South hill"}' in str(told.value)


def test_with_names_the_lines_are_read_back() -> None:
    rules = small(HOLD, names={it: it.replace("_", " ").title() for it in HILLS})
    state = begun(rules)
    [decision] = rules.decisions(state)
    notation = rules.notation
    assert notation is not None
    lines = {notation.write(it): it for it in rules.legal_orders(state, decision)}
    assert list(lines) == ["draw", "hold North Hill", "hold South Hill"]
    for line, order in lines.items():
        read = notation.read(state, decision, decision.seat, line)
        assert not isinstance(read, Refusal) and read == order


def test_a_game_without_clauses_says_how_they_are_given() -> None:
    with pytest.raises(ValueError) as told:
        small(clauses={})
    assert str(told.value) == (
        "toy_twelve has no clauses: give the text of each rule under its id, as in "
        'clauses={"1.1": "Red and blue draw in turn."}'
    )


def test_a_number_that_is_not_declared_is_told_with_what_to_write() -> None:
    rules = small(numbers=kit.Numbers(others={"cards that were drawn": ("shown/1.hands",)}))
    entrant = Entrant(rules, rules.notation, rules.bot, rules.tables, rules.pictures)
    with pytest.raises(AssertionError) as told:
        examine(declared, {"entrant": entrant})
    said = str(told.value)
    assert "toy_twelve does not say where these numbers come from: ['retreated/1.card']" in said
    for what in ("given=(", "sums=(", "others={WHICH: (", "others={STANDS: ("):
        assert f'Numbers({what}"retreated/1.card",)' in said

"""The notation: every order has a line that is read back; positions are written and read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from napoleon.log.folding import folded
from napoleon.play import execution
from napoleon.play.requests import Request, parsed
from napoleon.rules.notation import UnfinishedOperation, UnreadablePosition, reading
from napoleon.rules.notation.names import Names, fold, nearest
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES as SHIPPED
from napoleon.rulesets.napoleon1815 import orders, position_notation
from napoleon.rulesets.napoleon1815.notation import GRAMMAR, PATTERNS, Notation1815, Scope
from napoleon.rulesets.napoleon1815.orders import ActivateStack, Loss
from napoleon.rulesets.napoleon1815.packs.pack import Scenario
from napoleon.rulesets.napoleon1815.state import State
from tests import notation_page
from tests.napoleon1815.kit import ALLIED, END, FRENCH, MOVE, RULES, activate, at, play, position
from tests.napoleon1815.random_play import Bold, begun
from tests.napoleon1815.scripted import ScriptedChance, value

PAGE = notation_page.chapter("Napoléon 1815")
EXAMPLES = notation_page.examples(PAGE)
TYPED = notation_page.abbreviations(PAGE)


def understood(line: str, state: State, seat: str = FRENCH) -> Order | Refusal:
    """What a seat means by a line."""
    asked = [d for d in RULES.decisions(state) if d.seat == seat]
    return Notation1815(RULES).read(state, asked[0] if asked else None, seat, line)


def test_lines_are_read_with_the_pack_of_the_game() -> None:
    """P1 is an area of the fixture pack only."""
    given = position({"ney": at("p1"), "hill": at("gembloux")})
    decision = next(d for d in RULES.decisions(given) if d.seat == FRENCH)
    own, shipped = RULES.notation, SHIPPED.notation
    assert own is not None
    assert shipped is not None
    line = own.write(activate("p1", "ney"), given, FRENCH)
    assert own.read(given, decision, FRENCH, line) == activate("p1", "ney")
    assert isinstance(shipped.read(given, decision, FRENCH, line), Refusal)


def refused(line: str, state: State, seat: str = FRENCH) -> Refusal:
    answer = understood(line, state, seat)
    assert isinstance(answer, Refusal), answer
    return answer


def stack() -> State:
    """Ney, Napoleon, D'Erlon and Drouot stand in Ligny; the French have to go."""
    french = {block: at("ligny") for block in ("ney", "napoleon", "derlon", "drouot")}
    return position(
        {**french, "hill": at("gembloux")}, hands={FRENCH: [47, 48, 50], ALLIED: [12, 29]}
    )


# -- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "data"), EXAMPLES)
def test_an_example_of_the_page_is_read_and_written(line: str, data: str) -> None:
    order = parsed([json.loads(data)], SHIPPED)
    assert not isinstance(order, Refusal), order
    read = reading.read(GRAMMAR, line, Scope(SHIPPED.pack), list)
    assert read == order[0]
    written = GRAMMAR.write(read, Scope(SHIPPED.pack))
    assert reading.read(GRAMMAR, written, Scope(SHIPPED.pack), list) == read
    assert fold(written) == fold(line) or "along" in line


def test_the_page_shows_every_order_in_every_way() -> None:
    shown = {json.loads(data)["order"] for _, data in EXAMPLES}
    assert shown == {str(verb.__struct_config__.tag) for verb in RULES.verbs}
    openings = {pattern.template.split("{")[0].split("[")[0].strip(" !") for pattern in PATTERNS}
    assert all(any(line.startswith(words) for line, _ in EXAMPLES) for words in openings)


@pytest.mark.parametrize(("typed", "line"), TYPED)
def test_an_abbreviation_of_the_page_is_understood(typed: str, line: str) -> None:
    read = understood(typed, stack())
    assert isinstance(read, Order)
    assert Notation1815(RULES).write(read, stack(), FRENCH) == line


def test_the_position_of_the_page_is_read_and_written() -> None:
    text = notation_page.position(PAGE)
    state = position_notation.read(SHIPPED.pack, text)
    assert state.blocks["ney"].fatigue == 2
    assert state.reinforcements["bulow"].areas == ["perwez", "jodoigne"]
    assert position_notation.write(SHIPPED.pack, state) == text


def test_the_refusals_of_the_page() -> None:
    bad = refused("activate Ligni: Ney", stack())
    assert bad.code == "BAD_LINE"
    assert bad.detail.startswith(
        "That line cannot be read from column 10 on: expected an area. The nearest legal orders: "
        "activate Ligny: Ney;"
    )
    ambiguous = refused("activate Ligny: D", stack())
    assert ambiguous.code == "AMBIGUOUS_LINE"
    assert f"AMBIGUOUS_LINE  {ambiguous.detail}\n" in PAGE


# -- round trips ---------------------------------------------------------------------------------


FORMS = [
    (scenario, players, rules)
    for scenario in SHIPPED.pack.scenarios.values()
    for players in scenario.players
    for rules in ("conscript", "grognard")
]
"""Every way to play: scenario, number of players, with or without fog of war."""


def positions(form: tuple[Scenario, int, str]) -> Iterator[tuple[State, Decision, list[Order]]]:
    """Positions of a game with bold players: who has to decide, and his legal orders."""
    scenario, players, rules = form
    options = {"players": players, "rules": rules}
    seed, random, bold = "15" * 32, Random(18), Bold(15)
    game = folded(None, begun(SHIPPED, scenario.id, options, seed=seed, tokens={}), SHIPPED)
    for _ in range(150):
        if game.over:
            return
        decision = random.choice(SHIPPED.decisions(game.state))
        legal_orders = list(SHIPPED.legal_orders(game.state, decision))
        yield game.state, decision, legal_orders
        order = bold(game.state, decision, legal_orders)
        outcome = execution.give(
            game, Request(decision.seat, (order,), None, "", b""), SHIPPED, at=0
        )
        assert not isinstance(outcome, Refusal)
        game, _ = outcome


def named(form: tuple[Scenario, int, str]) -> str:
    return f"{form[0].id}-{form[1]}-{form[2]}"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", FORMS, ids=named)
def test_every_offer_is_read_back_from_its_line(form: tuple[Scenario, int, str]) -> None:
    notation, random = Notation1815(SHIPPED), Random(1815)
    for state, decision, legal_orders in positions(form):
        for order in random.sample(legal_orders, min(len(legal_orders), 8)):
            line = notation.write(order, state, decision.seat)
            assert notation.read(state, decision, decision.seat, line) == order
            assert notation.read(state, decision, decision.seat, line.upper()) == order


def test_a_message_keeps_every_character() -> None:
    for text in (
        '"Gembloux", he said\\n',
        "two\nlines\t",
        "Blücher 😀 \u2028",
        '"',
        "with 12: a, b",
    ):
        order = orders.SendMessage(text)
        line = GRAMMAR.write(order, Scope(SHIPPED.pack))
        assert "\n" not in line
        assert reading.read(GRAMMAR, line, Scope(SHIPPED.pack), list) == order
    read = reading.read(GRAMMAR, "say meet me at Gembloux, at 5: now", Scope(SHIPPED.pack), list)
    assert read == orders.SendMessage("meet me at Gembloux, at 5: now")


def test_the_points_keep_the_order_in_which_they_are_given() -> None:
    line = "losses Reille 1i, D'Erlon 1c"
    read = reading.read(GRAMMAR, line, Scope(SHIPPED.pack), list)
    assert read == orders.AllocateLosses({"reille": Loss(1, 0), "derlon": Loss(0, 1)})
    assert GRAMMAR.write(read, Scope(SHIPPED.pack)) == line


def test_a_line_says_nothing_that_the_order_does_not() -> None:
    with pytest.raises(ValueError, match="no line says"):
        GRAMMAR.write(orders.ChooseAction("dance"), Scope(SHIPPED.pack))


# -- what is meant -------------------------------------------------------------------------------


def marching() -> State:
    given = position({"ney": at("ligny"), "hill": at("gembloux")})
    return play(
        given, FRENCH, activate("ligny", "ney"), MOVE, chance=ScriptedChance([value(3)])
    ).state


def test_a_road_is_named_by_where_it_leads() -> None:
    state = marching()
    for decision in RULES.decisions(state):
        for order in RULES.legal_orders(state, decision):
            if isinstance(order, orders.StepMove):
                there = RULES.pack.graph.roads[order.road].other("ligny")
                line = Notation1815(RULES).write(order, state, FRENCH)
                assert line == f"move to {RULES.pack.areas[there].name}"
                assert understood(line, state) == order
    assert understood("e mov", state) == END


def test_a_road_that_is_not_there_is_for_the_rules_to_refuse() -> None:
    state = marching()
    order = understood("move to Namur", state)
    assert isinstance(order, orders.StepMove)
    assert play(state, FRENCH, order).refused == ("NOT_ADJACENT", "MOVE.2A")


def test_what_is_said_in_full_is_no_abbreviation() -> None:
    names = Names({"lens": "Lens", "lennick": "Lennick", "soignes": "Forêt de Soignes"})
    assert list(names.matches("len")) == [("lens", 1), ("lennick", 1)]
    assert list(names.matches("lens")) == [("lens", 0)]
    assert list(names.matches("foret soi")) == [("soignes", 2)]
    assert list(names.matches("")) == []
    state = stack()
    assert understood("activate ligny: ney", state) == activate("ligny", "ney")
    assert understood("activate ligny: n", state) == activate("ligny", "ney"), "not by himself"
    assert refused("activate ligny: d", state).facts["readings"] == [
        "activate Ligny: Drouot",
        "activate Ligny: D'Erlon",
    ]


def test_a_card_goes_by_its_name_alone_only_in_the_own_hand() -> None:
    state = stack()
    assert understood("play organisational", state) == orders.PlayEvent(50)
    ambiguous = refused("play forced march", state)
    assert ambiguous.code == "AMBIGUOUS_LINE"
    assert ambiguous.facts["readings"] == ["play 47 Forced march", "play 48 Forced march"]
    assert refused("play rear guard", state).code == "BAD_LINE"
    assert understood("play rear guard", state, ALLIED) == orders.PlayEvent(29)
    assert understood("play 29", state) == orders.PlayEvent(29)
    assert refused("play 50 forced", state).code == "BAD_LINE"


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("", 1, ["activate", "pass"]),
        ("storm the gates", 1, ["activate", "pass"]),
        ("pass please", 6, ["the end of the line"]),
        ("activate Ligny: Ney, Soult", 22, ["a block"]),
        ("activate Ligny: Ney,", 21, ["a block"]),
        ("fatigue Ney", 9, ["a corps with a number", "none"]),
        ("fatigue Ney 1, Ney 2", 21, [","]),
        ("recover Ney by 5", 13, ["with"]),
        ('say "unfinished', 5, ["a text"]),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_why(
    line: str, column: int, expected: list[str]
) -> None:
    answer = refused(line, stack())
    assert (answer.code, answer.clause) == ("BAD_LINE", "")
    assert answer.facts["column"] == column
    assert answer.facts["expected"] == expected


def test_no_line_is_too_long_or_too_strange_to_answer() -> None:
    state = stack()
    strange = ["\x00", "x" * 30_000, "activate " + "a " * 9_000, ":" * 9_000, "play " + "9" * 9_000]
    strange += ["activate ligny: " + "p, g, b, " * 12 + "?"]
    strange += ["fatigue " + "ney 1, " * 2_000, "say " + "x" * 2_001, 'say "\\ud800"', "play ١٢"]
    for line in strange:
        assert refused(line, state).code == "BAD_LINE", line[:20]


def test_nearest_choices_are_the_callers_own() -> None:
    answer = refused("actvate ligny ny", stack())
    assert answer.facts["nearest"][0].startswith("activate Ligny: ")
    assert refused("actvate ligny ny", stack(), ALLIED).facts["nearest"] == []
    assert nearest("nothing like it", ["xyz"]) == []


def test_refusals_are_the_same_whatever_is_hidden() -> None:
    """Two positions that differ only in what the French may not know answer them alike."""
    one, other = stack(), stack()
    other.hands[ALLIED] = [29, 33]
    other.decks[ALLIED].reverse()
    other.blocks["hill"].infantry -= 1
    lines = [
        "play supply",
        "play 12 supply",
        "play ambush",
        "hil",
        "activate gembloux: hill",
        "n",
        "x",
    ]
    for line in lines:
        assert understood(line, one) == understood(line, other)


# -- fog of war ----------------------------------------------------------------------------------


def foggy() -> State:
    state = stack()
    state.options["rules"] = "grognard"
    state.blocks["ney"].token = "french-7"
    state.blocks["hill"].token = "allied-3"
    return state


def test_hidden_blocks_go_by_their_tokens() -> None:
    state = foggy()
    assert understood("activate gembloux: allied-3", state) == ActivateStack(
        "gembloux", ("allied-3",)
    )
    assert understood("activate ligny: ney", state) == activate("ligny", "ney")
    answer = refused("activate gembloux: hill", state)
    assert answer.code == "BAD_LINE"
    assert "Hill" not in answer.detail
    assert understood("activate gembloux: hill", state, ALLIED) == activate("gembloux", "hill")
    assert refused("activate ligny: ney", state, ALLIED).code == "BAD_LINE"


def test_a_block_that_lies_open_has_its_name() -> None:
    state = foggy()
    state.blocks["hill"].revealed = True
    assert understood("activate gembloux: hill", state) == activate("gembloux", "hill")


# -- positions -----------------------------------------------------------------------------------


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", FORMS, ids=named)
def test_a_position_is_read_back(form: tuple[Scenario, int, str]) -> None:
    written = 0
    for state, decision, legal_orders in positions(form):
        if decision.kind == "go":
            text = position_notation.write(SHIPPED.pack, state)
            back = position_notation.read(SHIPPED.pack, text)
            assert back == position_notation.settled(state)
            assert position_notation.write(SHIPPED.pack, back) == text
            assert SHIPPED.decisions(back) == [decision]
            assert set(map(str, SHIPPED.legal_orders(back, decision))) == set(
                map(str, legal_orders)
            )
            written += 1
    assert written


def test_every_field_of_the_state_is_written() -> None:
    """Whatever field differs from an empty position, the text tells the two apart."""
    fresh = {field.name: field for field in msgspec.structs.fields(State)}
    state = foggy()
    state.blocks["ney"].revealed = True
    state.blocks["gneisenau"] = msgspec.structs.replace(state.blocks["hill"], area=None)
    state.has_declared, state.leader, state.penalised = ["french"], "prussian", ["ligny"]
    state.invaded_on, state.tokens, state.swap = 1, 9, ("prussian", 12)
    text = position_notation.write(RULES.pack, state)
    assert position_notation.read(RULES.pack, text) == state
    rows = {row.field for row in position_notation.FIELDS}
    assert rows | set(position_notation.PASSING) <= fresh.keys()
    assert not rows & set(position_notation.PASSING)


def test_a_position_in_mid_operation_is_not_written() -> None:
    with pytest.raises(UnfinishedOperation, match="operation"):
        position_notation.write(RULES.pack, marching())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Position of", "Place of", "a position begins with"),
        ("To go: French", "To go: Swedes", "'Swedes' is not the name of one thing"),
        ("Turn: 2", "Turn: two", "two"),
        ("; 50 Organisational", "; 99 Organisational", "is not a card of the pack"),
        ("Turn: 2", "Turns: 2", "no label 'Turns'"),
        ("Turn: 2", "Turn 2", "a label, a colon and a value"),
        ("  Gembloux:", "  Waterloo Station:", "is not the name of one thing"),
        ("Napoleon*", "Napoleon ?", "only what a seat may know"),
        ("Scenario: fixture\n", "", "incomplete"),
    ],
)
def test_a_text_that_is_no_position_says_where_and_why(old: str, new: str, said: str) -> None:
    text = position_notation.write(RULES.pack, stack())
    assert old in text
    with pytest.raises(UnreadablePosition, match=re.escape(said)):
        position_notation.read(RULES.pack, text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Invasion card: 76", "Invasion card: 12"),
        ("Turn: 2", "In force: rain (99)"),
        ("Turn: 2", "Swap offered: Prussians: 99 Supply"),
        ("Hands: French (47", "Hands: French (99"),
        ("Decks: French (37", "Decks: French (99"),
        ("Discards: French (", "Discards: French (99"),
        ("Turn: 2", 'hands: {"french": [99]}'),
        ("Turn: 2", "open_cards: {}"),
    ],
)
def test_a_card_that_the_pack_does_not_have_is_refused_in_its_line(old: str, new: str) -> None:
    """Wherever cards lie, and under no other label than their own."""
    text = position_notation.write(RULES.pack, stack())
    line = next(n for n, it in enumerate(text.split("\n"), 1) if it.startswith(old))
    with pytest.raises(UnreadablePosition, match=r"of the pack|no label") as refusal:
        position_notation.read(RULES.pack, text.replace(old, new, 1))
    assert refusal.value.line == line


def seen_by(seat: str) -> str:
    return position_notation.write_views(RULES.pack, RULES.view(stack(), Viewer(seat)))


def test_a_seat_reads_what_its_views_show() -> None:
    french, allied, spectator = map(seen_by, (FRENCH, ALLIED, "spectator"))
    assert "Hands: French (47 Forced march; 48 Forced march; 50 Organisational" in french
    assert "Allies (?2)" in french
    assert "French (?3), Allies (12 Supply; 29 Rear guard)" in allied
    assert "Hands: French (?3), Allies (?2)" in spectator
    assert re.search(r"Ligny: Ney\* \di \dc 0f, Napoleon\*, D'Erlon\* \di", french)
    assert "Gembloux: Hill* ?" in french
    assert "Ligny: Ney* ?, Napoleon*, D'Erlon* ?" in allied
    for text in (french, allied, spectator):
        with pytest.raises(UnreadablePosition, match="only what a seat may know"):
            position_notation.read(RULES.pack, text)


def test_what_has_faded_is_not_in_an_earlier_position() -> None:
    state = msgspec.structs.replace(stack(), lasting={"rain": 37})
    views = RULES.view(state, Viewer(FRENCH))
    assert "\nIn force: rain (37)\n" in position_notation.write_views(RULES.pack, views)
    text = position_notation.write_views(RULES.pack, RULES.view(state, Viewer(FRENCH, faded=1)))
    assert "\nIn force: ?\n" in text
    assert re.search(r"^Hands: French \(\?\d+\)", text, re.M)
    with pytest.raises(UnreadablePosition, match="only what a seat may know"):
        position_notation.read(RULES.pack, "Position of napoleon1815\nIn force: ?\n")


def test_public_lines_are_the_same_for_everybody() -> None:
    whole = position_notation.write(RULES.pack, stack()).split("\n")
    hiding = ("Hands:", "Decks:", "Discards:", "  ", "On the map", "Removed")
    for seat in (FRENCH, ALLIED, "spectator"):
        public = [line for line in seen_by(seat).split("\n") if not line.startswith(hiding)]
        assert {tuple(sorted(line)) for line in public} <= {tuple(sorted(line)) for line in whole}


def test_the_data_of_an_order_is_what_the_api_takes() -> None:
    read = understood("act lig: ney", stack())
    assert isinstance(read, Order)
    assert to_data(read) == {
        "order": "activate_stack",
        "area": "ligny",
        "blocks": ("ney",),
        "card": None,
    }

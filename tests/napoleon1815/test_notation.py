"""The notation of the game, as far as it is like that of no other."""

from __future__ import annotations

import re

import msgspec
import pytest

from napoleon.rules.notation import UnfinishedOperation, UnreadablePosition, declared
from napoleon.rules.notation.names import Names, nearest
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES as SHIPPED
from napoleon.rulesets.napoleon1815 import orders, position_notation
from napoleon.rulesets.napoleon1815.notation import GRAMMAR, Notation1815, Scope
from napoleon.rulesets.napoleon1815.orders import ActivateStack, Loss
from napoleon.rulesets.napoleon1815.state import State
from tests import notation_page
from tests.napoleon1815.kit import ALLIED, END, FRENCH, MOVE, RULES, activate, at, play, position
from tests.napoleon1815.lines import LINES, stack
from tests.napoleon1815.scripted import ScriptedChance, value

PAGE = notation_page.chapter("Napoléon 1815")


def understood(line: str, state: State, seat: str = FRENCH) -> Order | Refusal:
    """What a seat means by a line."""
    return LINES.understood(line, state, seat)


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
    """The refusal of a line."""
    return LINES.refused(line, state, seat)


# -- the page ------------------------------------------------------------------------------------


def test_the_position_of_the_page_is_read_and_written() -> None:
    text = notation_page.position(PAGE)
    state = position_notation.read(SHIPPED.pack, text)
    assert state.blocks["ney"].fatigue == 2
    assert state.reinforcements["bulow"].areas == ["perwez", "jodoigne"]
    assert position_notation.write(SHIPPED.pack, state) == text


# -- round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize("blocks", [(), ("lamarque",)])
def test_a_card_that_is_called_as_a_corps_is_read_as_it_is_written(blocks: tuple[str, ...]) -> None:
    """Apart from a position both mean something: the very line of an order decides."""
    order = orders.PlayEvent(card=46, blocks=blocks, area="", road="")
    line = LINES.notation.write(order)
    assert LINES.read_anywhere(line) == LINES.read_anywhere(f" {line.upper()} ") == order


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
        assert declared.read(GRAMMAR, line, Scope(SHIPPED.pack), list) == order
    read = declared.read(GRAMMAR, "say meet me at Gembloux, at 5: now", Scope(SHIPPED.pack), list)
    assert read == orders.SendMessage("meet me at Gembloux, at 5: now")


def test_the_points_keep_the_order_in_which_they_are_given() -> None:
    line = "losses Reille 1i, D'Erlon 1c"
    read = declared.read(GRAMMAR, line, Scope(SHIPPED.pack), list)
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


def test_nearest_choices_are_the_callers_own() -> None:
    answer = refused("actvate ligny ny", stack())
    assert answer.facts["nearest"][0].startswith("activate Ligny: ")
    assert refused("actvate ligny ny", stack(), ALLIED).facts["nearest"] == []
    assert nearest("nothing like it", ["xyz"]) == []


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

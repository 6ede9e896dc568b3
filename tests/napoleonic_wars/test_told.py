"""Boards as tables, orders in words, and the story."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import NamedTuple, get_args

import pytest
from msgspec.structs import replace

from napoleon.rules.battles import of_battle
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.phrases import speaker, told
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.redaction import redacted
from napoleon.rules.tables import Gauge, TextTable
from napoleon.rules.terms import VIEWS
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events.battle_cards import NoMoreBattleCards
from napoleon.rulesets.napoleonic_wars.events.cards import CardDone, CardWentOn
from napoleon.rulesets.napoleonic_wars.events.impulses import CommandPointsSpent, ImpulseBegan
from napoleon.rulesets.napoleonic_wars.events.marches import ForceMoved
from napoleon.rulesets.napoleonic_wars.events.sea_battles import BatteriesFired
from napoleon.rulesets.napoleonic_wars.events.setup import CardDrawn, HandKept
from napoleon.rulesets.napoleonic_wars.events.turn_end import TurnBegan, TurnClosing
from napoleon.rulesets.napoleonic_wars.events.windows import (
    WindowClosed,
    WindowOpened,
    WindowSkipped,
)
from napoleon.rulesets.napoleonic_wars.frames import Frame
from napoleon.rulesets.napoleonic_wars.frames.answers import Window
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.names import GOING_ON
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import FlipConsul, MoveConsul
from napoleon.rulesets.napoleonic_wars.orders.impulses import PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, GatherPiece, Halt, Invade
from napoleon.rulesets.napoleonic_wars.standing_orders import standing_orders
from napoleon.rulesets.napoleonic_wars.standing_orders.kinds import Question, Until, WindowKind
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, State
from napoleon.rulesets.napoleonic_wars.story import begins, drawn, marched
from napoleon.rulesets.napoleonic_wars.windows import BATTLE, CARD, ENTERED
from tests.napoleonic_wars.diplomacy import acting
from tests.napoleonic_wars.playing import (
    at_play,
    begun,
    decisions,
    pack,
    play,
    play_open,
    random_game,
)
from tests.napoleonic_wars.test_pacts import at_stralsund, coup
from tests.story.telling import lines_of

WORDS = words_of(RULES, ENGLISH)


@pytest.fixture
def state() -> State:
    return at_play({"fr": ["militia_2"]})


EARLY = 251
"""So many positions of a game are looked at."""


class Whole(NamedTuple):
    """A whole game of random players: its early positions, and what happened before each of all."""

    positions: list[State]
    happened: list[list[Event]]


@cache
def whole_game(number: int) -> Whole:
    """The game of that number, played once for all tests."""
    whole = Whole([], [])
    for state, events in random_game(number):
        whole.happened.append(events)
        if len(whole.positions) < EARLY:
            whole.positions.append(state)
    return whole


def tables(state: State, seat: str = "imperial") -> dict[str, TextTable]:
    shown = RULES.tables(RULES.view(state, Viewer(seat)).at(7), WORDS)
    return {it.title.partition(",")[0]: it for it in shown}


def row(table: TextTable, first: str) -> dict[str, object]:
    [it] = [it for it in table.rows if it[0] == first]
    return dict(zip(table.columns, it, strict=True))


# -- tables ----------------------------------------------------------------------------------------


def test_every_table_is_of_a_board_and_has_whole_rows(state: State) -> None:
    state.stack = [Impulse("fr", True), Siege("prague", "davout")]
    for table in tables(state).values():
        assert table.board in VIEWS
        assert all(len(it) == len(table.columns) for it in table.rows)
        assert not table.places or len(table.places) == len(table.rows)


def test_the_map_is_told_duchy_by_duchy(state: State) -> None:
    state.spaces["linz"].flag = "fr"
    table = tables(state)["Map"]
    assert len(table.rows) == 110
    assert table.title == "Map, 1807, round 1, Impulses"
    assert row(table, "Calais")["forces"] == "France 8 SP, Napoleon, Soult"
    assert row(table, "Linz")["flag"] == "France"
    assert row(table, "Brittany")["in port"] == "France 2 squadrons"
    assert "Jutland (strait)" in str(row(table, "Copenhagen")["leads to"])
    assert table.note == "Scheduled next: France."


def test_leaders_alone_have_no_strength_points(state: State) -> None:
    state.spaces["calais"].lots = []
    assert row(tables(state)["Map"], "Calais")["forces"] == "France, Napoleon, Soult"


def test_what_goes_on_is_told_under_the_map(state: State) -> None:
    state.stack = [Impulse("fr", True, [Pool("cards", 3)], ["militia_1"])]
    assert tables(state)["Map"].note.splitlines() == [
        "Going on: impulse.",
        "Impulse of France.",
        "Cards played in it: Militia 1.",
        "3 CP are left for anything.",
    ]


def test_everything_that_may_go_on_has_words() -> None:
    tags = {it.__struct_config__.tag for it in get_args(Frame)}
    assert tags == set(GOING_ON)


def test_sea_zones_say_what_they_border_on(state: State) -> None:
    kattegat = row(tables(state)["Sea zones"], "Kattegat")
    assert kattegat["borders on"] == "North Sea, Baltic Sea (past Copenhagen)"
    assert "Gothenburg" in str(kattegat["ports"])


def test_a_battle_and_a_siege_are_told_on_their_boards(state: State) -> None:
    state.spaces["linz"].lots.append(Lot("fr", 5))
    state.leaders["murat"].where = "linz"
    state.stack = [
        Impulse("fr", True),
        Battle(
            "linz",
            "munich",
            Side(["fr"], "murat", {"fr": 2}, suffered=2),
            Side(["au"], "ferdinand"),
            1,
            0,
        ),
        Siege("prague", "davout", sixes=1),
    ]
    battle, siege = tables(state)["Battle of Linz"], tables(state)["Siege of Prague"]
    assert (battle.on, siege.on) == ("battle", "siege")
    attacker = row(battle, "Attacker")
    assert (attacker["SP"], attacker["disrupted SP"], attacker["leaders"]) == (3, 2, "Murat")
    assert battle.note == "Round 1. 1 die more for the defender in the first round."
    assert row(siege, "Davout")["sixes"] == Gauge(1, 2)


def test_nations_say_who_commands_them_and_where_they_stand(state: State) -> None:
    state.nations["pr"].caretaker, state.nations["ot"].conquered = "coalition", "ru"
    table = tables(state)["Nations"]
    assert row(table, "Spain")["stands"] == "Pact of France"
    assert row(table, "Prussia")["stands"] == "Unaligned, under a caretaker"
    assert row(table, "Ottoman Empire")["stands"] == "Unaligned, conquered by Russia"
    assert row(table, "Denmark")["commanded by"] == "the rules"


def test_foreign_wars_are_told_if_there_are_any(state: State) -> None:
    assert "Foreign wars" not in tables(state)
    state.foreign_wars.append(ForeignWar("turkish_war_1", "ru", "ot", 2, 0, ["barclay"]))
    war = row(tables(state)["Foreign wars"], "Turkish War 1")
    assert (war["nation"], war["against"], war["SP"]) == ("Russia", "Ottoman Empire", 2)


def test_points_have_their_lines(state: State) -> None:
    told = row(tables(state)["Points"], "Imperial side")
    assert (told["points"], told["why"]) == (1, "+1 Spain is in Pact [5.81.c]")


def test_hands_are_told_to_who_may_see_them(state: State) -> None:
    mine = row(tables(state, "imperial")["Cards"], "France")
    theirs = row(tables(state, "coalition")["Cards"], "France")
    assert (mine["cards"], theirs["cards"], theirs["number"]) == ("Militia 2 (2 CP)", "?", 1)


def test_no_table_has_an_id_in_it() -> None:
    for state in whole_game(8).positions[:201:40]:
        for table in tables(state).values():
            told = [*table.columns, *(str(cell) for it in table.rows for cell in it)]
            assert not [it for it in (*told, table.note) if "_" in it]


# -- orders in words -------------------------------------------------------------------------------


# -- the story -------------------------------------------------------------------------------------


def test_one_of_a_kind_is_told_as_one() -> None:
    rolled = BatteriesFired("gibraltar", 2, (), (6, 3), 0, 1, 0)
    assert lines_of(RULES, [rolled, TurnClosing(1, ())], "fr") == [
        "The batteries of Gibraltar rolled 2 dice: 1 six, 0 fives. The turn ends; "
        "1 uncontrolled duchy."
    ]


def test_an_impulse_is_a_paragraph_and_so_is_the_end_of_a_turn() -> None:
    before = Paragraph(Heading("setup"), [])
    began = ImpulseBegan("fr", scheduled=True, last=False)
    assert begins(began, before) == Heading("impulse", "fr", labelled=False)
    assert begins(HandKept("fr"), None) == Heading("setup")
    assert begins(HandKept("fr"), before) is None


def test_cards_that_are_drawn_one_after_the_other_are_told_together() -> None:
    def cards(*names: str | None) -> list[Event]:
        return [CardDrawn("imperial", "fr", it, 0) for it in names]  # type: ignore[arg-type]

    def told(events: list[Event]) -> list[list[str]]:
        paragraph = Paragraph(Heading("setup"), events)
        return [[*drawn(WORDS, paragraph, it)] for it in events]  # type: ignore[arg-type]

    seen = told(cards("militia_1", "subsidies_1"))
    assert seen == [["France drew Militia 1 and Subsidies 1."], []]
    assert told(cards(None, None, None)) == [["France drew 3 cards."], [], []]


def test_a_march_is_told_from_its_start_to_where_something_happens() -> None:
    moves: list[Event] = [
        ForceMoved("fr", "paris", "champagne", (), (), (), meets=False),
        CommandPointsSpent("fr", "cards", 1, ()),
        ForceMoved("fr", "champagne", "strasbourg", (), (), (), meets=False),
        HandKept("fr"),
        ForceMoved("fr", "strasbourg", "mainz", (), (), (), meets=False),
    ]
    paragraph = Paragraph(Heading("impulse", "fr"), moves)
    told = [[*marched(WORDS, paragraph, it)] for it in moves if isinstance(it, ForceMoved)]
    assert told == [
        ["France marched from Paris to Champagne to Strasbourg."],
        [],
        ["France marched from Strasbourg to Mainz."],
    ]


def test_every_event_is_told_or_deliberately_silent() -> None:
    book = RULES.storybook
    own = {kind for topic, kind in TOPICS.items() if topic.startswith(f"{RULES.name}.")}
    for chapter in book.chapters.values():
        assert set(chapter) | book.silent == own
        assert not set(chapter) & book.silent


def test_turns_are_called_by_their_years() -> None:
    book = RULES.storybook
    state, _ = begun()
    assert book.turn_called(state) == "1805"
    assert [it for it in TOPICS if it.startswith(TurnBegan.topic)]


# -- battles ---------------------------------------------------------------------------------------


def test_a_battle_is_a_board_with_both_columns() -> None:
    """Every battle of some random games has what it takes to be told."""
    assert RULES.pictures is not None and RULES.pictures.battles is not None
    battles = RULES.pictures.battles
    told = 0
    for game in (0, 8):
        events = list(chain.from_iterable(whole_game(game).happened))
        for number, event in enumerate(events):
            if event.topic not in battles.begins:
                continue
            own = of_battle(battles, events[number:])
            speak = speaker(RULES.names, RULES.cards, ENGLISH)
            seen = [redacted(it, Viewer("imperial"), speak) for it in own]
            report = battles.report(seen, WORDS)
            attacker, defender = report.sides
            assert attacker.attacks and not defender.attacks
            assert attacker.side in pack().track and defender.side in pack().track
            for section in (*attacker.sections, *defender.sections):
                assert section.title and "%(" not in section.title
                for it in section.rows:
                    assert RULES.clause(it.clause), it
                    assert "%(" not in it.words and "_" not in it.words
            for it in report.aftermath:
                assert RULES.clause(it.clause), it
            assert not report.over or report.outcome
            told += 1
    assert told > 1


# -- questions -------------------------------------------------------------------------------------


def asked(state: State) -> str:
    """What somebody is asked first, in words."""
    return told(decisions(state)[0].prompt, speaker(RULES.names, RULES.cards, ENGLISH))


def test_a_question_says_what_there_is_to_spend() -> None:
    state = at_play({"fr": ["militia_2", "conscripts_1"]})
    state.stack = [Impulse("fr", True)]
    assert asked(state) == "What does France play?"
    state = play(state, PlayForCP("conscripts_1")).state
    assert asked(state) == "What does France do with 4 CP?"
    state = play(state, Gather("napoleon")).state
    calais = "It has 8 SP in Calais; 4 CP are left."
    assert asked(state) == f"Where does the force of Napoleon go? {calais}"
    state = play(state, Halt(), GatherPiece("paris", 2)).state
    assert asked(state) == "Where do the 2 SP in Paris go? 4 CP are left."


@pytest.mark.parametrize(
    ("window", "question"),
    [
        (Window(CARD, "fr", "militia_2"), "France has played Militia 2. Do you respond?"),
        (Window(ENTERED, "fr", "linz"), "France has entered Linz. Do you respond?"),
        (Window(BATTLE, "fr", "linz"), "A battle is about to begin in Linz. Do you respond?"),
    ],
)
def test_a_window_says_what_has_happened(state: State, window: Window, question: str) -> None:
    state.stack = [Impulse("fr", True), replace(window, asked=["coalition"])]
    assert asked(state) == question


def test_what_interrupts_nothing_is_not_told() -> None:
    silent = {WindowOpened, WindowClosed, WindowSkipped, CardWentOn, CardDone, NoMoreBattleCards}
    assert silent <= RULES.storybook.silent


def test_a_foreign_war_says_what_it_still_demands(state: State) -> None:
    state.stack = [Impulse("ru", True), Demand("turkish_war_1", "ru", "ot", sp=4, leaders=1)]
    demanded = "It demands 4 SP and a leader."
    assert asked(state) == f"What does Russia put on Turkish War 1? {demanded}"


def test_an_instruction_is_a_sentence_without_names_of_fields() -> None:
    for kind in standing_orders(pack()).kinds:
        assert "`" not in (kind.__doc__ or "").partition("\n")[0]


def test_what_an_instruction_may_name_is_told_in_words() -> None:
    state = at_play({"fr": ["militia_2", "bad_roads_1", "rally_1"], "gb": ["bad_roads_2"]})
    choices = standing_orders(pack()).choices(state, "imperial")
    assert choices["card"] == {"bad_roads_1": "Bad Roads 1", "rally_1": "Rally 1"}
    assert choices["window"].keys() == {*get_args(WindowKind)}
    assert choices["question"].keys() == {*get_args(Question)}
    assert choices["until"].keys() == {*get_args(Until)}
    for field in ("window", "question", "until"):
        assert not any("_" in it or "." in it for it in choices[field].values())


def test_diplomacy_is_told_in_names() -> None:
    """[8.1, 8.21, 8.32]"""
    entered = play(at_stralsund(), Gather("ney"), Invade("stralsund"))
    told = " ".join(lines_of(RULES, entered.events, "coalition"))
    for sentence in (
        "France invades Sweden: it goes to Stralsund.",
        "Sweden entered a Pact with Great Britain.",
        "The hand of Sweden was looked at: Spies.",
    ):
        assert sentence in told
    veiled = " ".join(lines_of(RULES, entered.events, "imperial"))
    assert "The hand of Sweden was looked at." in veiled
    assert "Spies" not in veiled
    moved = play(acting("gb", 5), MoveConsul("sw", "right"), FlipConsul("sw"))
    told = " ".join(lines_of(RULES, moved.events, "imperial"))
    assert "The consul of Sweden went to Partner of Great Britain." in told
    assert "was turned to its +1 face." in told
    over = play_open(coup("typhus_2").state, Decline())
    told = " ".join(lines_of(RULES, over.events, "imperial"))
    assert "The Pact of Spain with France is over." in told

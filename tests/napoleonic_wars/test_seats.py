"""Two to five players: who sits where, what they may write, and whose flags a card may use."""

from __future__ import annotations

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.kit.running import Enough, Name
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.nations import commander, seats
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    AllowFlag,
    ChooseFlag,
    ForbidFlag,
    PlayForEvent,
)
from napoleon.rulesets.napoleonic_wars.scoring import standing, standings
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import (
    at_play,
    begun,
    chosen,
    going_on,
    pack,
    play,
    refused,
    table_of,
    told,
)

SEATS = {
    2: ("imperial", "coalition"),
    3: ("fr", "gb", "ru_au"),
    4: ("fr", "gb", "ru", "au"),
    5: ("fr", "gb", "ru", "au", "pr"),
}


def _together(powers: dict[str, str]) -> list[list[str]]:
    """The powers that one seat has, whichever it is."""
    return sorted([it for it in powers if powers[it] == seat] for seat in {*powers.values()})


def _why(**options: object) -> tuple[str, str]:
    with pytest.raises(SetupRefused) as caught:
        RULES.setup("1805", options, SeededChance("00" * 32, "seats", drawn=0))
    return caught.value.refusal.code, caught.value.refusal.clause


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_seat_is_a_power_with_four_or_five_players(players: int) -> None:
    assert RULES.seats(chosen(players=players)) == SEATS[players]
    state, _ = begun(players)
    assert {*seats(state)} == {*SEATS[players]}
    assert all(RULES.names[it] for it in SEATS[players])


def test_only_two_players_bid_and_dice_are_for_more() -> None:
    for players in (3, 4, 5):
        assert _why(players=players, bid=True) == ("BIDS_ARE_FOR_TWO", "4.3.d")
    assert _why(dice_for_sides=True) == ("DICE_ARE_FOR_MORE", "4.3.d")
    assert _why(bid=True, dice_for_sides=True, players=4) == ("BIDS_ARE_FOR_TWO", "4.3.d")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_dice_decide_who_plays_what_before_anything_else(players: int) -> None:
    """Every seat gets one side, in public, and games differ [4.3.d, R-165]."""
    options = chosen(players=players, dice_for_sides=True)
    names = RULES.seats(options)
    assert names == tuple(f"player_{number + 1}" for number in range(players))
    found = set()
    for game in range(8):
        state, events = begun(players, game, dice_for_sides=True)
        drawn = [it for it in events if it.type == "side_drawn"]
        assert [it.type for it in events[: players + 1]] == [
            "game_set_up",
            *["side_drawn"] * players,
        ]
        assert [it.seat for it in drawn] == [*names]  # type: ignore[attr-defined]
        assert [*state.powers] == [it for it in pack().track if it in state.powers]
        assert {*seats(state)} == {*names}
        expected = begun(players)[0].powers
        assert _together(state.powers) == _together(expected)
        found.add(state.powers["fr"])
    assert len(found) > 1


# -- talk [8.6, R-86, R-166] -----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_talk_is_public_and_letters_are_an_option(players: int) -> None:
    state, _ = begun(players)
    for one in SEATS[players]:
        for other in SEATS[players]:
            assert RULES.refuse_talk(state, one, other) is None, "all may hear it"
            refusal = RULES.refuse_talk(state, one, other, private=True)
            assert (refusal is None) == (players == 2)
            if refusal is not None:
                assert (refusal.code, refusal.clause) == ("TALK_IS_PUBLIC", "R-86")
    state, _ = begun(players, letters=True)
    assert RULES.refuse_talk(state, SEATS[players][0], SEATS[players][1], private=True) is None


# -- flags of other seats [R-107] ------------------------------------------------------------------


def _bull(players: int, by: str = "gb") -> State:
    """A nation may play Papal Bull, and nobody stands in Italy."""
    state = at_play({by: ["papal_bull", "militia_1"]}, scheduled=by, players=players)
    for leader in state.leaders.values():
        leader.standing = "pool"
    for space in state.spaces.values():
        space.lots = []
    return going_on(state).state


def test_the_flag_of_another_seat_needs_its_consent_once_for_the_card() -> None:
    state = _bull(4)
    asked = play(state, PlayForEvent("papal_bull"), Name("milan"), Name("rome"))
    assert asked.asked == [("gb", "whose_flag")]
    assert refused(asked.state, ChooseFlag("fr")) == ("NOT_ON_THE_CARD", "R-107")
    consent = play(asked.state, ChooseFlag("au"))
    assert consent.asked == [("au", "flag_consent")]
    allowed = play(consent.state, AllowFlag())
    assert allowed.state.spaces["milan"].flag == "au"
    assert allowed.asked == [("gb", "whose_flag")], "for the second space"
    done = play(allowed.state, ChooseFlag("au"))
    assert done.state.spaces["rome"].flag == "au", "nobody is asked again"
    assert done.asked == [("gb", "act")]


def test_who_does_not_agree_is_not_offered_again_and_another_flag_may_go_up() -> None:
    asked = play(_bull(4), PlayForEvent("papal_bull"), Name("milan"), Name("rome"))
    consent = play(asked.state, ChooseFlag("au"))
    forbidden = play(consent.state, ForbidFlag())
    assert forbidden.state.spaces["milan"].flag == ""
    assert forbidden.asked == [("gb", "whose_flag")]
    assert refused(forbidden.state, ChooseFlag("au")) == ("NOT_ON_THE_CARD", "R-107")
    own = play(forbidden.state, ChooseFlag("gb"))
    assert own.state.spaces["milan"].flag == "gb"
    assert refused(own.state, ChooseFlag("au")) == ("NOT_ON_THE_CARD", "R-107")
    assert play(own.state, ChooseFlag("gb")).state.spaces["rome"].flag == "gb"


def test_flags_of_nations_that_one_commands_need_nobodys_yes() -> None:
    asked = play(_bull(3, "ru"), PlayForEvent("papal_bull"), Name("milan"), Enough())
    done = play(asked.state, ChooseFlag("au"))
    assert done.state.spaces["milan"].flag == "au"
    assert not told(done, "flag_asked_for")
    other = play(asked.state, ChooseFlag("gb"))
    assert other.asked == [("gb", "flag_consent")]


def test_polish_uprising_asks_the_ally_whose_flag_it_is() -> None:
    state = at_play({"fr": ["polish_uprising", "militia_1"]}, players=5)
    state.nations["pr"].camp, state.nations["ru"].camp = "coalition", "imperial"
    state.wars = [it for it in state.wars if "ru" not in it] + ["au-ru", "gb-ru", "fr-pr", "pr-ru"]
    for leader in state.leaders.values():
        leader.standing = "pool"
    for space in state.spaces.values():
        space.lots = []
    state.nations["au"].camp, state.spaces["lublin"].flag = "coalition", "pr"
    named = play(going_on(state).state, PlayForEvent("polish_uprising"), Name("lublin"), Enough())
    asked = play(named.state, Name("ru"))
    assert asked.asked == [("ru", "ask")]


# -- points by seats [5.81] ------------------------------------------------------------------------


def test_case_123_points_of_a_seat_with_several_powers_are_added_up() -> None:
    state = at_play({}, players=2)
    state.spaces["munich"].flag = "au"
    for it in pack().keys["fr"][:2]:
        state.spaces[it].flag = "ru"
    [lost] = [it for it in pack().keys["gb"] if it != "london"][:1]
    state.spaces[lost].flag = "dk"
    by_power = {
        power: sum(it.amount for it in standing(table_of(at_five(state)), power).breakdown)
        for power in ("gb", "au", "ru")
    }
    assert standing(table_of(state), "coalition").points == sum(by_power.values())


def at_five(state: State) -> State:
    """The same position, of five players."""
    five = at_play({}, players=5)
    for name, space in state.spaces.items():
        five.spaces[name].flag = space.flag
    return five


def test_case_128_ties_go_to_who_is_later_on_the_track() -> None:
    state = at_play({}, players=4)
    keys = pack().keys["fr"]
    for it in keys[:2]:
        state.spaces[it].lots = []
    state.spaces[keys[0]].flag, state.spaces[keys[1]].flag = "gb", "ru"
    order = [(it.who, it.points) for it in standings(table_of(state))]
    assert order[0] == ("ru", 1)
    assert order[1] == ("gb", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_case_125_and_126_prussia_is_a_proxy_with_fewer_than_five(players: int) -> None:
    state, events = begun(players)
    if players < 5:
        assert (state.nations["pr"].row, state.nations["pr"].box) == ("", 0)
        assert commander(state, "pr") == ""
    else:
        assert commander(state, "pr") == "pr"
        assert state.nations["pr"].camp == ""
        placed = [it.nation for it in events if it.type == "resource_placed"]  # type: ignore[attr-defined]
        assert "pr" in placed

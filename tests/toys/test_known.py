"""What a viewer knows of a position: the blocks of a toy, and a hand of cards."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.known import HIDDEN, UNKNOWN, UNSHOWN, Piece, Projection, is_known
from napoleon.rules.viewer import Viewer
from tests.toys.blocks import KNOWN, RULES, Block, Laid, State


class Player(msgspec.Struct):
    """Somebody with cards in hand."""

    cards: list[Annotated[int, HIDDEN]]
    plan: Annotated[str, HIDDEN] = ""
    leader: Piece = ""


class Cards(msgspec.Struct, kw_only=True):
    """A position of a game of cards."""

    players: dict[str, Player]
    bids: dict[str, Annotated[int, HIDDEN]] = {}
    deck: list[Annotated[int, UNSHOWN]]
    draws: Annotated[int, UNSHOWN] = 0
    last: tuple[str, int] | None = None
    best: Player | None = None


def held_by_key(state: Cards, it: object, key: str, seat: str) -> bool:
    """What lies under the id of a seat is that seat's."""
    return key == seat


CARDS = Projection(Cards, {Player: held_by_key, Cards: held_by_key})


def cards() -> Cards:
    return Cards(
        players={"red": Player([3, 1], "wait", "red_1"), "blue": Player([], "go")},
        bids={"red": 2, "blue": 9},
        deck=[4, 5],
        draws=7,
        last=("red", 2),
    )


def laid() -> State:
    """The second block of red stands where the third was, and is worn."""
    state = Laid().begin()
    state.blocks["red_3"] = Block("hal", 1, "red-2")
    state.blocks["red_2"] = Block("hal", 2, "red-3")
    return state


def of_red(state: State, reader: str) -> list[str]:
    """The blocks of red, as a reader knows them."""
    known = KNOWN(state, Viewer(reader)).blocks
    return [name for name in known if name.startswith("red")]


def test_a_block_is_its_token_to_others_in_the_order_of_tokens() -> None:
    known = KNOWN(laid(), Viewer("blue"))
    assert list(known.blocks)[-3:] == ["red-1", "red-2", "red-3"] == of_red(laid(), "blue")
    assert [it.strength for it in known.blocks.values()][-3:] == [UNKNOWN] * 3  # type: ignore[comparison-overlap]
    assert [it.town for it in known.blocks.values()][-3:] == ["hal"] * 3
    assert known.blocks["blue_1"].strength == 3
    assert not is_known(known.tokens) and is_known(known.turn)


def test_its_owner_and_whoever_sees_it_lie_open_know_it() -> None:
    state = laid()
    assert of_red(state, "red") == ["red_1", "red_3", "red_2"]
    state.blocks["red_3"].revealed = True
    assert of_red(state, SPECTATOR) == ["red-1", "red_3", "red-3"]
    assert KNOWN(state, Viewer(SPECTATOR)).blocks["red_3"].strength == 1


def test_a_hidden_block_without_a_token_is_not_there_for_others() -> None:
    state = laid()
    state.blocks["red_3"].token = ""
    assert of_red(state, "blue") == ["red-1", "red-3"]
    assert of_red(state, "red")[-1] == "red_3"


def test_two_positions_that_differ_in_what_is_hidden_are_known_alike() -> None:
    one, other = laid(), laid()
    other.blocks["red_3"], other.blocks["red_2"] = (
        Block("hal", 3, "red-3"),
        Block("hal", 1, "red-2"),
    )
    for reader in ("blue", SPECTATOR):
        told = [msgspec.json.encode(KNOWN(it, Viewer(reader))) for it in (one, other)]
        assert told[0] == told[1]
    assert KNOWN(one, Viewer("red")) != KNOWN(other, Viewer("red"))


def test_nothing_is_hidden_from_the_referee_or_after_the_end() -> None:
    state = laid()
    assert KNOWN(state, Viewer(REFEREE)) is state
    assert KNOWN(state, Viewer("blue", over=True)) is state


def test_the_position_is_left_as_it_was() -> None:
    state = laid()
    KNOWN(state, Viewer("blue"))
    assert state == laid()


def test_lists_and_mappings_keep_how_many_there_are() -> None:
    known = CARDS(cards(), Viewer("blue"))
    assert known.players["red"].cards == [UNKNOWN] * 2  # type: ignore[comparison-overlap]
    assert (known.players["red"].plan, known.players["blue"].plan) == (UNKNOWN, "go")
    assert known.bids == {"red": UNKNOWN, "blue": 9}  # type: ignore[comparison-overlap]
    assert known.deck == [UNKNOWN] * 2  # type: ignore[comparison-overlap]
    assert (known.last, known.best) == (("red", 2), None)


def test_a_piece_that_is_nowhere_is_unknown() -> None:
    assert CARDS(cards(), Viewer("red")).players["red"].leader == UNKNOWN


class Wagon(msgspec.Struct):
    """A piece that carries others."""

    owner: str
    token: str
    load: Annotated[list[Piece], HIDDEN] = []


class Train(msgspec.Struct):
    """A position of wagons."""

    wagons: dict[Piece, Wagon]


def test_what_is_known_of_a_piece_names_others_as_they_are_known() -> None:
    train = Train(
        {"a": Wagon("red", "red-1", ["a", "b"]), "b": Wagon("blue", "blue-7", ["b", "nobody"])}
    )
    wagons = Projection(
        Train, {Wagon: lambda state, it, key, seat: it.owner == seat}, pieces="wagons"
    )
    known = wagons(train, Viewer("red"))
    assert list(known.wagons) == ["blue-7", "a"]
    assert known.wagons["a"].load == ["a", "blue-7"]
    assert known.wagons["blue-7"].load == UNKNOWN  # type: ignore[comparison-overlap]


def test_what_is_within_a_field_that_may_be_none_is_hidden_too() -> None:
    state = cards()
    state.best = Player([6], "win")
    best = CARDS(state, Viewer("red")).best
    assert best is not None and (best.cards, best.plan) == ([UNKNOWN], UNKNOWN)  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("reader", ["red", "blue", SPECTATOR])
def test_it_is_read_back_from_json(reader: str) -> None:
    for projection, state in ((CARDS, cards()), (KNOWN, laid())):
        known = projection(state, Viewer(reader))  # type: ignore[operator]
        assert msgspec.json.decode(msgspec.json.encode(known), type=type(known)) == known


def test_what_is_hidden_has_somebody_who_knows_it() -> None:
    with pytest.raises(ValueError, match="Player has a hidden field that nobody"):
        Projection(Cards, {Cards: held_by_key})


def test_the_boards_and_the_bots_of_the_toy_are_made_of_it() -> None:
    state = laid()
    for reader in (*("red", "blue"), SPECTATOR, REFEREE):
        known = RULES.known(state, Viewer(reader))
        assert known == KNOWN(state, Viewer(reader))
        areas = msgspec.to_builtins(RULES.view(state, Viewer(reader)))["map"]["areas"]
        shown = {block["id"]: block["strength"] for area in areas for block in area["blocks"]}
        assert shown == {
            name: it.strength if is_known(it.strength) else None
            for name, it in known.blocks.items()
        }


# -- where hidden things are not looked for --------------------------------------------------------


class Secret(msgspec.Struct, tag="secret"):
    """A frame with something hidden in it."""

    card: Annotated[int, HIDDEN]


class Open(msgspec.Struct, tag="open"):
    """A frame that hides nothing."""

    card: int


class Stack(msgspec.Struct):
    """A position with frames of several kinds."""

    frames: list[Secret | Open]
    named: Secret | Open | None = None


def nobody(state: object, it: object, key: str, seat: str) -> bool:
    """Hidden from everybody."""
    return False


def test_of_one_of_several_kinds_of_things_each_hides_its_own() -> None:
    stack = Projection(Stack, {Secret: nobody})
    known = stack(Stack([Secret(7), Open(8)], Secret(9)), Viewer("red"))
    assert [it.card for it in known.frames] == [UNKNOWN, 8]  # type: ignore[comparison-overlap]
    assert known.named is not None and known.named.card == UNKNOWN  # type: ignore[comparison-overlap]
    assert stack(Stack([]), Viewer("red")).named is None
    assert msgspec.json.decode(msgspec.json.encode(known), type=type(known)) == known


class Tuples(msgspec.Struct):
    cards: tuple[Annotated[int, HIDDEN], ...]


class Sets(msgspec.Struct):
    cards: set[Annotated[int, HIDDEN]]


class Keys(msgspec.Struct):
    holders: dict[Annotated[str, HIDDEN], int]


class Pairs(msgspec.Struct):
    carried: list[tuple[str, Piece]]


class Mixture(msgspec.Struct):
    one: int | Secret


@pytest.mark.parametrize("kind", [Tuples, Sets, Keys, Pairs, Mixture])
def test_what_is_marked_where_it_is_not_looked_for_is_refused_at_once(kind: type) -> None:
    with pytest.raises(ValueError, match=f"{kind.__name__} hides"):
        Projection(kind, {kind: nobody, Secret: nobody})


class Courier(msgspec.Struct):
    """It carries a piece, and nobody knows which."""

    carried: Annotated[Piece, HIDDEN] = ""


class Couriers(msgspec.Struct):
    wagons: dict[Piece, Wagon]
    courier: Courier


def test_a_hidden_piece_is_not_even_known_by_its_token() -> None:
    couriers = Projection(
        Couriers,
        {Wagon: lambda state, it, key, seat: it.owner == seat, Courier: nobody},
        pieces="wagons",
    )
    state = Couriers({"a": Wagon("red", "red-1")}, Courier("a"))
    for reader in ("red", "blue"):
        assert couriers(state, Viewer(reader)).courier.carried == UNKNOWN

"""An edited row of the table of orders is not repeated to the client as if it were true."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from napoleon.log.errors import ChangedOrder
from napoleon.log.store.recorder import OrderRow
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, KeyReused
from napoleon.play.requests import NOT_KEPT
from napoleon.rules.orders import Refusal
from tests.repetitions import IN_THE_HOUSE, ON_EACH

pytestmark = IN_THE_HOUSE

ORDER = [{"order": "draw"}]

TWO = [{"order": "draw"}, {"order": "bet", "value": 9}]


def execute(datastore: Any, statement: str) -> None:
    if hasattr(datastore, "execute"):
        datastore.execute(statement)
    else:
        with datastore.transaction(commit=True) as cursor:
            cursor.execute(statement)


EDITS = (
    "last_version = last_version - 1",
    "last_version = last_version + 1",
    "first_version = first_version - 1",
    "first_version = first_version + 1",
    "first_version = 1, last_version = 1",
    "carried_out = carried_out + 1",
    "carried_out = 0",
)
"""Changes of what the log says, too."""

BESIDE = (
    "digest = {other}",
    "refused = {forged}",
    "refused = NULL",
    "digest = {other}, refused = {forged}",
)
"""Changes of what nothing but the row says."""

FORGED = Refusal("ILLEGAL", "GO", "Blue has already won, go home.")


def _edit(games: Games, *changes: str) -> None:
    """What somebody does who holds the store, and not the key, to the newest row."""
    datastore: Any = games.recorder.datastore  # type: ignore[attr-defined]
    for statement in _unguarded(games):
        execute(datastore, statement)
    blob = "decode('{}', 'hex')" if hasattr(datastore, "execute") else "x'{}'"
    words = {
        "other": blob.format("00" * 8),
        "forged": blob.format(msgspec.json.encode(FORGED).hex()),
        "newest": "order_id = (SELECT order_id FROM orders ORDER BY first_version DESC LIMIT 1)",
    }
    for change in changes:
        execute(datastore, change.format(**words))


def _set(edited: str) -> str:
    return f"UPDATE orders SET {edited} WHERE {{newest}}"


UNSEALED = "DELETE FROM order_seals"


@pytest.fixture
def given(games: Games, game_id: str) -> Accepted:
    """What came of two orders, the second of which was refused."""
    games.submit_orders(game_id, "red", ORDER)
    outcome = games.submit_orders(game_id, "blue", TWO, key="first")
    assert isinstance(outcome, Accepted)
    assert outcome.carried_out == 1
    assert outcome.refused is not None
    assert games.submit_orders(game_id, "blue", TWO, key="first") == outcome
    return outcome


@pytest.mark.parametrize("edited", [*EDITS, *BESIDE])
def test_what_an_edited_row_says_is_not_repeated(
    games: Games, game_id: str, given: Accepted, edited: str
) -> None:
    _edit(games, _set(edited))
    with pytest.raises(ChangedOrder, match="what is kept of its order"):
        games.submit_orders(game_id, "blue", TWO, key="first")
    assert games.head(game_id) == given.version, "and the order is not carried out again"


@ON_EACH
def test_a_row_that_was_deleted_is_missed(games: Games, game_id: str, given: Accepted) -> None:
    """Its seal has stayed; with that taken away, too, the key is as good as new."""
    _edit(games, "DELETE FROM orders WHERE {newest}")
    for _ in range(2):
        with pytest.raises(ChangedOrder, match="what is kept of its order"):
            games.submit_orders(game_id, "blue", TWO, key="first")
    assert games.head(game_id) == given.version
    assert isinstance(games.submit_orders(game_id, "blue", TWO, key="second"), Accepted | Refusal)
    _edit(games, UNSEALED)
    assert not isinstance(games.submit_orders(game_id, "blue", TWO, key="first"), KeyReused)


@pytest.mark.parametrize("edited", EDITS)
def test_a_row_without_a_seal_is_bound_to_the_log(
    games: Games, game_id: str, given: Accepted, edited: str
) -> None:
    _edit(games, _set(edited), UNSEALED)
    with pytest.raises(ChangedOrder, match="what is kept of its order"):
        games.submit_orders(game_id, "blue", TWO, key="first")
    assert games.head(game_id) == given.version


def test_taking_the_seal_away_gains_nothing(games: Games, game_id: str, given: Accepted) -> None:
    """What the log says is told, and why the next order was refused is not."""
    _edit(games, _set("refused = {forged}"), UNSEALED)
    again = games.submit_orders(game_id, "blue", TWO, key="first")
    assert again == Accepted(given.version, given.events, NOT_KEPT, 1)
    assert games.head(game_id) == given.version


@pytest.mark.parametrize("seal", ["{other}", "{forged}"])
@ON_EACH
def test_what_is_no_seal_is_a_broken_one(
    games: Games, game_id: str, given: Accepted, seal: str
) -> None:
    _edit(games, f"UPDATE order_seals SET seal = {seal}")
    with pytest.raises(ChangedOrder):
        games.submit_orders(game_id, "blue", TWO, key="first")
    assert games.head(game_id) == given.version


def test_the_seal_of_another_row_or_game_is_none(games: Games, game_id: str) -> None:
    games.submit_orders(game_id, "red", ORDER, key="first")
    other = games.create("toy", "short", {}).game.id
    games.submit_orders(other, "red", ORDER, key="first")
    swapped = (
        "UPDATE order_seals SET seal = (SELECT max(seal) FROM order_seals AS it)"
        if _kept(games, game_id).seal < _kept(games, other).seal  # type: ignore[operator]
        else "UPDATE order_seals SET seal = (SELECT min(seal) FROM order_seals AS it)"
    )
    _edit(games, swapped)
    assert _kept(games, game_id).seal == _kept(games, other).seal is not None
    with pytest.raises(ChangedOrder):
        games.submit_orders(game_id, "red", ORDER, key="first")
    assert isinstance(games.submit_orders(other, "red", ORDER, key="first"), Accepted)


def _kept(games: Games, game_id: str) -> OrderRow:
    found = games.recorder.order(game_id, games.order_id_of(game_id, "red", "first"))
    assert found is not None
    return found


def test_after_a_change_of_the_secret_what_was_done_is_told_and_not_done_again(
    games: Games, game_id: str, given: Accepted
) -> None:
    games.env["NAPOLEON_SECRET"] = "quite another secret of this house"
    del games.__dict__["_order_seals"]
    again = games.submit_orders(game_id, "blue", TWO, key="first")
    assert again == Accepted(given.version, given.events, NOT_KEPT, 1)
    assert games.head(game_id) == given.version


def test_another_request_under_a_key_is_told_the_version_in_the_log(
    games: Games, game_id: str, given: Accepted
) -> None:
    assert games.submit_orders(game_id, "blue", [{"order": "pass"}], key="first") == KeyReused(
        given.version
    )
    _edit(games, _set("last_version = last_version + 1"), UNSEALED)
    with pytest.raises(ChangedOrder):
        games.submit_orders(game_id, "blue", [{"order": "pass"}], key="first")


def _unguarded(games: Games) -> list[str]:
    """What an attacker does first: the tables are append-only."""
    datastore: Any = games.recorder.datastore  # type: ignore[attr-defined]
    if hasattr(datastore, "execute"):
        return [f"ALTER TABLE {it} DISABLE TRIGGER ALL" for it in ("orders", "order_seals")]
    rows = datastore.select(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' "
        "AND tbl_name IN ('orders', 'order_seals')",
        (),
    )
    return [f"DROP TRIGGER {row[0]}" for row in rows]

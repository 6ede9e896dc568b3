"""Before an order eliminates pieces of one's own by the rules, each door says which.

Of the games that are registered, those of `WARNING` have such orders; in the others nothing of
one's own is eliminated by an order before dice, cards or somebody else have their say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from api.command_line.main import main
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.kit.verbs import nothing_lost
from napoleon.rules.orders import Order, to_data
from napoleon.rules.terms import Decision, Loss
from napoleon.rulesets.napoleon_columbia import RULES
from tests.api.desk import Table
from tests.goldens.napoleon_columbia import bold
from tests.mail.tables import Post, body
from tests.rulesets.entrants import entrants
from tests.stores import embedded
from tests.web.browser import parsed
from tests.web.tables import desk_for, seated, table_of

WARNING = {
    "napoleon1815": {
        "ActivateStack",
        "ChooseAction",
        "ChooseRetreat",
        "ChooseStay",
        "EndMove",
        "GiveUpFortifiedPosition",
        "StepMove",
    },
    "napoleon_columbia": {
        "AllocateHit",
        "CombatMove",
        "EndCombat",
        "EndReinforcement",
        "Retreat",
    },
}
"""By game, the verbs whose orders may eliminate pieces of one's own."""

MOST_ORDERS = 400


class Warned(NamedTuple):
    """A question, and an answer that costs pieces of the seat's own."""

    decision: Decision
    order: Order
    losses: tuple[Loss, ...]

    @property
    def names(self) -> list[str]:
        """What players call the pieces that would be lost."""
        return [RULES.names[f"the {it.piece}"] for it in self.losses]


def until_warned(games: Games, table: str, seed: int) -> Warned:
    """Let the boldest of players play on until something they may do costs units of theirs."""
    random = Random(seed)
    for _ in range(MOST_ORDERS):
        game = games.open(table)
        decision = games.decisions(game)[0]
        legal_orders = list(RULES.legal_orders(game.state, decision))
        for order in legal_orders:
            if losses := RULES.warns(game.state, decision, order):
                return Warned(decision, order, tuple(losses))
        [order] = random.choices(legal_orders, [bold(game.state, it) for it in legal_orders])
        assert isinstance(games.submit_orders(table, decision.seat, [order]), Accepted)
    raise AssertionError("nothing costs anybody a unit")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of Columbia's, with all that it says as it would say it every time."""
    return table_of(desk_for(tmp_path, RULES))


@pytest.fixture
def warned(table: Table) -> Warned:
    """What its players come to be warned of."""
    return until_warned(table.desk.games, table.id, 1)


def test_each_verb_that_may_cost_its_seat_something_says_so() -> None:
    declared = {
        name: {it.__name__ for it, verb in verbs.items() if verb.warns is not nothing_lost}
        for name, entrant in entrants().items()
        if (verbs := getattr(getattr(entrant.rules, "book", None), "verbs", None))
    }
    assert {name: verbs for name, verbs in declared.items() if verbs} == WARNING


def test_the_api_says_what_an_order_costs(table: Table, warned: Warned) -> None:
    [asked] = [
        it
        for it in table.get("/decisions", warned.decision.seat).json["decisions"]
        if it["id"] == warned.decision.id
    ]
    loses = [{"piece": it.piece, "clause": it.clause} for it in warned.losses]
    assert {"order": to_data(warned.order), "loses": loses} in asked["warns"]
    assert all(it["order"] in asked["offers"] for it in asked["warns"])


def test_nobody_else_is_told(table: Table, warned: Warned) -> None:
    others: list[str | None] = [
        it["seat"] for it in table.created["seats"] if it["seat"] != warned.decision.seat
    ]
    for reader in (*others, None):
        asked = table.get("/decisions", reader).json["decisions"]
        assert all("warns" not in it for it in asked)


def test_a_warning_comes_true(table: Table, warned: Warned) -> None:
    games = table.desk.games
    given = games.submit_orders(table.id, warned.decision.seat, [warned.order])
    assert isinstance(given, Accepted)
    gone = [it for it in games.history(table.id) if it.type == "unit_eliminated"]
    assert {it.piece for it in warned.losses} <= {it.unit for it in gone}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "by the rules you lose"), ("fr", "selon les règles vous perdez")]
)
def test_the_button_of_the_page_says_it(
    table: Table, warned: Warned, language: str, said: str
) -> None:
    browser = seated(table, warned.decision.seat)
    browser.language = language
    told = list(_buttons(browser, table, warned))
    costly = [it for it in told if said in it]
    assert costly
    if language == "en":
        assert any(all(name in it for name in warned.names) for it in costly)


def _buttons(browser: Any, table: Table, warned: Warned) -> Iterator[str]:
    page = parsed(browser.get(f"/games/{table.id}?seat={warned.decision.seat}"))
    for button in page.iter("button"):
        if button.get("name") == "order":
            yield " ".join("".join(button.itertext()).split())


def test_the_command_line_says_it(
    table: Table, warned: Warned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in embedded(tmp_path).items():
        monkeypatch.setenv(key, value)
    seat = warned.decision.seat
    answer = table.post("/commands", seat, {"line": "orders"}).json
    lines = [does for _, does in answer["tables"][0]["rows"] if "by the rules you lose" in does]
    assert lines
    told = CliRunner().invoke(main, ["command", table.id, "orders", "--seat", seat])
    assert told.exit_code == 0, told.output
    assert "by the rules you lose" in " ".join(told.output.split())


def test_the_mail_says_it(tmp_path: Path) -> None:
    post = Post(embedded(tmp_path), "a costly order")
    try:
        post.set_up("napoleon_columbia", "historical")
        warned = until_warned(post.games, post.id, 1)
        post.leave(warned.decision.seat)
        post.run()
        told = " ".join(body(post.newest(warned.decision.seat)).split())
        assert "by the rules you lose" in told
        assert all(name in told for name in warned.names)
    finally:
        post.close()

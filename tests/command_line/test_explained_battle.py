"""A battle of Napoleonic Empire is one look in ``napoleon log GAME --explain VERSION``."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.events.battle import (
    BattleTotalled,
    DieRolled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.orders import (
    EndMove,
    MoveArmies,
    Pass,
    PlayCard,
)
from tests.command_line.conftest import Shell
from tests.command_line.test_log import flat

FRENCH, ALLIED = "french", "allied"
SEED = 1805
SCREEN = (50, 160)
"""Lines and columns."""

HANDS = {"austerlitz": FRENCH, "little_corporal": FRENCH, "nelson": ALLIED}
"""The cards that are played, by whom."""

STORY: tuple[tuple[str, Order], ...] = (
    (FRENCH, MoveArmies("rhineland", "austria", 20)),
    (FRENCH, EndMove()),
    (FRENCH, PlayCard("austerlitz")),
    (ALLIED, PlayCard("nelson")),
    (FRENCH, PlayCard("little_corporal")),
    (FRENCH, Pass()),
)
"""Twenty French march into Austria, where ten Allied armies stand at the start."""


class Fought(NamedTuple):
    """A game in a store, and what happened in its battle."""

    shell: Shell
    game: str
    totalled: BattleTotalled
    dice: list[DieRolled]
    losses: list[LossesComputed]

    @property
    def explained(self) -> str:
        """What the command prints of the totals."""
        return self.shell.run("log", self.game, "--explain", str(self.totalled.version)).stdout


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Fought:
    """A game in which a referee has dealt the cards and sent the armies that the battle needs."""
    shell = Shell(tmp_path_factory.mktemp("battle"))
    shell.run("migrate")
    clock, entropy = count(1_805_000_000_000_000).__next__, Random(SEED).randbytes
    with Games(shell.env, clock=clock, entropy=entropy) as games:
        game = games.create(RULES.name, "europe", {}, referee=True).game.id
        # The Allies hold no cards yet, and pass by themselves.
        given(games, game, FRENCH, Pass())
        hands = games.open(game).state.hands
        dealt = [
            {"correct": "place_card", "card": card, "to": seat, "reason": "For the battle."}
            for card, seat in HANDS.items()
            if card not in hands[seat]
        ]
        twenty = {"correct": "set_armies", "side": FRENCH, "country": "rhineland", "armies": 20}
        corrections = (*dealt, {**twenty, "reason": "For the battle."})
        judgement = Judgement("correct", ("E-55",), "A battle.", corrections=corrections)
        assert not isinstance(rule(games, game, REFEREE, judgement), Refusal)
        for seat, order in STORY:
            given(games, game, seat, order)
        events = games.history(game)
    [totalled] = [it for it in events if isinstance(it, BattleTotalled)]
    dice = [it for it in events if isinstance(it, DieRolled)]
    losses = [it for it in events if isinstance(it, LossesComputed)]
    return Fought(shell, game, totalled, dice, losses)


def given(games: Games, game: str, seat: str, order: Order) -> None:
    outcome = games.submit_orders(game, seat, [order])
    assert isinstance(outcome, Accepted), outcome


def test_the_totals_are_explained_line_by_line(fought: Fought) -> None:
    text, totalled = flat(fought.explained), fought.totalled
    dice = {it.side: it.value for it in fought.dice if it.purpose == "battle"}
    assert totalled.attacker_total == 20 + 3 + 1 + dice[FRENCH]
    assert totalled.defender_total == 10 + 2 + 1 + dice[ALLIED]
    for row in (
        "20 ATTACK.3 French: armies",
        "3 CARD.austerlitz French: Austerlitz",
        "1 CARD.little_corporal French: The Little Corporal",
        f"{dice[FRENCH]} ATTACK.6 French: die",
        "-10 ATTACK.3 Allies: armies",
        "-2 CARD.nelson Allies: Admiral Horatio Nelson",
        "-1 ATTACK.5 Allies: defender",
        f"-{dice[ALLIED]} ATTACK.6 Allies: die",
        f"{totalled.margin} in all",
    ):
        assert row in text
    sums = f"French {totalled.attacker_total}, Allies {totalled.defender_total}."
    assert text.startswith(f"{totalled.version} (battle_totalled): Totals in Austria: {sums}")


def test_the_dice_and_losses_stand_beside_them(fought: Fought) -> None:
    text = flat(fought.explained)
    names = {FRENCH: "French", ALLIED: "Allies"}
    assert len(fought.dice) == 5
    assert len(fought.losses) == 2
    for die in fought.dice:
        clauses = ", ".join(die.clauses)
        assert f"{die.version} {clauses} The {names[die.side]} rolled {die.value} (" in text
    for loss in fought.losses:
        assert f"The {names[loss.side]} had to lose {loss.losses} of {loss.armies} armies" in text
        for line in loss.breakdown:
            assert f"{line.amount} {line.clause} {line.note}" in text


def test_all_clauses_have_their_texts(fought: Fought) -> None:
    text = flat(fought.explained)
    cited = {clause for event in (fought.totalled, *fought.losses) for clause in event.clauses}
    cited |= {line.clause for line in fought.totalled.breakdown}
    assert {f"CARD.{card}" for card in HANDS} < cited
    for clause in cited:
        words = RULES.clause(clause)
        assert words is not None
        assert f"{clause} {flat(words)}" in text


def test_it_is_one_look(fought: Fought) -> None:
    lines = fought.explained.splitlines()
    assert len(lines) <= SCREEN[0]
    assert max(map(len, lines)) <= SCREEN[1]


def test_programs_get_the_same(fought: Fought) -> None:
    answer = fought.shell.json("log", fought.game, "--explain", str(fought.totalled.version))
    beside = [(it["version"], it["total"]) for it in answer["same_order"]]
    rolled = [(it.version, None) for it in fought.dice]
    lost = [(it.version, it.losses) for it in fought.losses]
    assert beside == [*rolled, *lost]
    assert answer["total"] == fought.totalled.margin

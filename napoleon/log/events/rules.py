"""What the log records when a game goes over to newer rules."""

from __future__ import annotations

from typing import Annotated, Any

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game, SetByOperator
from napoleon.rules.events import HIDDEN, recorded
from napoleon.rules.upcasts import upcast


@recorded("rules_agreed/1", "{seat} agreed to go on under the rules {rules_version}.")
class RulesAgreed(ServiceEvent, frozen=True):
    """A seat wants to go on under newer rules."""

    seat: str
    rules_version: str
    pack: str

    def change(self, game: Game) -> None:
        """It is noted for these rules."""
        game.agreed[self.seat] = (self.rules_version, self.pack)


@recorded("rules_migrated/2", "The game went on under the rules {rules_version}.")
class RulesMigrated(ServiceEvent, frozen=True):
    """From here on the game is decided by other rules; everything before stays as it was."""

    rules_version: str
    pack: str
    """SHA-256 of the data pack."""
    table: Annotated[str, HIDDEN]
    """SHA-256 of the table, which the change leaves as it is. It could confirm a guess at what is
    hidden on the table, so only the referee has it before the game is over."""

    def change(self, game: Game) -> None:
        """Other rules are pinned."""
        game.migrated = (self.rules_version, self.pack)
        game.agreed.clear()


@recorded(
    "rules_set/1",
    "The operator let the game go on under the rules {rules_version}. Reason: {reason}",
)
class RulesSet(ServiceEvent, frozen=True):
    """The operator has other rules pinned, as those of the game cannot be played any more.

    They may where there is no referee, so that no absent player holds a game up for ever.
    """

    rules_version: str
    pack: str
    """SHA-256 of the data pack."""
    table: Annotated[str, HIDDEN]
    """SHA-256 of the table; see `RulesMigrated.table`."""
    reason: str
    """What the operator tells the seats."""

    def change(self, game: Game) -> None:
        """Other rules are pinned, and it is kept who did it and why."""
        game.migrated = (self.rules_version, self.pack)
        game.agreed.clear()
        game.set_by_operator = SetByOperator(self.version, self.turn, self.reason)


@upcast("rules_migrated/1", to="rules_migrated/2")
def _table_was_open(data: dict[str, Any]) -> dict[str, Any]:
    return data

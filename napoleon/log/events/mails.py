"""What the log records of how mails are treated."""

from __future__ import annotations

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import recorded
from napoleon.rules.prose.language import noted

_TREATED = (noted("log"), noted("hold"), noted("refuse"))
"""How odd mails are treated; it stands here to be translated."""


@recorded("odd_mails_treated/1", "Odd mails with orders are treated so: {treatment}.")
class OddMailsTreated(ServiceEvent, frozen=True):
    """What the game makes of a mail that opens a seat, but not as its player's mails do."""

    treatment: str
    """One of `napoleon.log.suspicious_mail.TREATMENTS`."""

    def change(self, game: Game) -> None:
        """It holds from now on, unless the operator of the service is stricter."""
        game.odd_mails = self.treatment

"""What the rules make public of a secret [VIS.4], and chance that gives nothing away."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

from napoleon.chance import SECRET, Call
from napoleon.chance.draws import digest_of
from napoleon.rules.events import TOPICS
from napoleon.rulesets.napoleon1815 import RULES

T = TypeVar("T")

PUBLISHED: dict[str, set[str]] = {
    # Eliminations, combat cards, pursuit, and points that score [VIS.4]
    "combat_called_off": {"total_at_check"},
    "combat_cards_counted": {"total"},
    "corps_eliminated": {"corps", "side", "area", "strength_lost", "reason"},
    "losses_incurred": {"player", "side", "total"},
    "pursuit_skipped": {"reason"},
    "pursuit_started": set(),
    # A card whose secret condition is not met is spent for nothing [RULING.75, RULING.84]
    "event_without_effect": set(),
    # A combat shows all blocks of its area [FOG.3]
    "blocks_revealed": {"blocks"},
    "combat_started": {"attackers", "defenders"},
    # Corps among enemies make an area contested, and stop; scouts do neither, and are lost
    "area_became_contested": set(),  # TERM.10, SCOUT.12
    "movement_ended": set(),  # MOVE.2F
    "retreat_ended": set(),  # RETREAT.6
    "scout_eliminated": {"player", "token"},  # SCOUT.5, SCOUT.8b
    "scout_reported": set(),  # SCOUT.6
    # Corps that leave France bring the next invasion card, scouts do not [DATA.5, RULING.73]
    "invasion_card_changed": set(),
    # Corps drive the Allies off a fortified position, scouts do not [FORTPOS.1]
    "fortified_position_removed": set(),
}
"""Events by which the rules make a secret public, and the fields that tell it. Losses tell one
when they come from exhaustion: the track shows how many corps are worn out."""

TELLTALES: dict[str, set[str]] = {
    # A citadel receives who meets no enemy corps; scouts do not count [MOVE.2G, TERM.10]
    "stack_moved": {"citadel"}
}
"""Fields that tell a secret in events that happen in any case."""

TOLD_TO: dict[str, tuple[str, set[str]]] = {
    "deck_shown": ("player", {"cards"}),  # VIS.2
    "hand_shown": ("to", {"cards"}),  # VIS.1
    "losses_incurred": ("player", {"absorbed", "cavalry_owed"}),  # RULING.82
    "scout_reported": ("player", {"finding"}),  # SCOUT.6
}
"""Events that tell a secret to one reader, named by a field, and the fields that do."""

WHOSE = ("side", "player")
"""Fields that say whom an event is about: it is another one if they differ."""

VEILED = {
    event.topic.rpartition(".")[2].partition("/")[0] for event in TOPICS.values() if event.hidden
} - set(PUBLISHED)
"""Events that only hide something. Nobody may learn anything from how many there are."""

TELLING = {"data", "text", "faded", "faded text"}
"""Parts of a presented event that tell what its fields say."""


class ToldApart(Exception):
    """A reader can tell the twins apart."""


class SecretOut(Exception):
    """By the rules a secret has been told to everybody: the games are twins no longer."""


def becomes_public(reader: str, one: dict[str, Any] | None, other: dict[str, Any] | None) -> bool:
    """Whether the rules tell a reader the first thing in which two stories differ [VIS.1-8]."""
    if _leaves_a_commander(one, other):
        return True
    types = {event["type"] for event in (one, other) if event}
    if len(types) == 2 or not (one and other):
        return bool(types & set(PUBLISHED)) and not types & VEILED
    kind, mine = one["type"], one["data"]
    telling = PUBLISHED.get(kind, set()) | TELLTALES.get(kind, set())
    if any(name in telling and mine[name] != other["data"][name] for name in WHOSE):
        return True
    if kind == "losses_incurred" and mine["reason"] != "exhaustion":
        telling = set()
    to, shown = TOLD_TO.get(kind, ("", set()))
    if mine.get(to) == reader:
        telling = telling | shown
    differing = {name for name in mine if mine[name] != other["data"][name]}
    # Why a corps is eliminated is told with the clause of it.
    silent = set(one) - TELLING - ({"clauses"} if "reason" in telling else set())
    told_alike = all(one[part] == other[part] for part in silent)
    return told_alike and bool(differing) and differing <= telling


def _leaves_a_commander(one: dict[str, Any] | None, other: dict[str, Any] | None) -> bool:
    """Whether inertia spends other tokens: those that it leaves are commanders [CARD.inertia]."""
    spent = [
        it["data"]
        for it in (one, other)
        if it and it["type"] == "block_spent" and it["data"]["reason"] == "inertia"
    ]
    if len(spent) < 2:
        return bool(spent)
    mine, yours = spent
    return {name for name in mine if mine[name] != yours[name]} == {"token"}


class CommonChance:
    """Chance that gives the same to both twins, but for what only the owner of a secret sees.

    A card that is in one deck only is never drawn. Where a secretive side draws a card to its
    hand that is not to be revealed, each twin is given another one. The draws are numbered from
    `first` on, and called as the service calls them.
    """

    def __init__(
        self, seed: str, twin: int, secretive: Sequence[str], secret: set[int], *, first: int
    ) -> None:
        self._seed, self._twin, self._first = seed, twin, first
        self.calls: list[Call] = []
        self._hands = [f"{side} draw" for side in secretive]
        self._secret = secret

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """One of the options; see `napoleon.chance`. Raises SecretOut if both can draw none."""
        common = sorted((each for each in options if each not in self._secret), key=self._lot)
        if not common:
            raise SecretOut("only cards that the other twin does not have are left")
        draw = self._first + len(self.calls)
        self.calls.append(Call(draw, purpose, len(options), digest_of(options), chain, 1, 0))
        if purpose not in self._hands or _is_red(common[0]):
            return common[0]
        unseen = [card for card in common if not _is_red(card)][:2]
        self._secret.update(unseen)  # type: ignore[arg-type]
        return unseen[self._twin % len(unseen)]

    def _lot(self, option: T) -> bytes:
        return hashlib.sha256(f"{self._seed}/{len(self.calls)}/{option!r}".encode()).digest()


def _is_red(card: Any) -> bool:
    return RULES.pack.cards[card].colour == "red"

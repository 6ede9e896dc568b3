"""The kinds of standing order: what a seat may say in advance, in the words of the API [E-47]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.standing_orders import StandingOrder

Until = Literal["turn", "enemy_turn", "own_turn", "withdrawn"]
"""How long a standing order holds: to the end of the running turn; to the end of the enemy's turn,
or of their next one if none of theirs is running, with the extra turns that follow it; until the
next turn of the own side begins, extra ones too; or on and on."""

WindowKind = Literal["draw", "move", "battle", "reinforcement", "turn_end", "any"]
Turns = Literal["own", "enemy", "any"]
Role = Literal["attacker", "defender", "any"]


class Lasting(StandingOrder, frozen=True, kw_only=True):
    """A standing order that says how long it holds."""

    until: Until = "withdrawn"


class OfWindow(Lasting, frozen=True):
    """A standing order about windows of a kind, in certain turns and countries."""

    window: WindowKind
    turns: Turns = "any"
    countries: tuple[str, ...] = ()


class PassWindow(OfWindow, frozen=True, tag="pass_window"):
    """Play no card in this kind of window, of these turns; in battles, only in `countries`.

    Without `countries` it does not matter where a battle is fought.
    """


class PassAll(StandingOrder, frozen=True, tag="pass_all"):
    """Play no card in any window until my side moves next."""


class PlayCard(StandingOrder, frozen=True, tag="play_card"):
    """Play this card as soon as its window is open; it is used once.

    A battle card may wait for a battle in one of `countries`, or for one in which my side attacks
    or defends.
    """

    card: str
    countries: tuple[str, ...] = ()
    role: Role = "any"


class AskMe(OfWindow, frozen=True, tag="ask_me"):
    """Ask me in this kind of window, whatever other instructions say."""


class RetreatTo(Lasting, frozen=True, tag="retreat_to"):
    """Retreat with all survivors to the first of these countries that is open to them.

    With `battles` only from battles in those countries. Commanders go along.
    """

    countries: tuple[str, ...]
    battles: tuple[str, ...] = ()


class Kutuzov(Lasting, frozen=True, tag="kutuzov"):
    """Withdraw with Kutuzov to the first of these countries if the die allows; without, stay."""

    countries: tuple[str, ...] = ()


class PlaceRebels(StandingOrder, frozen=True, tag="place_rebels"):
    """Place the rebels of the next nationalist activity here; it is used once."""

    country: str


class DeclineRebels(Lasting, frozen=True, tag="decline_rebels"):
    """Place no rebels."""


NO_CARD = PassWindow("any", until="own_turn")
"""What a player leaves with one click who plays no card until their next turn begins."""


# -- preferences, and the profiles ----------------------------------------------------------------

Question = Literal[
    "move",
    "choose_battle",
    "retreat",
    "kutuzov",
    "place_reinforcements",
    "place_rebels",
    "any",
]
"""The questions beside windows that standing orders answer, by the kinds of decision."""


class Ask(StandingOrder, frozen=True, tag="ask"):
    """Ask me this question, whatever other instructions say; windows have one of their own."""

    question: Question


class Retreats(Lasting, frozen=True, tag="retreats"):
    """Retreat with all survivors towards these countries, or to most of mine; never into those.

    Commanders go along. The French go to France if they can [ATTACK.10].
    """

    towards: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


class Reinforcing(Lasting, frozen=True, tag="reinforcing"):
    """Reinforcements of which I have to choose come to these countries first [REINF.3].

    Then where the enemy's neighbouring armies outnumber mine most.
    """

    first: tuple[str, ...] = ()


class BattleOrder(Lasting, frozen=True, tag="battle_order"):
    """Fight my battles in these countries first, in this order, and then any [E-11].

    Of those that are not named I fight first where I outnumber the enemy most.
    """

    first: tuple[str, ...] = ()


class EndPhases(Lasting, frozen=True, tag="end_phases"):
    """End my movement, or my attacks, when I can do nothing else there [MOVE.1, ATTACK.1]."""


class AskEverything(StandingOrder, frozen=True, tag="ask_me_everything"):
    """Ask me everything."""


class Usual(StandingOrder, frozen=True, tag="usual"):
    """Retreats and reinforcements as usual; end a phase with nothing left to do.

    Rebels, Kutuzov, the order of battles and every window of cards are asked. Whatever else I leave
    comes first.
    """


class OnlyWhatMatters(StandingOrder, frozen=True, tag="only_what_matters"):
    """The usual, and battles in which I outnumber the enemy most before others.

    Rebels, Kutuzov and every window of cards are asked. Whatever else I leave comes first.
    """


def usual(said: Usual) -> tuple[StandingOrder, ...]:
    """What the usual stands for."""
    return (Retreats(), Reinforcing(), EndPhases())


def what_matters(said: OnlyWhatMatters) -> tuple[StandingOrder, ...]:
    """What it stands for to be asked only what matters."""
    return (*usual(Usual()), BattleOrder())

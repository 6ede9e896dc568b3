"""The events of Napoléon 1815, a module for each group of chapters [chapter 18].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardFlipped,
    DeckShuffled,
    DiceRolled,
    FlippedCardsDiscarded,
    LastingEventEnded,
    LastingEventStarted,
    RecoveryBarred,
    RedCardRevealed,
    RedCardsCancelled,
)
from napoleon.rulesets.napoleon1815.events.casualties import (
    CommanderRemoved,
    CorpsEliminated,
    CorpsRested,
    FatigueAssigned,
    FatigueIncurred,
    FatigueRemoved,
    FatigueSpread,
    LossAssigned,
    LossesIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    AttackDeclined,
    CombatCalledOff,
    CombatCardsCounted,
    CombatDrawn,
    CombatEffectsSet,
    CombatStarted,
    CombatWon,
    PursuitEnded,
    PursuitSkipped,
    PursuitStarted,
    RetreatEnded,
    RetreatOwed,
    RetreatWaived,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import (
    CombatAvoided,
    CombatJoined,
    LaterEffectStarted,
    RetreatExtended,
)
from napoleon.rulesets.napoleon1815.events.corrections import (
    BlockRestored,
    BlocksCorrected,
    BlockWithdrawn,
    BridgeCorrected,
    CardCorrected,
    ControlCorrected,
    DiscardCorrected,
    FatigueCorrected,
    FortifiedPositionCorrected,
    ReadinessCorrected,
    RetreatMarkerCorrected,
    StrengthCorrected,
    TrackCorrected,
)
from napoleon.rulesets.napoleon1815.events.fog import (
    BlocksHidden,
    BlocksRevealed,
    ScoutEliminated,
    ScoutReported,
    TokensReplaced,
)
from napoleon.rulesets.napoleon1815.events.initiative import (
    CardTakenFromDeck,
    CorpsEncouraged,
    DeckShown,
    HandShown,
    InitiativeDecided,
    StrengthAdded,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    AreaCeasedContested,
    BridgeBroken,
    ControlRefused,
    ControlTaken,
    FortifiedPositionRemoved,
    MovementEnded,
    MovementPointsSet,
    RetreatDirectionPenaltyTriggered,
    RetreatMarkerPlaced,
    RetreatMarkerRemoved,
    StackCouldNotMove,
    StackMoved,
    StackMovedByEvent,
)
from napoleon.rulesets.napoleon1815.events.operations import (
    ActionChosen,
    BlockReadied,
    BlockSpent,
    OperationCutShort,
    OperationEnded,
    OperationStarted,
    PlayerPassed,
    RecoveryFinished,
)
from napoleon.rulesets.napoleon1815.events.partners import (
    ActingAllyNamed,
    ContactClosed,
    ContactOpened,
    LeaderDecided,
    MessageSent,
    SwapAnswered,
    SwapOffered,
)
from napoleon.rulesets.napoleon1815.events.setup import (
    BlockPlaced,
    GameStarted,
    ReinforcementDelayed,
    TableLaid,
)
from napoleon.rulesets.napoleon1815.events.turn import (
    GameWon,
    InvasionCardChanged,
    PhaseStarted,
    PointsScored,
    TurnEnded,
    TurnStarted,
    VictoryTrackMoved,
)
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventApplied,
    EventCancelled,
    EventPlayed,
    EventProposalAnswered,
    EventProposed,
    EventWithoutEffect,
    WindowDeclined,
)
from napoleon.rulesets.napoleon1815.orders import SEALED_TAGS
from napoleon.rulesets.napoleon1815.state import State


def apply(state: State | None, event: Event) -> State:
    """The state after `event`, which is moved on in place; `TableLaid` begins it."""
    if state is None:
        assert isinstance(event, TableLaid), "a game begins with table_laid"
        return event.begin()
    if type(event) is OrderGiven:
        _note_order(state, event)
    else:
        event.apply(state)  # type: ignore[attr-defined]
    return state


def _note_order(state: State, event: OrderGiven) -> None:
    """Orders number a seat's decisions; sealed answers wait for the others' [chapter 21].

    A message answers no decision.
    """
    if event.order["order"] == "send_message":
        return
    state.given[event.player] = state.given.get(event.player, 0) + 1
    if event.order["order"] in SEALED_TAGS:
        state.sealed.setdefault(event.player, []).append(event.order)


__all__ = [
    "ActingAllyNamed",
    "ActionChosen",
    "AreaBecameContested",
    "AreaCeasedContested",
    "AttackDeclined",
    "BlockPlaced",
    "BlockReadied",
    "BlockRestored",
    "BlockSpent",
    "BlockWithdrawn",
    "BlocksCorrected",
    "BlocksHidden",
    "BlocksRevealed",
    "BlueCardDeclared",
    "BridgeBroken",
    "BridgeCorrected",
    "CardCorrected",
    "CardDiscarded",
    "CardDrawn",
    "CardFlipped",
    "CardTakenFromDeck",
    "CombatAvoided",
    "CombatCalledOff",
    "CombatCardsCounted",
    "CombatDrawn",
    "CombatEffectsSet",
    "CombatJoined",
    "CombatStarted",
    "CombatWon",
    "CommanderRemoved",
    "ContactClosed",
    "ContactOpened",
    "ControlCorrected",
    "ControlRefused",
    "ControlTaken",
    "CorpsEliminated",
    "CorpsEncouraged",
    "CorpsRested",
    "DeckShown",
    "DeckShuffled",
    "DiceRolled",
    "DiscardCorrected",
    "EventApplied",
    "EventCancelled",
    "EventPlayed",
    "EventProposalAnswered",
    "EventProposed",
    "EventWithoutEffect",
    "FatigueAssigned",
    "FatigueCorrected",
    "FatigueIncurred",
    "FatigueRemoved",
    "FatigueSpread",
    "FlippedCardsDiscarded",
    "FortifiedPositionCorrected",
    "FortifiedPositionRemoved",
    "GameStarted",
    "GameWon",
    "HandShown",
    "InitiativeDecided",
    "InvasionCardChanged",
    "LastingEventEnded",
    "LastingEventStarted",
    "LaterEffectStarted",
    "LeaderDecided",
    "LossAssigned",
    "LossesIncurred",
    "MessageSent",
    "MovementEnded",
    "MovementPointsSet",
    "OperationCutShort",
    "OperationEnded",
    "OperationStarted",
    "PhaseStarted",
    "PlayerPassed",
    "PointsScored",
    "PursuitEnded",
    "PursuitSkipped",
    "PursuitStarted",
    "ReadinessCorrected",
    "RecoveryBarred",
    "RecoveryFinished",
    "RedCardRevealed",
    "RedCardsCancelled",
    "ReinforcementDelayed",
    "RetreatDirectionPenaltyTriggered",
    "RetreatEnded",
    "RetreatExtended",
    "RetreatMarkerCorrected",
    "RetreatMarkerPlaced",
    "RetreatMarkerRemoved",
    "RetreatOwed",
    "RetreatWaived",
    "ScoutEliminated",
    "ScoutReported",
    "StackCouldNotMove",
    "StackMoved",
    "StackMovedByEvent",
    "StackRetreated",
    "StrengthAdded",
    "StrengthCorrected",
    "SwapAnswered",
    "SwapOffered",
    "TableLaid",
    "TokensReplaced",
    "TrackCorrected",
    "TurnEnded",
    "TurnStarted",
    "VictoryTrackMoved",
    "WindowDeclined",
    "apply",
]

"""INIT.3 to INIT.5, THREE.6 The initiative phase."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815 import decks
from napoleon.rulesets.napoleon1815.events.initiative import InitiativeDecided
from napoleon.rulesets.napoleon1815.events.partners import LeaderDecided
from napoleon.rulesets.napoleon1815.events.turn import PhaseStarted
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleon1815.table import Table


def phase_due(table: Table) -> bool:
    """Whether the draw phase has nothing left to do."""
    return table.state.phase == "draw"


def start_phase(table: Table) -> None:
    """The draw phase is over [SEQ.1]."""
    table.record(PhaseStarted("initiative"), "SEQ.1")


def flip_due(table: Table) -> bool:
    """Whether the initiative is still to be decided."""
    return table.state.phase == "initiative" and not table.state.initiative


def flip(table: Table) -> None:
    """Everybody flips a card; the best one begins, a French one on a tie [INIT.3-5, THREE.6]."""
    flipped = {player: _flip(table, player, "initiative", "INIT.3") for player in table.state.seats}
    best = {side: max(flipped[p] for p in table.players_of(side)) for side in SIDES}
    tie = best[FRENCH] == best[ALLIED]
    side = ALLIED if best[ALLIED] > best[FRENCH] else FRENCH
    decided = InitiativeDecided(side, _first_go(table, side), dict(flipped), tie)
    best_of_all = ("THREE.6",) if table.three_players else ()
    table.record(decided, "INIT.4" if tie else "INIT.3", *best_of_all)
    if table.three_players:
        _name_leader(table, {player: flipped[player] for player in table.players_of(ALLIED)})
    decks.end_of_step(table, SIDES, "INIT.5")


def seize(table: Table, side: str) -> None:
    """Intuition gives a side the initiative without a flip [INIT.6]."""
    decided = InitiativeDecided(side, _first_go(table, side), {}, False)
    table.record(decided, "INIT.6", "CARD.intuition")


def flip_for_leader(table: Table) -> None:
    """Where Intuition decided, the Allied players flip for their leader only [THREE.6]."""
    allies = table.players_of(ALLIED)
    _name_leader(table, {player: _flip(table, player, "leader", "THREE.6") for player in allies})
    decks.end_of_step(table, [ALLIED], "THREE.6")


def leader_due(table: Table) -> bool:
    """Whether the initiative is decided and the Allied leader is not [THREE.6]."""
    state = table.state
    return (
        state.phase == "initiative"
        and table.three_players
        and bool(state.initiative)
        and not state.leader
    )


def _flip(table: Table, player: str, purpose: str, clause: str) -> int:
    side = table.side_of_player(player)
    return decks.flip(table, side, purpose, clause, player=player).value


def _first_go(table: Table, side: str) -> str:
    """Who has the first go; with two Allied players it is their side's [THREE.7]."""
    players = table.players_of(side)
    return players[0] if len(players) == 1 else side


def _name_leader(table: Table, flipped: dict[str, int]) -> None:
    """The better card makes its player leader, the Anglo-Dutch one on a tie [THREE.6]."""
    best = max(flipped.values())
    leader = next(player for player in ("anglo_dutch", "prussian") if flipped[player] == best)
    tie = len(set(flipped.values())) == 1
    table.record(LeaderDecided(leader, dict(flipped), tie), "THREE.6")


def over(table: Table) -> bool:
    """Whether the operations phase has to begin."""
    return table.state.phase == "initiative"


def start_operations(table: Table) -> None:
    """The initiative is settled [SEQ.1, OPS.1]."""
    table.record(PhaseStarted("operations"), "SEQ.1", "OPS.1")

"""17.3 Corrections of The Napoleonic Wars: what a referee sets right on the table [R-135].

A correction sets what it names and nothing else: nothing is drawn by it. Pieces are set between two
orders of an impulse, and not while a force marches, meets another or fights.
"""

from __future__ import annotations

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.standing_orders import Choices
from napoleon.rulesets.napoleonic_wars.corrections import (
    cards,
    diplomacy,
    kinds,
    pieces,
    turn,
    values,
)
from napoleon.rulesets.napoleonic_wars.corrections.checks import CLAUSE
from napoleon.rulesets.napoleonic_wars.events.corrections_of_cards import DECK, DISCARDS, REMOVED
from napoleon.rulesets.napoleonic_wars.nations import playing_on
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, at
from napoleon.rulesets.napoleonic_wars.values import MARKS, NUMBERS


def corrections(pack: Pack) -> DeclaredCorrections[Pack, State, Wars]:
    """The corrections of the game with this data pack."""
    return DeclaredCorrections(
        pack=pack,
        state_type=State,
        book=BOOK,
        table=at,
        correct={
            kinds.SetStrength: pieces.set_strength,
            kinds.SetFought: pieces.set_fought,
            kinds.PlaceLeader: pieces.place_leader,
            kinds.RemoveLeader: pieces.remove_leader,
            kinds.SetLeaderFought: pieces.set_leader_fought,
            kinds.SetFlag: pieces.set_flag,
            kinds.SetRegroup: pieces.set_regroup,
            kinds.SetRegroupedSquadrons: pieces.set_regrouped_squadrons,
            kinds.SetSquadrons: pieces.set_squadrons,
            kinds.SetResources: turn.set_resources,
            kinds.SetPlusKey: turn.set_plus_key,
            kinds.SetKeptCP: turn.set_kept_cp,
            kinds.SetCP: turn.set_cp,
            kinds.PlaceCard: cards.place_card,
            kinds.TakeCardOff: cards.take_card_off,
            kinds.TurnHomeCard: cards.turn_home_card,
            kinds.SetRound: turn.set_round,
            kinds.SetScheduled: turn.set_scheduled,
            kinds.SetPeace: turn.set_peace,
            kinds.SetWar: turn.set_war,
            kinds.SetInterception: pieces.set_interception,
            kinds.SetConsul: diplomacy.set_consul,
            kinds.SetCaretaker: diplomacy.set_caretaker,
            kinds.SetCamp: diplomacy.set_camp,
            kinds.SetNeutral: diplomacy.set_neutral,
            kinds.SetGrace: diplomacy.set_grace,
            kinds.LayCard: cards.lay_card,
            kinds.LendHomeCard: cards.lend_home_card,
            kinds.SetEntered: pieces.set_entered,
            kinds.SetAllegiance: pieces.set_allegiance,
            kinds.SetStack: pieces.set_stack,
            kinds.SetFled: pieces.set_fled,
            kinds.SetTiedDown: pieces.set_tied_down,
            kinds.SetWarLeader: pieces.set_war_leader,
            kinds.SetNumber: values.set_number,
            kinds.SetMark: values.set_mark,
        },
        clause=CLAUSE,
        over_clause="5.81.d",
        chosen_from=_choices,
    )


def _choices(table: Wars) -> Choices:
    """What is chosen by name."""
    pack = table.data
    nations = {it: pack.nations[it].name for it in pack.track}
    spaces = {it.id: it.name for it in pack.spaces.values()}
    zones = {it.id: it.name for it in pack.zones.values()}
    piles = {DECK: "the deck", DISCARDS: "the discards", REMOVED: "out of the game"}
    leaders = {it.id: it.name for it in pack.leaders.values()}
    named = {it.id: it.name for it in pack.cards.values()}
    return {
        "nation": nations,
        "one": nations,
        "other": nations,
        "conqueror": nations,
        "about": nations,
        "lead": nations,
        "row": {it: pack.nations[it].name for it in pack.powers},
        "seat": {it: it for it in playing_on(table.state)},
        "space": spaces,
        "at": {**spaces, **zones},
        "zone": zones,
        "leader": leaders,
        "card": named,
        "what": {it: value.called for it, value in NUMBERS.items()},
        "mark": {it: value.called for it, value in MARKS.items()},
        "of": {**nations, **leaders, **spaces, **named},
        "to": {**piles, **nations},
    }

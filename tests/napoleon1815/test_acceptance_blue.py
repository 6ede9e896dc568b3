"""Acceptance cases of the digest: blue cards of the initiative phase [INIT.1-6, chapter 14.2]."""

from __future__ import annotations

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.orders import AnsweredByRules
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardFlipped,
    FlippedCardsDiscarded,
    LastingEventEnded,
    LastingEventStarted,
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
    ControlTaken,
    MovementPointsSet,
    RetreatMarkerPlaced,
)
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced
from napoleon.rulesets.napoleon1815.events.turn import VictoryTrackMoved
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventApplied,
    EventCancelled,
    EventWithoutEffect,
    WindowLeftOut,
)
from napoleon.rulesets.napoleon1815.orders import (
    ChooseFromDeck,
    DeclareBlue,
    DeclineWindow,
    PlayEvent,
    SwapCard,
)
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FRENCH,
    MOVE,
    PASS,
    RULES,
    activate,
    asked,
    at,
    legal_orders,
    march,
    play,
    position,
)
from tests.napoleon1815.playing_cards import number
from tests.napoleon1815.scripted import ScriptedChance, card, value

ANGLO_DUTCH, PRUSSIAN = "anglo_dutch", "prussian"
NONE, NO_CARD = DeclareBlue(), DeclineWindow()

FORESIGHT_A, RESERVE_A, REINFORCEMENTS, FREDERICK, BRUSSELS = 5, 6, 7, 9, 10
INTUITION_A, INTUITION_F = 4, 40
AIDE, RECON, LIGHT_CAVALRY = 25, 42, 67
FORESIGHT_F, RESERVE_F, ADVANCE, VIVE, LAMARQUE = 41, 43, 44, 45, 46
GREEN_A, GREEN_F = 13, 47
"""A Forced March of each deck."""
RAIN = 37

FIELD = {
    "napoleon": at("ligny"),
    "derlon": at("ligny"),
    "picton": at("nivelles"),
    "ziethen": at("jodoigne"),
}


def initiative(french=(), allied=(), *, blocks=None, awaiting=("lamarque", "frederick"), **given):
    """The draw phase is over; the hands are these, and these corps have not appeared yet."""
    hands = {FRENCH: french, ALLIED: allied}
    given = {"hands": hands, **given}
    state = position(FIELD if blocks is None else blocks, phase="initiative", to_go="", **given)
    state.awaiting_event = [*awaiting]
    return state


def three_players(french=(), anglo_dutch=(), prussian=(), **given):
    """The same with two Allied players."""
    hands = {FRENCH: french, ANGLO_DUTCH: anglo_dutch, PRUSSIAN: prussian}
    return initiative(hands=hands, options={"players": 3}, **given)


def flips(french=3, allied=3, *, more_french=(), more_allied=()):
    """Both sides flip cards of these values, after these draws."""
    return ScriptedChance([*more_french, value(french)], [*more_allied, value(allied)])


def effects(played):
    """The events of cards that took effect, in order."""
    return [event.event for event in played.events_of(EventApplied)]


# -- declaring -------------------------------------------------------------------------------------


def test_ac_02_initiative():
    given = initiative([GREEN_F], [REINFORCEMENTS, GREEN_A])
    assert asked(given) == [(FRENCH, "declare_blue")]
    assert legal_orders(given, FRENCH) == [NONE], "no blue card, but they are asked"
    declared = play(given, FRENCH, NONE)
    assert declared.the(BlueCardDeclared).card is None

    refused = play(declared, ALLIED, DeclareBlue(GREEN_A))
    assert refused.refused == ("WRONG_COLOUR", "CARDS.3")

    before = declared.block("picton").infantry
    chance = flips(4, 4)
    played = play(declared, ALLIED, DeclareBlue(REINFORCEMENTS, corps="picton"), chance=chance)
    added = played.the(StrengthAdded)
    assert (added.corps, added.kind, added.now) == ("picton", "infantry", before + 1)
    assert played.block("picton").infantry == before + 1
    assert (played.state.track, played.events_of(VictoryTrackMoved)) == (10, [])
    assert played.the(CardDiscarded).card == REINFORCEMENTS
    assert "INIT.2" in played.the(CardDiscarded).clauses

    decided = played.the(InitiativeDecided)
    assert (decided.side, decided.tie, decided.clauses) == (FRENCH, True, ("INIT.4",))
    flipped = [event.card for event in played.flipped("initiative")]
    assert len(flipped) == 2
    assert [c for it in played.events_of(FlippedCardsDiscarded) for c in it.cards] == flipped
    assert not set(flipped) - {c for pile in played.state.discards.values() for c in pile}
    assert played.asked == [(FRENCH, "go")]


def test_init_3_the_higher_card_begins():
    played = play(initiative([GREEN_F], []), FRENCH, NONE, chance=flips(2, 4))
    decided = played.the(InitiativeDecided)
    assert (decided.side, decided.tie, decided.values) == (ALLIED, False, {FRENCH: 2, ALLIED: 4})
    assert played.asked == [(ALLIED, "go")]


def test_init_1_each_in_turn_and_once():
    given = initiative([VIVE], [REINFORCEMENTS])
    early = play(given, ALLIED, DeclareBlue(REINFORCEMENTS, corps="picton"))
    assert early.refused == ("OUT_OF_ORDER", "INIT.1")
    declared = play(given, FRENCH, NONE)
    assert declared.asked == [(ALLIED, "declare_blue")]
    assert play(declared, FRENCH, DeclareBlue(VIVE)).refused == ("OUT_OF_ORDER", "INIT.1")


def test_init_1_a_player_without_cards_is_not_asked():
    declared = play(initiative([], [GREEN_A]), ALLIED, NONE, chance=flips())
    assert [it.player for it in declared.events_of(BlueCardDeclared)] == [ALLIED]
    assert asked(initiative([], [GREEN_A])) == [(ALLIED, "declare_blue")]


def test_three_5_french_then_prussian_then_anglo_dutch():
    given = three_players([GREEN_F], [GREEN_A], [14])
    assert asked(given) == [(FRENCH, "declare_blue")]
    declared = play(given, FRENCH, NONE)
    assert declared.asked == [(PRUSSIAN, "declare_blue")]
    assert play(declared, ANGLO_DUTCH, NONE).refused == ("OUT_OF_ORDER", "INIT.1")
    assert play(declared, PRUSSIAN, NONE).asked == [(ANGLO_DUTCH, "declare_blue")]


def test_blue_cards_have_their_phase():
    given = position(FIELD, hands={FRENCH: [VIVE]})
    assert play(given, FRENCH, DeclareBlue(VIVE)).refused == ("WRONG_PHASE", "SEQ.1")
    assert play(given, FRENCH, ChooseFromDeck(41)).refused == ("WRONG_PHASE", "SEQ.1")
    given = initiative([VIVE])
    assert play(given, FRENCH, ChooseFromDeck(41)).refused == ("DECISION_PENDING", "W.INIT")


def test_a_card_that_is_not_held():
    for other in (RESERVE_F, REINFORCEMENTS, 99):
        refused = play(initiative([VIVE], [REINFORCEMENTS]), FRENCH, DeclareBlue(other))
        assert refused.refused == ("CARD_NOT_IN_HAND", "CARDS.1")


def test_no_card_names_nothing():
    refused = play(initiative([VIVE]), FRENCH, DeclareBlue(corps="ney"))
    assert refused.refused == ("BAD_PAYLOAD", "INIT.1")


def test_ruling_17_effects_come_in_the_order_of_declaration():
    declared = play(initiative([VIVE], [RESERVE_A]), FRENCH, DeclareBlue(VIVE))
    assert effects(declared) == []
    assert (declared.state.hands[FRENCH], declared.state.declared[0].card) == ([], VIVE)
    chance = flips(more_allied=[card(GREEN_A), card(REINFORCEMENTS)])
    played = play(declared, ALLIED, DeclareBlue(RESERVE_A), chance=chance)
    assert effects(played) == ["vive_empereur", "reserve"]


def test_what_a_card_was_named_for_is_hidden_until_it_takes_effect():
    declared = play(
        initiative([LAMARQUE], [GREEN_A]), FRENCH, DeclareBlue(LAMARQUE, area="beaumont")
    )
    event = declared.the(BlueCardDeclared)
    for reader in (ALLIED, SPECTATOR):
        data = redacted(event, Viewer(reader))["data"]
        assert (data["card"], data["event"], data["choice"]) == (LAMARQUE, "lamarque", None)
    assert redacted(event, Viewer(FRENCH))["data"]["choice"]["area"] == "beaumont"


# -- Intuition -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("french", "allied", "side"),
    [([INTUITION_F], [GREEN_A], FRENCH), ([GREEN_F], [INTUITION_A], ALLIED)],
)
def test_init_6_intuition_needs_no_flip(french, allied, side):
    given = initiative(french, allied)
    for seat, hand in ((FRENCH, french), (ALLIED, allied)):
        chosen = DeclareBlue(hand[0]) if hand[0] in (INTUITION_A, INTUITION_F) else NONE
        given = play(given, seat, chosen)
    decided = given.the(InitiativeDecided)
    assert (decided.side, decided.player, decided.values) == (side, side, {})
    assert "INIT.6" in decided.clauses
    assert given.events_of(CardFlipped) == []
    assert given.the(CardDiscarded).card in (INTUITION_A, INTUITION_F)
    assert given.asked == [(side, "go")]


def test_init_6_two_intuitions_cancel_each_other():
    declared = play(initiative([INTUITION_F], [INTUITION_A]), FRENCH, DeclareBlue(INTUITION_F))
    played = play(declared, ALLIED, DeclareBlue(INTUITION_A), chance=flips(2, 3))
    assert [(it.card, it.by_card) for it in played.events_of(EventCancelled)] == [
        (INTUITION_F, INTUITION_A),
        (INTUITION_A, INTUITION_F),
    ]
    assert effects(played) == []
    assert [it.card for it in played.events_of(CardDiscarded)] == [INTUITION_F, INTUITION_A]
    decided = played.the(InitiativeDecided)
    assert (decided.side, decided.clauses) == (ALLIED, ("INIT.3",))
    assert played.state.declared == []


def test_ruling_17_intuition_is_last():
    declared = play(initiative([INTUITION_F], [AIDE]), FRENCH, DeclareBlue(INTUITION_F))
    played = play(declared, ALLIED, DeclareBlue(AIDE))
    assert effects(played) == ["aide_de_camp", "intuition"]
    assert played.the(InitiativeDecided).side == FRENCH


# -- Reinforcements --------------------------------------------------------------------------------


def test_reinforcements_only_a_corps_with_room():
    blocks = {**FIELD, "hill": at("nivelles", 7, 1), "wellington": at("nivelles")}
    given = play(initiative([GREEN_F], [REINFORCEMENTS], blocks=blocks), FRENCH, NONE)
    assert legal_orders(given, ALLIED) == [
        NONE,
        DeclareBlue(REINFORCEMENTS, corps="picton"),
        DeclareBlue(REINFORCEMENTS, corps="ziethen"),
    ]
    for corps in ("hill", "wellington", "ney", "orange", ""):
        refused = play(given, ALLIED, DeclareBlue(REINFORCEMENTS, corps=corps))
        assert refused.refused == ("EVENT_PRECONDITION", "CARD.reinforcements")


def test_reinforcements_without_a_corps_with_room():
    full = initiative(
        [],
        [REINFORCEMENTS],
        blocks={**FIELD, "picton": at("nivelles", 8), "ziethen": at("jodoigne", 7, 1)},
    )
    assert legal_orders(full, ALLIED) == [NONE]
    refused = play(full, ALLIED, DeclareBlue(REINFORCEMENTS, corps="picton"))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.reinforcements")


def test_reinforcements_nobody_else_learns_for_whom():
    order = DeclareBlue(REINFORCEMENTS, corps="picton")
    played = play(initiative([], [REINFORCEMENTS]), ALLIED, order, chance=flips())
    for event in (played.the(StrengthAdded), played.the(EventApplied)):
        for reader in (FRENCH, SPECTATOR):
            assert "picton" not in str(redacted(event, Viewer(reader)))
    assert redacted(played.the(StrengthAdded), Viewer(FRENCH))["data"] == {
        "player": ALLIED,
        "corps": None,
        "kind": None,
        "now": None,
    }
    assert redacted(played.the(StrengthAdded), Viewer(ALLIED))["data"]["corps"] == "picton"


def test_three_10_reinforcements_are_for_own_corps():
    given = three_players([], [], [REINFORCEMENTS])
    assert legal_orders(given, PRUSSIAN) == [NONE, DeclareBlue(REINFORCEMENTS, corps="ziethen")]
    refused = play(given, PRUSSIAN, DeclareBlue(REINFORCEMENTS, corps="picton"))
    assert refused.refused == ("PARTNERS_BLOCKS", "THREE.10")


# -- looking at hands ------------------------------------------------------------------------------


def test_aide_de_camp_shows_the_french_hand():
    given = play(initiative([VIVE, GREEN_F, 60], [AIDE]), FRENCH, DeclareBlue(VIVE))
    seen = play(given, ALLIED, DeclareBlue(AIDE), chance=flips()).the(HandShown)
    assert (seen.of, seen.to, seen.cards) == (FRENCH, ALLIED, (GREEN_F, 60)), (
        "but not what he played"
    )
    for reader in (ALLIED, REFEREE):
        assert redacted(seen, Viewer(reader))["data"]["cards"] == (GREEN_F, 60)
    for reader in (FRENCH, SPECTATOR):
        assert redacted(seen, Viewer(reader))["data"] == {"of": FRENCH, "to": ALLIED, "cards": None}


def test_who_holds_no_card_is_not_asked_for_one_to_swap():
    """How many cards somebody holds is known to all [VIS.1]."""
    opened = play(three_players([], [14], [78]), PRUSSIAN, DeclareBlue(78))
    opened = play(opened, ANGLO_DUTCH, NONE)
    assert opened.asked == [(ANGLO_DUTCH, "swap_card")]
    given = play(opened, ANGLO_DUTCH, SwapCard(14))
    answered = [it.order for it in given.events_of(AnsweredByRules) if it.player == PRUSSIAN]
    assert {"order": "answer_swap", "card": None} in answered
    assert given.asked == [(ANGLO_DUTCH, "swap_card")], "nothing was swapped, and more may be"
    assert given.state.hands[ANGLO_DUTCH] == [14]


def test_recon_shows_the_allied_hand():
    given = play(initiative([RECON], [GREEN_A, REINFORCEMENTS]), FRENCH, DeclareBlue(RECON))
    assert given.asked == [(ALLIED, "declare_blue")]
    seen = play(given, ALLIED, NONE, chance=flips()).the(HandShown)
    assert (seen.of, seen.to, seen.cards) == (ALLIED, FRENCH, (REINFORCEMENTS, GREEN_A))
    assert redacted(seen, Viewer(ALLIED))["data"]["cards"] is None
    assert redacted(seen, Viewer(FRENCH))["data"]["cards"] == (REINFORCEMENTS, GREEN_A)


def test_recon_of_one_of_two_allied_players():
    given = three_players([79], [14], [GREEN_A])
    assert legal_orders(given, FRENCH) == [
        NONE,
        DeclareBlue(79, player=ANGLO_DUTCH),
        DeclareBlue(79, player=PRUSSIAN),
    ]
    [question] = RULES.decisions(given)
    said = [RULES.wording.words(given, question, it).follows for it in legal_orders(given, FRENCH)]
    assert [it.text for row in said for it in row] == [
        "against the Anglo-Dutch",
        "against the Prussians",
    ]
    for player in ("", FRENCH, ALLIED):
        refused = play(given, FRENCH, DeclareBlue(79, player=player))
        assert refused.refused == ("EVENT_PRECONDITION", "CARD.recon")
    declared = play(given, FRENCH, DeclareBlue(79, player=PRUSSIAN))
    declared = play(declared, PRUSSIAN, NONE)
    chance = ScriptedChance([value(3)], [value(3), value(3)])
    seen = play(declared, ANGLO_DUTCH, NONE, chance=chance).the(HandShown)
    assert (seen.of, seen.cards) == (PRUSSIAN, (GREEN_A,))
    assert redacted(seen, Viewer(ANGLO_DUTCH))["data"]["cards"] is None


# -- Light cavalry ---------------------------------------------------------------------------------


def test_light_cavalry_discards_a_card_by_chance():
    hand = [GREEN_A, REINFORCEMENTS, 14]
    declared = play(initiative([LIGHT_CAVALRY], hand), FRENCH, DeclareBlue(LIGHT_CAVALRY))
    chance = flips(more_allied=[card(14)])
    played = play(declared, ALLIED, NONE, chance=chance)
    hit = played.the(CardDiscarded, player=ALLIED)
    assert (hit.card, hit.reason, hit.draw) == (14, "light_cavalry", declared.state.draws)
    assert "CARD.light_cavalry" in hit.clauses
    assert sorted(played.state.hands[ALLIED]) == [REINFORCEMENTS, GREEN_A]
    assert 14 in played.state.discards[ALLIED]
    assert played.state.draws == declared.state.draws + 3


def test_ruling_17_light_cavalry_cannot_hit_a_declared_card():
    given = play(initiative([LIGHT_CAVALRY], [RESERVE_A, 14]), FRENCH, DeclareBlue(LIGHT_CAVALRY))
    chance = flips(more_allied=[card(14), card(GREEN_A), card(REINFORCEMENTS)])
    played = play(given, ALLIED, DeclareBlue(RESERVE_A), chance=chance)
    assert played.the(CardDiscarded, player=ALLIED, reason="light_cavalry").card == 14
    assert effects(played) == ["light_cavalry", "reserve"]


def test_ruling_84_light_cavalry_finds_an_empty_hand():
    given = play(initiative([LIGHT_CAVALRY], [AIDE]), FRENCH, DeclareBlue(LIGHT_CAVALRY))
    played = play(given, ALLIED, DeclareBlue(AIDE), chance=flips())
    nothing = played.the(EventWithoutEffect)
    assert (nothing.event, "RULING.84" in nothing.clauses) == ("light_cavalry", True)
    assert [it.card for it in played.events_of(CardDiscarded)] == [LIGHT_CAVALRY, AIDE]


def test_light_cavalry_needs_an_enemy_with_cards():
    refused = play(initiative([LIGHT_CAVALRY], []), FRENCH, DeclareBlue(LIGHT_CAVALRY))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.light_cavalry")


def test_light_cavalry_against_one_of_two_allied_players():
    given = three_players([81], [14], [])
    assert legal_orders(given, FRENCH) == [NONE, DeclareBlue(81, player=ANGLO_DUTCH)]
    refused = play(given, FRENCH, DeclareBlue(81, player=PRUSSIAN))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.light_cavalry")
    declared = play(given, FRENCH, DeclareBlue(81, player=ANGLO_DUTCH))
    chance = ScriptedChance([value(3)], [card(14), value(3), value(3)])
    played = play(declared, ANGLO_DUTCH, NONE, chance=chance)
    assert played.the(CardDiscarded, player=ANGLO_DUTCH).card == 14


# -- Foresight, Reserve ----------------------------------------------------------------------------


def test_foresight_takes_a_card_unseen():
    deck = [RAIN, VIVE, GREEN_F]
    given = initiative([FORESIGHT_F], [], decks={FRENCH: deck})
    looking = play(given, FRENCH, DeclareBlue(FORESIGHT_F))
    assert looking.the(DeckShown).cards == (RAIN, VIVE, GREEN_F)
    assert looking.asked == [(FRENCH, "choose_from_deck")]
    assert legal_orders(looking, FRENCH) == [ChooseFromDeck(VIVE), ChooseFromDeck(GREEN_F)]

    taken = play(looking, FRENCH, ChooseFromDeck(GREEN_F), chance=flips(french=4))
    took = taken.the(CardTakenFromDeck)
    assert (took.card, took.deck_left) == (GREEN_F, 2)
    assert taken.state.hands[FRENCH] == [GREEN_F]
    assert taken.state.decks[FRENCH] == [RAIN]
    assert taken.state.foresight == ""
    for event, field in ((looking.the(DeckShown), "cards"), (took, "card")):
        assert redacted(event, Viewer(FRENCH))["data"][field]
        for reader in (ALLIED, SPECTATOR):
            assert redacted(event, Viewer(reader))["data"][field] is None
    assert FORESIGHT_F in taken.state.discards[FRENCH]


def test_foresight_refuses_red_cards_and_cards_that_are_not_there():
    given = initiative([FORESIGHT_F, VIVE], [GREEN_A], decks={FRENCH: [RAIN, GREEN_F]})
    looking = play(play(given, FRENCH, DeclareBlue(FORESIGHT_F)), ALLIED, NONE)
    red = play(looking, FRENCH, ChooseFromDeck(RAIN))
    assert red.refused == ("RED_NOT_ALLOWED", "CARD.foresight")
    for other in (VIVE, REINFORCEMENTS, 99):
        refused = play(looking, FRENCH, ChooseFromDeck(other))
        assert refused.refused == ("CARD_NOT_IN_DECK", "CARD.foresight")
    assert play(looking, ALLIED, ChooseFromDeck(14)).refused == (
        "NOT_YOUR_DECISION",
        "CARD.foresight",
    )
    assert play(looking, ALLIED, NONE).refused == ("OUT_OF_ORDER", "INIT.1")


def test_foresight_needs_a_card_that_is_not_red():
    given = initiative([FORESIGHT_F], [], decks={FRENCH: [RAIN]})
    refused = play(given, FRENCH, DeclareBlue(FORESIGHT_F))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.foresight")


def test_ruling_17_the_second_foresight_waits_for_the_first():
    given = play(initiative([FORESIGHT_F], [FORESIGHT_A]), FRENCH, DeclareBlue(FORESIGHT_F))
    looking = play(given, ALLIED, DeclareBlue(FORESIGHT_A))
    assert looking.asked == [(FRENCH, "choose_from_deck")]
    after = play(looking, FRENCH, ChooseFromDeck(GREEN_F))
    assert after.asked == [(ALLIED, "choose_from_deck")]
    assert play(after, ALLIED, ChooseFromDeck(GREEN_A), chance=flips()).asked == [(FRENCH, "go")]


def test_ruling_84_the_partner_has_drawn_the_last_card_that_is_not_red():
    piles = {"decks": {ALLIED: [1, 14]}, "discards": {ALLIED: [2]}}
    given = three_players([], [FORESIGHT_A], [RESERVE_A], **piles)
    given = play(given, PRUSSIAN, DeclareBlue(RESERVE_A))
    flipped = [value(3)], [card(1), card(14), card(1), card(2)]
    chance = ScriptedChance(*flipped)
    played = play(given, ANGLO_DUTCH, DeclareBlue(FORESIGHT_A), chance=chance)
    assert played.state.hands[PRUSSIAN] == [14]
    nothing = played.the(EventWithoutEffect)
    assert (nothing.player, nothing.event) == (ANGLO_DUTCH, "foresight")
    assert played.events_of(DeckShown) == []


def test_reserve_draws_two_cards():
    given = initiative([RESERVE_F, VIVE], [])
    chance = flips(more_french=[card(GREEN_F), card(60)])
    played = play(given, FRENCH, DeclareBlue(RESERVE_F), chance=chance)
    assert [it.card for it in played.events_of(CardDrawn)] == [GREEN_F, 60]
    assert {it.clauses for it in played.events_of(CardDrawn)} == {("CARD.reserve",)}
    assert sorted(played.state.hands[FRENCH]) == [VIVE, GREEN_F, 60]
    assert played.asked == [(FRENCH, "go")]


def test_reserve_red_cards_are_discarded_without_effect():
    chance = flips(more_french=[card(RAIN), card(60)])
    played = play(initiative([RESERVE_F], []), FRENCH, DeclareBlue(RESERVE_F), chance=chance)
    assert len(played.events_of(CardDrawn)) == 2, "no card is drawn for the red one"
    assert [it.card for it in played.events_of(CardDiscarded)] == [RAIN, RESERVE_F]
    assert played.state.hands[FRENCH] == [60]
    assert (played.state.lasting, played.state.red_card) == ({}, None)


def test_reserve_a_red_card_of_the_last_ones_is_not_drawn_twice():
    given = initiative([RESERVE_F], [], decks={FRENCH: [RAIN]}, discards={FRENCH: [60, 45]})
    chance = ScriptedChance([card(RAIN), card(60), value(4)], [value(3)])
    played = play(given, FRENCH, DeclareBlue(RESERVE_F), chance=chance)
    assert [it.card for it in played.events_of(CardDrawn)] == [RAIN, 60]


# -- for the turn ----------------------------------------------------------------------------------


def advancing(blocks, *, french=(), allied=(), options=None):
    """A general advance was declared, and the French begin."""
    given = initiative([ADVANCE, *french], allied, blocks=blocks, options=options)
    declared = play(given, FRENCH, DeclareBlue(ADVANCE), chance=None if allied else flips())
    return play(declared, ALLIED, NONE, chance=flips()) if allied else declared


def test_ac_50_general_advance():
    blocks = {
        **FIELD,
        **dict.fromkeys(("napoleon", "derlon", "grouchy"), at("marbais")),
        "picton": at("quatre_bras"),
    }
    given = advancing(blocks, french=[number("grouchy", FRENCH)])
    started = given.the(LastingEventStarted)
    assert (started.event, started.card) == ("general_advance", ADVANCE)
    assert given.state.lasting == {"general_advance": ADVANCE}
    assert ADVANCE not in given.state.discards[FRENCH]

    active = play(given, FRENCH, activate("marbais", "napoleon", "derlon", "grouchy"))
    if active.asked == [(FRENCH, "window")]:
        active = play(active, FRENCH, NO_CARD)
    moving = play(active, FRENCH, MOVE)
    assert moving.lines(MovementPointsSet) == [(3, "MOVE.1F"), (-1, "MOVE.1A"), (1, "MOVE.1C")]
    assert moving.the(MovementPointsSet).total == 3
    assert moving.events_of(CardFlipped) == []
    assert moving.asked == [(FRENCH, "window")]
    refused = play(moving, FRENCH, PlayEvent(number("grouchy", FRENCH)))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.grouchy")

    moving = play(moving, FRENCH, NO_CARD)
    barred = play(moving, FRENCH, *march("marbais", "quatre_bras"))
    assert barred.refused == ("ALLIED_AREA_BARRED", "CARD.general_advance")
    assert play(moving, FRENCH, *march("marbais", "mont_saint_guibert")).refused is None


def test_general_advance_allows_combat_where_it_is_contested_already():
    blocks = {**FIELD, "ziethen": at("ligny")}
    given = play(advancing(blocks), FRENCH, activate("ligny", "derlon", "napoleon"))
    assert "fight" in {order.action for order in legal_orders(given, FRENCH)}


def test_general_advance_leaves_allied_stacks_alone():
    given = advancing(FIELD)
    given = play(given, FRENCH, PASS)
    active = play(given, ALLIED, activate("nivelles", "picton"))
    moving = play(active, ALLIED, MOVE, chance=ScriptedChance([], [value(2)]))
    assert len(moving.flipped("movement")) == 1


def test_ruling_104_nobody_is_asked_for_a_roadblock_in_a_general_advance():
    given = advancing(FIELD, allied=[number("roadblock", ALLIED)])
    active = play(given, FRENCH, activate("ligny", "derlon", "napoleon"))
    while active.asked == [(ALLIED, "window")]:
        active = play(active, ALLIED, NO_CARD)
    moving = play(active, FRENCH, MOVE)
    assert moving.the(WindowLeftOut).window == "W.FLIPPED"
    assert moving.asked == [(FRENCH, "march")]


def test_cards_10_a_general_advance_ends_with_the_turn():
    blocks = {**FIELD, "derlon": at("ligny", ready=False), "picton": at("nivelles", ready=False)}
    given = position(blocks, passed=[FRENCH], to_go=ALLIED, lasting={"general_advance": ADVANCE})
    chance = ScriptedChance(otherwise=value(3))
    ended = play(given, ALLIED, PASS, chance=chance)
    assert ended.the(LastingEventEnded).card == ADVANCE
    assert "general_advance" not in ended.state.lasting
    assert ADVANCE in ended.state.discards[FRENCH]


def defending(area, corps="hill"):
    """Defend Brussels is in force, and an Allied stack moves with 2 + 1 points."""
    given = initiative([], [BRUSSELS], blocks={**FIELD, corps: at(area)})
    given = play(given, ALLIED, DeclareBlue(BRUSSELS), chance=flips(3, 4))
    assert given.state.lasting == {"defend_brussels": BRUSSELS}
    chance = ScriptedChance([], [value(2)])
    return play(given, ALLIED, activate(area, corps), MOVE, chance=chance)


def test_defend_brussels_adds_a_point():
    moving = defending("mont_saint_guibert")
    assert moving.the(MovementPointsSet).total == 3
    assert (1, "MOVE.1E") in moving.lines(MovementPointsSet)


@pytest.mark.parametrize(
    ("corps", "seat", "points"), [("ziethen", PRUSSIAN, 3), ("hill", ANGLO_DUTCH, 2)]
)
def test_three_10_defend_brussels_is_for_the_stacks_of_its_player(corps, seat, points):
    blocks = {**FIELD, corps: at("mont_saint_guibert")}
    given = three_players([], [], [BRUSSELS], blocks=blocks)
    given = play(given, PRUSSIAN, DeclareBlue(BRUSSELS), chance=ScriptedChance(otherwise=value(3)))
    given.state.to_go, given.state.leader = seat, seat
    moving = play(
        given,
        seat,
        activate("mont_saint_guibert", corps),
        MOVE,
        chance=ScriptedChance([], [value(2)]),
    )
    assert moving.the(MovementPointsSet).total == points


def test_ruling_43_the_last_point_is_for_a_road_that_ends_nearer():
    moving = defending("quatre_bras")
    away = play(moving, ALLIED, *march("quatre_bras", "marbais", "mont_saint_guibert"))
    farther = play(away, ALLIED, *march("mont_saint_guibert", "marbais"))
    assert farther.refused == ("BONUS_NOT_CLOSER", "CARD.defend_brussels")
    nearer = play(away, ALLIED, *march("mont_saint_guibert", "genappe"))
    assert nearer.refused is None
    assert nearer.block("hill").area == "genappe"
    assert play(away, ALLIED, END).refused is None


# -- Frederick -------------------------------------------------------------------------------------


def test_frederick_appears_in_alost():
    played = play(initiative([], [FREDERICK]), ALLIED, DeclareBlue(FREDERICK), chance=flips())
    placed = played.the(BlockPlaced)
    assert (placed.block, placed.area, placed.reason) == ("frederick", "alost", "event")
    assert played.block("frederick").ready
    assert (played.block("frederick").infantry, played.block("frederick").cavalry) == (2, 0)
    assert played.state.awaiting_event == ["lamarque"]
    assert played.events_of(StrengthAdded) == []
    assert redacted(placed, Viewer(FRENCH))["data"]["infantry"] is None


def test_frederick_names_nothing_when_he_appears():
    refused = play(initiative([], [FREDERICK]), ALLIED, DeclareBlue(FREDERICK, corps="picton"))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.frederick")


def test_ac_71_frederick_again():
    blocks = {**FIELD, "ney": at("alost")}
    given = initiative(
        [], [FREDERICK], blocks={**blocks, "frederick": at("bruxelles")}, awaiting=()
    )
    played = play(given, ALLIED, DeclareBlue(FREDERICK, corps="picton"), chance=flips())
    added = played.the(StrengthAdded)
    assert (added.corps, added.kind, "CARD.frederick" in added.clauses) == (
        "picton",
        "infantry",
        True,
    )

    first = initiative([], [FREDERICK], blocks=blocks)
    assert legal_orders(first, ALLIED) == [NONE]
    refused = play(first, ALLIED, DeclareBlue(FREDERICK))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.frederick")


def test_ruling_56_hidden_french_blocks_bar_frederick_whatever_they_are():
    options = {"rules": "grognard"}
    for french in ("french_scout_1", "ney"):
        blocks = {**FIELD, french: at("alost")}
        given = initiative([], [FREDERICK], blocks=blocks, options=options)
        refused = play(given, ALLIED, DeclareBlue(FREDERICK))
        assert refused.refused == ("EVENT_PRECONDITION", "CARD.frederick")


def test_ruling_52_frederick_in_a_contested_area():
    blocks = {**FIELD, "hill": at("alost"), "ney": at("alost")}
    given = initiative([], [FREDERICK], blocks=blocks, control={"alost": FRENCH})
    played = play(given, ALLIED, DeclareBlue(FREDERICK), chance=flips())
    assert played.block("frederick").area == "alost"
    assert played.events_of(RetreatMarkerPlaced) == []
    assert played.events_of(AreaBecameContested) == []
    assert played.events_of(ControlTaken) == []


def test_ruling_52_frederick_takes_a_free_place_by_staying():
    given = initiative([], [FREDERICK], control={"alost": FRENCH})
    played = play(given, ALLIED, DeclareBlue(FREDERICK), chance=flips())
    taken = played.the(ControlTaken)
    assert (taken.area, taken.army, "RULING.52" in taken.clauses) == ("alost", ANGLO_DUTCH, True)
    assert played.block("frederick").fatigue == 0
    assert played.state.track == 11


def test_ac_19_frederick_is_not_for_the_prussian():
    for awaiting in (["frederick"], []):
        given = three_players([], [], [FREDERICK], awaiting=awaiting)
        assert legal_orders(given, PRUSSIAN) == [NONE]
        refused = play(given, PRUSSIAN, DeclareBlue(FREDERICK))
        assert refused.refused == ("EVENT_PRECONDITION", "CARD.frederick")
    given = three_players([], [FREDERICK], [])
    chance = ScriptedChance([value(3)], [value(3), value(3)])
    played = play(given, ANGLO_DUTCH, DeclareBlue(FREDERICK), chance=chance)
    assert played.the(BlockPlaced).player == ANGLO_DUTCH


# -- Lamarque --------------------------------------------------------------------------------------


def test_lamarque_appears_in_a_french_town_or_maubeuge():
    given = initiative([LAMARQUE], [])
    assert legal_orders(given, FRENCH) == [
        NONE,
        DeclareBlue(LAMARQUE, area="maubeuge"),
        DeclareBlue(LAMARQUE, area="beaumont"),
    ]
    for area in ("ath", "ligny", ""):
        refused = play(given, FRENCH, DeclareBlue(LAMARQUE, area=area))
        assert refused.refused == ("EVENT_PRECONDITION", "CARD.lamarque")
    played = play(given, FRENCH, DeclareBlue(LAMARQUE, area="beaumont"), chance=flips())
    assert (played.the(BlockPlaced).block, played.the(BlockPlaced).area) == ("lamarque", "beaumont")
    assert played.block("lamarque").ready


def test_lamarque_not_where_allied_corps_stand_alone():
    blocks = {**FIELD, "hill": at("beaumont"), "orange": at("maubeuge"), "ney": at("maubeuge")}
    given = initiative([LAMARQUE], [], blocks=blocks)
    assert legal_orders(given, FRENCH) == [NONE, DeclareBlue(LAMARQUE, area="maubeuge")]
    refused = play(given, FRENCH, DeclareBlue(LAMARQUE, area="beaumont"))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.lamarque")
    everywhere = {**FIELD, "hill": at("beaumont"), "orange": at("maubeuge")}
    nowhere = initiative([LAMARQUE], [], blocks=everywhere)
    assert legal_orders(nowhere, FRENCH) == [NONE]


def test_lamarque_again_helps_anybody_but_the_guard():
    blocks = {**FIELD, "drouot": at("ligny"), "reille": at("ligny", 8), "lamarque": at("beaumont")}
    given = initiative([LAMARQUE], [], blocks=blocks, awaiting=())
    assert legal_orders(given, FRENCH) == [
        NONE,
        DeclareBlue(LAMARQUE, corps="derlon"),
        DeclareBlue(LAMARQUE, corps="lamarque"),
    ]
    for corps in ("drouot", "reille", "picton"):
        refused = play(given, FRENCH, DeclareBlue(LAMARQUE, corps=corps))
        assert refused.refused == ("EVENT_PRECONDITION", "CARD.lamarque")
    played = play(given, FRENCH, DeclareBlue(LAMARQUE, corps="derlon"), chance=flips())
    assert played.the(StrengthAdded).now == 6
    assert redacted(played.the(StrengthAdded), Viewer(ALLIED))["data"]["corps"] is None
    full = {"drouot": at("ligny"), "picton": at("nivelles")}
    nobody = initiative([LAMARQUE], [], blocks=full, awaiting=())
    assert legal_orders(nobody, FRENCH) == [NONE]


# -- Vive l'Empereur -------------------------------------------------------------------------------


def test_vive_empereur_helps_every_corps_with_napoleon():
    blocks = {
        **FIELD,
        "derlon": at("ligny", fatigue=3),
        "ney": at("ligny", fatigue=0),
        "reille": at("fleurus", fatigue=2),
    }
    given = initiative([VIVE], [], blocks=blocks, lasting={"emperor_ill": 38})
    played = play(given, FRENCH, DeclareBlue(VIVE), chance=flips())
    event = played.the(CorpsEncouraged)
    assert event.removed == {"derlon": 1, "ney": 0}
    fatigue = {name: played.block(name).fatigue for name in ("derlon", "ney", "reille")}
    assert fatigue == {"derlon": 2, "ney": 0, "reille": 2}
    assert redacted(event, Viewer(ALLIED))["data"] == {"player": FRENCH, "removed": None}


def test_vive_empereur_while_napoleon_is_not_on_the_map():
    blocks = {"derlon": at("ligny", fatigue=3), "picton": at("nivelles")}
    played = play(initiative([VIVE], [], blocks=blocks), FRENCH, DeclareBlue(VIVE), chance=flips())
    assert played.the(CorpsEncouraged).removed == {}
    assert played.block("derlon").fatigue == 3

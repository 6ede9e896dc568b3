"""What breaks each contract: a broken game, and the words that its author would read."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from napoleon.rules.events import Line
from napoleon.rules.kit.standing_orders import Big
from napoleon.rules.numbers import Numbers
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.tables import TextTable
from napoleon.rules.terms import ScenarioTitle
from tests import toy
from tests.rulesets import (
    broken,
    test_adjudication,
    test_bad_input,
    test_bots,
    test_checked,
    test_corrections,
    test_declared,
    test_domains,
    test_hidden,
    test_keys,
    test_names,
    test_notation,
    test_numbers,
    test_offers,
    test_plain_boards,
    test_profiles,
    test_purity,
    test_replay,
    test_standing_orders,
    test_texts,
    test_together,
    test_windows,
)
from tests.rulesets.entrants import Entrant, Form
from tests.rulesets.toys import SOUND, TOY
from tests.toys import crowns, deploying, drill, reactions

FORM = Form("wide", {"turns": 3})
"""The form of the toy that is played."""

DEPLOYMENT = Form("only", {"pace": 1})
"""That of the toy games of deployment and of drill."""

REACTIONS = Form(reactions.RULES.scenarios[0].id, {})
"""That of the toy game of reactions."""

CROWNS = Form(crowns.RULES.scenarios[0].id, {})
"""That of the toy game of crowns."""


class Control(NamedTuple):
    """What breaks a contract, and what its test says of it."""

    makes: Callable[[], Entrant]
    says: str
    from_the_start: bool = False
    """Whether the game is played by the broken rules, and not only examined with them."""
    form: Form = FORM


SAID = TOY.numbers
SILENT = {"clause": lambda clause_id: None}
NO_CLAUSE = Refusal("NO", "", "No.")
WITH_AN_ID = Refusal("NO", "GO", "Ask red-stand-in first.")
SKEW = TextTable("Skew", ("one",), ((1, 2),))

CONTROLS: dict[Callable[..., None], list[Control]] = {
    test_adjudication.test_a_finished_game_is_decided_again_without_a_divergence: [
        Control(broken.shortened, "which is not in the log|Nothing in the rules"),
    ],
    test_adjudication.test_an_unfinished_game_is_decided_again_without_a_divergence: [
        Control(broken.fickle, "order is"),
    ],
    test_adjudication.test_the_audit_of_the_whole_record_holds: [
        Control(broken.fickle, "order is"),
    ],
    test_adjudication.test_a_change_of_the_log_is_named: [Control(broken.fickle, "of event")],
    test_adjudication.test_a_missing_event_is_named: [
        Control(lambda: broken.game(version="9"), "unnoticed|Divergence"),
    ],
    test_bad_input.test_what_is_no_order_is_refused_with_its_place: [
        Control(lambda: broken.game(verbs=(*TOY.verbs, broken.Conquer)), "is read as"),
    ],
    test_bad_input.test_what_is_refused_leaves_the_log_as_it_was: [
        Control(
            lambda: broken.game(
                decide=lambda state, seat, order, chance: TOY.decide(
                    state, seat, TOY.legal_orders(state, TOY.decisions(state)[0])[0], chance
                )
            ),
            "red gives|blue gives",
        ),
        Control(lambda: broken.game(setup=broken.unlike_set_up), "another beginning"),
    ],
    test_bots.test_a_game_comes_to_its_result: [
        Control(lambda: SOUND._replace(bot=broken.Cheat), "not offered", from_the_start=True),
        Control(lambda: broken.offering(lambda it: []), "IndexError", from_the_start=True),
        Control(broken.peeking, "no event tells the result", from_the_start=True),
    ],
    test_bots.test_the_result_names_a_winner_and_a_clause: [
        Control(lambda: broken.game(names={}), "no display name"),
        Control(lambda: broken.game(**SILENT), "clause without a text"),
        Control(broken.silent, "no event of the last order", from_the_start=True),
    ],
    test_bots.test_the_bot_plays_the_same_with_the_same_randomness: [
        Control(lambda: SOUND._replace(bot=broken.Erratic), "the second time"),
    ],
    test_checked.test_a_checked_order_is_accepted_or_refused_with_a_reason: [
        Control(lambda: broken.deployment(decide=broken.moody()), "second time", form=DEPLOYMENT),
        Control(
            lambda: broken.deployment(decide=broken.drawing_to_refuse()),
            "must not draw",
            form=DEPLOYMENT,
        ),
        Control(
            lambda: broken.deployment(decide=lambda *_: NO_CLAUSE), "has no text", form=DEPLOYMENT
        ),
        Control(
            lambda: broken.deployment(
                decide=lambda state, seat, order, chance: deploying.RULES.decide(
                    state, seat, deploying.TakeHistory(), chance
                )
            ),
            "deploy",
            form=DEPLOYMENT,
        ),
    ],
    test_checked.test_checked_verbs_are_verbs_of_which_a_few_are_suggested: [
        Control(
            lambda: broken.deployment(verbs=(deploying.TakeHistory, deploying.Fight)),
            "no verbs of the game",
            form=DEPLOYMENT,
        ),
    ],
    test_corrections.test_kinds_are_told_from_each_other: [
        Control(
            lambda: broken.game(corrections=type("Twice", (), {"kinds": (toy.SetScore,) * 2})()),
            "the same tag",
        ),
    ],
    test_corrections.test_a_correction_is_refused_with_a_reason_or_carried_out: [
        Control(lambda: broken.correcting(broken.in_place), "itself was changed"),
        Control(lambda: broken.correcting(lambda *_: NO_CLAUSE), "has no text"),
        Control(lambda: broken.correcting(lambda *_: []), "without an event"),
    ],
    test_corrections.test_questions_stay_open_and_the_game_goes_on: [
        Control(lambda: broken.correcting(broken.next_turn), "were asked, and now"),
    ],
    test_declared.test_a_game_is_registered_under_its_name_with_all_that_goes_with_it: [
        Control(lambda: SOUND, "registered under another name"),
    ],
    test_declared.test_rules_and_data_are_pinned: [
        Control(lambda: broken.game(pack_hash="none"), "no SHA-256"),
    ],
    test_declared.test_options_have_defaults_and_clauses: [
        Control(lambda: broken.game(options=TOY.options * 2), "same name"),
        Control(lambda: broken.game(**SILENT), "has no text"),
        Control(lambda: broken.game(checked_options=lambda it: {}), "its default"),
    ],
    test_declared.test_options_that_there_are_not_are_refused: [
        Control(
            lambda: broken.game(checked_options=lambda it: {"turns": it.get("turns", 3)}),
            "DID NOT RAISE",
        ),
    ],
    test_declared.test_a_scenario_that_there_is_not_is_refused: [
        Control(
            lambda: broken.game(
                setup=lambda _, options, chance: TOY.setup("wide", options, chance)
            ),
            "DID NOT RAISE",
        ),
    ],
    test_declared.test_every_scenario_can_be_played_in_some_form: [
        Control(
            lambda: broken.game(scenarios=(*TOY.scenarios, ScenarioTitle("none", "None"))),
            "set up in no form",
        ),
    ],
    test_declared.test_seats_are_the_same_whenever_they_are_asked_for: [
        Control(lambda: broken.game(seats=lambda options: ("red", "referee")), "referee"),
    ],
    test_declared.test_verbs_are_told_from_each_other: [
        Control(lambda: broken.game(verbs=(*TOY.verbs, broken.Draw)), "the same tag"),
    ],
    test_declared.test_events_are_frozen_and_name_who_may_read_them: [
        Control(lambda: broken.game(name="other"), "begin with its name"),
    ],
    test_declared.test_the_state_says_how_to_keep_it: [
        Control(lambda: broken.game(state_type=broken.without("draws")), "no draws"),
    ],
    test_declared.test_every_form_is_laid_out_up_to_a_first_question: [
        Control(lambda: broken.game(setup=broken.unlike_set_up), "two tables"),
        Control(lambda: broken.game(decisions=lambda state: []), "nobody is asked"),
    ],
    test_domains.test_an_order_of_what_its_domains_name_is_read_back_from_its_line: [
        Control(lambda: broken.drilled(write=lambda *_: "rest"), "read as Rest", form=DEPLOYMENT),
    ],
    test_domains.test_a_value_that_is_in_no_domain_is_refused_and_changes_nothing: [
        Control(
            lambda: broken.drilled(
                decide=lambda state, seat, order, chance: drill.RULES.decide(
                    state, seat, drill.Rest(), chance
                )
            ),
            "carried out",
            form=DEPLOYMENT,
        ),
        Control(
            lambda: broken.drilled(decide=lambda *_: NO_CLAUSE), "has no text", form=DEPLOYMENT
        ),
    ],
    test_hidden.test_a_draw_that_is_hidden_is_hidden_everywhere: [
        Control(lambda: broken.viewing(broken.dealt), "/hand/all/"),
        Control(broken.known_to_all, "/known/hand/cards"),
        Control(lambda: broken.asking(broken.odd_numbers), "/decisions/.*/text"),
        Control(broken.talkative, "/facts/hands"),
        Control(broken.telling_by_the_number_of_events, "can tell apart"),
    ],
    test_hidden.test_what_is_drawn_in_the_set_up_is_hidden_everywhere: [
        Control(lambda: broken.viewing(broken.dealt), "/hand/all/"),
        Control(lambda: broken.viewing(broken.dealt_openly), "(?s)after card_drawn.*/hand/all/"),
    ],
    test_hidden.test_orders_that_look_alike_lead_to_positions_that_look_alike: [
        Control(lambda: broken.viewing(broken.bet_early), "/victory-track/bets"),
    ],
    test_hidden.test_what_is_drawn_in_the_open_is_open_to_everybody: [
        Control(broken.in_the_open, "public chain"),
    ],
    test_hidden.test_views_are_what_the_service_expects: [
        Control(lambda: broken.viewing(broken.lost), "views are"),
        Control(lambda: broken.viewing(broken.misdated), "map says"),
    ],
    test_hidden.test_what_a_reader_may_not_know_is_null_in_events: [
        Control(
            lambda: broken.replaced(OrderGiven, player="Red"),
            "no seat",
            from_the_start=True,
        ),
    ],
    test_keys.test_every_sign_of_a_board_is_explained: [
        Control(
            lambda: broken.in_battles(signs=[("ready", "counters")]),
            r"does not tell of \['.*town'\]",
            form=DEPLOYMENT,
        ),
    ],
    test_keys.test_every_letter_on_a_counter_or_a_card_is_explained: [
        Control(lambda: broken.in_battles(figures=()), r"does not tell of \['1'", form=DEPLOYMENT),
    ],
    test_keys.test_what_a_legend_tells_is_told_once_and_in_words: [
        Control(lambda: broken.in_battles(signs=()), "assert", form=DEPLOYMENT),
        Control(
            lambda: broken.in_battles(signs=[("town", "a town")] * 2),
            "assert 1 == 2",
            form=DEPLOYMENT,
        ),
        Control(lambda: broken.in_battles(signs=[("town", "T")]), "False", form=DEPLOYMENT),
    ],
    test_plain_boards.test_shared_boards_are_the_same_json_and_look_alike_only_if_they_are: [
        Control(broken.indistinct, "not what it is by itself"),
        Control(broken.unlike_its_views, "alike, and drawn otherwise"),
    ],
    test_standing_orders.test_kinds_are_told_from_each_other: [
        Control(
            lambda: broken.game(standing=type("Twice", (), {"kinds": (toy.BetSame,) * 2})()),
            "the same tag",
        ),
    ],
    test_standing_orders.test_what_is_left_with_one_click_can_be_left_by_every_seat_anywhere: [
        Control(
            lambda: broken.instructing(refusal=NO_CLAUSE, no_card=toy.BetSame(1)),
            "version [0-9]+, red: Refusal",
        ),
    ],
    test_standing_orders.test_a_standing_order_is_refused_with_a_reason_or_can_be_kept: [
        Control(lambda: broken.instructing(refusal=NO_CLAUSE), "has no text"),
    ],
    test_standing_orders.test_an_answer_is_one_of_the_offers: [
        Control(lambda: broken.instructing(answer=toy.Bet(9)), "an answer is not offered"),
    ],
    test_standing_orders.test_an_offer_to_end_the_game_is_not_turned_down_by_an_answer: [
        Control(broken.offering_to_end, "(red|blue) offers"),
    ],
    test_profiles.test_a_player_chooses_among_three_profiles: [
        Control(
            lambda: broken.with_profiles((broken.Usual, broken.AskEverything)), "other profiles"
        ),
    ],
    test_profiles.test_a_profile_is_left_by_every_seat_anywhere_and_holds: [
        Control(lambda: broken.with_profiles(refusal=NO_CLAUSE), "refused: "),
    ],
    test_profiles.test_who_is_asked_less_is_asked_nothing_else: [
        Control(
            lambda: broken.with_profiles(answering=(broken.AskEverything,)), "not asked everything"
        ),
        Control(
            lambda: broken.with_profiles(answering=(broken.Usual,)),
            "asked behind the higher profile alone",
        ),
    ],
    test_profiles.test_nothing_big_is_done_by_who_does_not_say_so: [
        Control(
            lambda: broken.with_profiles(big=[Big(toy.Bet, "BET", (broken.Usual,))]),
            "does not say so",
        ),
    ],
    test_profiles.test_what_is_big_is_declared: [
        Control(
            lambda: broken.with_profiles(big=[Big(toy.Bet, "NOWHERE")]), "the clause has no text"
        ),
        Control(
            lambda: broken.with_profiles(big=[Big(toy.Bet, "BET", (broken.Usual,))]),
            "a profile says nothing",
        ),
    ],
    test_names.test_no_two_pieces_share_a_name: [
        Control(lambda: broken.game(names={"red": "Ney", "blue": "ney"}), "one name for several"),
    ],
    test_names.test_a_piece_is_called_in_sentences_what_it_is_called_alone: [
        Control(
            lambda: broken.game(names={"red": "Ney (red)", "the red": "Ney's corps"}), "two names"
        ),
    ],
    test_names.test_views_call_pieces_by_their_names: [
        Control(lambda: broken.viewing(broken.renamed), "other names in views"),
    ],
    test_names.test_texts_call_pieces_by_their_whole_names: [
        Control(
            lambda: broken.game(
                names={"red": "Red II Corps", "blue": "Blue II Corps"},
                decisions=lambda state: broken.short_names(TOY.decisions(state), state),
            ),
            "parts of names",
        ),
    ],
    test_notation.test_every_offer_is_written_as_a_line_that_is_read_back: [
        Control(lambda: broken.noting(write=lambda *_: "pass"), "is written as 'pass' and read as"),
    ],
    test_notation.test_a_line_that_is_no_order_is_refused_with_a_reason: [
        Control(lambda: broken.noting(read=lambda *_: toy.Pass()), "is read as Pass"),
    ],
    test_notation.test_positions_are_written_and_read_back: [
        Control(
            lambda: broken.noting(read_position=lambda text: TOY.apply(None, toy.TableLaid(3, ()))),
            "read back and written again",
        ),
    ],
    test_notation.test_a_text_that_is_no_position_is_refused_with_its_line: [
        Control(lambda: broken.noting(read_position=lambda text: None), "reads a position out of"),
    ],
    test_notation.test_what_views_show_is_written_for_every_reader: [
        Control(lambda: broken.noting(write_known=lambda known: ""), "version"),
    ],
    test_notation.test_views_are_written_as_what_is_known_where_they_are_all_of_it: [
        Control(lambda: broken.game(knows_by_views=False), "version"),
        Control(lambda: broken.noting(write_known=repr), "version"),
    ],
    test_notation.test_a_whole_game_is_written_as_a_text_and_played_again: [
        Control(lambda: broken.noting(write=lambda *_: "pass"), "line"),
    ],
    test_notation.test_a_running_game_is_written_for_every_reader: [
        Control(lambda: broken.game(name="other"), "Ruleset"),
    ],
    test_numbers.test_every_number_of_an_event_is_declared_once: [
        Control(lambda: broken.game(numbers=Numbers()), "where these numbers come from"),
        Control(lambda: broken.game(numbers=Numbers()), r"Write each into the `numbers`"),
        Control(lambda: broken.numbering(sums=(*SAID.sums, "card_played/2.points")), "newer topic"),
        Control(lambda: broken.numbering(given=(*SAID.given, *SAID.sums)), "two things"),
        Control(lambda: broken.numbering(sums=(), others={**SAID.others, "": SAID.sums}), "empty"),
    ],
    test_numbers.test_breakdowns_sum_to_the_numbers_that_are_said_to_be_sums: [
        Control(
            lambda: broken.replaced(toy.CardPlayed, breakdown=()),
            "its lines are",
            from_the_start=True,
        ),
    ],
    test_numbers.test_every_field_of_lines_says_what_it_sums_to: [
        Control(lambda: broken.numbering(rolls={"card_played/1.lines": "points"}), "are gone"),
    ],
    test_numbers.test_lines_that_are_said_to_sum_to_dice_do: [
        Control(lambda: broken.numbering(rolls={"card_played/1.breakdown": "by"}), "0 dice|3 dice"),
    ],
    test_numbers.test_numbers_that_are_said_to_count_something_do: [
        Control(lambda: broken.numbering(counts={"table_laid/1.turns": "bag"}), "there are 50"),
    ],
    test_numbers.test_numbers_that_are_said_to_be_chosen_stand_in_the_order: [
        Control(
            lambda: broken.replaced(toy.BetSealed, value=7), "the order was", from_the_start=True
        ),
    ],
    test_offers.test_every_offer_is_accepted: [
        Control(lambda: broken.offering(lambda it: [*it, toy.Play(99)]), "an offer is refused"),
        Control(lambda: broken.replaced(OrderGiven, player="nobody"), "another order"),
    ],
    test_offers.test_what_nobody_asks_for_is_told_as_long_as_it_is_accepted: [
        Control(lambda: broken.game(free_verbs=lambda state, seat: (toy.Draw,)), "toy.Draw"),
    ],
    test_offers.test_what_is_not_offered_is_refused: [
        Control(lambda: broken.offering(lambda it: it[:1]), "accepted, but not offered"),
        Control(lambda: broken.game(**SILENT), "has no text"),
        Control(
            lambda: broken.game(decide=lambda state, seat, order, chance: NO_CLAUSE),
            "has no text",
        ),
        Control(
            lambda: broken.game(decide=lambda state, seat, order, chance: WITH_AN_ID),
            "ids instead of names",
        ),
    ],
    test_offers.test_offers_are_a_list_without_doubles_that_is_always_the_same: [
        Control(lambda: broken.offering(lambda it: it * 2), "more than once"),
        Control(
            lambda: broken.offering(
                lambda it: random.Random(next(broken.TURNS)).sample(it, len(it))
            ),
            "another order",
        ),
        Control(lambda: broken.game(verbs=(toy.Draw, toy.Pass)), "Invalid value"),
    ],
    test_offers.test_who_is_not_asked_decides_nothing: [
        Control(broken.careless, "is not asked and carries out|must not draw"),
    ],
    test_purity.test_the_same_order_causes_the_same_events: [Control(broken.fickle, "version")],
    test_purity.test_every_draw_is_told_by_an_event: [
        Control(broken.peeking, "no event tells the result"),
    ],
    test_purity.test_applying_leaves_alone_whatever_else_there_is: [
        Control(broken.remembering, "two positions"),
    ],
    test_purity.test_a_position_survives_being_written_down: [
        Control(lambda: broken.game(state_type=broken.without("history")), "another order"),
    ],
    test_purity.test_an_order_moves_its_position_to_where_its_events_lead: [
        Control(lambda: broken.game(carry_out=broken.moving_nothing), "another position"),
        Control(lambda: broken.game(carry_out=broken.asking_nobody), "other questions"),
    ],
    test_purity.test_somebody_decides_until_there_is_a_result: [
        Control(lambda: broken.game(decisions=lambda state: []), "None|version"),
        Control(lambda: broken.asking(lambda it, state: it * 2), "the same id"),
        Control(lambda: broken.game(**SILENT), "has no text"),
    ],
    test_purity.test_a_decision_keeps_its_id_while_others_answer: [
        Control(
            lambda: broken.asking(broken.one_id),
            "was answered at version|is asked again",
            from_the_start=True,
        ),
    ],
    test_purity.test_events_say_in_which_turn_and_phase_they_happened: [
        Control(
            lambda: broken.each(lambda it: msgspec.structs.replace(it, turn=0)),
            "the last event says 0",
            from_the_start=True,
        ),
    ],
    test_replay.test_the_log_replays_to_the_position_that_was_played_at_every_version: [
        Control(broken.remembering, "is not the one that was played", from_the_start=True),
    ],
    test_replay.test_another_process_finds_the_game_as_it_was_at_any_version: [
        Control(broken.remembering, "its end|another position", from_the_start=True),
    ],
    test_replay.test_a_snapshot_stands_for_the_position_it_was_taken_in: [
        Control(broken.remembering, "another position", from_the_start=True),
    ],
    test_replay.test_going_back_brings_the_position_as_it_was_then: [
        Control(broken.remembering, "another position", from_the_start=True),
    ],
    test_windows.test_games_whose_hands_differ_and_whose_forms_are_equal_are_alike: [
        Control(lambda: broken.windowed(is_asked=broken.by_hand), "version", form=REACTIONS),
    ],
    test_windows.test_a_form_is_the_same_for_every_seat_whatever_it_holds: [
        Control(
            lambda: broken.windowed(kinds=lambda state, seat: state.hands[seat][:1]),
            "the form of .* changes|clause",
            form=REACTIONS,
        ),
    ],
    test_windows.test_to_pass_is_a_legal_order_of_every_window: [
        Control(
            lambda: broken.windowed(passing=lambda state, decision: None), "None", form=REACTIONS
        ),
    ],
    test_windows.test_open_nobody_is_asked_who_can_only_pass: [
        Control(
            lambda: broken.windowed(has_other=lambda state, decision: False),
            "version",
            form=REACTIONS,
        ),
    ],
    test_together.test_nobody_is_asked_after_another_what_might_be_asked_at_once: [
        Control(broken.in_turn, "need not have waited", from_the_start=True, form=CROWNS),
    ],
    test_texts.test_clauses_that_are_cited_have_a_text: [
        Control(lambda: broken.game(**SILENT), "clauses without a text"),
    ],
    test_texts.test_events_cite_the_clauses_that_made_them_happen: [
        Control(broken.silent, "of these no event cites", from_the_start=True),
    ],
    test_texts.test_every_event_is_told_to_every_reader: [
        Control(lambda: broken.game(names={"red": "{red}"}), "{red}"),
    ],
    test_texts.test_ids_in_stories_have_display_names: [
        Control(lambda: broken.game(names={}), "has no display name"),
        Control(lambda: broken.game(names={"red": "the_red", "blue": "Blue"}), "words without"),
    ],
    test_texts.test_things_on_the_board_have_display_names_where_stories_tell_of_them: [
        Control(lambda: broken.game(names={}), "without a display name"),
    ],
    test_texts.test_tables_have_a_cell_for_every_column: [
        Control(lambda: SOUND._replace(boards=lambda views, words: [SKEW]), "Skew has"),
    ],
    test_texts.test_events_have_topics_of_their_game: [
        Control(lambda: broken.game(name="other"), "toy"),
    ],
    test_texts.test_the_lines_of_a_breakdown_are_whole_numbers_with_clauses: [
        Control(lambda: broken.game(**SILENT), "cites no clause"),
    ],
    test_texts.test_breakdowns_sum_to_the_number_that_they_explain: [
        Control(
            lambda: broken.replaced(toy.CardPlayed, breakdown=(Line(77, "GO"),)),
            "sum to no number",
            from_the_start=True,
        ),
    ],
}
"""For each contract what breaks it."""

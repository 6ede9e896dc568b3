"""What a game says of itself: name, data, scenarios, options, verbs, names, and what goes with it.

The lobby, the API's documentation and the command line are made of this; nothing else in the
service knows the game by name.
"""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.events import DEPUTY, REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import SetupRefused
from tests.rulesets.entrants import Entrant, entrants, forms, frozen, pack_checks

WORD = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""What ids, verbs and topics look like."""


def test_a_game_is_registered_under_its_name_with_all_that_goes_with_it(entrant: Entrant) -> None:
    name = entrant.rules.name
    assert name in entrants() and WORD.fullmatch(name), f"registered under another name: {name}"
    missing = [
        group
        for group, found in (
            ("notation", entrant.notation),
            ("bot", entrant.bot),
            ("check_pack", pack_checks().get(name)),
        )
        if found is None
    ]
    assert not missing, f"{name} declares no {missing}"
    assert entrant.notation is not None and entrant.notation.rules.name == name


def test_rules_and_data_are_pinned(entrant: Entrant) -> None:
    rules = entrant.rules
    assert rules.title.strip() and re.fullmatch(r"\d+(\.\d+)*", rules.version)
    assert re.fullmatch(r"[0-9a-f]{64}", rules.pack_hash), f"no SHA-256: {rules.pack_hash!r}"
    assert (rules.version, rules.pack_hash) not in rules.replays, "replays are of earlier rules"


def test_options_have_defaults_and_clauses(entrant: Entrant) -> None:
    rules = entrant.rules
    names = [option.name for option in rules.options]
    assert len(set(names)) == len(names), f"options of the same name: {names}"
    for option in rules.options:
        typed = [(type(value), value) for value in option.values]
        assert len(set(typed)) == len(typed) > 1, f"no choice between {option.values}: {option}"
        assert WORD.fullmatch(option.name) and option.title.strip(), option
        assert rules.clause(option.clause), f"the clause of {option} has no text"
    defaults = {option.name: option.values[0] for option in rules.options}
    assert rules.checked_options({}) == defaults, "the first value of an option is its default"
    assert rules.checked_options(defaults) == defaults


def test_options_that_there_are_not_are_refused(entrant: Entrant) -> None:
    rules = entrant.rules
    wrong: list[dict[str, Any]] = [{"no_such_option": True}]
    wrong += [{it.name: "no such value"} for it in rules.options]
    # Python takes 1 for True and 0 for False.
    wrong += [{it.name: int(it.values[0])} for it in rules.options if type(it.values[0]) is bool]
    for options in wrong:
        with pytest.raises(SetupRefused) as refused:
            rules.checked_options(options)
        refusal = refused.value.refusal
        assert refusal.code == "BAD_OPTION", f"{options}: {refusal}"
        assert rules.clause(refusal.clause), f"{options}: the clause of {refusal} has no text"


def test_a_scenario_that_there_is_not_is_refused(entrant: Entrant) -> None:
    rules = entrant.rules
    with pytest.raises(SetupRefused) as refused:
        rules.setup("no_such_scenario", {}, SeededChance("00" * 32, "none", drawn=0))
    assert refused.value.refusal.code == "UNKNOWN_SCENARIO"
    assert rules.clause(refused.value.refusal.clause), f"{refused.value.refusal}: no text"


def test_every_scenario_can_be_played_in_some_form(entrant: Entrant) -> None:
    rules = entrant.rules
    ids = [scenario.id for scenario in rules.scenarios]
    assert len(set(ids)) == len(ids) > 0
    assert all(scenario.title.strip() for scenario in rules.scenarios)
    played = {form.scenario for form in forms(rules)}
    assert played == set(ids), f"set up in no form: {set(ids) - played}"


def test_seats_are_the_same_whenever_they_are_asked_for(entrant: Entrant) -> None:
    rules = entrant.rules
    for form in forms(rules):
        options = rules.checked_options(form.options)
        seats = rules.seats(options)
        assert seats and rules.seats(options) == seats, form
        assert len(set(seats)) == len(seats), f"{form}: {seats}"
        assert not set(seats) & {SPECTATOR, REFEREE, DEPUTY, ""}, f"{form}: {seats}"
        assert type(rules.cards_fade(options)) is bool


def test_verbs_are_told_from_each_other(entrant: Entrant) -> None:
    tags: dict[str, type[Order]] = {}
    for verb in entrant.rules.verbs:
        tag = str(verb.__struct_config__.tag)
        assert issubclass(verb, Order) and verb.__struct_config__.frozen, verb
        assert WORD.fullmatch(tag), f"{verb} has the tag {tag!r}"
        assert tag not in tags, f"{verb} and {tags[tag]} have the same tag"
        assert (verb.__doc__ or "").strip(), f"{verb} does not say what it orders"
        tags[tag] = verb
    # What msgspec cannot tell apart it refuses here.
    msgspec.json.schema(entrant.verbs)


def test_events_are_frozen_and_name_who_may_read_them(entrant: Entrant) -> None:
    assert entrant.events, "the topics of a game begin with its name"
    for cls in entrant.events:
        assert cls.__struct_config__.frozen, f"{cls} can be changed"
        assert issubclass(cls, Event) and cls.story.strip(), cls
        if cls.drawn:
            assert {cls.drawn, "draw"} <= set(cls.payload), f"{cls} has no fields for its draw"
        # A class without an owner would hide its fields from all but the referee.
        assert not cls.hidden | cls.fogged or hasattr(cls, cls.owner), f"who may read {cls}?"


def test_the_state_says_how_to_keep_it(entrant: Entrant) -> None:
    """Snapshots find a changed shape by its schema."""
    msgspec.json.schema(entrant.rules.state_type)
    for name in ("turn", "phase", "draws", "result"):
        assert name in entrant.rules.state_type.__struct_fields__, f"the state has no {name}"


def test_the_pack_that_ships_passes_its_own_check(entrant: Entrant) -> None:
    package = entrant.rules.state_type.__module__.rpartition(".")[0]
    with as_file(files(package) / "data") as folder:
        findings = pack_checks()[entrant.rules.name](folder)
    assert findings, "the check looks at nothing"
    assert not [it for it in findings if not it.ok], [it for it in findings if not it.ok]


def test_a_folder_without_a_pack_fails_the_check(entrant: Entrant, tmp_path: Path) -> None:
    findings = pack_checks()[entrant.rules.name](tmp_path)
    assert [it for it in findings if not it.ok], "an empty folder passes for a data pack"


def test_every_form_is_laid_out_up_to_a_first_question(entrant: Entrant) -> None:
    rules = entrant.rules
    for form in forms(rules):
        one, other = (
            rules.setup(form.scenario, form.options, SeededChance("18" * 32, "twice", drawn=0))
            for _ in range(2)
        )
        assert one == other, f"{form}: the same seed lays out two tables"
        state = entrant.after(None, one)
        assert rules.decisions(state), f"{form}: nobody is asked anything"
        assert frozen(state) == frozen(entrant.after(None, other)), form

"""``napoleon bench --questions``: games are played, and what they ask of people is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import click
from rich.progress import Progress

from api.command_line.output import print_json
from api.command_line.tables import print_table, progress_console
from napoleon.rules.contract import Ruleset, installed
from tools.bench.forms import forms_of
from tools.bench.questions import NONE, Found, played, profiles, report

KINDS = 6
"""How many kinds of questions a table names."""


def count(names: Sequence[str], wanted: Sequence[str], games: int, *, json: bool) -> None:
    """Play so many games of each form behind a profile, and print what was counted.

    Raises click.UsageError if there is no such game, or no game knows such a profile.
    """
    rulesets = _chosen(names)
    profile_of = _profiles(rulesets, wanted)
    forms = [(rules, form) for rules in rulesets for form in forms_of(rules)]
    found = []
    with Progress(console=progress_console(), transient=True) as bar:
        task = bar.add_task("playing", total=len(forms) * games)
        for rules, form in forms:
            those = []
            for seed in range(games):
                those.append(played(rules, form, profile_of[rules.name], seed))
                bar.update(task, advance=1)
            found.append(report(rules, form, profile_of[rules.name], those))
    if json:
        print_json({"questions": found})
    else:
        _print(found)


def _chosen(names: Sequence[str]) -> list[Ruleset]:
    known = installed()
    unknown = next((it for it in names if it not in known), None)
    if unknown is not None:
        raise click.UsageError(f"There is no game {unknown}; there are {', '.join(sorted(known))}.")
    return [known[it] for it in dict.fromkeys(names or known)]


def _profiles(rulesets: Sequence[Ruleset], wanted: Sequence[str]) -> Mapping[str, str]:
    """By game, the first profile of these that it knows."""
    asked = [it.replace("_", " ") for it in wanted]
    known = {name: [NONE, *profiles(rules)] for name, rules in installed().items()}
    every = dict.fromkeys(it for those in known.values() for it in those)
    unknown = next((it for it in asked if it not in every), None)
    if unknown is not None:
        raise click.UsageError(f"No game knows {unknown}; there are {', '.join(every)}.")
    return {
        rules.name: next((it for it in asked if it in known[rules.name]), NONE)
        for rules in rulesets
    }


def _print(found: Sequence[Found]) -> None:
    print_table(
        "Answers: median / 90th percentile",
        ("game", "form", "profile", "in", "answers", "orders by hand"),
        (
            (it.game, it.form, it.profile, where, str(spread), str(it.orders[where]))
            for it in found
            for where, spread in it.answers.items()
        ),
    )
    print_table(
        "Games: medians",
        (
            "game",
            "form",
            "games",
            "orders by hand",
            "forced",
            "hand-overs of a turn",
            *("days at one answer a day", "at four"),
        ),
        (
            (
                *(it.game, it.form, it.games, f"{it.questions:g}", f"{it.forced:g}"),
                str(it.hand_overs),
                *(f"{days:g}" for days in it.days.values()),
            )
            for it in found
        ),
    )
    print_table(
        "Kinds of questions, in all games",
        ("game", "form", "with which answers begin", "forced"),
        ((it.game, it.form, _kinds(it.begun_by), _kinds(it.forced_kinds)) for it in found),
    )


def _kinds(often: Mapping[str, int]) -> str:
    """The most frequent ones."""
    return ", ".join(f"{kind} {number}" for kind, number in islice(often.items(), KINDS))

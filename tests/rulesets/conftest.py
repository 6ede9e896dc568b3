"""The contracts that every ruleset keeps, examined for every one in the registry.

A game that is registered in ``setup.cfg`` is examined here without a line of its own, but that the
last three read in `random_play`, `properties` and `bot_games` of its folder how it is played. Its
scenarios and options are mixed so that every two choices come together once; its bot plays a whole
game in each of these forms, and random players in some. They are played through
`napoleon.play.games.Games` on SQLite, once, and then examined:

===================  ==========================================================================
`test_declared`      name, pack, scenarios, options, seats, verbs, events are as the house expects
`test_purity`        same order, same events; the state is all there is; every draw is told
`test_questions`     nobody is asked what everybody sees, but to end their own turn
`test_together`      nobody is asked after another what might be asked at once
`test_offers`        exactly the offers are accepted; a refusal gives a reason and leaves no trace
`test_labels`        no two answers to a question read alike, in any language
`test_past_recall`   what draws or shows something is said to be past recall
`test_bad_input`     data that are no order, and refused orders, leave no trace in the log
`test_domains`       of declared verbs what domains name has a line, and nothing else is accepted
`test_checked`       of verbs that are not listed each order is accepted, or refused with a reason
`test_bots`          every game ends by a clause; the bot gives offers, and the same ones again
`test_replay`        the log gives the position played: at every version, elsewhere, rewound
`test_adjudication`  the orders cause the same events again; a changed log is found out
`test_set_up`        what is offered makes a game, and all else is refused with a clear code
`test_hidden`        nobody can tell apart two games that differ in what they may not know
`test_texts`         clauses have texts, ids names, events sentences, numbers lines, boards tables
`test_homes`         every clause has one home, the module that begins with it
`test_names`         a piece has one name, in every text and view, and no other piece has it
`test_numbers`       numbers of events are explained by lines, or it is said why they need none
`test_notation`      lines, positions and whole games are read back as they were written
`test_lines`         any order has a line, apart from a position; the page of the notation is right
`test_refusal_codes` every refusal of the sources is seen by a test, with its clause
`test_standing_orders`  answers are offers (of games with standing orders)
`test_windows`       what is asked in windows, and when, tells nothing of a hand (with windows)
`test_corrections`   the game goes on from a corrected table (of games with corrections)
`test_cases`         all acceptance cases of a digest have a test that is named after them
`test_oracles`       who reads the rulebook a second time names no chapter of the rules
`test_sentences`     events are told by names, articles and plurals, and never by ids
`test_pairs`         nobody can tell apart whole games that differ in what they may not know
`test_packs`         what is wrong in a data pack is found, and what is its owner's passes
`test_random_games`  random games of every kind end, and are decided again to the same events
`test_properties`    what holds in every position of every game, and what a game says of its own
`test_bot_games`     bots play to the end, beat who picks any order, and take no time over it
===================  ==========================================================================

`test_controls` shows that each of these tests fails: for a toy game that breaks its contract.

What only the game can say stays with the game: what its rules are, what its readers may know, what
is conserved on its board. Its own tests say that, in the folder of its name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

from napoleon.rules.contract import installed
from tests.rulesets.entrants import Entrant, Form, entrants, forms, showing_every_choice
from tests.rulesets.playing import BOT, RANDOM, Played
from tests.rulesets.playing import played as playing

RANDOM_EVERY = 4
"""The bot plays in every form of a game, random players in every fourth one.

Under `make test` there are as many games as show every choice: random players play the first.
"""


def _games() -> Iterator[Any]:
    for name, rules in installed().items():
        every = forms(rules)
        few = showing_every_choice(every)
        bots = [BOT] if entrants()[name].bot else []
        for number, form in enumerate(every):
            by_random = number % RANDOM_EVERY == 0 or form == few[0] or not bots
            for by in bots + [RANDOM] * by_random:
                is_played = form in few and (by == RANDOM) == (form == few[0] or not bots)
                marks = [] if is_played else [pytest.mark.soak]
                yield pytest.param((name, form, by), id=f"{name}-{form}-{by}", marks=marks)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each test examine one game of each ruleset, and other tests other ones.

    So every test sees every ruleset, and every game is examined by some tests; under ``make soak``
    all see all.
    """
    cases: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        if "attempted" in params and not item.get_closest_marker("soak"):
            name, _, _ = params["attempted"]
            cases[item.nodeid.partition("[")[0], name].append(item)
    for (test, _), every in cases.items():
        seen = crc32(test.encode()) % len(every)
        for place, item in enumerate(every):
            if place != seen:
                item.add_marker("soak")


@pytest.fixture(scope="session", params=list(_games()))
def attempted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """A game that was played as far as it could be, in every form of every game.

    Each is played once, and then examined by all tests that ask for it.
    """
    name: str
    form: Form
    name, form, by = request.param
    with playing(entrants()[name], form, by, tmp_path_factory.mktemp("log")) as game:
        yield game


@pytest.fixture
def played(attempted: Played) -> Played:
    """A whole game; or the part that could be played, as another test says what stopped it."""
    if not attempted.steps:
        pytest.skip("no order could be given: see test_bots")
    return attempted


@pytest.fixture(params=sorted(entrants()))
def entrant(request: pytest.FixtureRequest) -> Entrant:
    """Every game of the registry."""
    return entrants()[request.param]

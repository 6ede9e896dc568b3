"""How many mails a game by mail takes: what 'Ask less' leaves, and hardly any that asks nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from tests.mail.counted import ASKS, TELLS, Mailed, mailed
from tests.mail.counted import Sent as Mail
from tools.bench.forms import FORMS
from tools.bench.questions import USUAL

SHORT = {
    ("napoleon1815", "two players"): 2,
    ("napoleon1815", "three players, fog"): 1,
    ("napoleonic_empire", "two players"): 4,
    ("napoleon_columbia", "two players"): 2,
    ("eagles_waterloo", "battles"): 9,
    ("napoleonic_wars", "four players"): 1,
}
"""How many turns of a form are played here."""

SEATS = {"two players": 2, "battles": 2, "three players, fog": 3, "four players": 4}

MOST_THAT_ASK = {"two players": 9, "three players, fog": 7}
"""In Napoléon 1815 in the median of turns and seats."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "title"), SHORT, ids=[" ".join(it) for it in SHORT])
def test_a_turn_takes_no_more_mails_than_answers(game: str, title: str, tmp_path: Path) -> None:
    form = next(it for it in FORMS[game] if it.title == title)
    found = mailed(form, game, USUAL, 1, tmp_path, SHORT[game, title])
    held(found, seats=SEATS[title])
    if game == "napoleon1815":
        [asks] = found.each(ASKS).values()
        assert median(asks) <= MOST_THAT_ASK[title]


def held(found: Mailed, *, seats: int) -> None:
    """Each question is asked once, and of what asks nothing a seat gets one mail a turn at most."""
    written, asked = Counter(found.written), Counter(it.stretch for it in those(found, ASKS))
    assert asked.total() <= written.total() + seats, "beside those that nobody has answered yet"
    for stretch, many in Counter(it.stretch for it in those(found, TELLS)).items():
        of_both = "both seats" in stretch[0]
        assert many <= (2 if of_both else 1), stretch


def those(found: Mailed, what: str) -> list[Mail]:
    return [it for it in found.mails if it.what == what]

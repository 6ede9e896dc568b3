"""What a page prints of a place, a piece, a side or a card may be typed, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.languages import LANGUAGES
from api.phrases import Phrases
from api.typed_names import ids_by_name, in_source
from api.web.game.looking import words_in
from napoleon.rules.notation.names import fold
from napoleon.rules.viewer import Viewer
from tests.rulesets.asking import positions
from tests.rulesets.entrants import Entrant, entrants

NO_NAMES = {"adjust", "aide_de_camp", "plus_played"}
"""Ids of a phase and of fields of boards, which nobody types."""


def printed(entrant: Entrant, language: str) -> Iterator[tuple[str, str]]:
    """Ids with a name that a page prints for them."""
    rules: Any = entrant.rules
    phrases = Phrases(rules, words_in(rules, language))
    state, decision = next(positions(rules, range(1)))
    areas = rules.view(state, Viewer(decision.seat)).map.areas
    for area in areas:
        yield area.id, phrases.called(area.name)
    for thing, name in (*rules.also_called.items(), *rules.names.items()):
        # What has another name for each of several is no name by itself.
        if (
            thing not in NO_NAMES
            and not thing.startswith("the ")
            and "%(" not in phrases.called(name)
        ):
            yield thing, phrases.called(name)
            yield thing, name


def test_a_printed_name_means_what_it_is_printed_for(entrant: Entrant) -> None:
    rules: Any = entrant.rules
    ids, names = ids_by_name(rules), {**rules.names}
    wrong = []
    for language in LANGUAGES:
        for thing, name in printed(entrant, language):
            typed = in_source(rules, language, name)
            meant = ids.get(typed) or ids.get(fold(typed))
            # Copies of a card, say, go by one name.
            if meant is None or fold(names.get(meant, meant)) != fold(names.get(thing, thing)):
                wrong.append(f"{language}, {thing}: {name} is read as {meant}")
    assert not wrong, "\n".join(wrong)


def test_a_name_that_is_read_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.in_source", lambda rules, language, name: name[::-1])
    with pytest.raises(AssertionError, match="is read as"):
        test_a_printed_name_means_what_it_is_printed_for(entrants()["napoleonic_empire"])


def test_a_line_may_call_a_thing_by_any_name_that_is_printed(entrant: Entrant) -> None:
    rules: Any = entrant.rules
    if entrant.notation is None or not rules.also_called:
        pytest.skip("nothing has two names")
    read = 0
    for state, decision in positions(rules, range(2)):
        for order in [*rules.legal_orders(state, decision)][:40]:
            line = entrant.notation.write(order, state, decision.seat)
            for thing, name in rules.also_called.items():
                short = rules.names[thing]
                if re.search(rf"\b{short}\b", line) and name not in line:
                    longer = re.sub(rf"\b{short}\b", name, line, count=1)
                    back = entrant.notation.read(state, decision, decision.seat, longer)
                    assert back == order, (longer, back)
                    read += 1
        if read > 200:
            break
    assert read

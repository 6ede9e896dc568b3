"""Legends: every sign, letter and number on a board or a card of a game is explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from napoleon.rules.picture.legend import explicable
from napoleon.rules.prose.storybook import PLAINLY
from napoleon.rules.viewer import Viewer
from tests.rulesets.playing import Played

POSITIONS = 15
"""Positions of a game whose boards are looked at."""


def test_every_sign_of_a_board_is_explained(played: Played) -> None:
    pictures = played.entrant.rules.pictures
    if pictures is None:
        return
    explained = {name for name, _ in pictures.key(PLAINLY).signs}
    for step, views in _seen(played):
        drawn = [pictures.map(views), *(it.picture for it in pictures.boards(views, PLAINLY))]
        silent = set().union(*map(explicable, drawn)) - explained
        assert not silent, f"{played}, {step}: the legend does not tell of {sorted(silent)}"


def test_every_letter_on_a_counter_or_a_card_is_explained(played: Played) -> None:
    pictures = played.entrant.rules.pictures
    if pictures is None:
        return
    figures = pictures.key(PLAINLY).figures
    explained = {_letters(short) for it in figures for short in it.short.split()}
    for step, views in _seen(played):
        boards = [pictures.map(views), *(it.picture for it in pictures.boards(views, PLAINLY))]
        pieces = [piece for board in boards for it in board.places for piece in it.pieces]
        written = {short for piece in pieces for short in piece.figures.split()}
        cards = pictures.cards(views, PLAINLY)
        written |= {figure.short for card in cards for figure in card.figures}
        written |= {card.strength for card in cards if card.strength}
        written |= {str(it.count) for it in pieces if it.count is not None}
        written |= {str(it.strength) for it in pieces if it.strength is not None}
        silent = {it for it in written if _letters(it) not in explained}
        assert not silent, f"{played}, {step}: the legend does not tell of {sorted(silent)}"


def test_what_a_legend_tells_is_told_once_and_in_words(played: Played) -> None:
    pictures = played.entrant.rules.pictures
    if pictures is None:
        return
    signs, figures, _ = pictures.key(PLAINLY)
    assert signs
    assert len({name for name, _ in signs}) == len(signs)
    assert len({it.short for it in figures}) == len(figures)
    assert all(re.search(r"[a-z]{3}", words) for _, words in signs)
    assert all(re.search(r"[a-z]{3}", it.words) for it in figures)


def _letters(short: str) -> str:
    """What is written, whatever its number is: one minus is told with the plus."""
    return re.sub(r"\d+", "#", short).replace("-", "+").replace("#/+", "#/")


def _seen(played: Played) -> Iterator[tuple[Any, Any]]:
    rules: Any = played.entrant.rules
    for step in played.sample(POSITIONS, "keys"):
        state = played.entrant.thawed(step.before)
        yield step, rules.view(state, Viewer(step.decision.seat))

"""A piece has one name wherever it is told of, and no other piece has it.

Pieces are what the order of battle and the hands show: blocks, units, commanders, cards. They are
called alike in stories, log lines, refusals, offers, questions, tables and views.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from api.languages import LANGUAGES, language_of
from api.phrases import Phrases
from napoleon.chance import SeededChance
from napoleon.log.events.service import ServiceEvent
from napoleon.log.story import chronicle_of
from napoleon.rules.battles import capital
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import CARD_CLAUSES, REFEREE
from napoleon.rules.narration import narrated
from napoleon.rules.orders import Refusal
from napoleon.rules.phrases import speaker, told
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import vocabulary, words_of
from napoleon.rules.terms import VIEWS
from napoleon.rules.viewer import Viewer
from tests.rulesets.entrants import Entrant, NoChance, forms
from tests.rulesets.playing import Played, Step, some
from tests.rulesets.test_offers import wrong_orders

STEPS = 20
"""Positions of a game whose texts are read."""

ORDERS = 12
"""Offers of a position that are read."""


def test_no_two_pieces_share_a_name(entrant: Entrant) -> None:
    pieces = set(_pieces_of(entrant))
    for code in LANGUAGES:
        bearers: dict[str, set[str]] = defaultdict(set)
        names = _names(entrant, code)
        for piece in pieces:
            for name in (names[piece], names.get(f"the {piece}", names[piece])):
                bearers[name.casefold()].add(piece)
        shared = {name: sorted(its) for name, its in bearers.items() if len(its) > 1}
        assert not shared, f"{entrant.rules.name} ({code}): one name for several pieces: {shared}"


def test_a_piece_is_called_in_sentences_what_it_is_called_alone(entrant: Entrant) -> None:
    for code in LANGUAGES:
        names = _names(entrant, code)
        two = {
            piece: (names[piece], names[f"the {piece}"])
            for piece in _pieces_of(entrant)
            if not names.get(f"the {piece}", names[piece])
            .casefold()
            .endswith(names[piece].casefold())
        }
        assert not two, f"{entrant.rules.name} ({code}): two names for one piece: {two}"


def test_views_call_pieces_by_their_names(played: Played) -> None:
    rules, pieces = played.entrant.rules, set(_pieces_of(played.entrant))
    for step in played.sample(STEPS, "names in views"):
        views = rules.view(played.entrant.thawed(step.before), Viewer(REFEREE))
        other, named = set(), [*_named(msgspec.to_builtins(views))]
        # The map tells of a country its long name, as printed, with the short one beside it.
        short = {it["name"]: it["short_name"] for it in named if "short_name" in it}
        for piece in named:
            its = {rules.names[it] for it in _known(rules, piece["id"]) if it in pieces}
            if its and not its & {piece["name"], short.get(piece["name"])}:
                other.add((piece["id"], piece["name"], *its))
        assert not other, f"{played}, version {step.version}: other names in views: {other}"


def test_texts_call_pieces_by_their_whole_names(played: Played) -> None:
    """No text says "Corps infantry" but within the whole name of a unit."""
    names = played.entrant.rules.names
    whole = {_bare(names[it]) for it in _pieces_of(played.entrant)}
    parts = {it.partition(" ")[2] for it in whole} - whole
    # "infantry" and "I" are words of their own.
    parts = {it for it in parts if " " in it and not it.islower()}
    texts = {_bare(text): where for text, where in _texts(played)}
    # Refusals name pieces that are not in this game; a sentence begins with a capital.
    others = {_bare(names[it]) for it in names if f"the {it}" in names}
    written = {form for name in whole | others for form in (name, capital(name))}
    for name in sorted(written, key=len, reverse=True):
        texts = {text.replace(name, "…"): where for text, where in texts.items()}
    said = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(parts))) + r")\b")
    short = {text: where for text, where in texts.items() if parts and said.search(text)}
    assert not short, f"{played}: parts of names: {dict(list(short.items())[:20])}"


def _names(entrant: Entrant, code: str) -> dict[str, str]:
    """What things are called in a language, as log lines call them."""
    rules = entrant.rules
    return {**vocabulary(rules, words_of(rules, language_of(rules, code))).names}


def _pieces_of(entrant: Entrant) -> list[str]:
    """The pieces of a game, in any of its forms, that have a name; found once for all tests."""
    rules = entrant.rules
    if rules not in _PIECES:
        _PIECES[rules] = list(_pieces_in(entrant))
    return _PIECES[rules]


_PIECES: dict[Ruleset, list[str]] = {}


def _pieces_in(entrant: Entrant) -> Iterator[str]:
    rules = entrant.rules
    for form in forms(rules):
        options = rules.checked_options(form.options)
        laid = rules.setup(form.scenario, options, SeededChance("18" * 32, "names", drawn=0))
        views = msgspec.to_builtins(rules.view(entrant.after(None, laid), Viewer(REFEREE)))
        for board in ("order-of-battle", "hand"):
            for piece in _ids(views[board]):
                yield from _known(rules, piece)


def _bare(text: str) -> str:
    """A text without its quotation marks: a name that has some loses them within others."""
    return re.sub(r"[\"“”]", "", text)


def _known(rules: Ruleset, of: str) -> list[str]:
    """What has a name under an id: a piece, a card, or both; see `Ruleset.names`."""
    return [it for it in (of, f"{CARD_CLAUSES}{of}") if it in rules.names]


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _ids(each)


def _named(value: Any) -> Iterator[dict[str, str]]:
    """What views call by an id and by a name."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str) and isinstance(value.get("name"), str):
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _named(each)


def _texts(played: Played) -> Iterator[tuple[str, str]]:
    """What is said in a game to whom all is shown, and where."""
    rules = played.entrant.rules
    words = words_of(rules, ENGLISH)
    lines, everything = vocabulary(rules, words), Viewer(REFEREE, over=True)
    chronicle = chronicle_of(rules, everything, ENGLISH)
    for event in played.events:
        if not isinstance(event, ServiceEvent):
            chronicle.add(event)
            yield narrated(event, everything, lines), f"the log, version {event.version}"
    for entry in chronicle.entries():
        for sentence in entry.sentences:
            yield sentence, f"the story, versions {entry.first} to {entry.last}"
    phrases = Phrases(rules, words)
    for step in played.sample(STEPS, "names in texts"):
        yield from ((text, f"{kind}, {step}") for kind, text in _said(played, step, phrases))


def _said(played: Played, step: Step, phrases: Phrases) -> Iterator[tuple[str, str]]:
    """What is said of a position: questions, offers, refusals and tables."""
    rules = played.entrant.rules
    state = played.entrant.thawed(step.before)
    for decision in rules.decisions(state):
        yield "a question", told(decision.prompt, speaker(rules.names, rules.cards))
        legal_orders = played.legal_orders(step, decision)
        for order in some(legal_orders, ORDERS, played.random(f"names {step.version}")):
            if rules.wording is not None:
                order_in_words = rules.wording.words(state, decision, order)
                yield "an offer", phrases.does(order_in_words)
                yield "an offer", phrases.follows(order_in_words)
    for seat, order in wrong_orders(played, step):
        refusal = rules.decide(state, seat, order, NoChance())
        if isinstance(refusal, Refusal):
            yield "a refusal", refusal.detail
    for table in played.entrant.boards(rules.view(state, Viewer(REFEREE)), phrases.words):
        assert table.board in ("", *VIEWS)
        for row in table.rows:
            yield from ((f"the table {table.title}", str(cell)) for cell in row)

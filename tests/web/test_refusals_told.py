"""Refusals and problems in the reader's language: on pages, over the API, in mails and commands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from babel.messages.pofile import read_po

from api.extraction import phrase_of
from api.languages import LANGUAGES, LOCALE, SOURCE, language_of
from api.refusals import DOMAIN, told, told_of
from api.typed_names import in_source
from napoleon.record.verifier import verify
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.storybook import words_of
from tests.api.desk import Desk, Table
from tests.web.browser import Browser
from tests.web.tables import desk_for, play, seated, table_of

ROOT = LOCALE.parents[2]
TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
SLOT = re.compile(r"%\((\w+)\)s")
BUNDLES = sorted((ROOT / "tests" / "goldens" / "bundles").glob("*.zip"))

FOLDERS = [
    LOCALE.parent,
    ROOT / "napoleon",
    *(it.parent for it in sorted(ROOT.glob("napoleon/rulesets/*/refusals.cfg"))),
]
"""Where catalogues of refusals are."""

MADE = ("refuse", "Refusal", "absent", "full")

PASSED_ON = {"_said", "NEITHER", "gettext", "join", "_elsewhere", "detail", "barred"}
"""What stands in place of a sentence that is found where it is written."""


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game of the toy ruleset; red is to go."""
    return desk.table(referee=True)


def found_in(folder: Path) -> set[str]:
    """What the sources of a catalogue say: that its template has it all, ``make messages`` shows
    in tests/documents."""
    with (folder / "locale" / "refusals.pot").open("rb") as file:
        return {str(it.id) for it in read_po(file) if it.id}


def translated(folder: Path, code: str) -> dict[str, str]:
    with (folder / "locale" / code / "LC_MESSAGES" / DOMAIN).open("rb") as file:
        return {it.id: it.string for it in read_po(file, locale=code) if it.id}


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda it: it.name)
def test_every_refusal_is_translated(folder: Path, code: str) -> None:
    kept = translated(folder, code)
    assert found_in(folder) == kept.keys()
    assert [text for text, string in kept.items() if not string] == []
    for text, string in kept.items():
        assert sorted(SLOT.findall(text)) == sorted(SLOT.findall(string)), text


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Every call that makes a refusal, in the rules and in the service."""
    for folder in ("napoleon", "api", "projections"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            source = file.read_text(encoding="utf-8")
            # Where none of their names stands, none is called: most files need not be parsed.
            tree = ast.parse(source if any(it in source for it in MADE) else "")
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MADE:
                    yield file, node


def test_no_refusal_says_what_is_not_found() -> None:
    known = {text for folder in FOLDERS for text in found_in(folder)}
    number = 0
    for file, call in calls():
        place = 1 if getattr(call.func, "id", "") in ("absent", "full") else 2
        said = call.args[place] if len(call.args) > place else None
        match said:
            case ast.Constant(value=str(text)):
                assert text in known, (file, text)
            case ast.JoinedStr():
                assert phrase_of(said) in known, (file, phrase_of(said))
            case _:
                named = {it.id for it in ast.walk(said or call) if isinstance(it, ast.Name)}
                named |= {it.attr for it in ast.walk(said or call) if isinstance(it, ast.Attribute)}
                assert said is None or named & PASSED_ON, (file, ast.unparse(call))
        number += 1
    assert number > 300


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("The game is over.", "La partie est finie."),
        (
            "The road costs 2 movement points and 1 are left.",
            "La route coûte 2 points de mouvement et il en reste 1.",
        ),
        ("At most 3 armies are due there.", "Il y est dû au plus 3 armées."),
        ("Prussia is not contested.", "Lieu non disputé : la Prusse."),
        (
            "That order belongs to the battle phase; this is the operations phase.",
            "Cet ordre appartient à la phase « bataille » ; la phase en cours est « opérations ».",
        ),
        ("Nothing knows this sentence.", "Nothing knows this sentence."),
    ],
)
def test_what_is_filled_in_is_told_in_the_language_too(english: str, french: str) -> None:
    bare = re.sub(r"[\u00a0\u202f]", " ", told(english, "fr"))
    assert bare.replace("\u2019", "'") == french
    assert told(english, SOURCE) == english


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda it: it.stem)
def test_what_an_audit_finds_is_told_in_french(bundle: Path) -> None:
    for check in verify(bundle).checks:
        assert told(check.detail, "fr") != check.detail, check


def test_a_page_and_the_api_refuse_in_the_readers_language(table: Table) -> None:
    english, french = (
        table.get("/instructions", headers={"Accept-Language": it}).json
        for it in ("en", "fr-CH, en;q=0.5")
    )
    assert english["detail"] == "Only the holder of a seat leaves instructions."
    assert french["detail"] == "Seul le titulaire d\u2019un siège laisse des instructions."
    assert english["code"] == french["code"]
    page = Browser(table.desk.app, "fr").get("/games/nosuchgame")
    assert page.status_code == 404
    assert "Il n\u2019y a pas de partie de ce genre." in page.text


@pytest.fixture(scope="module", params=sorted(installed()))
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of each ruleset, some orders after its beginning."""
    rules = installed()[request.param]
    table = table_of(desk_for(tmp_path_factory.mktemp("refusals"), rules))
    play(table, 12)
    return table


def test_a_line_that_is_refused_is_refused_in_french(campaign: Table) -> None:
    """On the page, over the API, and by a command."""
    games = campaign.desk.games
    game = games.open(campaign.id)
    asked = games.decisions(game)[0]
    line = "resign everything at once"
    body = {"lines": [line]}
    french = {"Accept-Language": "fr"}
    answers = [
        campaign.post("/orders", asked.seat, body, headers=headers).json for headers in ({}, french)
    ]
    assert answers[0]["code"] == answers[1]["code"]
    assert answers[0]["detail"] != answers[1]["detail"] == told(answers[0]["detail"], "fr")
    browser = seated(campaign, asked.seat)
    browser.language = "fr"
    form = {"line": line, "seat": asked.seat, "expected": str(game.version)}
    page = browser.post(f"/games/{campaign.id}/orders", form)
    assert page.status_code == 422
    assert answers[0]["detail"] not in page.text


def test_what_was_expected_in_a_line_is_told_in_french(campaign: Table) -> None:
    """Kinds of things by their French names, and words of lines as they are written."""
    games = campaign.desk.games
    game = games.open(campaign.id)
    notation, asked = games.rules(game).notation, games.decisions(game)[0]
    assert notation is not None
    seen = 0
    for word in sorted(notation.words):
        for line in (f"{word} %", f"{word} 1 %", f"{word} to %"):
            refusal = notation.read(game.state, asked, asked.seat, line)
            if isinstance(refusal, Refusal) and refusal.code == "BAD_LINE":
                seen += 1
                _, found, said = told_of(refusal, "fr").partition("on attendait")
                assert found, (line, refusal.detail)
                unquoted = re.sub("«[^»]*»", "", said.partition(". ")[0])
                assert not re.search(r"\b(a|an|the|or|as in)\b", unquoted), (line, said)
    assert seen > 5


# -- names that are typed in French ---------------------------------------------------------------


def in_french(rules: Ruleset, line: str) -> str:
    """A line with the names as a French page tells them."""
    words = words_of(rules, language_of(rules, "fr"))
    named = {
        **{name: words.language.alone(words.names[it]) for it, name in rules.names.items()
           if not it.startswith("the ")},
        **{name: words.cards[it] for it, name in rules.cards.items()},
    }  # fmt: skip
    names = sorted((it for it in named if it in line), key=len, reverse=True)
    if not names:
        return line
    pattern = "|".join(rf"(?<!\w){re.escape(it)}(?!\w)" for it in names)
    return re.sub(pattern, lambda it: named[it[0]], line)


@pytest.mark.sampled(2)
def test_every_name_that_is_told_is_read_back(campaign: Table) -> None:
    """Whatever a French page calls what is in a line, the line means the same."""
    games = campaign.desk.games
    rules = games.rules(games.open(campaign.id))
    notation, randomness, changed = rules.notation, Random(7), 0
    assert notation is not None
    for _ in range(40):
        game = games.open(campaign.id)
        if game.over:
            break
        for decision in games.decisions(game):
            offers = list(rules.legal_orders(game.state, decision))
            for order in randomness.sample(offers, min(12, len(offers))):
                line = notation.write(order, game.state, decision.seat)
                typed = in_french(rules, line)
                back = in_source(rules, "fr", typed)
                assert notation.read(game.state, decision, decision.seat, back) == order, typed
                changed += typed != line
        play(campaign, 3, seed=randomness.randrange(1000))
    assert changed > (20 if rules.name == "napoleonic_empire" else 0)


def test_accents_and_articles_do_not_matter() -> None:
    rules = installed()["napoleonic_empire"]
    assert in_source(rules, "fr", "move 3: la Prusse - Suède") == "move 3: Prussia - Sweden"
    assert in_source(rules, "fr", "move 3: prusse - suede") == "move 3: Prussia - Sweden"
    assert in_source(rules, "fr", "play Général Hiver") == "play General Winter"
    assert in_source(rules, "en", "move 3: la Prusse") == "move 3: la Prusse"

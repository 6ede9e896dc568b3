"""Windows by form, by mail: no mail goes out for what a form answers; the form goes out itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.play import pace
from napoleon.play.window_forms import Shown, shown
from napoleon.rules.contract import installed
from napoleon.rules.orders import OrderGiven
from projections.form_games import FormGames
from projections.standing_orders import Looked, look
from projections.store import open_views
from tests.clocks import Clock
from tests.mail.tables import Post, body

SECOND = 1_000_000


class Table:
    """A game by mail with its worker."""

    def __init__(self, post: Post, clock: Clock) -> None:
        self.post, self.clock = post, clock
        self.forms, self.known = (
            FormGames(post.games, open_views(post.games.env)),
            dict[str, Looked](),
        )

    def work(self) -> None:
        """The worker looks until no form answers any more, and mails go out."""
        head = -1
        while head != self.post.games.head(self.post.id):
            head = self.post.games.head(self.post.id)
            self.known = look(self.post.games, self.known, self.forms)
            self.clock.move_on(round(pace.MOST * SECOND))
            self.known = look(self.post.games, self.known, self.forms)
        self.post.run()

    def mails(self, holder: str) -> list[str]:
        """What a holder has got since they confirmed their address."""
        return [body(it) for it in self.post.to(holder)][1:]

    def form(self, seat: str) -> Shown:
        post = self.post
        found = shown(post.games, post.games.open(post.id), seat)
        assert isinstance(found, Shown)
        return found


@pytest.fixture
def table(make_post: Callable[..., Post], clock: Clock) -> Table:
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion", windows="form")
    post.leave("french")
    post.leave("allied")
    return Table(post, clock)


def test_blue_cards_are_passed_without_a_mail_and_each_seat_has_its_form(table: Table) -> None:
    table.post.run()
    for holder in ("french", "allied"):
        [mail] = table.mails(holder)
        assert "window when a stack has been activated: pass" in mail
        assert "W." not in mail.partition("window ")[2], "windows are told by their names"
        assert "You are asked" not in mail
    table.work()
    french = table.mails("french")
    assert len(french) == 2
    assert "You are asked" in french[-1] and "activate" in french[-1]
    assert len(table.mails("allied")) == 1, "nothing is asked of them, and their hand is the same"


def test_a_line_of_the_form_is_sent_back_and_asks(table: Table) -> None:
    table.work()
    told = table.post.answer("allied", "window W.OPSTART: ask me")
    assert "window when a stack has been activated: ask me" in told
    assert table.form("allied").form.asks == ("W.OPSTART",)
    told = table.post.answer("french", "activate Beaumont: Drouot")
    assert "One line was carried out." in told
    before = len(table.mails("allied"))
    table.work()
    [asked] = table.mails("allied")[before:]
    assert "You are asked" in asked and "decline" in asked
    told = table.post.answer("allied", "decline")
    assert "One line was carried out." in told


def test_no_mail_goes_out_for_what_a_form_answers(table: Table) -> None:
    table.work()
    before = len(table.mails("allied"))
    table.post.answer("french", "activate Beaumont: Drouot")
    table.work()
    assert len(table.mails("allied")) == before
    post = table.post
    given = [it for it in post.games.history(post.id) if isinstance(it, OrderGiven)]
    assert [it.player for it in given if it.order == {"order": "decline_window"}] == ["allied"]


def test_a_card_is_named_and_may_wait(table: Table) -> None:
    table.work()
    form = table.form("french")
    line = next(it for it in form.lines if it.fitting and it.window.id != "W.INIT")
    [card, name], *_ = line.fitting.items()
    told = table.post.answer("french", f"window {line.window.title}: play {name}; areas=Ligny")
    assert "areas=ligny" in told or "areas=Ligny" in told
    [word] = table.form("french").form.plays
    assert (str(word.card), word.window, word.areas) == (card, line.window.id, ("ligny",))  # type: ignore[attr-defined]
    told = table.post.answer("french", "windows")
    assert f"window {line.window.title}: play" in told
    table.post.answer("french", "window all: pass")
    assert table.form("french").form.plays == ()


@pytest.mark.parametrize(
    "line",
    [
        "window W.NONE: pass",
        "window at midnight: pass",
        "window W.OPSTART: charge",
        "window W.OPSTART: play The Sun",
        "window all: play The Sun",
    ],
)
def test_what_is_no_line_of_the_form_is_refused(table: Table, line: str) -> None:
    table.work()
    before = table.form("french").form
    told = table.post.answer("french", line)
    assert "refused" in told
    assert table.form("french").form == before


@pytest.mark.parametrize("name", sorted(installed()))
def test_windows_of_every_game_are_called_by_names_that_a_line_can_hold(name: str) -> None:
    rules = installed()[name]
    if rules.standing is None or rules.standing.windows is None:
        return
    state: Any = None
    options = rules.checked_options({})
    for event in rules.setup(rules.scenarios[0].id, options, SeededChance("18" * 32, "1", drawn=0)):
        state = rules.apply(state, event)
    for seat in rules.seats(options):
        titles = [it.title.casefold() for it in rules.standing.windows.kinds(state, seat)]
        assert len({*titles}) == len(titles), "a line has to say which window it means"
        assert not [it for it in titles if ":" in it or re.search(r"\bw\.[a-z]", it)]

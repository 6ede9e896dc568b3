"""What goes wrong in the middle of games by mail, and what a player's mails show then.

The scenes are those of players who were asked what made them lose their trust, by number. Numbers
1, 2, 9 and 10 are in test_replies.py and test_corpus.py.
"""

from __future__ import annotations

import io
import re
import sqlite3
from pathlib import Path

import pytest

from napoleon.audit.audit import Audit, audit
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.store.home import LOG
from napoleon.play import seats
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.record import bundle, checkpoints
from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, asked, body

NOTE = re.compile(r"^[^\n]+/[^\n]+\n\d+\n[A-Za-z0-9+/=]+\n\n\N{EM DASH} [^\n]+\n", re.MULTILINE)
"""A signed note, as a mail has it."""


def playing(post: Post, orders: int) -> None:
    """Let whoever is asked answer their mail with the first line in it, so many times."""
    for _ in range(orders):
        game = post.games.open(post.id)
        seat = post.games.decisions(game)[0].seat
        turn = next(it for it in reversed(post.to(seat)) if asked(it))
        assert "carried out" in post.answer(seat, asked(turn)[0], to=turn)


def kept_note(post: Post, holder: str) -> str:
    """The checkpoint in the newest turn mail that a player has kept."""
    for mail in reversed(post.to(holder)):
        told = "\n".join(line.strip().removeprefix("    ") for line in body(mail).splitlines())
        if found := NOTE.search(told + "\n"):
            return found[0]
    raise AssertionError("no mail has a checkpoint")


def shell(home: Path, *statements: str) -> None:
    """An operator with a database shell, who drops the triggers and signs everything anew."""
    connection = sqlite3.connect(home / LOG, isolation_level=None)
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DELETE FROM checkpoints")
    for statement in statements:
        connection.execute(statement)
    connection.close()


def audited(post: Post, note: str) -> Audit:
    """What an audit of the log as it is now finds beside the note from a player's mail."""
    with Games(post.games.env) as games:
        checkpoints.keep_due(games, post.id)
        file = io.BytesIO()
        bundle.write(games, post.id, bundle.OPERATOR, file)
    file.seek(0)
    return audit(file, installed(), {"a mail": note})


def test_a_take_back_asked_for_by_mail_shows_nobody_what_is_to_come(both: Post) -> None:
    """Number 3: consent is asked of the others, the old branch stays, and chance begins anew."""
    playing(both, 4)
    before = both.games.open(both.id)
    mover = next(
        it.player for it in reversed(both.games.history(both.id)) if isinstance(it, OrderGiven)
    )
    other = "allied" if mover == "french" else "french"
    assert "The others are asked" in both.answer(mover, "take back I misread the map.")
    asking = both.newest(other)
    [agree] = [it[2:] for it in body(asking).splitlines() if it.startswith("| agree")]
    hidden = both.games.view(before, mover)["hand"]
    told = both.answer(other, agree, to=asking)
    assert "You agree." in told
    [rewind] = [it for it in both.games.history(both.id) if isinstance(it, HistoryRewound)]
    after = both.games.open(both.id)
    assert after.branch == before.branch + 1, "what is drawn now is drawn anew"
    assert both.games.at(both.id, before.version).version == before.version, "it stays readable"
    assert f"{rewind.version}" in both.answer(other, f"explain {rewind.version}")
    for mail in both.to(other):
        for card in hidden.get("cards") or []:
            assert f"card {card['number']})" not in body(mail), "their hand stays their own"


def test_a_number_that_the_operator_changes_is_found_by_an_old_mail(both: Post) -> None:
    """Number 4: who has the mail proves which version came first, though all is signed anew."""
    playing(both, 3)
    note = kept_note(both, "french")
    assert audited(both, note).holds
    version = next(it.version for it in both.games.history(both.id) if it.type == "card_flipped")
    home = Path(both.games.env["NAPOLEON_HOME"])
    shell(
        home,
        f"UPDATE events SET state = replace(state, '\"value\":', '\"value\":1') "
        f"WHERE version = {version}",
    )
    found = audited(both, note)
    assert not found.holds
    assert found.report.first_wrong is not None


def test_events_that_the_operator_takes_away_are_missed_by_an_old_mail(both: Post) -> None:
    """Number 5: the mailed checkpoint is of a longer log, and no proof leads there."""
    playing(both, 3)
    note = kept_note(both, "french")
    size = int(note.splitlines()[1])
    home = Path(both.games.env["NAPOLEON_HOME"])
    shell(home, f"DELETE FROM events WHERE version > {size - 3}")
    found = audited(both, note)
    assert not found.holds


def test_a_referee_who_acts_for_a_seat_is_named_in_the_mails_of_all(both: Post) -> None:
    """Number 6: nobody plays for somebody else unseen."""
    game = both.games.open(both.id)
    [decision, *_] = both.games.decisions(game)
    offer = next(iter(both.games.rules(game).legal_orders(game.state, decision)))
    given = both.games.submit_orders(both.id, decision.seat, [offer], by=REFEREE)
    assert isinstance(given, Accepted)
    both.run()
    for holder in ("french", "allied"):
        assert "referee" in both.answer(holder, f"explain {given.events[0].version}").lower()


def test_whoever_takes_a_seat_over_knows_what_it_knows_and_nobody_before_them(
    both: Post,
) -> None:
    """Number 7: the old address is dead, in and out, and the newcomer has the seat's own view."""
    turn = next(it for it in both.to("french") if asked(it))
    invitation = seats.hand_over(both.games, both.id, "french", both.tokens["french"])
    assert isinstance(invitation, str)
    before = len(both.delivered)
    both.mail(both.reply("french", asked(turn)[0], to=turn))
    both.run()
    assert len(both.delivered) == before, "the former holder is neither heard nor told"
    assert not any(isinstance(it, OrderGiven) for it in both.games.history(both.id))
    both.tokens["french"] = both.games.claim(both.id, "french", token=invitation)
    both.leave("french", "newcomer@players.example")
    both.run()
    told = both.newest("french")
    assert told["To"] == "newcomer@players.example"
    assert asked(told)


@pytest.mark.parametrize("line", ["history", "explain 42"])
def test_what_has_happened_is_told_the_same_after_the_rules_have_changed(
    both: Post, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Number 8: an erratum changes nothing of what is past; orders wait for the table's consent."""
    playing(both, 2)
    before = both.answer("french", line)
    rules = both.games.rules(both.games.open(both.id))
    pinned = (rules.version, rules.pack_hash)
    monkeypatch.setattr(rules, "version", "99")
    monkeypatch.setattr(rules, "replays", (*rules.replays, pinned))
    # And the rules that the game was begun under are not kept.
    monkeypatch.setattr(rules, "released", None)
    after = both.answer("french", line)
    assert (
        after.partition("\n\n")[2].partition("You are asked")[0]
        == (before.partition("\n\n")[2].partition("You are asked")[0])
    )
    seat = both.games.decisions(both.games.open(both.id))[0].seat
    turn = next(it for it in reversed(both.to(seat)) if asked(it))
    assert "RULES_CHANGED" in both.answer(seat, asked(turn)[0], to=turn)

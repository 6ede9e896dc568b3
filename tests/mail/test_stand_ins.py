"""Stand-ins by mail: their addresses, and the one mail that asks them to take over."""

from __future__ import annotations

import pytest

from api.mail.posting.attending import Attendance
from api.mail.store.stand_ins import StandInRow
from napoleon.log.game import Game
from napoleon.rules.contract import UnknownRuleset
from tests.mail.tables import Post

FRIEND = "friend@home.example"


@pytest.mark.parametrize("unread", ["unknown", "unreadable"])
def test_a_game_that_cannot_be_read_keeps_no_other_from_its_mails(
    post: Post, unread: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "aaaaaaaaaa"
    if unread == "unreadable":
        broken = post.games.create("napoleon1815", "historical_invasion", {}).game.id
        readable = post.games.open

        def opened(game_id: str) -> Game:
            if game_id == broken:
                raise UnknownRuleset(broken)
            return readable(game_id)

        monkeypatch.setattr(post.games, "open", opened)
    row = StandInRow(broken, "french", "", FRIEND, "en")
    post.office.store.stand_ins.put(row)
    post.leave("french")
    post.leave("allied")
    attendance = Attendance(post.office)
    assert attendance.look() > 0
    assert broken in caplog.text
    # and it is looked at again, whether something happens there or not
    caplog.clear()
    attendance.look()
    assert broken in caplog.text
    assert post.office.store.stand_ins.all([broken]) == [row]

"""``napoleon invite``: a lost invitation is renewed, also in a game that has no referee."""

from __future__ import annotations

from napoleon.play.games import Games
from tests.command_line.conftest import Shell


def test_a_lost_invitation_is_renewed_until_the_seat_is_claimed(shell: Shell) -> None:
    with Games(shell.env) as games:
        created = games.create("napoleon1815", "ligny_quatre_bras", {})
    game_id, lost = created.game.id, created.tokens["french"]
    printed = shell.run("invite", game_id, "french").stdout.strip()
    answer = shell.json("invite", game_id, "french")
    assert (answer["id"], answer["seat"]) == (game_id, "french")
    with Games(shell.env) as games:
        now = games.open(game_id)
        assert [now.seat_of(it) for it in (lost, printed, answer["token"])] == [
            None,
            None,
            "french",
        ]
        games.claim(game_id, "french", token=answer["token"])
    refused = shell.run("invite", game_id, "french", status=1)
    assert "SEAT_CLAIMED" in refused.stderr
    unknown = shell.run("invite", game_id, "russian", status=1)
    assert "There is no seat russian" in unknown.stderr

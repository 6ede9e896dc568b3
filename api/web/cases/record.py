"""The record: how somebody who trusts nobody checks a game, and where they take it home."""

from __future__ import annotations

from flask import Response, request

from api.http.stores import stores
from api.rest.audit import audited
from api.rest.bundle import download, on_record
from api.web.cases.frame import shown
from api.web.catalogue import language, noted
from api.web.game.looking import Look
from api.web.pages import VARY, web
from api.web.session import seat_of_request
from napoleon.record import checkpoints
from napoleon.record.bundle import file_name
from napoleon.record.key_list import listed

CHECKS = (
    noted("bundle"), noted("events"), noted("leaves"), noted("tree"), noted("signatures"),
    noted("kept"), noted("due"), noted("openings"), noted("texts"), noted("seed"), noted("links"),
    noted("calls"), noted("nonces"), noted("draws"), noted("seal"), noted("reader"), noted("rules"),
)  # fmt: skip
"""What an audit looks at, as it is called in its report: see `napoleon.record.verifier.CHECKS`."""


@web.get("/games/<game_id>/record")
def record_page(game_id: str) -> Response:
    """The signed state of the log, and with ``?audit=yes`` what the service finds in it.

    A log that cannot be replayed to its end is shown too: that is when people look at it.
    """
    games = stores().games
    game, broken = games.replay_until_broken(game_id)
    seen = Look(game, game, games.rules(game), seat_of_request(game))
    head = games.head(game_id)
    kept = games.recorder.checkpoints(game_id)
    if broken is None:
        size, note = head, checkpoints.note(games, game_id, head)
    else:
        # No more of it is signed.
        size, note = (kept[-1].size, kept[-1].note) if kept else (0, "")
    wanted = request.args.get("audit") == "yes"
    return shown(
        "record",
        seen,
        broken=broken,
        size=size,
        note=note,
        keys=[str(it.key) for it in reversed(listed(games))],
        kept=kept,
        audit=audited(game, seen.who.viewer, head) if wanted else None,
        file=file_name(game, seen.who.viewer),
    )


@web.get("/games/<game_id>/bundle")
def bundle(game_id: str) -> Response:
    """The whole record as the reader may have it, as a file."""
    game = on_record(game_id)
    file = download(game, seat_of_request(game).viewer, language())
    file.headers["Vary"] = VARY
    return file

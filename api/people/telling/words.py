"""What somebody is told: that it is their move in a game, by its title, and where it is.

Nothing that is hidden in the game is said, as mails, push services and webhooks are read by others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from api.languages import translations
from api.people.telling.moments import ASKED, NEAR

DISCORD, SLACK = "discord", "slack"

FORMS = (DISCORD, SLACK)
"""What a webhook takes: a ``content``, as Discord does, or a ``text``, as Slack and Mattermost."""

MOST_NAMED = 20
"""How many games a message names."""

DESK = "desk"
"""The path of the desk."""


class Said(NamedTuple):
    """What a message says, in sentences, and the path of the page that it leads to."""

    sentences: Sequence[str]
    path: str
    subject: str
    """Which of several messages it is like: the newer one takes the place of the older."""


def waits(code: str, called: str, game_id: str, moments: Collection[str]) -> Said:
    """Something waits in one game."""
    gettext = translations(code).gettext
    if any(it.startswith(NEAR) for it in moments):
        told = gettext("Your time is nearly over in %(game)s.")
    elif any(it.startswith(ASKED) for it in moments):
        told = gettext("It is your move in %(game)s.")
    else:
        told = gettext("Your word is asked for in %(game)s.")
    return Said([told % {"game": called}], f"games/{game_id}", game_id)


def daily(code: str, called: Sequence[str]) -> Said:
    """Something waits in some games."""
    told = translations(code).ngettext(
        "%(num)s game waits for you: %(games)s.",
        "%(num)s games wait for you: %(games)s.",
        len(called),
    )
    games = "; ".join(called[:MOST_NAMED]) + ("; …" if len(called) > MOST_NAMED else "")
    return Said([told % {"num": len(called), "games": games}], DESK, DESK)


def trial(code: str) -> Said:
    """A way of telling works."""
    told = translations(code).gettext("You will be told here when a game waits for you.")
    return Said([told], DESK, DESK)


def until_they_look(code: str, said: Said) -> Said:
    """The same, and that it is the last message for a while."""
    told = translations(code).gettext("You will be told nothing more until you look at your games.")
    return said._replace(sentences=[*said.sentences, told])


def for_browser(said: Said) -> bytes:
    """A message as the service worker reads it; see ``static/js/push_worker.js``."""
    told = {"body": " ".join(said.sentences), "path": said.path, "tag": said.subject}
    return msgspec.json.encode(told)


def for_webhook(form: str, said: Said, public_url: str) -> bytes:
    """A message as the other side of a webhook takes it, with a link where there is one."""
    told = " ".join(said.sentences)
    link = f"{public_url}/{said.path}" if public_url else ""
    if form == DISCORD:
        # Whatever a title reads like, nobody is called by it.
        quiet = {"parse": list[str]()}
        return msgspec.json.encode({"content": f"{told} {link}".strip(), "allowed_mentions": quiet})
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        told = told.replace(sign, name)
    return msgspec.json.encode({"text": f"{told} <{link}>" if link else told})

"""Seats in a story: who took them, shares them or stands in for the referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.log import time_told
from napoleon.log.events.rewinds import GameForked
from napoleon.log.events.rules import RulesAgreed, RulesMigrated, RulesSet
from napoleon.log.events.seats import (
    BotSeated,
    DeputyAppointed,
    InTimeAsked,
    InvitationRenewed,
    OneSeatEach,
    SeatClaimed,
    SeatHandedOver,
    SeatOffered,
    SeatShared,
    ShareEnded,
    TokenRenewed,
)
from napoleon.rules.events import JUDGES, Event
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.prose.storybook import Form, Storybook, Words


def plain(words: Words, event: Event, book: Storybook, shares: Mapping[str, str]) -> Iterator[str]:
    """An event that is told alone; `shares` gives the seats of shares."""
    told = _told(words, event, book, shares)
    if told is None:
        yield words.plainly(event)
        return
    yield capital(told)
    if event.behalf and event.by != event.behalf:
        of = book.called(words, event.behalf, Form.GENITIVE)
        by = words.judge(event.by) if event.by in JUDGES else book.called(
            words, event.by, Form.SUBJECT
        )  # fmt: skip
        yield words.gettext("%(who)s did this on behalf %(of)s.", who=capital(by), of=of)


def _told(words: Words, event: Event, book: Storybook, shares: Mapping[str, str]) -> str | None:
    def seat(of: str) -> str:
        return book.called(words, of, Form.SEAT)

    match event:
        case SeatClaimed() if event.seat in JUDGES:
            return words.gettext("%(who)s took office.", who=words.judge(event.seat))
        case SeatClaimed() if event.seat in shares:
            return words.gettext(
                "A player now shares %(seat)s as %(share)s.",
                seat=seat(shares[event.seat]),
                share=book.called(words, event.seat, Form.SUBJECT),
            )
        case SeatClaimed():
            return words.gettext("A player took %(seat)s.", seat=seat(event.seat))
        case SeatHandedOver():
            return words.gettext("Another person took over %(seat)s.", seat=seat(event.seat))
        case SeatOffered():
            return words.gettext("%(seat)s is open to anybody.", seat=seat(event.seat))
        case InvitationRenewed():
            return words.gettext("%(seat)s has a new invitation.", seat=seat(event.seat))
        case TokenRenewed():
            return words.gettext(
                "%(seat)s has a new link; its holder is the same.", seat=seat(event.seat)
            )
        case OneSeatEach():
            return words.gettext("Each person plays one seat of this game at most.")
        case InTimeAsked():
            return words.gettext(
                "Those who take an open seat show that %(percent)s of a hundred answers came in "
                "time.",
                percent=event.percent,
            )
        case BotSeated():
            return words.gettext("%(seat)s is played by the bot.", seat=seat(event.seat))
        case SeatShared():
            return words.gettext(
                "A player was invited to share %(seat)s as %(share)s.",
                seat=seat(event.seat),
                share=book.called(words, event.share, Form.SUBJECT),
            )
        case ShareEnded():
            return words.gettext(
                "%(share)s no longer has a share of %(seat)s.",
                seat=seat(event.seat),
                share=book.called(words, event.share, Form.SUBJECT),
            )
        case DeputyAppointed():
            return words.gettext("The referee appointed a deputy.")
        case RulesAgreed():
            return words.gettext(
                "%(who)s agreed to go on under newer rules.",
                who=book.called(words, event.seat, Form.SUBJECT),
            )
        case RulesMigrated():
            return words.gettext(
                "The game went on under the rules %(version)s.", version=event.rules_version
            )
        case RulesSet():
            return words.gettext(
                "The operator let the game go on under the rules %(version)s. Reason: %(reason)s",
                version=event.rules_version,
                reason=event.reason,
            )
        case GameForked():
            return words.gettext("From here on this game went its own way, apart from another.")
    return time_told.told(words, event, book)

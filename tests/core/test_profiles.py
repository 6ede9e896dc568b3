"""Profiles: what they stand for answers, runs out and is refused like what is left by itself."""

from __future__ import annotations

from typing import Any

from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder


class Wait(StandingOrder, frozen=True, tag="wait"):
    """Stands for itself."""

    turns: int


class Quick(StandingOrder, frozen=True, tag="quick"):
    """Stands for several others."""

    turns: tuple[int, ...]


class Nothing(StandingOrder, frozen=True, tag="nothing"):
    """Stands for none: its player is asked everything."""


def refusal(table: Any, seat: str, word: Any) -> Refusal | None:
    return refuse("TOO_LONG", "1", "Wait no longer than 9.") if word.turns > 9 else None


PROFILES = Profiles(
    {Quick: lambda it: [Wait(n) for n in it.turns], Nothing: lambda it: ()},
    lambda turn, kept: kept.word.turns < turn,
    refusal,
)


def kept(word: StandingOrder) -> Kept:
    return Kept("a", "red", word, {})


def test_a_profile_has_run_out_when_all_of_it_has() -> None:
    assert not PROFILES.has_expired(2, kept(Quick((1, 3))))
    assert PROFILES.has_expired(4, kept(Quick((1, 3))))
    assert PROFILES.has_expired(4, kept(Wait(3)))


def test_a_profile_is_refused_when_none_of_it_could_apply() -> None:
    assert PROFILES.refusal(None, "red", Quick((10, 3))) is None
    refused = PROFILES.refusal(None, "red", Quick((10, 11)))
    assert refused is not None and refused.code == "TOO_LONG"


def test_a_profile_that_stands_for_nothing_is_kept() -> None:
    assert PROFILES.refusal(None, "red", Nothing()) is None
    assert not PROFILES.has_expired(9, kept(Nothing()))
    answers = PROFILES.answering({"go": lambda table, decision, kept, legal: iter(())})
    assert [*answers["go"](None, None, [kept(Nothing())], [])] == []  # type: ignore[arg-type]

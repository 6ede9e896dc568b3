"""In doubt nothing is carried out: what may be quoted or cut in two is held, or refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.mail.answering.quotes import Answered, Kind, lines
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, asked, body

QUESTION = "some of it may be quoted, or cut in two by a mail program"

LONG = "Thank you for the map, I have thought about the left wing and I might perhaps"
"""As long as a line gets before a mail program wraps it."""


def orders(post: Post) -> list[str]:
    return [it.player for it in post.games.history(post.id) if isinstance(it, OrderGiven)]


def told(post: Post, holder: str) -> str:
    return " ".join(body(post.newest(holder)).split())


DOUBTFUL = {
    "an attribution with a name": "I shall think about it.\n\nNapoleon napisal:\n\nblue none",
    "one with the name of a player": "Let us see.\n\nBob a écrit :\nblue none",
    "two labels": "Let us see.\n\nOd: Napoleon\nDo: Ann\n\nblue none",
    "a heading of ours": "Let us see.\n\nYou are asked\n-------------\nblue none",
    "the end of a sentence": f"{LONG}\nblue none",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_may_be_quoted_is_held_and_its_player_asked(both: Post, text: str) -> None:
    both.games.put_name(both.id, "allied", "Bob")
    both.answer("french", text)
    assert orders(both) == []
    assert QUESTION in told(both, "french") and "blue none" in told(both, "french")
    assert both.office.store.inbox.findings() == {"held: doubtful": 1}
    both.answer("french", "yes")
    assert orders(both) == ["french"], "a word of theirs carries it out"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=DOUBTFUL)
def test_and_never_carried_out_after_a_no(both: Post, text: str) -> None:
    both.games.put_name(both.id, "allied", "Bob")
    both.answer("french", text)
    both.answer("french", "no")
    both.answer("french", "yes")
    assert orders(both) == []


CERTAIN = {
    "words above": "Here are my orders:\n\nblue none",
    "a greeting with a colon": "Dear friends:\nblue none",
    "a farewell below": "blue none\nthanks, Ann",
    "a long sentence that ends": f"{LONG} wait.\nblue none",
    "an attribution above marks": "Napoleon napisal:\n> activate Beaumont: Drouot\n\nblue none",
    "a doubtful line below": "blue none\n\nNapoleon napisal:\nThe Emperor waits.",
    "one offer with its bar": "| blue none",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", CERTAIN.values(), ids=CERTAIN)
def test_nobody_is_asked_about_what_is_certain(both: Post, text: str) -> None:
    both.answer("french", text)
    assert orders(both) == ["french"]


@pytest.mark.parametrize(("many", "kind"), [(2, Kind.OWN), (6, Kind.DOUBTFUL)])
def test_many_offers_together_may_be_a_quote(many: int, kind: Kind) -> None:
    offers = [f"scout {it}" for it in ("Ligny", "Avesnes", "Mons", "Namur", "Dinant", "Charleroi")]
    ours = Answered("\n\n".join(f"| {it}" for it in offers), frozenset(offers))
    read = lines("\n".join(offers[:many]), ours)
    assert {it.kind for it in read} == {kind}


def test_long_orders_one_under_the_other_are_no_sentence_that_was_cut(
    make_post: Callable[..., Post],
) -> None:
    post = make_post()
    post.set_up("napoleon_columbia", "free")
    post.leave("allied")
    post.run()
    places = [f"place I Corps Netherlands infantry {it} in Braine-le-Comte" for it in "AB"]
    post.answer("allied", "\n".join(places))
    assert orders(post) == ["allied", "allied"]
    # What is no order may be the beginning of a sentence all the same.
    post.answer("allied", f"{LONG}\nplace Royal horse artillery in Braine-le-Comte")
    assert orders(post) == ["allied", "allied"] and QUESTION in told(post, "allied")


@pytest.fixture
def waterloo(make_post: Callable[..., Post]) -> Post:
    """A game of EAGLES in which the Allies place their cards."""
    post = make_post()
    post.set_up("eagles_waterloo", "waterloo")
    for seat in post.games.open(post.id).created.seats:
        post.leave(seat)
    post.run()
    return post


def test_an_order_that_was_wrapped_is_carried_out_whole_or_not_at_all(waterloo: Post) -> None:
    seat = "allied"
    offer = next(it for it in asked(waterloo.newest(seat)) if " in square" in it)
    first = offer.partition(" in ")[0]
    waterloo.answer(seat, f"{first}\nin sqare")
    assert orders(waterloo) == []
    assert f"{first} in sqare" in told(waterloo, seat) and "LINE_UNCLEAR" in told(waterloo, seat)
    waterloo.answer(seat, f"{first}\nin square")
    given = [it for it in waterloo.games.history(waterloo.id) if isinstance(it, OrderGiven)]
    assert len(given) == 1 and "square" in str(given[0].order)

"""A digest of several games: one mail a day to an address, and one mail answers it."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from napoleon.log.times import DAY
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body, read
from tests.mail.test_letters import OnMonday
from tests.stores import embedded

ANN = "ann@players.example"


FORMS = (("napoleon1815", "historical_invasion"), ("napoleonic_empire", "europe"))


class Games:
    """Two games in which Ann plays the French, and is told once a day."""

    def __init__(self, home: Path, **env: str) -> None:
        self.post = Post({**embedded(home), **env}, "1815", OnMonday())
        self.ids: list[str] = []
        for name, scenario in FORMS:
            self.post.set_up(name, scenario)
            self.post.leave("french", ANN, mail="digest")
            self.ids.append(self.post.id)
        self.post.run()

    def next_day(self) -> None:
        self.post.clock.move_on(DAY)
        self.post.run()

    def to_ann(self) -> list[EmailMessage]:
        sent = [it for it in self.post.delivered if it.recipient == ANN]
        return [read(it.message) for it in sent if it.about != "confirmation"]

    def orders(self, game: str) -> int:
        return sum(isinstance(it, OrderGiven) for it in self.post.games.history(game))

    def answer(self, text: str) -> list[EmailMessage]:
        """Ann answers the digest; what she is told about that."""
        before = len(self.to_ann())
        [digest] = [it for it in self.to_ann() if it["Subject"].startswith("[Napoleon]")]
        self.post.mail(self.post.reply("french", text, to=digest))
        self.post.run()
        return self.to_ann()[before:]


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    two = Games(tmp_path)
    napoleon, empire = two.ids
    two.post.games.submit_orders(napoleon, "french", ["blue none"])
    two.post.games.submit_orders(napoleon, "allied", ["blue none"])
    two.post.games.submit_orders(empire, "french", ["pass"])
    two.next_day()
    yield two
    two.post.close()


def test_each_game_has_links_to_its_table_and_map(tmp_path: Path) -> None:
    two = Games(tmp_path, PUBLIC_URL="https://club.example")
    for it in two.ids:
        two.post.games.submit_orders(it, "french", ["pass" if it != two.ids[0] else "blue none"])
    two.next_day()
    [digest] = [it for it in two.to_ann() if it["Subject"].startswith("[Napoleon]")]
    for it in two.ids:
        at = f"https://club.example/games/{it}"
        assert f"The table in a browser: {at}\nThe map: {at}/map.svg\n" in body(digest)
        assert f'<a href="{at}">The table in a browser:</a>' in body(digest, "html")
        assert f'<a href="{at}/map.svg">The map:</a>' in body(digest, "html")
    two.post.close()


def under(text: str, game: str) -> list[str]:
    """The lines that a digest offers for a game."""
    _, _, own = text.partition(f"| game #{game[:4]}\n")
    lines = (it for it in own.partition("| game #")[0].splitlines() if it.startswith("| "))
    return [it[2:] for it in lines]


def test_one_mail_a_day_holds_the_questions_of_all_games(games: Games) -> None:
    [digest] = games.to_ann()
    text = body(digest)
    first = f"[Napoleon] 2 games ask you: Napoléon 1815 #{games.ids[0][:4]}, Napoleonic Empire"
    assert digest["Subject"].startswith(first)
    assert text.count("You are asked") == 2
    assert "pass" in under(text, games.ids[0])
    assert "end move" in under(text, games.ids[1])
    games.post.games.submit_orders(games.ids[1], "french", ["end move"])
    games.post.run()
    assert len(games.to_ann()) == 1, "not before tomorrow"
    games.next_day()
    assert len(games.to_ann()) == 2


def test_one_mail_answers_them_all(games: Games) -> None:
    napoleon, empire = games.ids
    before = [games.orders(it) for it in games.ids]
    move = next(it for it in under(body(games.to_ann()[0]), empire) if it.startswith("move 1"))
    told = games.answer(f"game #{empire[:4]}\n| {move}\n\n| game #{napoleon[:4]}\npass")
    assert [games.orders(it) - n for it, n in zip(games.ids, before, strict=True)] == [1, 1]
    assert [body(it).count("One line was carried out.") for it in told] == [1, 1]
    assert {it["Subject"].partition("]")[0] for it in told} == {
        f"[Napoléon 1815 #{napoleon[:4]}",
        f"[Napoleonic Empire #{empire[:4]}",
    }


def test_what_stands_under_no_game_is_not_carried_out(games: Games) -> None:
    before = [games.orders(it) for it in games.ids]
    told = games.answer(f"pass\ngame #zzzz\nend move\ngame #{games.ids[1][:4]}\nend move")
    assert [games.orders(it) - n for it, n in zip(games.ids, before, strict=True)] == [0, 1]
    assert any("> pass\n    It stands under no game of yours" in body(it) for it in told)


def test_a_question_that_is_over_is_not_answered(games: Games) -> None:
    """Of the games of a digest each is looked at: whether others have acted there since."""
    napoleon, empire = games.ids
    games.post.games.submit_orders(napoleon, "french", ["pass"])
    games.post.games.submit_orders(napoleon, "allied", ["pass"])
    before = [games.orders(it) for it in games.ids]
    told = games.answer(f"game #{napoleon[:4]}\npass\ngame #{empire[:4]}\nend move")
    assert [games.orders(it) - n for it, n in zip(games.ids, before, strict=True)] == [0, 1]
    assert any("The game has gone on since the mail that you answer" in body(it) for it in told)


def test_the_same_answer_twice_does_nothing_twice(games: Games) -> None:
    napoleon, empire = games.ids
    [digest] = games.to_ann()
    raw = games.post.reply(
        "french", f"game #{napoleon[:4]}\npass\ngame #{empire[:4]}\nend move", to=digest
    )
    for _ in range(2):
        games.post.mail(raw)
        games.post.run()
    assert sum(map(games.orders, games.ids)) == 5


def test_stop_above_all_games_stops_them_all(games: Games) -> None:
    games.answer("stop")
    boxes = [games.post.office.store.mailboxes.of(it, "french") for it in games.ids]
    assert [it and it.wish for it in boxes] == ["off", "off"]


def test_somebody_else_answers_none_of_them(games: Games) -> None:
    before = games.orders(games.ids[1])
    eve = games.post.reply("french", f"game #{games.ids[1][:4]}\nend move", to=games.to_ann()[0])
    games.post.mail(eve.replace(b"ann@players", b"eve@players"))
    games.post.run()
    assert games.orders(games.ids[1]) == before, "it is held, as another has sent it"

"""Commands that look something up by mail: cards, rules, a part of the map, forces, who plays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from PIL import Image

from napoleon.log.times import DAY, SECOND
from tests.mail.tables import Post, body
from tests.mail.test_time import play_by


def answered(post: Post, line: str, holder: str = "french") -> str:
    return " ".join(post.answer(holder, line).split())


def test_a_card_is_told_by_its_name(both: Post) -> None:
    told = answered(both, "card blocked road")
    assert "Right after the flip the enemy's moving stack has 1 MP less" in told
    assert "[CARD.roadblock]" in told
    assert "UNKNOWN_CARD" in answered(both, "card the Tower of Babel")


def test_a_card_of_another_hand_is_told_as_well_and_not_where_it_is(both: Post) -> None:
    """What is printed is open to all: the answer is the same for a card in any hand."""
    held = both.games.open(both.id).state.hands["allied"]
    cards = both.games.rules(both.games.open(both.id)).cards
    for number in held:
        line = f"card {cards[number]}"
        french, allied = (
            both.answer(seat, line).partition("\n---")[2].partition("\n\n")[0]
            for seat in ("french", "allied")
        )
        assert french == allied


def test_a_rule_is_told_with_what_belongs_to_it(make_post: Callable[..., Post]) -> None:
    post = make_post()
    post.set_up("napoleon_columbia", "historical")
    post.leave("french")
    post.run()
    told = answered(post, "rule 6.21")
    assert "6.21: Before deployment the terrain is shuffled." in told
    assert "6.21.farm: One infantry unit holds the farm" in told
    refused = answered(post, "rule 6.21.forest")
    assert "UNKNOWN_CLAUSE" in refused
    assert "| rule 6.21.farm" in refused


def test_why_is_explain(both: Post) -> None:
    version = both.games.open(both.id).version
    assert both.answer("french", f"why {version}") == both.answer("french", f"explain {version}")


@pytest.mark.pictures
def test_a_part_of_the_map_is_shown_around_a_place(both: Post) -> None:
    told = answered(both, "map around ligny")
    assert "Next to it: Fleurus, Gembloux and Marbais." in told
    assert "Gneisenau" in told
    assert "Maubeuge" not in told
    [picture] = [it for it in both.newest("french").walk() if it.get_content_type() == "image/png"]
    data = picture.get_payload(decode=True)
    assert isinstance(data, bytes)
    with Image.open(BytesIO(data)) as image:
        assert image.width == 720
    assert "UNKNOWN_PLACE" in answered(both, "map around Paris")


def test_forces_are_told_as_far_as_they_are_known(both: Post) -> None:
    told = both.answer("french", "forces of the Allies")
    assert [it.split() for it in told.splitlines() if "Ziethen" in it] == [
        ["Prussians", "Ziethen*", "Charleroi", "?", "?", "?"]
    ]
    assert "Vandamme" not in told
    own = both.answer("allied", "forces of prussians")
    assert [it.split() for it in own.splitlines() if "Ziethen" in it] == [
        ["Prussians", "Ziethen*", "Charleroi", "6", "1", "0"]
    ]
    assert "Wellington" not in own


def test_who_plays_and_who_is_waited_for(both: Post) -> None:
    both.games.put_name(both.id, "french", "Anna")
    told = both.answer("allied", "who")
    [french] = [it for it in told.splitlines() if it.startswith("French ")]
    [allied] = [it for it in told.splitlines() if it.startswith("Allies ")]
    assert french.split() == ["French", "Anna", "yes"]
    assert allied.split() == ["Allies", "no", "name", "given"]


def test_how_reliable_somebody_is_stands_there_if_they_show_it(both: Post) -> None:
    shown = {"french": {"new_here": False, "percent": 97}, "allied": {"new_here": True}}
    both.office = both.office._replace(in_time=lambda game: shown)
    told = both.answer("allied", "who")
    assert "97 %" in told
    assert "new here" in told


def test_an_instruction_is_forgotten_by_its_number_or_its_words(both: Post) -> None:
    both.answer("french", "standing losses: spread")
    both.answer("french", "standing retreats: Genappe")
    listed = both.answer("french", "instructions")
    assert "* 1: losses; how spread" in listed
    assert "* 2: retreats; towards" in listed
    assert "It is forgotten." in both.answer("french", "forget losses")
    assert "* 1: retreats; towards" in both.answer("french", "instructions")
    assert "It is forgotten." in both.answer("french", "forget 1")
    assert "You have left none." in both.answer("french", "instructions")
    assert "UNKNOWN_INSTRUCTION" in both.answer("french", "forget 1")


def test_what_may_be_said_in_the_fields_of_instructions_is_named(both: Post) -> None:
    told = answered(both, "instructions")
    assert "window: blue cards (in the initiative phase), start of operation" in told


def test_a_refusal_tells_times_in_the_zone_of_its_reader(post: Post) -> None:
    post.leave("french", time_zone="Europe/Paris")
    post.leave("allied", time_zone="Europe/Paris")
    seat = play_by(post)
    far = datetime.fromtimestamp(post.clock() / SECOND, UTC) + timedelta(days=40)
    told = answered(post, f"wait until {far:%Y-%m-%d}", seat)
    assert "TOO_LONG" in told
    assert "(Europe/Paris)" in told
    assert f"{far:%Y}-" not in told.replace(f"wait until {far:%Y}-", "")


def test_press_keeps_its_blank_lines(both: Post) -> None:
    both.answer("french", "press to the Allies:\nHold Ligny.\n\n\nI march at six.\nend press")
    [mail] = [it for it in both.to("allied") if "Hold Ligny." in body(it)]
    assert "| Hold Ligny.\n|\n| I march at six.\n" in body(mail)
    assert mail["Subject"] == f"[Napoléon 1815 #{both.id[:4]}] The French to the Allies"
    assert mail["From"] == "French via Napoleon <napoleon@club.example>"


def test_the_end_has_a_mail_of_its_own_for_everybody(both: Post) -> None:
    """Who ended the game with an order of their own had an echo as the last mail."""
    both.answer("french", "resign")
    for seat in ("french", "allied"):
        last = both.to(seat)[-1]
        assert "] Allies won" in last["Subject"], seat
        assert ends(both, seat) == 1
    both.answer("french", "status")
    assert ends(both, "french") + ends(both, "allied") == 2


def test_a_digest_tells_the_end_too(post: Post) -> None:
    post.leave("french", mail="digest")
    post.leave("allied")
    post.run()
    post.answer("allied", "resign")
    post.clock.move_on(DAY)
    post.run()
    post.clock.move_on(DAY)
    post.run()
    assert ends(post, "french") == 1
    assert [it.holder for it in post.delivered].count("french") == 2


def ends(post: Post, holder: str) -> int:
    """How many mails have told a holder of the end."""
    return sum(it.holder == holder and it.about.startswith("last-") for it in post.delivered)

"""What each reader sees, cell by cell of the table of visibility [chapter d]."""

import pytest

from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    EndCombat,
    Fire,
    Move,
    OccupyTerrain,
    PlaceDecoy,
    PlaySpecial,
    Resign,
    Shock,
    ShowDecoy,
    WithdrawDecoy,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    READERS,
    RULES,
    everything_known,
    fighting,
    legal_orders,
    payloads,
    place_seen,
    play,
    seen,
    told,
)

SOYE, BAUDUIN, PIRE = "f_soye_brigade", "f_bauduin_brigade", "f_pire_2nd_cav"
FOOT = "f_ii_corps_foot_a"
KEMPT, BYLANDT = "b_kempt_8th_br", "b_bylandt"
OTHERS = (ALLIED, "spectator")
"""Who may not see what is hidden of the French."""
KNOWING = (FRENCH, "referee")


def field(french="", allied="", **given):
    """A French turn at Quatre Bras: in the west both sides face each other."""
    lines = {
        "french_right": french or f"{SOYE}:column {FOOT}",
        "allied_left": allied or "b_3rd_div_foot",
        "french_reserve": f"{BAUDUIN} f_rally",
        "allied_reserve": "b_rally b_pack_9th_br",
    }
    decks = {"french": "f_campi_brigade f_ney", "british": "b_best_4th_han"}
    return fighting("quatre_bras", lines, decks=decks, **given)


# -- face-up cards, hits, formation, blown, terrain, dice -----------------------------------------


@pytest.mark.parametrize("reader", READERS)
def test_what_lies_face_up_is_seen_by_all(reader):
    line = f"{SOYE}:column:hits2 {PIRE}:blown f_ney {KEMPT}:square"
    lines = {"allied_centre": line, "french_left": BAUDUIN}
    given = fighting("quatre_bras", lines, sites={"b_quatre_bras": "allied_centre"},
                     on={KEMPT: "b_quatre_bras"})  # fmt: skip
    there = {it["id"]: it for it in place_seen(given, reader, "allied_centre")["cards"]}
    assert set(there) == {SOYE, PIRE, "f_ney", KEMPT}
    assert (there[SOYE]["hits"], there[SOYE]["formation"]) == (2, "column")
    assert (there[PIRE]["blown"], there[PIRE]["face"]["shock"]) == (True, 3)
    assert (there[KEMPT]["formation"], there[KEMPT]["terrain"]) == ("square", "b_quatre_bras")
    assert there["f_ney"]["face"]["attack"] == 2
    [site] = place_seen(given, reader, "allied_centre")["terrain"]
    assert (site["held_by"], site["on"]) == (ALLIED, [KEMPT])

    fired = play(given, FRENCH, Fire(SOYE, KEMPT), dice=[6, 1, 1, 1, 1])
    [told_of] = payloads(fired, reader, "card_fired")
    assert (told_of["dice"], told_of["hits"], told_of["rating"]) == ([6, 1, 1, 1, 1], 1, 1)


# -- a face-down card in a position ---------------------------------------------------------------

HIDDEN = ("face", "formation", "blown", "moves", "acted", "decoy")


@pytest.mark.parametrize("reader", OTHERS)
def test_what_lies_face_down_shows_its_back_and_a_token(reader):
    given = field()
    there = place_seen(given, reader, "french_right")["cards"]
    assert [it["nation"] for it in there] == [FRENCH] * 2
    assert [[it[name] for name in HIDDEN] for it in there] == [[None] * len(HIDDEN)] * 2
    assert [it["id"] for it in there] == [given.token(SOYE), given.token(FOOT)]
    assert [it["id"] for it in there] == ["french-1", "french-2"]


@pytest.mark.parametrize("reader", KNOWING)
def test_its_owner_and_the_referee_see_all_of_it(reader):
    there = {it["id"]: it for it in place_seen(field(), reader, "french_right")["cards"]}
    assert set(there) == {SOYE, FOOT}
    assert (there[SOYE]["formation"], there[SOYE]["face"]["cv"]) == ("column", 5)
    assert there[SOYE]["revealed"] is False


@pytest.mark.parametrize("reader", OTHERS)
def test_tokens_are_in_the_order_of_their_numbers(reader):
    """Who came last, or was moved, is not told by where it stands in the list."""
    given = field()
    field_ = given.state.battles["quatre_bras"]
    field_.cards[SOYE] = field_.cards.pop(SOYE)
    there = place_seen(given, reader, "french_right")["cards"]
    assert [it["id"] for it in there] == ["french-1", "french-2"]


@pytest.mark.parametrize("reader", OTHERS)
def test_who_moves_up_gets_a_token_that_tells_nothing(reader):
    given = field()
    moved = [
        play(given, FRENCH, Move(BAUDUIN, "french_right")),
        play(given, FRENCH, Move(BAUDUIN, "french_right", "square")),
    ]
    [token] = {it.token(BAUDUIN) for it in moved}
    assert token == "french-4", "numbers are not used again"
    for it in moved:
        [told_of] = payloads(it, reader, "card_moved")
        assert (told_of["card"], told_of["formation"], told_of["token"]) == (None, None, token)
        assert BAUDUIN not in everything_known(it, reader)
    assert everything_known(moved[0], reader) == everything_known(moved[1], reader)


@pytest.mark.parametrize("reader", OTHERS)
def test_who_goes_back_and_comes_again_is_not_known_again(reader):
    given = field()
    first = given.token(SOYE)
    back = play(given, FRENCH, Move(SOYE, "french_reserve"))
    [told_of] = payloads(back, reader, "card_moved")
    assert (told_of["card"], told_of["token"]) == (None, first)
    assert back.token(SOYE) == ""


@pytest.mark.parametrize("reader", OTHERS)
def test_fire_at_a_token_tells_no_more_than_dice(reader):
    given = field(active=ALLIED)
    token = given.token(SOYE)
    assert token in {it.target for it in legal_orders(given, ALLIED, Fire)}
    missed = play(given, ALLIED, Fire("b_3rd_div_foot", token), dice=[4, 2])
    [told_of] = payloads(missed, reader, "card_fired")
    assert (told_of["target"], told_of["dice"], told_of["hits"]) == (token, [4, 2], 0)
    assert told_of["rating"] is None
    fired = next(it for it in told(missed, reader) if it["type"] == "card_fired")
    assert fired["breakdown"] is None
    assert fired["clauses"] == ["7.1", "7.23"]
    [told_of] = payloads(missed, FRENCH, "card_fired")
    assert told_of["rating"] == 2, "at a column"
    assert SOYE not in everything_known(missed, reader)

    hit = play(given, ALLIED, Fire("b_3rd_div_foot", token), dice=[6, 2])
    shown = payloads(hit, reader, "cards_revealed")[-1]
    assert shown["reason"] == "hit"
    assert (shown["cards"], shown["formations"]) == ({token: SOYE}, {SOYE: "column"})
    [told_of] = payloads(hit, reader, "card_fired")
    assert told_of["rating"] == 2


# -- formation of a face-down card ----------------------------------------------------------------


@pytest.mark.parametrize("reader", OTHERS)
def test_a_change_of_formation_face_down_says_not_whose(reader):
    given = field(f"{SOYE} f_husson_brigade")
    both = (SOYE, "f_husson_brigade")
    changed = [play(given, FRENCH, ChangeFormation(it, "square")) for it in both]
    [told_of] = payloads(changed[0], reader, "formation_changed")
    assert (told_of["card"], told_of["formation"]) == (None, None)
    assert everything_known(changed[0], reader) == everything_known(changed[1], reader)
    assert everything_known(changed[0], FRENCH) != everything_known(changed[1], FRENCH)


@pytest.mark.parametrize("reader", OTHERS)
def test_it_is_told_when_the_card_is_turned_up(reader):
    given = fighting("quatre_bras", {"french_centre": f"{SOYE}:square", "allied_centre": KEMPT})
    entered = play(given, FRENCH, Move(SOYE, "allied_centre"))
    there = {it["id"]: it for it in place_seen(entered, reader, "allied_centre")["cards"]}
    assert there[SOYE]["formation"] == "square"


@pytest.mark.parametrize("reader", OTHERS)
def test_who_stands_on_terrain_is_seen_as_a_token(reader):
    given = field(f"{SOYE} {FOOT}", sites={"f_piraumont": "french_right"})
    on = play(given, FRENCH, OccupyTerrain(SOYE, "f_piraumont"))
    [told_of] = payloads(on, reader, "terrain_occupied")
    assert (told_of["card"], told_of["token"]) == (None, given.token(SOYE))
    [site] = place_seen(on, reader, "french_right")["terrain"]
    assert site["on"] == [given.token(SOYE)]
    assert SOYE not in everything_known(on, reader)


# -- Reserve --------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", OTHERS)
def test_a_reserve_is_seen_by_its_backs(reader):
    given = field()
    area = place_seen(given, reader, "french_reserve")
    assert (area["waiting"], area["cards"]) == ({"french": 2}, [])
    [hand] = [it for it in seen(given, reader)["hand"]["hands"] if it["player"] == FRENCH]
    assert (hand["size"], hand["backs"], hand["cards"]) == (2, {"french": 2}, None)
    assert BAUDUIN not in everything_known(given, reader)


@pytest.mark.parametrize("reader", KNOWING)
def test_its_owner_and_the_referee_read_its_cards(reader):
    [hand] = [it for it in seen(field(), reader)["hand"]["hands"] if it["player"] == FRENCH]
    assert [it["id"] for it in hand["cards"]] == [BAUDUIN, "f_rally"]


# -- reinforcement decks --------------------------------------------------------------------------


def in_deck(given, reader):
    """The cards of the French deck as the order of battle names them."""
    [army] = [it for it in seen(given, reader)["order-of-battle"]["armies"] if it["army"] == FRENCH]
    return army["to_come"], [it["id"] for it in army["cards"] if it["state"] == "in_deck"]


@pytest.mark.parametrize("reader", READERS)
def test_a_dealt_deck_is_known_to_the_referee_alone(reader):
    cards = ["f_ney", "f_campi_brigade"] if reader == "referee" else []
    assert in_deck(field(), reader) == (2, cards)


@pytest.mark.parametrize("reader", OTHERS)
def test_what_is_drawn_is_told_by_its_number(reader):
    given = field()
    drawn = [play(given, FRENCH, EndCombat(), drawn=[it]) for it in ("f_ney", "f_campi_brigade")]
    [told_of] = payloads(drawn[0], reader, "reinforcements_drawn")
    assert (told_of["cards"], told_of["count"], told_of["left"]) == (None, 1, 1)
    assert everything_known(drawn[0], reader) == everything_known(drawn[1], reader)
    [told_of] = payloads(drawn[0], FRENCH, "reinforcements_drawn")
    assert told_of["cards"] == ["f_ney"]


# -- specials, decoys, the eliminated -------------------------------------------------------------


@pytest.mark.parametrize("reader", READERS)
def test_a_special_is_seen_by_all_as_it_is_played(reader):
    given = field(f"{SOYE} {FOOT}", lost="f_gauthier_brigade")
    rallied = play(given, FRENCH, PlaySpecial("f_rally", "", "f_gauthier_brigade"), dice=[5])
    [told_of] = payloads(rallied, reader, "special_played")
    assert (told_of["card"], told_of["target"]) == ("f_rally", "f_gauthier_brigade")
    [army] = [
        it for it in seen(rallied, reader)["order-of-battle"]["armies"] if it["army"] == FRENCH
    ]
    states = {it["id"]: it["state"] for it in army["cards"]}
    assert (states["f_rally"], states["f_gauthier_brigade"]) == ("spent", "eliminated")


@pytest.mark.parametrize("reader", OTHERS)
def test_a_target_face_down_is_named_by_its_token(reader):
    lines = {"french_right": f"{SOYE} {BAUDUIN}", "french_reserve": "f_en_avant"}
    given = fighting("quatre_bras", {**lines, "allied_left": KEMPT})
    order = PlaySpecial("f_en_avant", "french_right", SOYE)
    played = play(given, FRENCH, order)
    [told_of] = payloads(played, reader, "special_played")
    assert (told_of["target"], told_of["seen_as"]) == (None, given.token(SOYE))
    [battle] = seen(played, reader)["map"]["battles"]
    assert battle["specials"][0]["target"] == given.token(SOYE)
    assert SOYE not in everything_known(played, reader)


@pytest.mark.parametrize("reader", OTHERS)
def test_a_decoy_looks_like_any_card_that_moves_up(reader):
    lines = {"french_reserve": f"f_ney f_rally {SOYE}", "french_left": BAUDUIN}
    given = fighting("quatre_bras", {**lines, "allied_left": KEMPT}, decoys=True)
    placed = [play(given, FRENCH, PlaceDecoy(it, "french_left")) for it in ("f_ney", "f_rally")]
    assert everything_known(placed[0], reader) == everything_known(placed[1], reader)
    unit = play(given, FRENCH, Move(SOYE, "french_left"))
    assert everything_known(unit, reader) == everything_known(placed[0], reader), "G-78"
    [told_of] = payloads(placed[0], reader, "card_moved")
    assert (told_of["card"], told_of["decoy"]) == (None, None)
    [told_of] = payloads(placed[0], FRENCH, "card_moved")
    assert (told_of["card"], told_of["decoy"]) == ("f_ney", True)

    shown = play(placed[0], FRENCH, ShowDecoy("f_ney"))
    assert payloads(shown, reader, "decoy_shown")[0]["card"] == "f_ney"


@pytest.mark.parametrize("reader", OTHERS)
def test_a_decoy_goes_back_as_any_card_does(reader):
    lines = {"french_left": f"{BAUDUIN} f_rally:down", "allied_left": KEMPT}
    other = {"french_left": f"{BAUDUIN} {SOYE}", "allied_left": KEMPT}
    bluff = fighting("quatre_bras", lines, decoys=True)
    back = play(bluff, FRENCH, WithdrawDecoy("f_rally"))
    unit = play(fighting("quatre_bras", other, decoys=True), FRENCH, Move(SOYE, "french_reserve"))
    assert everything_known(back, reader) == everything_known(unit, reader)


# -- questions, refusals, order of keys -----------------------------------------------------------


def test_a_window_is_asked_whatever_is_held():
    decisions = []
    for held in ("b_rally", "p_night_falls", KEMPT):
        lines = {"french_left": SOYE, "allied_reserve": held, "allied_left": BYLANDT}
        given = fighting("quatre_bras", lines, asked=False)
        decisions.append([repr(it) for it in RULES.decisions(given.state)])
    assert decisions[0] == decisions[1] == decisions[2]


@pytest.mark.parametrize("verb", [Fire, Shock])
def test_refusals_tell_nothing_of_a_card_face_down(verb):
    answers = []
    for card in (f"{SOYE}:square", FOOT, "f_ney:down", PIRE):
        given = field(f"{card} f_husson_brigade", decoys=True, active=ALLIED)
        fired = play(given, ALLIED, Fire("b_3rd_div_foot", "french-2"), dice=[1, 1])
        answers.append(play(fired, ALLIED, verb("b_3rd_div_foot", "french-1")).refusal)
    assert answers[0] is not None
    assert all(it == answers[0] for it in answers)


@pytest.mark.parametrize("reader", READERS)
def test_all_fields_are_there_in_the_same_order_for_everybody(reader):
    given = field()
    own, other = seen(given, "referee"), seen(given, reader)
    areas = [it["map"]["areas"] for it in (own, other)]
    for mine, yours in zip(*areas, strict=True):
        assert list(mine) == list(yours)
        for card, back in zip(mine["cards"], yours["cards"], strict=True):
            assert list(card) == list(back)
    for board in own:
        assert list(own[board]) == list(other[board])
    hit = play(field(active=ALLIED), ALLIED, Fire("b_3rd_div_foot", "french-1"), dice=[4, 2])
    for mine, yours in zip(told(hit, "referee"), told(hit, reader), strict=True):
        assert list(mine) == list(yours)
        assert list(mine["data"]) == list(yours["data"])


def test_everything_lies_open_when_the_game_is_over():
    given = field()
    resigned = play(given, ALLIED, Resign())
    assert BAUDUIN in str(seen(resigned, ALLIED)["hand"])
    assert in_deck(resigned, "spectator")[1] == ["f_ney", "f_campi_brigade"]

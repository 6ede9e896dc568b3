"""Loading a data pack: what is there, and what is refused [MAP, SETUP, OPT3]."""

import pytest

from napoleon.rules.kit.packs import PackError
from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from napoleon.rulesets.napoleonic_empire.packs.pack import (
    Card,
    Commander,
)
from tests.broken_packs import lacks, row, sets, twice, without
from tests.napoleonic_empire import broken
from tests.napoleonic_empire.broken import SHIPPED, split

AREAS = ("riga", "minsk", "kiev", "moscow")


@pytest.fixture(scope="module")
def pack():
    return load_pack(SHIPPED)


@pytest.fixture
def whole(pack):
    return pack.board(divided=False)


@pytest.fixture
def divided(pack):
    return pack.board(divided=True)


@pytest.fixture
def copy(tmp_path):
    return broken.shipped_copy(tmp_path / "pack")


# -- the map -----------------------------------------------------------------------------------


def test_distances_are_over_land(whole):
    assert whole.distance("portugal", "egypt") == 5
    assert whole.distance("france", "russia") == 3
    assert whole.distance("france", "france") == 0
    assert whole.distance("france", "england") is None
    assert whole.distance("egypt", "ottoman") is None


def test_a_country_keeps_its_names_and_status(whole):
    egypt, rhineland = whole.countries["egypt"], whole.countries["rhineland"]
    assert (rhineland.name, rhineland.short_name) == ("Confederation of the Rhine", "Rhineland")
    assert (rhineland.x, rhineland.y, rhineland.start_side) == (495, 345, "french")
    assert (egypt.status, rhineland.status) == ("inferred", "printed")
    assert (whole.countries["ottoman"].enterable, whole.countries["sweden"].start_side) == (
        False,
        "",
    )


# -- set-up and values -------------------------------------------------------------------------


# -- the divided map [OPT3] --------------------------------------------------------------------


def test_opt3_the_areas_stand_where_russia_stood(whole, divided):
    place = list(whole.countries).index("russia")
    assert tuple(divided.countries)[place : place + 4] == AREAS == divided.russian_areas
    assert set(divided.countries) - set(AREAS) == set(whole.countries) - {"russia"}
    assert whole.russian_areas == ()


def test_e_46_only_riga_is_reached_over_the_sea(whole, divided):
    assert set(divided.sea_reach) == set(whole.sea_reach) - {"russia"} | {"riga"}
    assert divided.borders["england>riga"].status == "inferred"
    assert [area for area in AREAS if divided.countries[area].landlocked] == [
        "minsk",
        "kiev",
        "moscow",
    ]


def test_e_46_russia_stands_for_all_four(whole, divided):
    assert (*divided.meant_by(("russia",)),) == AREAS
    assert (*whole.meant_by(("russia",)),) == ("russia",)
    assert (*divided.meant_by(("spain", "russia")),) == ("spain", *AREAS)
    assert set(divided.meant_by(("any",))) == set(divided.countries)
    assert set(divided.nationalist) == {"spain", "portugal", "prussia", "austria", *AREAS}
    assert len(divided.continental) == 18
    assert set(AREAS) < set(divided.continental)


def test_opt3_2_e_45_what_the_allies_spread_themselves(whole, divided):
    assert (divided.russian_reinforcement, divided.russian_armies) == (3, 10)
    assert (whole.russian_reinforcement, whole.russian_armies) == (0, 0)
    gone = [it for it in whole.setup if it not in divided.setup]
    assert [(it.country, it.armies) for it in gone] == [("russia", 10)]


# -- cards and commanders ----------------------------------------------------------------------


def test_a_card_has_its_places_and_windows_apart(pack):
    card = pack.cards["continental_system"]
    assert card == Card(
        number=10,
        id="continental_system",
        name="Continental System",
        year=1806,
        side="both",
        places=("france", "england"),
        effect="value",
        amount=-2,
        windows=("R:f", "R:a"),
        usual_player="either",
        status="printed",
        source=card.source,
    )
    assert card.clause == "CARD.continental_system"
    assert (pack.cards["nelson"].places, pack.cards["nelson"].year) == (("any",), None)
    assert (pack.cards["josephine"].side, pack.cards["josephine"].windows) == ("french", ("M:f",))
    assert pack.cards["metternich"].places == ()


def test_opt1_commanders(pack):
    kutuzov = pack.commanders["kutuzov"]
    assert kutuzov == Commander(
        id="kutuzov",
        name="Kutuzov",
        side="allied",
        start="russia",
        moves=1,
        attack_bonus=0,
        halves_losses=False,
        withdraw_on=3,
        status="inferred",
        source=kutuzov.source,
    )
    assert kutuzov.clause == "OPT1.kutuzov"
    assert [it.id for it in pack.commanders.values() if it.moves == 2] == ["napoleon", "blucher"]
    assert [it.id for it in pack.commanders.values() if it.halves_losses] == [
        "davout",
        "wellington",
    ]


# -- the hash ----------------------------------------------------------------------------------


def test_the_hash_depends_on_the_content_and_not_on_the_place(pack, copy):
    (copy / "README.md").write_text("Something else.")
    assert load_pack(copy).hash == pack.hash
    assert len(pack.hash) == 64


@pytest.mark.parametrize(
    "name", sorted(file.name for file in SHIPPED.iterdir() if file.name != "README.md")
)
def test_the_hash_changes_with_every_table(pack, copy, name):
    with (copy / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert load_pack(copy).hash != pack.hash


# -- tables that cannot be used ----------------------------------------------------------------

SPLIT = "russia_split.json"


def missing(folder):
    (folder / SPLIT).unlink()


def no_json(folder):
    (folder / SPLIT).write_text("{")


def country(name, /, **values):
    return row("countries.csv", "id", name, **values)


def card(name, /, **values):
    return row("cards.csv", "id", name, **values)


@pytest.mark.parametrize(
    ("change", "file", "where", "words"),
    [
        (missing, SPLIT, "file", "missing"),
        (no_json, SPLIT, "file", "truncated"),
        (country("egypt", continental="maybe"), "countries.csv", "line 17", "continental"),
        (country("egypt", status="guessed"), "countries.csv", "line 17", "guessed"),
        (country("egypt", start_side="swiss"), "countries.csv", "line 17", "swiss"),
        (twice("countries.csv", 0), "countries.csv", "france", "2 times"),
        (row("borders.csv", "b", "egypt", b="gaul"), "borders.csv", "england>gaul", "two"),
        (row("borders.csv", "a", "portugal", b="portugal"), "borders.csv", "portugal-", "two"),
        (row("borders.csv", "a", "portugal", kind="river"), "borders.csv", "line 23", "river"),
        (
            row("borders.csv", "a", "portugal", direction="a_to_b"),
            "borders.csv",
            "portugal-spain",
            "both ways",
        ),
        (row("borders.csv", "a", "england", direction="both"), "borders.csv", "england>", "sea"),
        (twice("borders.csv", 0), "borders.csv", "austria-italy", "2 times"),
        (row("setup.csv", "country", "spain", country="gaul"), "setup.csv", "gaul", "no country"),
        (row("setup.csv", "country", "spain", armies=0), "setup.csv", "line 6", "1"),
        (twice("setup.csv", 0), "setup.csv", "french france", "2 times"),
        (
            row("reinforcements.csv", "country", "spain", country="gaul"),
            "reinforcements.csv",
            "spain",
            "no row",
        ),
        (twice("reinforcements.csv", 0), "reinforcements.csv", "france", "2 times"),
        (row("reinforcements.csv", "value", 4, value=-4), "reinforcements.csv", "line 2", "0"),
        (card("jena", place="prussia gaul"), "cards.csv", "gaul", "no country"),
        (card("jena", window="X"), "cards.csv", "line 6", "X"),
        (card("jena", effect="storm"), "cards.csv", "line 6", "storm"),
        (card("jena", who="swiss"), "cards.csv", "line 6", "swiss"),
        (card("jena", id="lodi"), "cards.csv", "lodi", "no clause CARD.lodi"),
        (card("jena", no=4), "cards.csv", "4", "2 times"),
        (twice("cards.csv", 0), "cards.csv", "toulon", "2 times"),
        (row("commanders.csv", "id", "charles", move=3), "commanders.csv", "line 6", "3"),
        (
            row("commanders.csv", "id", "charles", id="soult"),
            "commanders.csv",
            "soult",
            "no clause OPT1.soult",
        ),
        (
            row("commanders.csv", "id", "charles", start="gaul"),
            "commanders.csv",
            "gaul",
            "no country",
        ),
        (twice("commanders.csv", 0), "commanders.csv", "napoleon", "2 times"),
        (row("deck_order.csv", "card", "jena", card="lodi"), "deck_order.csv", "lodi", "no card"),
        (twice("deck_order.csv", 0), "deck_order.csv", "toulon", "2 times"),
        (split(lacks("setup")), SPLIT, "", "setup"),
        (split(sets("areas", 0, "x", to="left")), SPLIT, "areas[0].x", "int"),
        (split(sets("replaces", to="gaul")), SPLIT, "replaces", "gaul"),
        (split(sets("areas", 0, "id", to="spain")), SPLIT, "areas", "spain"),
        (split(sets("borders", 0, "b", to="russia")), SPLIT, "borders", "prussia-russia"),
        (split(sets("borders", 0, "b", to="austria")), SPLIT, "borders", "prussia-austria"),
        (split(sets("borders", 2, "b", to="minsk")), SPLIT, "borders", "minsk-minsk"),
        (split(lacks("reinforcements", "french", "kiev")), SPLIT, "reinforcements", "kiev"),
        (split(sets("reinforcements", "french", "spain", to=1)), SPLIT, "reinforcements", "spain"),
        (split(sets("sea_reach_of_england", "areas", to=["paris"])), SPLIT, "sea", "paris"),
        (split(sets("cards_naming_russia", "apply_to", to=["paris"])), SPLIT, "cards", "paris"),
        (split(sets("nationalists", "areas", to=["paris"])), SPLIT, "nationalists", "paris"),
        (split(sets("victory", "french_need_all", to=["riga"])), SPLIT, "victory", "moscow"),
    ],
)
def test_a_table_that_cannot_be_used_names_file_and_row(copy, change, file, where, words):
    change(copy)
    with pytest.raises(PackError) as caught:
        load_pack(copy)
    assert any(
        problem.file == file and problem.where.startswith(where) and words in problem.message
        for problem in caught.value.problems
    ), caught.value.problems


def test_a_card_out_of_order_is_put_in_the_order_of_its_number(pack, copy):
    lines = (copy / "cards.csv").read_text(encoding="utf-8").splitlines()
    (copy / "cards.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    assert list(load_pack(copy).cards) == list(pack.cards)


def test_a_one_sided_border_may_be_closed_by_an_owner(copy):
    row("borders.csv", "listed_under", "france", usable=0)(copy)
    board = load_pack(copy).board(divided=False)
    assert not board.adjacent("france", "italy")
    assert "italy" not in board.neighbours("france")


def test_a_country_without_a_row_in_the_set_up_is_empty(copy):
    without("setup.csv", "country", "egypt")(copy)
    assert all(it.country != "egypt" for it in load_pack(copy).board(divided=True).setup)

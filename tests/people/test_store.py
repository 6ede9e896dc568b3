"""The store of people, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest

from api.mail.errors import MailStoreMissing
from api.mail.store import create_mail
from api.people.rows import (
    NOBODY,
    SIGN_IN,
    AddressRow,
    Begins,
    ChallengeRow,
    DeviceRow,
    LinkRow,
    MadeRow,
    NoteRow,
    PersonRow,
    SeatRow,
)
from api.people.store import PeopleStore, create_people, open_people
from api.people.store.tables import SCHEMA
from napoleon.play.reliability import Reliability
from tests.patience import PATIENCE
from tests.repetitions import ON_SERVERS

pytestmark = ON_SERVERS

MAKERS = 6

NEY = PersonRow("Ney", "fr", "link", 1)


@pytest.fixture
def store(log_env: dict[str, str]) -> Iterator[PeopleStore]:
    made = create_people(log_env)
    yield made
    made.close()


def challenge(person: int, challenger: int, made: int = 1) -> ChallengeRow:
    return ChallengeRow(person, challenger, "Ney", "f", "blue", "g", "red", "token", made)


def device(person: int, secret: str, seen: int = 1) -> DeviceRow:
    return DeviceRow(person, secret, "Firefox", seen, seen, seen)


def test_many_may_make_the_tables_at_once(log_env: dict[str, str]) -> None:
    begin = Barrier(MAKERS)

    def make(_: int) -> None:
        begin.wait(PATIENCE)
        create_people(log_env).close()

    with ThreadPoolExecutor(MAKERS) as pool:
        list(pool.map(make, range(MAKERS)))
    store = open_people({**log_env, "CREATE_TABLE": ""})
    assert store.schema() == SCHEMA
    store.close()


def test_a_store_of_mail_alone_is_brought_up_to_this_release(log_env: dict[str, str]) -> None:
    create_mail(log_env).close()
    with pytest.raises(MailStoreMissing, match="run 'napoleon migrate'"):
        open_people({**log_env, "CREATE_TABLE": ""})
    create_people(log_env).close()
    open_people({**log_env, "CREATE_TABLE": ""}).close()


def test_an_address_leads_to_one_desk(store: PeopleStore) -> None:
    ney, soult = store.people.put(NEY), store.people.put(PersonRow("Soult", "en", "", 2))
    row = AddressRow(ney.id, "ney@a.example", "Ney@a.example", 3)
    assert store.addresses.put(row)
    assert store.addresses.put(row), "said twice"
    assert not store.addresses.put(msgspec.structs.replace(row, person=soult.id))
    assert store.addresses.of(ney.id) == [row] and store.addresses.of(soult.id) == []
    assert not store.addresses.drop(soult.id, row.folded)
    assert store.addresses.drop(ney.id, row.folded)
    assert store.people.of_link("") is None, "nobody without a link is found by none"


def test_a_link_is_used_by_one_of_many_who_come_at_once(store: PeopleStore) -> None:
    store.links.put(LinkRow("hash", SIGN_IN, "a@b.example", "A@b.example", 1, 9))
    begin = Barrier(MAKERS)

    def use(_: int) -> LinkRow | None:
        begin.wait(PATIENCE)
        return store.links.use("hash", 2)

    with ThreadPoolExecutor(MAKERS) as pool:
        used = [it for it in pool.map(use, range(MAKERS)) if it is not None]
    assert len(used) == 1
    assert store.links.get("hash", 2) is None


def test_a_secret_is_rotated_by_one_of_two_who_come_at_once(store: PeopleStore) -> None:
    ney = store.people.put(NEY)
    kept = store.devices.put(device(ney.id, "one"), 9)
    assert kept is not None
    assert store.devices.move(kept, secret="two", former="one")
    assert not store.devices.move(kept, secret="three", former="one")
    found = [store.devices.of_secret(it) for it in ("one", "two", "three", "")]
    assert [it and it.secret for it in found] == ["two", "two", None, None]


def test_a_note_is_kept_by_one_of_many_who_write_over_the_same(store: PeopleStore) -> None:
    for version in (1, 2):
        begin = Barrier(MAKERS)

        def keep(number: int, version: int = version, begin: Barrier = begin) -> bool:
            begin.wait(PATIENCE)
            return store.notes.put(NoteRow(0, "g", "red", "token", str(number), version), "token")

        with ThreadPoolExecutor(MAKERS) as pool:
            kept = list(pool.map(keep, range(MAKERS)))
        assert kept.count(True) == 1
        found = store.notes.get(NoteRow(0, "g", "red", "token"))
        assert found is not None
        assert (found.version, found.text) == (version, str(kept.index(True)))


def test_a_note_goes_with_its_writer_and_with_nobody_else(store: PeopleStore) -> None:
    ney, soult = store.people.put(NEY), store.people.put(PersonRow("Soult", "en", "", 2))
    by_token, later = NoteRow(0, "g", "red", "one"), NoteRow(0, "g", "red", "two")
    of_ney, of_soult = NoteRow(ney.id, "g", "red", ""), NoteRow(soult.id, "g", "red", "")
    written = msgspec.structs.replace(by_token, text="plan", version=1)
    assert store.notes.put(written, "one")
    store.notes.move(by_token, of_ney)
    assert store.notes.get(by_token) is None and store.notes.get(of_soult) is None
    assert store.notes.get(of_ney) == msgspec.structs.replace(written, person=ney.id, token="")
    assert store.notes.put(written, "one")
    store.notes.move(by_token, of_ney)
    assert store.notes.get(by_token) == written, "nothing that was written is written over"
    assert store.notes.put(msgspec.structs.replace(later, text="mine", version=1), "two")
    assert store.notes.get(by_token) is None, "a dead token opens it for nobody"
    assert store.notes.get(of_ney) is not None
    gone = NoteRow(ney.id + 9, "g", "red", "", "plan", 1)
    assert not store.notes.put(gone, "two"), "nobody has that id"


def test_of_a_thousand_devices_the_newest_stay(store: PeopleStore, log_env: dict[str, str]) -> None:
    ney, many = store.people.put(NEY), 100 if log_env.get("DATABASE_URL") else 1000
    for number in range(many):
        assert store.devices.put(device(ney.id, str(number), seen=number), 30) is not None
    newest = [str(it) for it in range(many - 1, many - 31, -1)]
    assert [it.secret for it in store.devices.of(ney.id)] == newest
    assert store.devices.drop_unseen(many - 10) == 20
    assert store.devices.put(device(ney.id + 1, "x"), 30) is None, "nobody has that id"


def test_a_desk_has_room_for_so_many(store: PeopleStore) -> None:
    ney = store.people.put(NEY)
    rows = [SeatRow(ney.id, game, "red", "token", 1) for game in ("g", "h", "i")]
    assert [store.seats.put(it, 2) for it in rows] == [True, True, False]
    again = msgspec.structs.replace(rows[0], token="newer")
    assert store.seats.put(again, 2), "a seat that lies there is laid anew"
    store.seats.drop([rows[0]])
    assert store.seats.of(ney.id) == [again, rows[1]], "another token was laid there since"
    assert store.seats.renew("g", "red", "newer", "newest") == 1
    assert [it.token for it in store.seats.in_game("g")] == ["newest"]


def test_a_person_is_erased_everywhere(store: PeopleStore) -> None:
    ney, soult = store.people.put(NEY), store.people.put(PersonRow("Soult", "en", "", 2))
    for it in (ney, soult):
        store.addresses.put(AddressRow(it.id, f"{it.name}@a.example", "", 3))
        store.devices.put(device(it.id, it.name), 9)
        store.seats.put(SeatRow(it.id, "g", it.name, "token", 1), 9, begins=Begins(3, 2))
        assert store.stints.sum_up(it.id, Reliability(in_time=1), store.stints.of(it.id))
        store.links.put(LinkRow(it.name, SIGN_IN, "", "", 1, 9, person=it.id))
    for person, challenger in ((ney, soult), (soult, ney), (soult, soult)):
        store.challenges.put(challenge(person.id, challenger.id))
    gone = store.people.erase(ney.id)
    assert gone == {
        "people_people": 1,
        "people_addresses": 1,
        "people_devices": 1,
        "people_seats": 1,
        "people_stints": 1,
        "people_reliability": 1,
        "people_links": 1,
        "people_asked": 0,
        "people_challenges": 2,
        "people_channels": 0,
        "people_told": 0,
        "people_messages": 0,
        "people_absences": 0,
        "people_absent": 0,
        "people_blocks": 0,
        "people_founded": 0,
        "people_reports": 0,
        "people_invitations": 0,
        "people_notes": 0,
    }
    assert [it.challenger for it in store.challenges.of(soult.id)] == [soult.id]
    assert store.people.get(ney.id) is None and store.people.get(soult.id) == soult
    assert [it.holder for it in store.seats.in_game("g")] == ["Soult"]
    assert not store.seats.put(SeatRow(ney.id, "g", "red", "token", 1), 9), "they are gone"
    assert store.people.put(NEY).id > soult.id, "no id is given twice"


def test_challenges_are_found_by_either_side(store: PeopleStore) -> None:
    for row in (challenge(1, 2, 10), challenge(1, 3, 20), challenge(NOBODY, 2, 30)):
        store.challenges.put(row)
    assert [it.challenger for it in store.challenges.of(1)] == [3, 2]
    assert [it.person for it in store.challenges.sent_by(2)] == [NOBODY, 1]
    assert store.challenges.of(NOBODY) == store.challenges.sent_by(NOBODY) == []
    assert store.challenges.sent_since(2, 20) == 1
    newest, other = store.challenges.of(1)
    assert not store.challenges.decline(2, newest.id, 40), "it is not theirs"
    assert store.challenges.decline(1, newest.id, 40)
    assert not store.challenges.decline(1, newest.id, 50)
    assert store.challenges.of(1) == [other]
    assert store.challenges.sent_by(3)[0].declined == 40
    store.challenges.renew("g", "red", "token", "newer")
    assert store.challenges.of(1)[0].token == "newer"
    assert not store.challenges.withdraw(3, other.id)
    assert store.challenges.withdraw(2, other.id)
    store.challenges.drop(newest.id)
    assert store.challenges.of(1) == store.challenges.sent_by(3) == []


def test_a_form_is_answered_once(store: PeopleStore) -> None:
    assert store.made.begin("key", 10, 0) is None
    assert store.made.begin("key", 11, 0) == MadeRow("key", 10)
    store.made.end("key", "g", "red")
    assert store.made.begin("key", 12, 0) == MadeRow("key", 10, "g", "red")
    assert store.made.begin("other", 20, 11) is None, "and what is old is forgotten"
    assert store.made.begin("key", 21, 0) is None
    store.made.end("key", "", "")
    assert store.made.begin("key", 22, 0) is None, "what came to nothing may be sent again"

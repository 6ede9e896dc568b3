"""What moves to another store of people: who they are, where they sign in, and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from api.mail.store.moving import moved
from api.people.store.tables import METADATA, asked, links, versions, visits
from napoleon.log.store.moved import Table

STAYS: Mapping[str, str] = {
    versions.name: "the number of the schema of people: the other store has its own",
    links.name: "links that were sent by mail and live for minutes: another is asked for",
    visits.name: "mails that were answered within a day: nobody is answered sooner by a move",
    asked.name: "mails that somebody has just asked for: they ask again",
}
"""The tables of people that stay behind, and why nothing is lost with them."""

_WHAT: Mapping[str, str] = {
    "people_people": "people",
    "people_addresses": "addresses of people",
    "people_devices": "devices of people",
    "people_seats": "seats on desks",
    "people_challenges": "challenges",
    "people_stints": "stints of people on seats",
    "people_reliability": "how reliable people are",
    "people_made": "forms that have set games up",
    "people_channels": "ways on which people are told",
    "people_told": "what people were told",
    "people_messages": "messages to people that go out",
    "people_absences": "absences of people",
    "people_absent": "absences of people in games",
    "people_blocks": "mutes and blocks",
    "people_founded": "who set games up",
    "people_reports": "reports to the operator",
    "people_notes": "private notes of people and seats",
    "people_invitations": "invitations that people have asked for",
    "people_written_to": "addresses that invitations were sent to, as hashes",
    "people_never": "addresses that want no invitations, as hashes",
}

_SINCE = 2
"""Number of the first format of the file of a whole store that has people in it."""

TABLES: Sequence[Table] = tuple(
    moved(table, _WHAT[table.name], _SINCE)
    for table in METADATA.sorted_tables
    if table.name not in STAYS
)
"""Those that move. None refers to another by a constraint: they have no order."""

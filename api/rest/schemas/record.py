"""The record of a game: its checkpoints, and proofs of what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer, text
from api.rest.schemas.fields import Number

_FROM_1 = validate.Range(min=1)

NEITHER = "Ask either for a version, or from one size of the log."
"""The answer to a request for no proof at all, or for both."""

MICROS = "in microseconds since 1970 UTC"

SIZE = "how many events the log had: a version of the game, by default the newest one"


class CheckpointQuerySchema(ma.Schema):
    """Which checkpoint."""

    size = Number(validate=_FROM_1, metadata={"description": SIZE})


class CheckpointSchema(ma.Schema):
    """A checkpoint that is kept."""

    size = integer("how many events the log had")
    note = text("the checkpoint as a signed note (c2sp.org/tlog-checkpoint)")


class SigningKeySchema(ma.Schema):
    """A key of the service, as far as it is published."""

    key = text("name, id and public part: `name+id+key`")
    since = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": f"when it began to sign, {MICROS}; null if nobody knows"},
    )
    until = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": f"when it ceased to, {MICROS}; null for the one that signs"},
    )
    vouched = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the signed note by which it took over from another key, if any"},
    )


class ProofQuerySchema(ma.Schema):
    """What is to be proved: that an event is in the log, or that the log was only added to."""

    version = Number(validate=_FROM_1, metadata={"description": "the event that is in the log"})
    size = Number(validate=_FROM_1, metadata={"description": SIZE})
    from_ = Number(
        data_key="from",
        validate=_FROM_1,
        metadata={"description": "size of the log with which that at `to` began"},
    )
    to = Number(validate=_FROM_1, metadata={"description": SIZE})

    @ma.validates_schema
    def one_proof(self, data: Mapping[str, Any], **_: Any) -> None:
        """Either `version`, perhaps with `size`, or `from`, perhaps with `to`."""
        if ("version" in data) == ("from_" in data):
            raise ma.ValidationError(NEITHER)
        for name, other in (("size", "from_"), ("to", "version")):
            if name in data and other in data:
                raise ma.ValidationError("This belongs to the other kind of proof.", name)
        if data.get("size", data.get("version", 1)) < data.get("version", 1):
            raise ma.ValidationError("A log of this size does not hold that version.", "size")
        if data.get("to", data.get("from_", 1)) < data.get("from_", 1):
            raise ma.ValidationError("A log does not become smaller.", "to")


class ProofSchema(ma.Schema):
    """A proof [RFC 9162] with the signed checkpoint that it leads to.

    Of inclusion it has `version`, `size` and `leaf_hash`; of consistency `from` and `to`. Hashes
    are SHA-256, as hexadecimal digits.
    """

    version = fields.Integer(metadata={"description": "the event that is in the log"})
    size = fields.Integer(metadata={"description": "how many events the log had"})
    leaf_hash = fields.String(metadata={"description": "hash of the leaf of that event"})
    from_ = fields.Integer(
        data_key="from", metadata={"description": "size of the log that was added to"}
    )
    to = fields.Integer(metadata={"description": "size of the log that it became"})
    hashes = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "from the leaf up, or from the smaller tree to the larger"},
    )
    checkpoint = text("the signed note at `size` or `to`")

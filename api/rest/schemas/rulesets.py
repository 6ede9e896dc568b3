"""Rulesets, their scenarios, options and clauses, and going on under newer rules."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.base import shown_version, text
from api.rest.schemas.fields import Scalar


class TitleSchema(ma.Schema):
    """A scenario as the lobby lists it."""

    id = text("id of the scenario")
    title = text("its name")


class OptionSchema(ma.Schema):
    """A choice made when a game is set up."""

    name = text("name of the option")
    title = text("what is chosen")
    clause = text("clause of the rules that offers the choice")
    values = fields.List(
        Scalar(metadata={"type": ["string", "integer", "boolean"]}),
        required=True,
        metadata={"description": "what can be chosen; the first is the default"},
    )


class RulesetSchema(ma.Schema):
    """A game that can be played here."""

    name = text("id of the ruleset")
    title = text("its name")
    version = text("version of its rules")
    scenarios = fields.List(fields.Nested(TitleSchema), required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)
    seats = fields.List(
        fields.String(), required=True, metadata={"description": "seats under default options"}
    )
    shares = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "by seat, the shares that several people may divide it into"},
    )


class ClauseSchema(ma.Schema):
    """A clause of the rules, which events cite."""

    id = text("id of the clause, as events cite it")
    text = text("what it says")


class RulesChangeSchema(ma.Schema):
    """Which rules a game is played by, and who wants it to go on under the newer ones."""

    version = shown_version()
    rules_version = text("version of the rules that the game is played by")
    installed = text("version of the rules that are installed")
    agreed = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "seats that want to go on under the rules installed"},
    )

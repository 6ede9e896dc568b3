"""What is going on inside what: an impulse, a march in it, a battle on the march.

Each frame holds all that it needs, so that a position is whole in the middle of anything. They come
and go in the `apply` of events; see `napoleon.rules.kit.frames`.
"""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.frames import (
    answers,
    at_sea,
    battles,
    cards,
    diplomacy,
    forces,
    impulses,
)

Frame = (
    answers.Window
    | impulses.Impulse
    | forces.March
    | forces.Meeting
    | forces.Contest
    | forces.Losses
    | battles.Battle
    | battles.Siege
    | cards.Program
    | cards.Building
    | cards.Flagging
    | cards.Demand
    | cards.Deploying
    | impulses.Spending
    | diplomacy.Offer
    | diplomacy.Conquest
    | impulses.Reinforcement
    | forces.Deployment
    | answers.Joining
    | at_sea.Voyage
    | at_sea.Search
    | at_sea.SeaBattle
    | at_sea.Guns
    | at_sea.Refuge
    | at_sea.FleetDeployment
    | forces.Convoy
    | diplomacy.Breach
    | diplomacy.Rupture
    | cards.Persuasion
    | impulses.Influencing
)
"""What may be going on."""

"""16.0 The campaign: its stages, their battles, and what follows from the results."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.kit.packs import Count, Status
from napoleon.rulesets.eagles_waterloo.packs.cards import Nation, Side

BattleId = Literal["quatre_bras", "ligny", "wavre", "waterloo", "charleroi"]
StageId = Literal["opening", "wavre_waterloo", "charleroi"]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class CampaignMuster(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of a deck is the muster [16.b, G-32]."""

    fraction: tuple[Positive, Positive]
    rounding: Literal["down"]
    status: Status
    rounding_status: Status
    clause: str

    def of(self, cards: int) -> int:
        """The muster of a deck of so many cards."""
        part, whole = self.fraction
        return cards * part // whole


class CampaignReinforcements(msgspec.Struct, frozen=True, kw_only=True):
    """How the cards drawn per turn compare with the battle chart [16.b, G-32]."""

    factor: Positive
    of: str
    applies_to: tuple[BattleId, ...]
    status: Status
    clause: str
    note: str


class CampaignBattle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it is fought in the campaign."""

    nations: tuple[Nation, ...]
    reinforcements: dict[Nation, Positive]
    """By nation, cards drawn per turn."""
    no_muster: tuple[Nation, ...] = ()
    """Nations whose whole deck is reinforcements [3.0]."""
    separate_decks: tuple[Nation, ...] = ()
    """Allied nations with a deck of their own at Charleroi [16.f]."""
    terrain: str = ""
    """Which terrain may be used, in words; empty for that of the battle [G-35]."""
    prussian_limits: bool = True
    """Whether the Prussians are held to the lanes and the arrival of 10.0 [G-35]."""
    reinforcements_status: Literal[Status, ""] = ""
    status: Literal[Status, ""] = ""
    clause: str = ""


class CampaignBattles(msgspec.Struct, frozen=True, kw_only=True):
    """The five battles of the campaign."""

    quatre_bras: CampaignBattle
    ligny: CampaignBattle
    wavre: CampaignBattle
    waterloo: CampaignBattle
    charleroi: CampaignBattle
    status: Status

    def of(self, battle: BattleId) -> CampaignBattle:
        """One of them."""
        battles: dict[BattleId, CampaignBattle] = {
            "quatre_bras": self.quatre_bras,
            "ligny": self.ligny,
            "wavre": self.wavre,
            "waterloo": self.waterloo,
            "charleroi": self.charleroi,
        }
        return battles[battle]


class Next(msgspec.Struct, frozen=True, kw_only=True):
    """What follows on a result: another stage, or the end."""

    stage: Literal[StageId, ""] = ""
    campaign_won_by: Literal[Side, "winner of the battle", ""] = ""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Battles of the campaign that are fought at the same time."""

    id: StageId
    battles: tuple[BattleId, ...]
    turn_order: tuple[tuple[BattleId, Literal[Nation, "allied"]], ...]
    """Player turns of a round: battle, and the nation or side that has it [G-56]."""
    pool: tuple[str, ...]
    """What the decks are made of: cards of a battle, or those that are left."""
    next: dict[str, Next]
    """What follows, by the result: French victories of the opening, or the deciding battle."""
    pool_includes: tuple[Literal["waterloo", "hal"], ...] = ()
    card_of_both: str = ""
    wavre_pool: str = ""
    deciding_battle: Literal[BattleId, ""] = ""
    """The battle whose winner wins the campaign, empty in the opening."""
    wavre_winner_may_reinforce: Literal[BattleId, ""] = ""
    turn_order_status: Literal[Status, ""] = ""
    pool_status: Literal[Status, ""] = ""
    status: Status
    clause: str


class Eliminated(msgspec.Struct, frozen=True, kw_only=True):
    """Whether eliminated cards come back in later battles [16.c]."""

    returns: bool = msgspec.field(name="return")
    status: Status
    clause: str


class Withdrawal(msgspec.Struct, frozen=True, kw_only=True):
    """Leaving a battle: when, and what becomes of it, in words [16.c, G-57]."""

    when: str
    loses: str
    cards: str
    status: Status
    clause: str


class WinnerReinforces(msgspec.Struct, frozen=True, kw_only=True):
    """What the winner of a battle may send to another one [16.d, G-33]."""

    to: str
    times: Count
    status: Status
    times_status: Status
    clause: str


class LoserRetreats(msgspec.Struct, frozen=True, kw_only=True):
    """Which cards of the loser have to pass one more check [16.d, G-33]."""

    extra_morale_check: str
    status: Status
    clause: str


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """The document [16.0]."""

    id: Literal["campaign"]
    title: str
    clause: str
    status: Status
    muster: CampaignMuster
    reinforcements: CampaignReinforcements
    battles: CampaignBattles
    stages: tuple[Stage, ...]
    eliminated_cards: Eliminated
    withdrawal: Withdrawal
    winner_reinforces: WinnerReinforces
    loser_retreats: LoserRetreats

    def stage(self, name: StageId) -> Stage:
        """One of its stages. Raises KeyError if the pack has none of that id."""
        for stage in self.stages:
            if stage.id == name:
                return stage
        raise KeyError(name)

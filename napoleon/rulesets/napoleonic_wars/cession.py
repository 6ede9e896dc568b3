"""15.2 Cession: duchies of a nation that has lost its war, chosen one after the other."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.conquest import (
    CededKept,
    CessionRolled,
    DuchyCeded,
    DuchyGiven,
    DuchyOffered,
    GiftRefused,
)
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Conquest
from napoleon.rulesets.napoleonic_wars.nations import allies, commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    ChooseCeded,
    GiveCeded,
    KeepCeded,
    RefuseGift,
    TakeGift,
)
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    hostile_in,
    is_of_ally,
    is_open,
    present,
)
from napoleon.rulesets.napoleonic_wars.table import Wars


class Surrender(Seated):
    """A nation that has lost its war, as a seat sees it that has to decide something there."""

    def __init__(self, table: Wars, player: str = "", nation: str = "") -> None:
        super().__init__(table, player)
        self.conquest = top(table.state, Conquest)
        self.victim = self.conquest.nation
        self.victor = self.conquest.by
        self.nation = nation

    # -- cession

    @property
    def picker(self) -> str:
        """The seat that chooses the next ceded duchy; the conqueror's for a lone victim [R-93]."""
        own = commander(self.state, self.victim) if self.conquest.victim_picks else ""
        return own or commander(self.state, self.victor)

    def cedable(self) -> list[str]:
        """The home duchies that may still be ceded: never a capital, each once [R-43]."""
        ceded = self.conquest.ceded
        spaces, home = self.pack.spaces, self.pack.home_duchies[self.victim]
        return [it for it in home if not spaces[it].capital and it not in ceded]

    def willing(self) -> list[str]:
        """The other powers of the conqueror's camp that a duchy may be given to [15.2.a]."""
        camp = allies(self.state, self.pack, self.victor) if self.victor else []
        powers = [it for it in camp if self.pack.nations[it].rank == "power"]
        able = [it for it in powers if commander(self.state, it)]
        return [it for it in able if any(self.may_have(it, space) for space in self.conquest.ceded)]

    def may_have(self, nation: str, space: str) -> bool:
        """Whether a ceded duchy is not associated with an ally of the nation [8.22.b, R-194]."""
        return not is_of_ally(self.state, self.pack, space, nation)

    # -- evacuation

    @property
    def camp(self) -> list[str]:
        """The conqueror and its allies."""
        return [self.victor, *allies(self.state, self.pack, self.victor)] if self.victor else []

    @property
    def passing(self) -> list[str]:
        """Who may be in the country: the conqueror's camp, or that of an earlier one [15.21.c]."""
        by = self.state.nations[self.victim].conquered
        return [by, *allies(self.state, self.pack, by)] if by else []

    def leaving(self) -> tuple[str, str]:
        """The next nation that has to leave a capital, with the capital [15.21.a]."""
        for nation in self.camp:
            for capital in self.pack.capitals[self.victim]:
                if nation in present(self.state, capital):
                    return nation, capital
        return "", ""

    def refuges(self) -> list[str]:
        """Where a nation may go that has to leave a capital: next to it, under friendly control."""
        nation, capital = self.leaving()
        state, pack = self.state, self.pack
        return [
            link.other(capital)
            for link in pack.links[capital]
            if is_allied(state, controller(state, pack, link.other(capital)), nation)
            and not hostile_in(state, link.other(capital), nation)
            and is_open(state, pack, link, nation)
        ]

    def remaining(self, nation: str) -> list[str]:
        """Where a nation has field forces elsewhere in the country."""
        home = self.pack.home_duchies[self.victim]
        return [it for it in home if nation in present(self.state, it)]

    def undecided(self) -> str:
        """The next nation that may withdraw forces; empty if all have said what stays."""
        due = (it for it in self.camp if it not in self.conquest.stayed and self.remaining(it))
        return next(due, "")


# -- cession [15.2.a] ------------------------------------------------------------------------------


def _roll_cession(table: Wars) -> None:
    it = Surrender(table)
    die, draw = table.draw(range(1, 7), "cession", PUBLIC)
    lines = [Line(die, "15.2.a", say("die"))]
    if (most := len(it.cedable())) < die:
        lines.append(Line(most - die, "R-43", say("no more home duchies")))
    event = CessionRolled(it.victim, die, draw, total(lines), tuple(lines))
    table.record(event, "15.2.a")


def _cession_due(table: Wars) -> bool:
    conquest = top(table.state, Conquest)
    return bool(conquest.by) and conquest.way != "submission" and not conquest.rolled


def _cede_first(table: Wars) -> None:
    it = Surrender(table)
    table.record(DuchyCeded(it.victim, it.victor, min(it.cedable())), "15.2.a", "R-93")


def _nobody_picks(table: Wars) -> bool:
    it = Surrender(table)
    return not it.picker or len(it.cedable()) == 1


def _asks_cession(table: Wars) -> list[Decision]:
    it = Surrender(table)
    text = say("Which duchy of %(nation)s is ceded?", nation=it.victim)
    return [table.question(it.picker, "cession", "15.2.a", text)]


def _refuse_ceding(it: Surrender, space: str) -> Refusal | None:
    if space in it.cedable():
        return None
    detail = "That is no home duchy of the nation that may still be ceded."
    return refuse("NOT_CEDABLE", "15.2.a", detail, space=space)


CHOOSE_CEDED = DeclaredVerb(
    ChooseCeded,
    asked(Surrender, "cession"),
    "15.2.a",
    fields={"space": Domain(lambda it: it.cedable(), refusal=_refuse_ceding, points="target")},
    does=lambda it, order: it.tell(
        DuchyCeded, "15.2.a", nation=it.victim, victor=it.victor, space=order.space
    ),
    line="cede {space:space}",
    says=say("%(space)s is ceded"),
)


def _asks_gift(table: Wars) -> list[Decision]:
    it = Surrender(table)
    text = say("Is a ceded duchy given to another power of the camp?")
    return [table.question(commander(table.state, it.victor), "gift", "15.2.a", text)]


def _gift_possible(table: Wars) -> bool:
    it = Surrender(table)
    return bool(it.conquest.ceded) and bool(it.willing()) and bool(commander(it.state, it.victor))


def _refuse_gift(it: Surrender, space: str) -> Refusal | None:
    if space in it.conquest.ceded:
        return None
    return refuse("NOT_CEDED", "15.2.a", "That duchy was not ceded just now.", space=space)


def _refuse_receiver(it: Surrender, nation: str) -> Refusal | None:
    if nation in it.willing():
        return None
    detail = "A ceded duchy is given to a power of the conqueror's camp only."
    return refuse("NOT_IN_THE_CAMP", "15.2.a", detail, nation=nation)


def _refuse_giving(it: Surrender, order: GiveCeded) -> Refusal | None:
    if it.may_have(order.nation, order.space):
        return None
    detail = "No flag is placed in a duchy of an ally."
    return refuse("OF_AN_ALLY", "8.22.b", detail, space=order.space)


def _give(it: Surrender, order: GiveCeded) -> None:
    if commander(it.state, order.nation) == it.player:
        it.tell(DuchyGiven, "15.2.a", space=order.space, nation=order.nation)
    else:
        it.tell(DuchyOffered, "15.2.a", space=order.space, nation=order.nation)


GIVING = asked(Surrender, "gift")

GIVE_CEDED = DeclaredVerb(
    GiveCeded,
    GIVING,
    "15.2.a",
    fields={
        "space": Domain(lambda it: it.conquest.ceded, refusal=_refuse_gift, points="target"),
        "nation": Domain(lambda it: it.willing(), refusal=_refuse_receiver),
    },
    refuses=_refuse_giving,
    does=_give,
    line="give {space:space} to {nation:nation}",
    says=say("Give %(space)s to %(nation)s"),
)

KEEP_CEDED = DeclaredVerb(
    KeepCeded,
    GIVING,
    "15.2.a",
    does=lambda it, order: it.tell(CededKept, "15.2.a"),
    line="keep what is ceded",
    says=say("Give no more ceded duchies away"),
)


def _asks_about_gift(table: Wars) -> list[Decision]:
    space, nation = top(table.state, Conquest).gift
    text = say("Does %(nation)s take %(space)s?", nation=nation, space=space)
    return [table.question(commander(table.state, nation), "take_gift", "15.2.a", text)]


TAKING = asked(Surrender, "take_gift")


def _take_gift(it: Surrender, order: TakeGift) -> None:
    space, nation = it.conquest.gift
    it.tell(DuchyGiven, "15.2.a", space=space, nation=nation)


def _decline_gift(it: Surrender, order: RefuseGift) -> None:
    space, nation = it.conquest.gift
    it.tell(GiftRefused, "15.2.a", space=space, nation=nation)


TAKE_GIFT = DeclaredVerb(
    TakeGift, TAKING, "15.2.a", does=_take_gift, line="take the gift", says=say("Take the duchy")
)

REFUSE_GIFT = DeclaredVerb(
    RefuseGift,
    TAKING,
    "15.2.a",
    does=_decline_gift,
    line="refuse the gift",
    says=say("Do not take the duchy"),
)

VERBS = (CHOOSE_CEDED, GIVE_CEDED, KEEP_CEDED, TAKE_GIFT, REFUSE_GIFT)

CESSION: tuple[Step[Wars], ...] = (
    Step("die for cession", _cession_due, _roll_cession),
    Step(
        "cession",
        lambda table: bool(top(table.state, Conquest).owed),
        _cede_first,
        _asks_cession,
        _nobody_picks,
    ),
    Step(
        "answer to a gift",
        lambda table: bool(top(table.state, Conquest).gift),
        only_asks,
        _asks_about_gift,
    ),
    Step("gifts", _gift_possible, only_asks, _asks_gift),
)
"""What is ceded is settled first."""

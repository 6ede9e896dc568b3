"""What follows from a conquest or submission: cession, evacuation, regrouping [15.2, 15.21]."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, its_subject
from napoleon.rules.kit.frames import inmost, on_top, top
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.conquest import country
from napoleon.rulesets.napoleonic_wars.events.conquest import (
    CededKept,
    CessionRolled,
    ConquestSettled,
    DuchyCeded,
    DuchyGiven,
    DuchyOffered,
    ForcesRegrouped,
    ForcesStayed,
    GiftRefused,
    HandChanged,
    TiedDownFreed,
)
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.impulses import ImpulseEnded
from napoleon.rulesets.napoleonic_wars.events.meetings import ForceShifted
from napoleon.rulesets.napoleonic_wars.frames import Conquest, Force, Impulse, Lot
from napoleon.rulesets.napoleonic_wars.nations import (
    FRANCE,
    OTTOMANS,
    allies,
    commander,
    is_allied,
)
from napoleon.rulesets.napoleonic_wars.orders import (
    ChooseCeded,
    Evacuate,
    GiveCeded,
    KeepCeded,
    RefuseGift,
    StayThere,
    TakeGift,
    Withdraw,
)
from napoleon.rulesets.napoleonic_wars.packs.pack import Pack
from napoleon.rulesets.napoleonic_wars.scoring import end_game
from napoleon.rulesets.napoleonic_wars.setting_up import draw_card
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    hostile_in,
    is_open,
    leaders_in,
    present,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars


class Surrender(Scene[Wars]):
    """A nation that has lost its war, as a seat sees it that has to decide something there."""

    def __init__(self, table: Wars, player: str = "", nation: str = "") -> None:
        super().__init__(table, player)
        self.conquest = top(table.state, Conquest)
        self.victim = self.conquest.nation
        self.victor = self.conquest.by
        self.nation = nation

    @property
    def state(self) -> State:
        """The position."""
        return self.table.state

    @property
    def pack(self) -> Pack:
        """The pack."""
        return self.table.data

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
        return [it for it in powers if commander(self.state, it)]

    # -- evacuation

    @property
    def camp(self) -> list[str]:
        """The conqueror and its allies."""
        return [self.victor, *allies(self.state, self.pack, self.victor)] if self.victor else []

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


def _deciding(table: Wars, decision: Decision, nation: str) -> Surrender:
    return Surrender(table, decision.seat, nation)


def _refuse_ceding(it: Surrender, space: str) -> Refusal | None:
    if space in it.cedable():
        return None
    detail = "That is no home duchy of the nation that may still be ceded."
    return refuse("NOT_CEDABLE", "15.2.a", detail, space=space)


CHOOSE_CEDED = DeclaredVerb(
    ChooseCeded,
    Actor(("cession",), "", _deciding),
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


def _give(it: Surrender, order: GiveCeded) -> None:
    if commander(it.state, order.nation) == it.player:
        it.tell(DuchyGiven, "15.2.a", space=order.space, nation=order.nation)
    else:
        it.tell(DuchyOffered, "15.2.a", space=order.space, nation=order.nation)


GIVING: Actor[Wars, Surrender] = Actor(("gift",), "", _deciding)

GIVE_CEDED = DeclaredVerb(
    GiveCeded,
    GIVING,
    "15.2.a",
    fields={
        "space": Domain(lambda it: it.conquest.ceded, refusal=_refuse_gift, points="target"),
        "nation": Domain(lambda it: it.willing(), refusal=_refuse_receiver),
    },
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


TAKING: Actor[Wars, Surrender] = Actor(("take_gift",), "", _deciding)


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

# -- evacuation [15.21.a] --------------------------------------------------------------------------


def _asks_to_leave(table: Wars) -> list[Decision]:
    nation, capital = Surrender(table).leaving()
    text = say("Where does %(nation)s go from %(space)s?", nation=nation, space=capital)
    return [table.question(commander(table.state, nation), "evacuate", "15.21.a", text, nation)]


def _has_to_regroup(table: Wars) -> bool:
    it = Surrender(table)
    return not it.refuges() or not commander(table.state, it.leaving()[0])


def _regroup_there(table: Wars) -> None:
    nation, capital = Surrender(table).leaving()
    table.record(ForcesRegrouped(nation, capital), "15.21.a")


def _other_nation(table: Wars, decision: Decision, nation: str, clause: str) -> Refusal | None:
    if nation == decision.subject:
        return None
    return refuse("NOT_ASKED_FOR", clause, "You are not asked for that nation.")


def _refuse_refuge(it: Surrender, to: str) -> Refusal | None:
    if to in it.refuges():
        return None
    detail = "It goes to an adjacent space under friendly control, or is regrouped."
    return refuse("NO_REFUGE", "15.21.a", detail, space=to)


def _evacuate(it: Surrender, order: Evacuate) -> None:
    nation, capital = it.leaving()
    lots = [
        Lot(lot.nation, lot.sp, lot.entered, lot.fought)
        for lot in it.state.spaces[capital].lots
        if lot.nation == nation
    ]
    force = Force(leaders_in(it.state, capital, nation), lots)
    it.tell(ForceShifted, "15.21.a", start=capital, space=order.to, force=force)


LEAVING: Actor[Wars, Surrender] = Actor(
    ("evacuate",), "", _deciding, "nation", its_subject, _other_nation, subject="nation"
)

EVACUATE = DeclaredVerb(
    Evacuate,
    LEAVING,
    "15.21.a",
    fields={"to": Domain(lambda it: it.refuges(), refusal=_refuse_refuge, points="target")},
    does=_evacuate,
    line="evacuate {nation:nation} to {to:space}",
    says=say("Lead the forces of %(nation)s to %(to)s"),
)


def _in_country(it: Surrender) -> list[str]:
    nation, capital = it.leaving()
    return [capital] if nation else it.remaining(it.nation)


def _refuse_withdrawal(it: Surrender, space: str) -> Refusal | None:
    if space in _in_country(it):
        return None
    detail = "The nation has no forces there that may be regrouped."
    return refuse("NOT_IN_THE_COUNTRY", "15.21.a", detail, space=space)


WITHDRAWING: Actor[Wars, Surrender] = Actor(
    ("evacuate", "withdraw"), "", _deciding, "nation", its_subject, _other_nation, subject="nation"
)

WITHDRAW = DeclaredVerb(
    Withdraw,
    WITHDRAWING,
    "15.21.a",
    fields={"space": Domain(_in_country, refusal=_refuse_withdrawal, points="target")},
    does=lambda it, order: it.tell(ForcesRegrouped, "15.21.a", space=order.space),
    line="withdraw {nation:nation} from {space:space}",
    says=say("Regroup the forces of %(nation)s in %(space)s"),
)

STAY_THERE = DeclaredVerb(
    StayThere,
    Actor(("withdraw",), "", _deciding, "nation", its_subject, _other_nation, subject="nation"),
    "15.21.a",
    does=lambda it, order: it.tell(ForcesStayed, "15.21.a"),
    line="stay {nation:nation}",
    says=say("All other forces of %(nation)s stay"),
)


def _asks_to_withdraw(table: Wars) -> list[Decision]:
    nation = Surrender(table).undecided()
    text = say("Which forces of %(nation)s are regrouped?", nation=nation)
    return [table.question(commander(table.state, nation), "withdraw", "15.21.a", text, nation)]


def _nobody_withdraws(table: Wars) -> bool:
    return not commander(table.state, Surrender(table).undecided())


def _let_stay(table: Wars) -> None:
    table.record(ForcesStayed(Surrender(table).undecided()), "15.21.a")


# -- the rest [15.21.b] ----------------------------------------------------------------------------


def _settle(table: Wars) -> None:
    it = Surrender(table)
    state, conquest, victim = table.state, it.conquest, it.victim
    out = [victim, *conquest.followers]
    _send_home(it, victim, country(state, it.pack, [victim]))
    for nation in conquest.followers:
        _send_home(it, nation, country(state, it.pack, [victim, nation]))
    _clear(it, victim, {*out, *it.camp})
    for nation in conquest.followers:
        _clear(it, nation, {*out})
    if victim == OTTOMANS and it.victor:
        for war in [war for war in state.foreign_wars if war.foe == OTTOMANS]:
            removed = it.pack.cards[war.card].remove
            table.record(TiedDownFreed(war.card, removed), "15.3.a", "7.6.b")
    if conquest.seen:
        _replace_hand(table, victim)
    ends = victim == FRANCE and conquest.way != "conquest"
    table.record(ConquestSettled(victim), "15.21.b")
    if ends:
        end_game(table, "5.8.d", "R-14")
    impulse = inmost(state, Impulse)
    if conquest.seen and impulse is not None and impulse.nation == victim:
        lapsed = sum(pool.cp for pool in impulse.pools)
        table.record(ImpulseEnded(victim, lapsed), "15.22.a")


def _send_home(it: Surrender, nation: str, land: set[str]) -> None:
    """What a nation has outside its country is regrouped, and its flags come off there."""
    for space, there in it.state.spaces.items():
        if space in land:
            continue
        if nation in present(it.state, space):
            it.table.record(ForcesRegrouped(nation, space), "15.21.b")
        if there.flag == nation and nation not in it.pack.spaces[space].associated:
            it.table.record(FlagRemoved(nation, space, nation), "15.21.b")


def _clear(it: Surrender, nation: str, may_stay: set[str]) -> None:
    """All others in the home duchies of a nation that is neutral now are regrouped."""
    for space in it.pack.home_duchies[nation]:
        for other in present(it.state, space):
            if other not in may_stay:
                it.table.record(ForcesRegrouped(other, space), "15.21.b", "R-129")


def _replace_hand(table: Wars, nation: str) -> None:
    """Nobody commands the proxy any more: what a seat has seen of its hand is gone [8.21.b]."""
    thrown = tuple(table.state.nations[nation].hand)
    if not thrown:
        return
    table.record(HandChanged(nation, thrown), "8.21.b")
    for number in range(len(thrown)):
        purpose = f"card {number + 1} of a hand of {nation} that nobody sees"
        draw_card(table, nation, purpose, "8.21.b")


VERBS = (
    CHOOSE_CEDED,
    GIVE_CEDED,
    KEEP_CEDED,
    TAKE_GIFT,
    REFUSE_GIFT,
    EVACUATE,
    WITHDRAW,
    STAY_THERE,
)

STEPS = Part[Wars](
    "conquest",
    on_top(Conquest),
    (
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
        Step(
            "evacuation",
            lambda table: bool(Surrender(table).leaving()[0]),
            _regroup_there,
            _asks_to_leave,
            _has_to_regroup,
        ),
        Step(
            "who stays",
            lambda table: bool(Surrender(table).undecided()),
            _let_stay,
            _asks_to_withdraw,
            _nobody_withdraws,
        ),
        Step("regrouping", lambda table: True, _settle),
    ),
)
"""What follows is settled before anything else goes on."""

"""The boards as tables in words: map, battle, siege, nations, leaders, diplomacy, keys, cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence

from napoleon.rules.battles import capital
from napoleon.rules.prose.storybook import Words
from napoleon.rules.tables import Cell, Gauge, TextTable, ending, reasons
from napoleon.rulesets.napoleonic_wars.names import (
    COLUMNS,
    GOING_ON,
    ROLES,
    STANDINGS,
    USES,
    WAYS,
    called,
    nation,
    term,
    the,
)
from napoleon.rulesets.napoleonic_wars.picture.boards import BATTLE, DIPLOMACY, KEYS, SIEGE
from napoleon.rulesets.napoleonic_wars.picture.map import squadrons
from napoleon.rulesets.napoleonic_wars.story.terms import ASKED
from napoleon.rulesets.napoleonic_wars.views import WarsViews
from napoleon.rulesets.napoleonic_wars.views.at_sea import SeaBattleView
from napoleon.rulesets.napoleonic_wars.views.combat import BattleView, SiegeView
from napoleon.rulesets.napoleonic_wars.views.hand import CardView, WarsHand
from napoleon.rulesets.napoleonic_wars.views.map import BiddingView, SpaceView, WarsMap, WayView
from napoleon.rulesets.napoleonic_wars.views.order_of_battle import (
    NationView,
    WarsOrderOfBattle,
)
from napoleon.rulesets.napoleonic_wars.views.victory_track import WarsVictoryTrack


def boards(views: WarsViews, words: Words) -> list[TextTable]:
    """All tables; those of boards beside the map name them."""
    board, nations = views.map, views.order_of_battle
    return [
        _map(board, words),
        _zones(board, words),
        *([] if board.battle is None else [_battle(board.battle, words)]),
        *([] if board.sea_battle is None else [_sea_battle(board.sea_battle, words)]),
        *([] if board.siege is None else [_siege(board.siege, words)]),
        _nations(nations, words),
        _leaders(nations, words),
        *_foreign_wars(nations, words),
        _diplomacy(nations, words),
        _keys(views.victory_track, words),
        _points(views.victory_track, words),
        _hands(views.hand, words),
    ]


# -- the map ---------------------------------------------------------------------------------------


def _map(board: WarsMap, words: Words) -> TextTable:
    """Every duchy, with the ways that lead out of it."""
    _ = words.gettext
    duchies = [it for it in board.areas if it.kind == "duchy"]
    ways: dict[str, list[WayView]] = defaultdict(list)
    for way in board.roads:
        ways[way.a].append(way)
        ways[way.b].append(way)
    return TextTable(
        _(
            "Map, version %(version)s, %(turn)s, %(phase)s",
            version=board.version,
            turn=ASKED.told(words.language, board.turn_name),
            phase=term(words, board.phase),
        ),
        (
            *(_("duchy"), _("controlled by"), _("flag"), _("what it is"), _("forces")),
            *(_("in port"), _("leads to")),
        ),
        tuple(
            (
                called(words, it.id),
                nation(words, it.controller),
                nation(words, it.flag) if it.flag else None,
                ", ".join(_signs(it, words)),
                "; ".join(_forces(it, words)),
                "; ".join(_fleets(it, words)),
                ", ".join(_way(way, it.id, words) for way in ways[it.id]),
            )
            for it in duchies
        ),
        "\n".join(_going_on(board, words)),
        board="map",
        places=tuple(it.id for it in duchies),
    )


def _signs(area: SpaceView, words: Words) -> Iterator[str]:
    _ = words.gettext
    if area.capital:
        yield _("capital")
    if area.key:
        yield _("key")
    if area.fortress:
        yield _("fortress of strength %(strength)s", strength=area.fortress)
    if area.uncontrolled:
        yield _("uncontrolled")
    if area.besieged:
        yield _("besieged")
    if area.ports:
        zones = words.language.listed(called(words, it) for it in area.ports)
        yield _("port on %(zones)s", zones=zones)
    if area.associated:
        nations = words.language.listed(nation(words, it) for it in area.associated)
        yield _("associated with %(nations)s", nations=nations)


def _forces(area: SpaceView, words: Words) -> Iterator[str]:
    """The forces of each nation: "France 8 SP, Napoleon, Soult"."""
    for it in area.forces:
        who = nation(words, it.nation)
        strength = words.gettext("%(nation)s %(sp)s SP", nation=who, sp=it.sp)
        told = [strength if it.sp or not it.leaders else who]
        told += [called(words, one) for one in it.leaders]
        if it.marching:
            told.append(words.gettext("%(sp)s SP on the march", sp=it.marching))
        if it.fought:
            told.append(words.gettext("%(sp)s SP have fought", sp=it.fought))
        yield ", ".join(told)


def _fleets(area: SpaceView, words: Words) -> Iterator[str]:
    for it in area.fleets:
        yield f"{nation(words, it.nation)} {', '.join(squadrons(it, words))}"


def _way(way: WayView, start: str, words: Words) -> str:
    there = called(words, way.b if way.a == start else way.a)
    if way.kind == "plain":
        return there
    return f"{there} ({words.gettext(WAYS[way.kind])})"


def _going_on(board: WarsMap, words: Words) -> Iterator[str]:
    """What cannot be seen in any space."""
    _ = words.gettext
    if board.bidding is not None:
        yield from _bids(board.bidding, words)
        return
    if not board.going_on and board.phase == "impulses":
        yield _("Scheduled next: %(nation)s.", nation=nation(words, board.scheduled))
    if board.going_on:
        told = ", ".join(_(GOING_ON[it]) for it in board.going_on)
        yield _("Going on: %(what)s.", what=told)
    if (impulse := board.impulse) is not None:
        played = words.language.listed(called(words, it) for it in impulse.played or ())
        yield _("Impulse of %(nation)s.", nation=nation(words, impulse.nation))
        if played:
            yield _("Cards played in it: %(cards)s.", cards=played)
        for pool in impulse.pools:
            yield _("%(cp)s CP are left for %(use)s.", cp=pool.cp, use=_(USES[pool.use]))
    if (voyage := board.voyage) is not None:
        squadrons = ", ".join(f"{nation(words, it)} {n}" for it, n in voyage.squadrons.items())
        place = called(words, voyage.place)
        yield _("A fleet sails in %(place)s: %(ships)s.", place=place, ships=squadrons)
    if (march := board.march) is not None:
        yield _("A force of %(nation)s marches, and stands in %(place)s.",
                nation=the(words, march.nation), place=called(words, march.at))  # fmt: skip


def _bids(bidding: BiddingView, words: Words) -> Iterator[str]:
    """The bids for a camp, as far as the reader knows them."""
    _ = words.gettext
    if bidding.winner is not None:
        who = capital(the(words, bidding.winner))
        yield _("%(who)s still gives up %(sp)s SP for the camp.", who=who, sp=bidding.due)
        return
    for bid in bidding.bids:
        who = called(words, bid.seat)
        if bid.camp is not None:
            camp = called(words, bid.camp)
            yield _("%(who)s: %(sp)s SP for %(camp)s.", who=who, sp=bid.sp, camp=camp)
        elif bid.given:
            yield _("%(who)s has bid.", who=who)
        else:
            yield _("%(who)s has not bid yet.", who=who)


def _zones(board: WarsMap, words: Words) -> TextTable:
    _ = words.gettext
    zones = [it for it in board.areas if it.kind == "zone"]
    ways = [it for it in board.roads if it.kind == "sea"]

    def borders(zone: str) -> Iterator[str]:
        for it in ways:
            if zone in (it.a, it.b):
                there = called(words, it.b if it.a == zone else it.a)
                guard = it.guard and _("past %(fortress)s", fortress=called(words, it.guard))
                yield f"{there} ({guard})" if guard else there

    return TextTable(
        _("Sea zones"),
        (_("zone"), _("squadrons"), _("borders on"), _("ports")),
        tuple(
            (
                called(words, it.id),
                "; ".join(_fleets(it, words)),
                ", ".join(borders(it.id)),
                ", ".join(called(words, one.id) for one in board.areas if it.id in one.ports),
            )
            for it in zones
        ),
        board="map",
        places=tuple(it.id for it in zones),
    )


# -- battles and sieges ----------------------------------------------------------------------------


def _sea_battle(battle: SeaBattleView, words: Words) -> TextTable:
    """The sides of a naval battle, with the dice of this round line by line."""
    _ = words.gettext
    note = [_("Round %(round)s.", round=battle.round)]
    if battle.loser:
        note.append(_("Beaten: %(side)s.", side=_(ROLES[battle.loser])))
    return TextTable(
        _("Naval battle of %(place)s", place=called(words, battle.place)),
        (
            *(_("side"), _("squadrons"), _("dice"), _("why")),
            *(_("hits suffered"), _("still to sink")),
        ),
        tuple(
            (
                capital(_(ROLES[side.role])),
                ", ".join(
                    f"{nation(words, one)} {number}" for one, number in side.squadrons.items()
                ),
                side.dice,
                reasons(side.breakdown, str, words.told),
                side.suffered,
                side.sinking or None,
            )
            for side in battle.sides
        ),
        " ".join(note),
        board="map",
    )


def _battle(battle: BattleView, words: Words) -> TextTable:
    _ = words.gettext
    rows = list[tuple[Cell, ...]]()
    for side in battle.sides:
        for number, it in enumerate(side.fighters):
            first = number == 0
            rows.append(
                (
                    capital(_(ROLES[side.role])) if first else None,
                    nation(words, it.nation),
                    it.sp - it.disrupted,
                    it.disrupted,
                    ", ".join(called(words, one) for one in it.leaders if one not in it.shaken),
                    ", ".join(called(words, one) for one in it.shaken),
                    side.suffered if first else None,
                    side.due or None if first else None,
                )
            )
    note = [_("Round %(round)s.", round=battle.round)]
    if battle.terrain:
        note.append(
            words.ngettext(
                "%(num)s die more for the defender in the first round.",
                "%(num)s dice more for the defender in the first round.",
                battle.terrain,
            )
        )
    if battle.loser:
        note.append(_("Beaten: %(side)s.", side=_(ROLES[battle.loser])))
    if battle.routed:
        note.append(_("It is a rout."))
    return TextTable(
        _("Battle of %(place)s", place=called(words, battle.space)),
        (
            *(_("side"), _("nation"), _("SP"), _("disrupted SP"), _("leaders")),
            *(_("disrupted leaders"), _("hits suffered"), _("still to be named")),
        ),
        tuple(rows),
        " ".join(note),
        board="map",
        on=BATTLE,
    )


def _siege(siege: SiegeView, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Siege of %(place)s", place=called(words, siege.space)),
        (_("besieger"), _("held by"), _("fortress"), _("round"), _("sixes"), _("hits suffered")),
        (
            (
                called(words, siege.leader),
                nation(words, siege.nation),
                siege.fortress,
                siege.round,
                Gauge(siege.sixes, max(siege.fortress, siege.sixes)),
                siege.suffered,
            ),
        ),
        board="map",
        on=SIEGE,
    )


# -- nations ---------------------------------------------------------------------------------------


def _nations(board: WarsOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Nations"),
        (
            *(_("nation"), _("commanded by"), _("stands"), _("at war with")),
            *(_("SP on the map"), _("SP to build"), _("regrouped SP"), _("squadrons")),
            *(_("regrouped squadrons"), _("Resources"), _("home cards")),
        ),
        tuple(
            (
                nation(words, it.army),
                called(words, it.commander) if it.commander else _("the rules"),
                _standing(it, words),
                ", ".join(nation(words, foe) for foe in it.diplomacy.at_war),
                Gauge(it.on_map, it.most),
                it.pool,
                it.regroup_sp or None,
                sum(fleet.ready + fleet.refit + fleet.building for fleet in it.squadrons) or None,
                it.regroup_squadrons or None,
                it.resources or None,
                ", ".join(
                    [
                        *(called(words, card) for card in it.home_cards),
                        *(_("%(card)s (used)", card=called(words, card)) for card in it.used_cards),
                    ]
                ),
            )
            for it in board.armies
        ),
        board="order-of-battle",
    )


def _standing(it: NationView, words: Words) -> str:
    """A camp, a box on a row, or Unaligned; then what else holds."""
    _ = words.gettext
    stands = it.diplomacy
    if stands.row:
        box = _(COLUMNS[list(COLUMNS)[stands.box]])
        told = _("%(box)s of %(nation)s", box=box, nation=nation(words, stands.row))
    else:
        told = called(words, stands.camp) if stands.camp else _(COLUMNS["unaligned"])
    more = [
        *([_("under a caretaker")] if it.caretaker else []),
        *([_("turned to +1")] if stands.plus_face else []),
        *([_("frozen")] if stands.frozen else []),
        *([_("a key more")] if it.plus_key else []),
    ]
    if stands.conquered:
        more.append(_("conquered by %(nation)s", nation=the(words, stands.conquered)))
    return ", ".join([told, *more])


def _leaders(board: WarsOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Leaders"),
        (_("leader"), _("nation"), _("command"), _("battle"), _("where")),
        tuple(
            (
                called(words, it.id),
                nation(words, army.army),
                it.command,
                it.battle,
                called(words, it.area) if it.area else _(STANDINGS[it.state]),
            )
            for army in board.armies
            for it in army.leaders
        ),
        board="order-of-battle",
    )


def _foreign_wars(board: WarsOrderOfBattle, words: Words) -> Iterator[TextTable]:
    _ = words.gettext
    rows = tuple(
        (
            called(words, it.card),
            nation(words, army.army),
            nation(words, it.foe) if it.foe else None,
            it.sp,
            it.squadrons,
            ", ".join(called(words, one) for one in it.leaders),
        )
        for army in board.armies
        for it in army.foreign_wars
    )
    if rows:
        yield TextTable(
            _("Foreign wars"),
            (_("war"), _("nation"), _("against"), _("SP"), _("squadrons"), _("leaders")),
            rows,
            board="order-of-battle",
        )


def _faced(words: Words, of: str, plus: Container[str]) -> str:
    """A nation whose consul stands in a box, with the face that it shows [8.1.e]."""
    name = nation(words, of)
    return f"{name} +1" if of in plus else name


def _diplomacy(board: WarsOrderOfBattle, words: Words) -> TextTable:
    _ = words.gettext
    columns = [it for it in COLUMNS if it != "unaligned"]
    rows = list(dict.fromkeys(it.row for it in board.track))
    held = {(it.row, it.column): it for it in board.track}
    plus = {it.army for it in board.armies if it.diplomacy.plus_face}
    return TextTable(
        _("Diplomacy"),
        (_("row of"), *(capital(_(COLUMNS[it])) for it in columns)),
        tuple(
            (
                nation(words, row),
                *(
                    ", ".join(_faced(words, one, plus) for one in held[row, column].consuls)
                    or _("cost %(cost)s", cost=held[row, column].cost)
                    for column in columns
                ),
            )
            for row in rows
        ),
        board="order-of-battle",
        on=DIPLOMACY,
    )


# -- the way to victory, and cards -----------------------------------------------------------------


def _keys(track: WarsVictoryTrack, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Keys"),
        (_("nation"), _("keys"), _("at the start"), _("gained"), _("lost")),
        tuple(
            (
                nation(words, it.nation),
                it.held,
                it.at_start,
                ", ".join(called(words, key) for key in it.gained),
                ", ".join(called(words, key) for key in it.lost),
            )
            for it in track.keys
        ),
        board="victory-track",
        on=KEYS,
    )


def _points(track: WarsVictoryTrack, words: Words) -> TextTable:
    _ = words.gettext
    return TextTable(
        _("Points"),
        (_("player"), _("powers"), _("points"), _("why")),
        tuple(
            (
                called(words, it.seat),
                ", ".join(nation(words, one) for one in it.powers),
                it.points,
                reasons(it.breakdown, str, words.told),
            )
            for it in track.standings
        ),
        ending(track.result, words)
        or _(
            "The game ends after turn %(last)s, or before on a peace roll of %(peace)s.",
            last=track.last_turn,
            peace=track.peace,
        ),
        board="victory-track",
    )


def _hands(hand: WarsHand, words: Words) -> TextTable:
    _ = words.gettext
    [deck] = hand.decks
    top = hand.discards[-1:]
    note = _("In the deck: %(left)s.", left=deck.left)
    if top:
        note += " " + _("On top of the discards: %(card)s.", card=called(words, top[0].id))
    return TextTable(
        _("Cards"),
        (_("nation"), _("commanded by"), _("number"), _("cards")),
        tuple(
            (
                nation(words, it.player),
                called(words, it.commander) if it.commander else _("the rules"),
                it.size,
                "?" if it.cards is None else ", ".join(_card(it.cards, words)),
            )
            for it in hand.hands
        ),
        note,
        board="hand",
    )


def _card(cards: Sequence[CardView], words: Words) -> Iterator[str]:
    for it in cards:
        name = called(words, it.id)
        yield words.gettext("%(card)s (%(cp)s CP)", card=name, cp=it.cp)

"""The boards beside the map: the tracks of diplomacy and of keys, a battle, a siege."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from napoleon.rules.battles import capital
from napoleon.rules.picture.declared import Board
from napoleon.rules.picture.model import Picture, Piece, Place
from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_wars.names import COLUMNS, ROLES, called, nation
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.picture.map import leader, sides_now, strength
from napoleon.rulesets.napoleonic_wars.views import WarsViews
from napoleon.rulesets.napoleonic_wars.views.combat import BattleSideView, FighterView

DIPLOMACY, KEYS, BATTLE, SIEGE = "diplomacy", "keys", "battle", "siege"
AT_SEA = "naval_battle"

_WIDE, _HIGH, _GAP = 170.0, 122.0, 12.0
"""A box of a track, and the gap to the next one: on a phone five of them are still read."""

_MARGIN = 36.0


def boards(pack: Pack, views: WarsViews, words: Words) -> Sequence[Board]:
    """What lies beside the map: a battle or a siege while there is one, then the tracks."""
    sides = sides_now(pack, views.order_of_battle.armies, words)
    found = list[Board]()
    if views.map.battle:
        title = words.gettext("Battle of %(place)s", place=called(words, views.map.battle.space))
        found.append(Board(BATTLE, title, _battle(pack, views, title, sides, words)))
    if views.map.sea_battle:
        place = called(words, views.map.sea_battle.place)
        title = words.gettext("Naval battle of %(place)s", place=place)
        found.append(Board(AT_SEA, title, _sea_battle(views, title, sides, words)))
    if views.map.siege:
        title = words.gettext("Siege of %(place)s", place=called(words, views.map.siege.space))
        found.append(Board(SIEGE, title, _siege(pack, views, title, sides, words)))
    title = words.gettext("Diplomacy")
    found.append(Board(DIPLOMACY, title, _diplomacy(views, title, sides, words)))
    title = words.gettext("Track of keys")
    found.append(Board(KEYS, title, _keys(views, title, sides, words)))
    return found


def _board(title: str, sides: Sequence[Side], places: Sequence[Place], words: Words) -> Picture:
    """A board of frames."""
    rooms = [(it, it.room or (0.0, 0.0)) for it in places]
    right = max(it.x + wide / 2 for it, (wide, _) in rooms)
    bottom = max(it.y + high / 2 for it, (_, high) in rooms)
    return Picture(
        title=title,
        caption="",
        box=(0.0, 0.0, right + _MARGIN, bottom + _MARGIN),
        sides=tuple(sides),
        legend_at=(-2000.0, 0.0),
        places=tuple(places),
        north=False,
        language=words.language,
    )


def _frame(
    id_: str,
    name: str,
    column: float,
    row: float,
    size: tuple[float, float] = (_WIDE, _HIGH),
    pieces: Sequence[Piece] = (),
    note: str = "",
    facts: Sequence[str] = (),
) -> Place:
    """A box in a column and a row of boxes of that size."""
    wide, high = size
    return Place(
        id=id_,
        name=name,
        x=_MARGIN + wide / 2 + column * (wide + _GAP),
        y=_MARGIN + high / 2 + row * (high + _GAP),
        kind="reserve",
        room=size,
        note=note,
        words=tuple(facts),
        pieces=tuple(pieces),
    )


def _consul(of: str, words: Words, label: str = "", told: str = "") -> Piece:
    """A marker of a nation on a track; it has no strength, and nothing of it is hidden."""
    name = nation(words, of)
    return Piece(id=of, side=of, label=label or name, words=told or name, kind="commander")


# -- tracks ----------------------------------------------------------------------------------------


def _diplomacy(views: WarsViews, title: str, sides: Sequence[Side], words: Words) -> Picture:
    """The Unaligned beside all rows; then a row for each power, from Friend to Pact [8.1.b]."""
    board = views.order_of_battle
    rows = list(dict.fromkeys(it.row for it in board.track))
    plus = {it.army for it in board.armies if it.diplomacy.plus_face}
    placed = list[Place]()
    for row in rows:
        boxes = [it for it in board.track if it.row == row and it.column != "unaligned"]
        for column, box in enumerate(boxes):
            name = words.gettext(COLUMNS[box.column])
            if column == 0:
                name = words.gettext("%(nation)s: %(box)s", nation=nation(words, row), box=name)
            placed.append(
                _frame(
                    f"{row}-{box.column}",
                    name,
                    column + 1,
                    rows.index(row),
                    pieces=[_faced(it, plus, words) for it in box.consuls],
                    note=words.gettext("cost %(cost)s", cost=box.cost),
                )
            )
    free = [it.army for it in board.armies if it.diplomacy.rank and _is_unaligned(it.diplomacy)]
    placed.append(
        _frame(
            "unaligned",
            words.gettext(COLUMNS["unaligned"]),
            0,
            0,
            (_WIDE, len(rows) * (_HIGH + _GAP) - _GAP),
            pieces=[_faced(it, plus, words) for it in free if not _is_power(views, it)],
        )
    )
    return _board(title, sides, placed, words)


def _faced(of: str, plus: Container[str], words: Words) -> Piece:
    """A consul, with the face that it shows [8.1.e]."""
    if of not in plus:
        return _consul(of, words)
    name = nation(words, of)
    told = words.gettext("%(nation)s, turned to +1", nation=name)
    return _consul(of, words, f"{name} +1", told)


def _is_unaligned(it: object) -> bool:
    """Whether its consul stands in no box of a row, on whichever face [8.1.f]."""
    return not getattr(it, "box", 0) and not getattr(it, "camp", None)


def _is_power(views: WarsViews, of: str) -> bool:
    """Whether a nation is some seat's power, and has no consul."""
    return any(of in it.powers for it in views.victory_track.standings)


def _keys(views: WarsViews, title: str, sides: Sequence[Side], words: Words) -> Picture:
    """A box for each number of keys, with the nations that hold so many [5.81.a]."""
    track = views.victory_track.keys
    most = max([20, *(it.held for it in track)])
    placed = list[Place]()
    for number in range(most + 1):
        held = [it for it in track if it.held == number]
        markers = [
            _consul(
                it.nation,
                words,
                f"{nation(words, it.nation)} {it.held - it.at_start:+d}"
                if it.held != it.at_start
                else "",
            )
            for it in held
        ]
        row, column = divmod(number, 5)
        starts = [nation(words, it.nation) for it in track if it.at_start == number]
        placed.append(
            _frame(
                f"keys-{number}",
                str(number),
                column,
                row,
                (190.0, 130.0),
                markers,
                facts=[words.gettext("began here: %(nations)s", nations=", ".join(starts))]
                if starts
                else (),
            )
        )
    return _board(title, sides, placed, words)


# -- battles ---------------------------------------------------------------------------------------

_FIELD = (420.0, 300.0)


def _battle(
    pack: Pack, views: WarsViews, title: str, sides: Sequence[Side], words: Words
) -> Picture:
    """The attacker on the left, the defender on the right; what is disrupted stands apart."""
    battle = views.map.battle
    assert battle is not None, "a battle is shown"
    placed = list[Place]()
    for column, side in enumerate(battle.sides):
        note = words.gettext("round %(round)s", round=battle.round) if column == 0 else ""
        hits = words.ngettext("%(num)s hit suffered", "%(num)s hits suffered", side.suffered)
        placed.append(
            _frame(
                side.role,
                capital(words.gettext(ROLES[side.role])),
                column,
                0,
                _FIELD,
                [*_fighters(pack, side, words)],
                note,
                [hits],
            )
        )
        disrupted = [*_disrupted(pack, side, words)]
        placed.append(
            _frame(
                f"{side.role}-disrupted",
                words.gettext("Disrupted"),
                column,
                1,
                _FIELD,
                disrupted,
            )
        )
    return _board(title, sides, placed, words)


def _fighters(pack: Pack, side: BattleSideView, words: Words) -> Iterator[Piece]:
    for it in side.fighters:
        yield from _leaders(pack, it, [one for one in it.leaders if one not in it.shaken], words)
        if it.sp > it.disrupted:
            yield _points(it.nation, it.sp - it.disrupted, words)


def _disrupted(pack: Pack, side: BattleSideView, words: Words) -> Iterator[Piece]:
    for it in side.fighters:
        yield from _leaders(pack, it, it.shaken, words)
        if it.disrupted:
            yield _points(it.nation, it.disrupted, words)


def _leaders(pack: Pack, fighter: FighterView, who: Sequence[str], words: Words) -> Iterator[Piece]:
    for it in who:
        yield Piece(
            id=it,
            side=fighter.nation,
            label=called(words, it),
            words=leader(pack, it, words),
            kind="commander",
        )


def _points(of: str, sp: int, words: Words) -> Piece:
    return Piece(
        id=f"{of}-sp",
        side=of,
        label=nation(words, of),
        words=strength(sp, words),
        strength=sp,
    )


def _sea_battle(views: WarsViews, title: str, sides: Sequence[Side], words: Words) -> Picture:
    """The fleet that sails on the left, the one that it has met on the right [13.4]."""
    battle = views.map.sea_battle
    assert battle is not None, "a naval battle is shown"
    placed = list[Place]()
    for column, side in enumerate(battle.sides):
        dice = words.ngettext("%(num)s die", "%(num)s dice", side.dice)
        turn = words.gettext("round %(round)s", round=battle.round)
        hits = words.ngettext("%(num)s hit suffered", "%(num)s hits suffered", side.suffered)
        fleets = [
            Piece(
                id=f"{of}-{side.role}",
                side=of,
                label=nation(words, of),
                words=words.ngettext("%(num)s squadron", "%(num)s squadrons", number),
                strength=number,
            )
            for of, number in side.squadrons.items()
        ]
        name = capital(words.gettext(ROLES[side.role]))
        placed.append(_frame(side.role, name, column, 0, _FIELD, fleets, f"{turn}, {dice}", [hits]))
    return _board(title, sides, placed, words)


def _siege(
    pack: Pack, views: WarsViews, title: str, sides: Sequence[Side], words: Words
) -> Picture:
    """The besiegers, and the fortress."""
    siege = views.map.siege
    assert siege is not None, "a siege is shown"
    [area] = [it for it in views.map.areas if it.id == siege.space]
    pieces = list[Piece]()
    for force in area.forces:
        if force.nation == siege.nation:
            continue
        fighter = FighterView(
            nation=force.nation, sp=force.sp, disrupted=0, leaders=force.leaders, shaken=()
        )
        pieces += _leaders(pack, fighter, force.leaders, words)
        if force.sp:
            pieces.append(_points(force.nation, force.sp, words))
    fortress = Piece(
        id=siege.space,
        side=siege.nation,
        label=called(words, siege.space),
        words=words.gettext("fortress of strength %(strength)s", strength=siege.fortress),
        strength=siege.fortress,
    )
    sixes = words.ngettext("%(num)s six rolled", "%(num)s sixes rolled", siege.sixes)
    placed = [
        _frame(
            "besieger",
            words.gettext("Besiegers"),
            0,
            0,
            _FIELD,
            pieces,
            words.gettext("round %(round)s", round=siege.round),
        ),
        _frame("fortress", words.gettext("Fortress"), 1, 0, _FIELD, [fortress], sixes),
    ]
    return _board(title, sides, placed, words)

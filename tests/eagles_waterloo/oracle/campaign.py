"""Chapter 16, the campaign: pools and splits, withdrawal, retreat, sending, and what follows."""

from tests.eagles_waterloo.oracle.cards import without_code

LEAST_CARDS, LEAST_UNITS = 12, 6  # G-55, G-58
ORDER = {
    "opening": (
        ("quatre_bras", "french"),
        ("quatre_bras", "british"),
        ("ligny", "french"),
        ("ligny", "prussian"),
    ),
    "wavre_waterloo": (
        ("wavre", "french"),
        ("wavre", "prussian"),
        ("waterloo", "french"),
        ("waterloo", "allied"),
    ),
    "charleroi": (("charleroi", "french"), ("charleroi", "allied")),
}
BATTLES = {
    "opening": ("quatre_bras", "ligny"),
    "wavre_waterloo": ("wavre", "waterloo"),
    "charleroi": ("charleroi",),
}
SPLIT_BY = {"opening": {"french"}, "wavre_waterloo": {"french", "prussian"}, "charleroi": set()}


def opening_pool(faces, nation):
    """Cards printed for Quatre Bras or Ligny (16.a)."""
    return {
        no
        for no, face in faces.items()
        if face.nation == nation and face.battles & {"quatre_bras", "ligny"}
    }


def second_pool(faces, nation, survivors, used, lost):
    """Survivors and waiting cards, and Waterloo cards not used so far (16.e, G-58)."""
    fresh = {
        no
        for no, face in faces.items()
        if face.nation == nation and "waterloo" in face.battles and no not in used
    }
    return (set(survivors) | fresh) - set(lost)


def charleroi_pool(faces, nation, lost):
    """All that is not eliminated, without any terrain (16.f, G-59)."""
    return {
        no
        for no, face in faces.items()
        if face.nation == nation and face.kind != "terrain" and no not in lost
    }


def may_go_to(face, battle):
    """Whether a card of the pool may be put into that battle's deck (16.a, 16.e, 11.0)."""
    if battle in ("quatre_bras", "ligny") or face.kind in ("terrain", "special"):
        return battle in face.battles
    return True


def split_refused(faces, stage, nation, decks, pool):
    """Refusals of a split, `decks` going by battle to lists of numbers (G-55, G-58)."""
    reasons = set()
    chosen = [no for numbers in decks.values() for no in numbers]
    if len(chosen) != len(set(chosen)):
        reasons.add("duplicate")
    if any(faces[no].nation != nation for no in chosen):
        reasons.add("wrong_nation")
    if set(chosen) - set(pool):
        reasons.add("wrong_battle")
    for battle, numbers in decks.items():
        if battle not in BATTLES[stage] or not all(may_go_to(faces[no], battle) for no in numbers):
            reasons.add("wrong_battle")
        army = [faces[no] for no in chosen]
        if nation in SPLIT_BY[stage] and too_small([faces[no] for no in numbers], army):
            reasons.add("wrong_size")
    return reasons


def too_small(deck, army):
    """Whether a deck has too few cards or units; half of those of the army will do (G-68)."""
    cards = min(LEAST_CARDS, len(army) // 2)
    units = min(LEAST_UNITS, sum(face.unit for face in army) // 2)
    return len(deck) < cards or sum(face.unit for face in deck) < units


def turn_order(stage, finished=frozenset()):
    """The player turns of a round: a finished battle is skipped (G-32, G-56)."""
    return [turn for turn in ORDER[stage] if turn[0] not in finished]


def withdraw_refused(position):
    """Refusals of WithdrawFromBattle: after Morale, before any order (16.c, G-57)."""
    reasons = set()
    if not position.in_campaign:
        reasons.add("not_campaign")
    if position.phase != "combat":
        reasons.add("wrong_phase")
    elif position.orders_given:
        reasons.add("already_acted")
    return reasons


def due_checks(position, loser):
    """The loser's cards with hits not yet checked: they check first, generals before all others
    (G-33, G-57)."""
    return {
        name
        for name, card in position.cards.items()
        if card.side == loser and card.hits and (card.face.unit or card.kind == "general")
    }


def retreat_checks(position, loser):
    """The loser's cards that then throw one die: those that share a position with enemies."""
    return {
        name
        for name, card in position.cards.items()
        if card.side == loser
        and position.engaged(card.place)
        and (card.face.unit or card.kind == "general")
    }


def side_won_or_lost(result):
    """The French result of a battle: a drawn one counts as lost by them (G-54)."""
    return result == "french"


def after_stage(stage, results):
    """What follows, `results` going by finished battle to french, allied or drawn: a stage, or
    the winner of the campaign as "french" or "allied", or "" while it runs (16.d to 16.f)."""
    won = {battle: side_won_or_lost(it) for battle, it in results.items()}
    if stage == "opening":
        if len(won) < 2:
            return ""
        return ("allied", "charleroi", "wavre_waterloo")[sum(won.values())]
    deciding = "waterloo" if stage == "wavre_waterloo" else "charleroi"
    if deciding not in won:
        return ""
    return "french" if won[deciding] else "allied"


def other_running(stage, battle, finished):
    """The battle to which the winner of this one may send, or ""; at the second stage only from
    Wavre to Waterloo (16.d, 16.e)."""
    if stage == "wavre_waterloo" and battle == "waterloo":
        return ""
    others = [it for it in BATTLES[stage] if it != battle and it not in finished]
    return others[0] if others else ""


def serves(face, battle):
    """Whether a card of another battle is of use in that one: terrain and specials belong to
    theirs (11.0, G-40)."""
    return face.kind not in ("terrain", "special") or battle in face.battles


def send_refused(stage, battle, finished, winner, sender, card, eligible):
    """Refusals of SendReinforcement(card): `eligible` are the winner's survivors and what is
    left of their reinforcement deck, as far as they serve in the other battle."""
    reasons = set()
    if sender != winner:
        reasons.add("not_winner")
    if not other_running(stage, battle, finished):
        reasons.add("no_other_battle")
    if card not in eligible:
        reasons.add(without_code("G-57"))
    return reasons


def joins(sender, battle):
    """The reinforcement deck that the sent cards join: that of the French, or the Allied one
    there, at Waterloo the Prussian (G-33)."""
    if sender == "french":
        return "french"
    return "british" if battle == "quatre_bras" else "prussian"

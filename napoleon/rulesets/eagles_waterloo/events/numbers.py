"""Where the numbers in the events of the game come from; see `napoleon.rules.numbers`."""

from napoleon.rules.numbers import PACK, STANDS, WHICH, Numbers

NUMBERS = Numbers(
    sums=("card_fired/1.rating", "card_shocked/1.rating", "morale_checked/1.needed"),
    rolls={"card_fired/1.strength": "dice", "card_shocked/1.strength": "dice"},
    counts={
        "battle_closed/1.counts": "kept",
        "cards_chosen/1.count": "cards",
        "dealt_anew/1.count": "cards",
        "deck_dealt/1.count": "cards",
        "decks_told/1.count": "cards",
        "losses_counted/1.allied_lost": "allied",
        "losses_counted/1.french_lost": "french",
        "muster_dealt/1.count": "cards",
        "reinforcements_drawn/1.count": "cards",
        "reinforcements_sent/1.count": "cards",
    },
    others={
        WHICH: ("turn_started/1.round",),
        STANDS: (
            "card_moved/1.crossed",
            "general_hit/1.total",
            "hits_corrected/1.after",
            "hits_corrected/1.before",
            "hits_recorded/1.total",
            "muster_dealt/1.left",
            "quiet_corrected/1.after",
            "quiet_corrected/1.before",
            "reinforcements_drawn/1.left",
            "turn_ended/1.quiet",
        ),
        PACK: (
            "game_laid_out/1.battles",
            "special_played/1.extra",
            "stage_started/1.battles",
        ),
        "the points of the cards of a deck, each of which has its own on its face": (
            "decks_told/1.bp",
        ),
        "as many of the dice as reach 7 less the rating [7.1]": (
            "card_fired/1.hits",
            "card_shocked/1.hits",
        ),
        "the hits of the shot before it, or the natural 1s among its dice [7.1, 12.4]": (
            "general_hit/1.hits",
            "hits_recorded/1.hits",
        ),
        "hits that a special removes: its clause is cited [13.a]": (
            "general_checked/1.ignored",
            "morale_checked/1.ignored",
        ),
        "hits whose dice are passed, with those that a special removes [6.0]": (
            "morale_checked/1.removed",
        ),
    },
)
"""By topic and field."""

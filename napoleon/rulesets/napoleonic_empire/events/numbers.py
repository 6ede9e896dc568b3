"""Where the numbers in the events of the game come from; see `napoleon.rules.numbers`."""

from napoleon.rules.numbers import BEFORE, PACK, STANDS, WHICH, Numbers

NUMBERS = Numbers(
    sums=(
        "battle_totalled/1.margin",
        "losses_computed/1.losses",
        "reinforcements_counted/1.granted",
        "reinforcements_received/1.armies",
        "victory_checked/1.change",
    ),
    counts={"deck_shuffled/1.count": "cards"},
    given=(
        "armies_moved/1.armies",
        "russian_armies_set_up/1.split",
    ),
    others={
        WHICH: (
            "armies_moved/1.stage",
            "event_card_added/1.round",
            "turn_started/1.number",
            "turn_started/1.round",
        ),
        STANDS: (
            "armies_corrected/1.after",
            "armies_corrected/1.before",
            "armies_retreated/1.armies",
            "battle_started/1.attacking",
            "battle_started/1.defending",
            "deck_rebuilt/1.count",
            "kutuzov_withdrew/1.armies",
            "losses_computed/1.armies",
            "moved_armies_corrected/1.after",
            "moved_armies_corrected/1.before",
            "placement_cut_short/1.pool",
            "victory_checked/1.held",
        ),
        PACK: (
            "bonus_applied/1.amount",
            "card_armies_placed/1.armies",
            "rebels_placed/1.armies",
            "reinforcements_received/1.value",
            "table_laid/1.armies",
            "table_laid/1.russia_to_set_up",
            "victory_checked/1.needed",
        ),
        BEFORE: (
            "armies_due/1.armies",
            "armies_eliminated/1.armies",
            "placement_cut_short/1.due",
        ),
        "cards drawn, each of them an event before it [DRAW.1]": ("drawing_ended/1.cards",),
        "cards in hand beyond seven [DRAW.3]": ("hand_limit_applied/1.excess",),
        "the lines above 0 are the attacker's, those below the defender's [ATTACK.6]": (
            "battle_totalled/1.attacker_total",
            "battle_totalled/1.defender_total",
        ),
        "a step towards the losses, whose lines name it [ATTACK.8, ATTACK.9]": (
            "losses_computed/1.cap",
            "losses_computed/1.percent",
            "losses_computed/1.raw",
        ),
        "the lines above 0, before what the pool lacks [E-20]": ("reinforcements_counted/1.due",),
        "the armies less what the country is worth [REINF.3]": (
            "reinforcements_received/1.modifier",
        ),
    },
)
"""By topic and field."""

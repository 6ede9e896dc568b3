"""A second reading of the rules of EAGLES: Waterloo, written from the digest alone.

Plain functions on plain values; nothing of the game's own package is used. What the game answers
is held against these answers, so that a mistake would have to be made twice to go unseen.

Values
    `cards.Face`            what is printed on a card; `cards.read_faces(file)` reads cards.csv.
    `field.Position`        a moment of a battle: `Card`s by name, `Ground` (terrain lying face up),
                            `Effect`s (specials in force); each field is described there.
    `deployment.Layout`     the muster of a side before the first turn.

Refusals
    Functions named `..._refused` and the field `reasons` give the set of *all* codes of the command
    table that apply, empty if the command is legal. The game names one of them. A word such as
    ``clause:13.a`` stands for any code: the table has none for that clause.

Calls, by chapter
    Combat      `combat.fire(position, name, target, mode)`, mode long, short or fire, and
                `combat.shock(position, name, target)` give an `Attack`: reasons, dice, rating,
                parts; `combat.hits(rating, dice)`; `combat.outcome(position, name, target, attack,
                dice)`: hits, natural 1s on a general, decoy hit; `combat.after_attack`.
    Morale      `morale.generals_to_check`, `morale.check_refused`;
                `morale.morale_check(position, name)` gives dice, value, modifiers, target;
                `morale.stands(check, dice)`, `morale.general_lives(dice)`; `morale.after_general`,
                `morale.after_check`.
    Instants    `instants.instants(position)` after any event: lone generals, decoys, terrain
                that falls, the winner, the position then; `instants.captors_refused`,
                `instants.stack_refused` (EndCombat).
    Moves       `moves.move(position, name, to, formation, onto)` gives kind and reasons;
                `moves.legal_moves`, `moves.after_move`;
                `moves.change_formation_refused`, `moves.show_general_refused`.
    Terrain     `terrain.occupy_refused`, `terrain.give_place_refused`, `terrain.play_refused`,
                `terrain.place_decoy_refused`, `show_decoy_refused`, `withdraw_decoy_refused`.
    Decks       `decks.legal_pool`, `decks.sizes`, `decks.scale_refused`, `decks.add_refused`,
                `decks.finish_refused`, `decks.whole_deck_refused`, `decks.muster`.
    Deployment  `deployment.place_refused`, `deployment.end_refused`.
    Specials    `specials.play_refused(position, name, place, card, lane)`, `specials.play(...)`.
    Campaign    `campaign.opening_pool`, `second_pool`, `charleroi_pool`, `split_refused`,
                `turn_order`, `withdraw_refused`, `due_checks`, `retreat_checks` (then
                `morale.morale_check(position, name, dice=1)`), `send_refused`, `joins`,
                `after_stage`; musters and reinforcements are in `decks`.
"""

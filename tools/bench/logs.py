"""The logs that are measured: a recorded game between bots, and a long synthetic one."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import msgspec

from api.command_line.play import play_on
from napoleon.log.folding import folded
from napoleon.log.game import Game
from napoleon.play.creation import laid_out
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.rules.bots import RandomBot
from napoleon.rulesets import napoleon1815
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.rules import Napoleon1815, with_pack

RULESET = napoleon1815.RULES.name
SCENARIO = "historical_invasion"
OTHERS = (("napoleonic_empire", "europe"),)
"""Other games whose orders are decided again, each with a scenario."""
LONG = 10_000
"""Events of the synthetic game."""
REBUILT = 2_000
"""How many of them are rebuilt: as many as a long game played in earnest has."""


def recorded_game(games: Games) -> Created:
    """A game that two bots have played to the end."""
    created = games.create(RULESET, SCENARIO, {})
    return Created(play_on(games, created.game, RandomBot(1815)), created.tokens)


def played_game(games: Games, ruleset: str, scenario: str) -> Game:
    """A game by other rules that two bots have played to the end."""
    return play_on(games, games.create(ruleset, scenario, {}).game, RandomBot(1815))


def without_chains(games: Games) -> Created:
    """A game that draws straight from its seed, as games did before there were chains of chance."""
    created = games.create(RULESET, SCENARIO, {})
    rules = games.rules(created.game)
    facts = created.game.created
    first = msgspec.structs.replace(facts, game=f"plain{facts.game[5:]}", chains={})
    game = folded(None, [first], rules)
    table = laid_out(game, rules, at=first.at)
    games.append(folded(game, table, rules), [first, *table])
    return Created(games.open(first.game), created.tokens)


def endless_rules() -> Napoleon1815:
    """The rules with a scenario that goes on and on.

    Map, blocks and cards are the real ones. The scenario lasts a thousand turns, and most flags
    are French, so that the end of a turn scores nothing.
    """
    pack = load_pack(files(napoleon1815) / "data")
    scenario = pack.scenarios[SCENARIO]
    turns = range(scenario.first_turn, 1000)
    pack.scenarios[SCENARIO] = msgspec.structs.replace(
        scenario,
        last_turn=turns[-1],
        turn_names={turn: f"turn {turn}" for turn in turns},
        invasion_cards=dict.fromkeys(turns, 76),
        control=dict.fromkeys(scenario.control, "french"),
        fortified_positions=(),
        victory_track=10,
    )
    return with_pack(pack)


def long_game(games: Games, watch: Callable[[int], None]) -> Created:
    """A running game of at least `LONG` events; `watch` is told the events so far."""
    return undecided(games, LONG, watch)


def undecided(
    games: Games,
    length: int,
    watch: Callable[[int], object] = bool,
    *,
    ruleset: str = RULESET,
    scenario: str = SCENARIO,
) -> Created:
    """A running game of at least `length` events; `watch` is told the events so far.

    Bots play until a game gets that far without being decided.
    """
    seed = 0
    while True:
        seed += 1
        created = games.create(ruleset, scenario, {})
        bot = RandomBot(seed)
        game = created.game
        while not game.over and game.version < length:
            game = one_order(games, game, bot)
            watch(game.version)
        if not game.over:
            return Created(game, created.tokens)


def one_order(games: Games, game: Game, bot: RandomBot) -> Game:
    """The game after one more order of a bot."""
    rules = games.rules(game)
    decision = bot.choose(games.decisions(game))
    order = bot.choose(list(rules.legal_orders(game.state, decision)))
    answer = games.submit_orders(game.id, decision.seat, [order], expected=game.version)
    assert isinstance(answer, Accepted)
    return games.open(game.id)

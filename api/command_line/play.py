"""``napoleon play``: bots play a game in the local store."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from api.command_line.options import option
from api.command_line.output import as_json, fail, print_json
from api.command_line.players import ask, own_bots
from api.command_line.stores import local_games
from api.command_line.tables import progress_console
from napoleon.log.game import Game
from napoleon.log.turn_names import turn_called
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.bots import Bot, RandomBot
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.endings import as_served
from napoleon.rules.phrases import speaker
from napoleon.rules.terms import SetupRefused


@click.command()
@click.argument("ruleset")
@click.option("--scenario", help="Id of the scenario; the first one unless given.")
@click.option("--seed", type=int, help="Play the game of this seed, chance and bots alike.")
@click.option("--to-turn", type=click.IntRange(min=1), help="Stop when this turn begins.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option.")
@click.option(
    "--bot",
    "seats",
    multiple=True,
    metavar="SEAT",
    help="A seat that the game's own bot plays; the others then play at random.",
)
@click.option("--random", "at_random", is_flag=True, help="All seats play at random.")
@as_json
def play(
    ruleset: str,
    scenario: str | None,
    seed: int | None,
    to_turn: int | None,
    options: tuple[str, ...],
    seats: tuple[str, ...],
    at_random: bool,
    json: bool,
) -> None:
    """Let bots play a game of RULESET in the local store, and print its id.

    The game's own bot plays all seats: it looks at their own boards and tries to win. With --bot,
    which may be given more than once, it plays the seats named, and the others pick any legal
    order. With --random all of them do.

    With --seed the same game comes out in every store that does not have it yet. Anybody can
    compute its seed of chance and its tokens: look at it, but do not play on.
    """
    if at_random and seats:
        raise click.UsageError("Give --random or --bot: with --bot the other seats play at random.")
    entropy = secrets.token_bytes if seed is None else random.Random(seed).randbytes  # noqa: S311
    with local_games(entropy) as games:
        if ruleset not in games.rulesets:
            raise click.UsageError(f"There is no ruleset {ruleset}.")
        rules = games.rulesets[ruleset]
        chosen = scenario or rules.scenarios[0].id
        asked = dict(map(option, options))
        try:
            known = rules.seats(rules.checked_options(asked))
            clever = seats or (() if at_random else known)
            players = own_bots(rules, known, clever, seed)
            game = games.create(ruleset, chosen, asked).game
        except SetupRefused as refused:
            why = refused.refusal
            fail(f"{why.code}: {refused} [{why.clause}]", why.code)
        except UnknownRuleset as error:
            raise click.UsageError(f"There is no ruleset {error}.") from error
        bot = RandomBot(secrets.randbits(32) if seed is None else seed)
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[version]} events"),
            TimeElapsedColumn(),
            console=progress_console(),
            transient=True,
        ) as bar:
            task = bar.add_task("Turn 1", total=None, version=0)
            game = play_on(
                games,
                game,
                bot,
                to_turn,
                lambda now: bar.update(
                    task,
                    description=turn_called(now, rules) or f"Turn {now.state.turn}",
                    version=now.version,
                ),
                players,
            )
        if json:
            print_json(
                {
                    "id": game.id,
                    "ruleset": ruleset,
                    "scenario": chosen,
                    "version": game.version,
                    "turn": game.state.turn,
                    "turn_name": turn_called(game, rules) or None,
                    "result": as_served(game.result, speaker(rules.names, rules.cards)),
                }
            )
        else:
            click.echo(game.id)


def play_on(
    games: Games,
    game: Game,
    bot: RandomBot,
    to_turn: int | None = None,
    watch: Callable[[Game], None] = lambda game: None,
    players: Mapping[str, Bot] = {},
) -> Game:
    """Let bots answer for every seat until the game is over or turn `to_turn` begins.

    The seats in `players` have bots of their own; `bot` answers for the others, and says who of
    those asked answers first. `watch` is shown every position.
    """
    while not game.over and (to_turn is None or game.state.turn < to_turn):
        decision = bot.choose(games.decisions(game))
        if decision.seat in players:
            order = ask(games, game, decision, players[decision.seat])
        else:
            order = bot.choose(list(games.rules(game).legal_orders(game.state, decision)))
        answer = games.submit_orders(game.id, decision.seat, [order], expected=game.version)
        assert isinstance(answer, Accepted), f"an offer was refused: {answer}"
        game = games.open(game.id)
        watch(game)
    return game

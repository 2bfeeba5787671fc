"""A rulebook held against itself: the round engine, the compiled program and the exact solvers must say the same.

- Random rounds, with choices drawn at random among what is allowed, are settled by the engine and by the program, wager
  by wager, to the cent.
- On a deck short enough to try everything, best play is found by plain recursion over what the engine pays, and
  compared with the solvers, as fractions.
- Rounds drawn at random are held against the exact value of the same way of play, in standard errors.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import DECK
from pitboss.engine.actions import Bet, CloseBets, PlaceWager, PlayerChoice, Withdraw
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.decisions import to_act
from pitboss.engine.lines import Result
from pitboss.engine.state import Phase, Round, open_round
from pitboss.engine.view import view
from pitboss.engine.wagers import least, with_required
from pitboss.mathematics import any_game, main_game
from pitboss.mathematics.known import Known
from pitboss.money import Amount
from pitboss.program.compiler import compile_terms
from pitboss.program.program import Kind, Program, Street
from pitboss.program.settlement import settle_arrays
from pitboss.progressive import open_meters
from pitboss.rulebooks import Refused, Terms
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.best_play import main_program
from pitboss.simulation.runner import run
from pitboss.simulation.seating import main_stakes, seating
from pitboss.simulation.short_deck import brute_force, short_deck
from pitboss.simulation.simulation import Simulation, table_for
from pitboss.simulation.strategies import Strategy, strategy_for
from pitboss.simulation.table import MAIN, SimulatedTable

SEAT = 1
FARTHEST = 4.5  # standard errors, which honest figures pass less than once in 100,000 tries
REACH = 2_000_000_000
SIMULATED = 200_000

Report = Callable[[str], None]


@dataclass(frozen=True)
class ProofFinding:
    """One thing that was held against another, and whether they agree."""

    title: str
    holds: bool
    says: str


def prove(terms: Terms, rounds: int = 5_000, seed: int = 1, report: Report = lambda _: None) -> Iterator[ProofFinding]:
    """Everything that can be held against each other under these terms."""
    chance = np.random.default_rng(seed)
    program, left_out = compiled(terms)
    report(f"playing {rounds:,} rounds by the engine and by the program")
    yield _settlement(terms, program, left_out, rounds, chance)
    report("trying everything on a short deck")
    yield _short_deck(terms)
    report("simulating")
    yield _simulation(terms, seed)


def compiled(terms: Terms) -> tuple[Program, dict[str, str]]:
    """The program of the main game with every side wager that it can express, and why it leaves the others out."""
    side, left_out = [], {}
    for wager in terms.wagers.values():
        if wager.required or wager.decision:
            continue
        try:
            compile_terms(terms, [wager.name])
            side.append(wager.name)
        except Refused as refused:
            left_out[wager.title] = refused.violations[0].tried
    return compile_terms(terms, side), left_out


# Engine and program


def _settlement(
    terms: Terms, program: Program, left_out: Mapping[str, str], rounds: int, chance: np.random.Generator
) -> ProofFinding:
    played = [_played(terms, program, chance) for _ in range(rounds)]
    rows = np.array([row for row, _, _, _ in played], np.uint8)
    stakes = np.array([[staked.get(stake.name, 0) for stake in program.stakes] for _, staked, _, _ in played])
    folded = np.array([gone for _, _, _, gone in played])
    found = settle_arrays(program, rows, stakes, folded)
    lines = 0
    for number, (_, staked, nets, _) in enumerate(played):
        for place, stake in enumerate(program.stakes):
            if stake.name in staked or stake.is_bonus:
                lines += 1
                if found[number, place] != nets.get(stake.name, 0):
                    says = f"round {number + 1}: {stake.name} nets {nets.get(stake.name, 0)} by the engine and "
                    return ProofFinding(
                        "engine and program", False, f"{says}{found[number, place]} by the program, in cents"
                    )
    besides = "".join(f"; not in the program: {name} ({why})" for name, why in left_out.items())
    return ProofFinding("engine and program", True, f"{rounds:,} rounds, {lines:,} lines, to the cent{besides}")


def _played(
    terms: Terms, program: Program, chance: np.random.Generator
) -> tuple[list[int], dict[str, int], dict[str, int], bool]:
    """One round by the engine: the cards by slot, what was staked and what it netted, in cents, and whether folded."""
    house = House(
        cards=iter([DECK[index] for index in chance.permutation(len(DECK))]),
        meters=open_meters(terms, {}),
        stop=lambda terms: min(terms.wheel.stops, key=lambda stop: stop.position).position if terms.wheel else 0,
    )
    round = open_round(terms)
    for name, amount in wagers_of(terms, program).items():
        round, _ = act(round, house, PlaceWager(SEAT, name, amount))
    round, _ = act(round, house, CloseBets())
    while not round.finished:
        step = _choice(round, chance) if round.phase is Phase.DECISION else next_step(round, house)
        assert step is not None, "a round that is not over waits for the player or for the house"
        round, _ = act(round, house, step)
    seat = round.seats[SEAT]
    slots = [0] * program.slots
    for place in program.places:
        cards = seat.cards if place is program.places[0] else round.places[place.name]
        for slot, card in zip(place.slots, cards, strict=True):
            slots[slot] = card.index
    staked = {name: amount.cents for name, amount in seat.wagers.items() if name not in seat.withdrawn}
    return slots, staked, nets_of(round), seat.folded is not None


def wagers_of(terms: Terms, program: Program) -> dict[str, Amount]:
    """Every wager of the program that is made before the deal, at its least."""
    chosen = with_required(terms, {})
    named = {stake.name for stake in program.stakes}
    for wager in terms.wagers.values():
        if wager.name in named and not (wager.required or wager.decision):
            chosen[wager.name] = least(terms, wager, chosen)
    return chosen


def nets_of(round: Round) -> dict[str, int]:
    """What each line of a round nets, in cents; a limit on payouts is no wager's."""
    nets: dict[str, int] = {}
    for line in round.lines:
        if line.result not in (Result.LIMITED, Result.RETURNED):
            nets[line.wager] = nets.get(line.wager, 0) + (line.returned - line.stake).cents
    return nets


def _choice(round: Round, chance: np.random.Generator) -> PlayerChoice:
    """Any of what the player may do, each as likely."""
    number = to_act(round)
    assert number is not None
    choice = view(round, number).choice
    assert choice is not None
    options: list[PlayerChoice] = [choice.passive(number), *(Bet(number, amount) for amount in choice.amounts)]
    options += [Withdraw(number)] if choice.withdraw else []
    return options[int(chance.integers(len(options)))]


# A short deck


def _short_deck(terms: Terms) -> ProofFinding:
    program = compile_terms(terms)
    deck = short_deck(program)
    by_hand = brute_force(terms, program, deck)
    mask = sum(1 << card.index for card in deck)
    dead = tuple(card for card in DECK if card not in deck)
    answers = {"the solver for any game": any_game.solve(program, mask).ev}
    answers["pitboss solve"] = main_game.solve(terms, Known(dead)).ev
    for name, found in answers.items():
        if found != by_hand:
            return ProofFinding("short deck", False, f"{name} says {found}, everything tried by the engine {by_hand}")
    return ProofFinding(
        "short deck", True, f"{len(deck)} cards, every deal and decision: {by_hand} antes, by all three"
    )


# Simulation


def _simulation(terms: Terms, seed: int) -> ProofFinding:
    """The main game at the table that rounds are simulated with, beside the exact value of the same way of play."""
    table = table_for(seating(terms, 1, main_stakes(terms)))
    try:
        way, strategy, exact = _counted(table)
    except Refused as refused:
        return ProofFinding(
            "simulation", True, f"left out: {refused.violations[0].tried} is too much to count exactly here"
        )
    main = run(Simulation(table, strategy, seed), SIMULATED).main
    z = (main.mean - float(exact)) / main.standard_error
    says = f"{SIMULATED:,} rounds of {way}: {main.mean:+.5f}, exactly {float(exact):+.5f}, z = {z:+.2f}"
    return ProofFinding("simulation", abs(z) < FARTHEST, says)


def _counted(table: SimulatedTable) -> tuple[str, Strategy, Fraction]:
    """Best play where that is soon counted, else a bet as small as can be at every decision; its exact value."""
    if isinstance(table, AnyGameTable):
        stakes, unit = table.main_stakes(0)
        program = main_program(table.terms, stakes)
        try:
            any_game.estimate(program, limit=REACH)
        except Refused:
            value = any_game.solve(_staying_in(program), limit=REACH).ev * unit / table.stake(0, table.ante)
            return "the least bets", strategy_for(table, "always:1"), value
    best = strategy_for(table, "optimal")
    return "best play", best, best.exact[MAIN]


def _staying_in(program: Program) -> Program:
    """The game with one choice at each street: the least bet, or else a check, or else what risks least."""
    streets = []
    for street in program.streets:
        bets = [choice for choice in street.choices if choice.kind is Kind.BET and choice.needs is None]
        checks = [choice for choice in street.choices if choice.kind is Kind.CHECK]
        streets.append(Street(street.name, street.seen, (*bets, *checks, *street.choices)[:1]))
    return Program(program.name, program.places, program.hands, program.stakes, tuple(streets), program.contests)

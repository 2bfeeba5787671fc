"""What becomes of each stake of a program under best play of the whole: how often each net, with how much staked.

One stake is looked at at a time. In its place stands a stake that nets a prime number for each of its nets, all
others net nothing, and the player decides as in the program itself. A round then nets what is staked times a prime;
the primes are larger than anything that can be staked, so both are read off.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.answers import WagerSums
from pitboss.mathematics.any_game.distribution import Player, distribution
from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.any_game.policy import counted
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK
from pitboss.program.program import Kind, Net, Program, Stake

Int64s = npt.NDArray[np.int64]
Chosen = dict[tuple[int, tuple[int, ...], bytes], Int64s]


def wager_sums(program: Program, deck: int = WHOLE_DECK) -> dict[str, WagerSums]:
    """By stake and what a unit of it nets, None where it was folded away: deals, and what is staked in all of them."""
    decided: Chosen = {}
    player = partial(_play, program, decided)
    return {stake.name: _sums(program, deck, place, player) for place, stake in enumerate(program.stakes)}


def _sums(program: Program, deck: int, place: int, player: Player) -> WagerSums:
    nets = sorted({Fraction(net) for row in program.stakes[place].nets for net in row})
    primes = _primes(_most_staked(program), len(nets))
    stakes = (
        _coded(stake, dict(zip(nets, primes, strict=True)), at == place) for at, stake in enumerate(program.stakes)
    )
    counts = distribution(replace(program, stakes=tuple(stakes)), deck, player=player).counts
    sums: dict[Fraction | None, tuple[int, Fraction]] = {}
    for coded, count in counts.items():
        if coded == 0:  # not staked at all, or a bonus on what is not
            continue
        at = next((at for at, prime in enumerate(primes) if coded > 0 and int(coded) % prime == 0), None)
        staked = -coded if at is None else coded / primes[at]
        net = None if at is None else nets[at]
        deals, so_far = sums.get(net, (0, Fraction(0)))
        sums[net] = deals + count, so_far + staked * count
    return sums


def _coded(stake: Stake, codes: Mapping[Fraction, int], looked_at: bool) -> Stake:
    """The stake looked at with its nets in code; any other brings nothing and costs nothing."""

    def code(net: Net) -> int:
        return codes[Fraction(net)] if looked_at else 0

    nets = tuple(tuple(map(code, row)) for row in stake.nets)
    return replace(stake, nets=nets, stands_on_fold=stake.stands_on_fold if looked_at else True)


def _play(program: Program, decided: Chosen, plan: Plan, sets: Int64s) -> Int64s:
    """What the program's own player chooses; asked again for the next stake it is looked up."""
    key = plan.street, plan.stakes, sets.tobytes()
    if key not in decided:
        decided[key] = counted(Plan(program, plan.deck, plan.street, plan.stakes, plan.many), sets)
    return decided[key]


def _most_staked(program: Program) -> int:
    """More than can come to stand on any stake."""
    most = sum(program.antes)
    for street in program.streets:
        bets = (choice for choice in street.choices if choice.kind is Kind.BET)
        most += max((choice.times * len(choice.bases) for choice in bets), default=0) * most
    return most


def _primes(above: int, count: int) -> list[int]:
    """The first so many primes above a number."""
    found: list[int] = []
    number = above
    while len(found) < count:
        number += 1
        if number > 1 and all(number % part for part in range(2, int(number**0.5) + 1)):
            found.append(number)
    return found

"""Exact answers for any game that can be compiled: by every deal, up to suits, with every decision on the way."""

from pitboss.mathematics.any_game.advice import Position, advise
from pitboss.mathematics.any_game.distribution import Player, distribution, from_position
from pitboss.mathematics.any_game.policy import Policy
from pitboss.mathematics.any_game.reach import LIMIT, Reach, estimate
from pitboss.mathematics.any_game.solution import Deal, Deals, Solution
from pitboss.mathematics.any_game.solver import solve

__all__ = [
    "LIMIT",
    "Deal",
    "Deals",
    "Player",
    "Policy",
    "Position",
    "Reach",
    "Solution",
    "advise",
    "distribution",
    "estimate",
    "from_position",
    "solve",
]

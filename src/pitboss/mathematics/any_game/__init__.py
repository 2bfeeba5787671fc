"""Exact answers for any game that can be compiled: by every deal, up to suits, with every decision on the way."""

from pitboss.mathematics.any_game.advice import StakedPosition, advise
from pitboss.mathematics.any_game.distribution import Player, distribution, from_position
from pitboss.mathematics.any_game.policy import Policy
from pitboss.mathematics.any_game.reach import LIMIT, Reach, estimate
from pitboss.mathematics.any_game.solution import SeenDeal, SeenDeals, Solution
from pitboss.mathematics.any_game.solver import solve

__all__ = [
    "LIMIT",
    "Player",
    "Policy",
    "Reach",
    "SeenDeal",
    "SeenDeals",
    "Solution",
    "StakedPosition",
    "advise",
    "distribution",
    "estimate",
    "from_position",
    "solve",
]

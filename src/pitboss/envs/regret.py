"""What an action gives away: its exact cost against the best that could be done with what was seen, in antes.

In a module of its own, for the mathematics take a second to load.
"""

import math
from functools import lru_cache
from typing import Any

import numpy.typing as npt

from pitboss.cards import Card
from pitboss.envs.encoding import Encoding
from pitboss.envs.setting import Setting
from pitboss.mathematics.answers import Shares
from pitboss.mathematics.game import game_of
from pitboss.mathematics.position import Position
from pitboss.rulebooks import Refused

KEPT = 1 << 16


class Regret:
    """Looks positions up by what an observation shows; those seen before are remembered."""

    def __init__(self, setting: Setting, encoding: Encoding) -> None:
        self.encoding = encoding
        terms, staked = setting.terms, next(iter(setting.seated.values()))

        @lru_cache(maxsize=KEPT)
        def options(cards: tuple[int, ...], choices: tuple[str, ...]) -> Shares | None:
            own = encoding.own_cards
            held = tuple(map(Card.of, cards))
            try:
                return game_of(terms).options(Position(held[:own], held[own:], choices, staked=staked))
            except Refused:
                return None

        self._options = options

    def of(self, cards: npt.NDArray[Any], made: npt.NDArray[Any], stage: int, action: int) -> float:
        """What an action costs at a decision, after what was made before; not a number where that is out of reach.

        Side wagers have no part in it: it is the main game that is decided.
        """
        names = self.encoding.actions
        choices = tuple(names[at][int(made[at])] for at in range(stage))
        own = self.encoding.own_cards
        seen = [int(card) for card in cards[: self.encoding.opened[stage]]]
        found = self._options((*sorted(seen[:own]), *seen[own:]), choices)
        if found is None:
            return math.nan
        return float(max(found.values()) - found[names[stage][action]])

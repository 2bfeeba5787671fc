"""The exact distribution of a round in dollars: the main game with any wagers on the player's own hand.

Wagers that depend on other cards or other players, the dealer's hand, Cover All, Envy and draws, are not part of it.
The main game is played to its own optimum, which takes no account of the side wagers.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from pitboss.mathematics.answers import RoundResult
from pitboss.mathematics.crazy_four import hand_wagers
from pitboss.mathematics.crazy_four.kernels.sides import joint_distribution
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import dollars
from pitboss.mathematics.shape import SideBasis, side_of, side_wagers
from pitboss.mathematics.side_odds import Question
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager

ON_OWN_HAND = (SideBasis.FOUR_CARD, SideBasis.FIVE_CARD)


def joinable(terms: Terms) -> list[str]:
    """Wagers on the player's own hand for which no bonus is drawn."""
    on_hand = [wager for wager in side_wagers(terms) if side_of(terms, wager) in ON_OWN_HAND]
    return [wager.name for wager in on_hand if not _drawn(terms, wager)]


def _drawn(terms: Terms, wager: Wager) -> bool:
    """Whether bonuses may be drawn for a wager."""
    return wager.offer == hand_wagers.DRAWN_ON and any(terms.offers(bonus.name) for bonus in terms.rulebook.bonuses)


def round_result(asked: Question, ante: Amount, sides: Sequence[Wager]) -> RoundResult:
    """The main game with wagers on the player's own hand."""
    wagers = [hand_wagers.side_wager(asked, wager) for wager in sides]
    units = [dollars(ante), *(dollars(asked.stakes[wager.name]) for wager in sides)]
    solution = hand_wagers.main_solution(asked.terms)
    nets: Counter[Fraction] = Counter()
    for results, count in joint_distribution(solution, *wagers).items():
        nets[sum((unit * net for unit, net in zip(units, results, strict=True)), Fraction(0))] += count
    return RoundResult(Distribution(dict(nets)), ante, solution.average_wager * units[0] + sum(units[1:]))

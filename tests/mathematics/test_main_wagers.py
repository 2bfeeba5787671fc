"""The main game's wagers one by one: brute force on short decks, and two solvers against each other."""

from collections import Counter
from fractions import Fraction

import pytest

from mathematics.any_game_brute_force import BruteForce, Cards, Ends, Stakes, net
from mathematics.test_any_game import SHORT, mask
from pitboss.cards import parse_cards
from pitboss.mathematics.any_game.wagers import wager_sums
from pitboss.mathematics.crazy_four.hand_wagers import main_solution
from pitboss.mathematics.main_game import solve
from pitboss.mathematics.main_wagers import main_wagers
from pitboss.program.program import Program
from pitboss.rulebooks import terms_for
from simulation.holdem import EXAMPLES


class StakeByStake(BruteForce):
    """A brute force that remembers what every stake came to: its name, what a unit netted or None, and its size."""

    def _ended(self, cards: Cards, stakes: Stakes, folded: bool) -> Ends:
        ends: Ends = Counter()
        for dealt in self._dealt(cards, tuple(range(self.program.slots))):
            fates = []
            for place, stake in enumerate(self.program.stakes):
                gone = folded and not stake.stands_on_fold
                held = stakes[place if stake.on is None else stake.on]
                if held and not (gone and stake.on is not None):
                    fates.append((f"on {stake.name}", f"{None if gone else net(self.program, stake, dealt)} {held}"))
            ends[self._result(dealt, stakes, folded), sum(stakes), tuple(fates)] += 1
        return ends


ENOUGH = ("let-it-ride", "three-card-poker", "two-lines", "crazy", "all-seen")
"""A stake to withdraw, a bonus on one, a wager that outlives a fold, a raise for some hands, a stake raised twice."""


@pytest.mark.parametrize(
    ("program", "cards"),
    [one for one in SHORT if one[0].name in ENOUGH],
    ids=lambda value: value.name if isinstance(value, Program) else "",
)
def test_every_stake_comes_to_what_brute_force_says(program: Program, cards: str) -> None:
    deck = parse_cards(cards)
    ends = StakeByStake(program, deck).ends()
    expected: dict[str, dict[str, list[Fraction]]] = {stake.name: {} for stake in program.stakes}
    for (_, _, path), deals in ends.items():
        for name, told in path:
            if not name.startswith("on "):
                continue
            fate, _, held = told.partition(" ")
            sums = expected[name.removeprefix("on ")].setdefault(fate, [Fraction(0), Fraction(0)])
            sums[0] += deals
            sums[1] += Fraction(held) * deals
    found = wager_sums(program, mask(deck))
    every = sum(count for count, _ in next(iter(found.values())).values())
    times = Fraction(every) / sum(sums[0] for sums in expected[program.stakes[0].name].values())
    assert {
        name: {str(fate): [Fraction(count), staked] for fate, (count, staked) in sums.items()}
        for name, sums in found.items()
    } == {
        name: {fate: [times * count, times * staked] for fate, (count, staked) in sums.items()}
        for name, sums in expected.items()
    }


def test_the_wagers_of_crazy_four_come_to_what_is_summed_in_another_way() -> None:
    """The solution's sums over rows for each wager; the Super Bonus by the counts of best four of five."""
    terms = terms_for("ma-crazy-4")
    solution = main_solution(terms)
    ante, bonus, play = main_wagers(terms)
    assert (ante.ev, bonus.ev, play.ev) == (solution.ante_ev, solution.super_bonus_ev, solution.play_ev)
    assert play.staked == solution.average_wager - 2
    hits = {line.title: line.count // solution.counts.dealer_hands for line in bonus.lines}
    assert (hits["four aces"], hits["four of a kind"], hits["straight flush"]) == (48, 576, 2072)


@pytest.mark.parametrize("id", ["ma-criss-cross", "cardroom-criss-cross", "ma-crazy-4", "three-card-poker"])
def test_the_wagers_together_are_the_game(id: str) -> None:
    terms = terms_for(id if not (EXAMPLES / id).exists() else EXAMPLES / id)
    game, wagers = solve(terms), main_wagers(terms)
    assert sum(wager.ev for wager in wagers) == game.ev
    assert sum(wager.staked for wager in wagers if not wager.bonus) == game.average_wager
    for wager in wagers:
        assert wager.title
        assert all(line.total == game.deals and line.title != "hands" for line in wager.lines), wager.lines
    antes = [wager for wager in wagers if wager.name in terms.wagers and terms.wagers[wager.name].required]
    assert all(sum(line.probability for line in wager.lines) == 1 for wager in antes)

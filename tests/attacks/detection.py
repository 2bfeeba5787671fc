"""How soon dishonest dealing is found, by simulation: `make detection` prints the table of docs/fairness.md.

Results are drawn from the exact distribution of a wager; who cheats changes some of them.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.books.evidence import Evidence, JudgedBet
from pitboss.books.theory import Theory, main_theory, side_theory
from pitboss.mathematics.main_game import distribution
from pitboss.rulebooks import terms_for

Draws = npt.NDArray[np.float64]
TERMS: dict[str, tuple[str, dict[str, Any]]] = {
    "queens_up": ("ma-crazy-4", {"queens_up": "A"}),
    "five_card_bonus": ("ma-criss-cross", {"five_card_bonus": True}),
}


@cache
def wager(name: str) -> Theory:
    """The theory of a wager."""
    rulebook, choices = TERMS[name]
    return side_theory(terms_for(rulebook, choices), name, 1, None)


@cache
def main_game() -> tuple[Theory, Draws, Draws]:
    """The main game of Crazy 4 under best play: its theory, its results and their chances."""
    terms = terms_for("ma-crazy-4", {"queens_up": "A"})
    return main_theory(terms)[0], *distribution(terms).arrays()


@dataclass(frozen=True)
class Case:
    """Dealing of some kind at one wager, "" for the main game; `cheat` changes the results."""

    title: str
    name: str
    cheat: Callable[[Draws, np.random.Generator], Draws]

    @property
    def theory(self) -> Theory:
        """What the wager must bring."""
        return wager(self.name) if self.name else main_game()[0]


def _stacked(share: float) -> Callable[[Draws, np.random.Generator], Draws]:
    """A dealer gives an accomplice one of the three best hands, in a share of the rounds."""
    return lambda won, chance: np.where(chance.random(len(won)) < share, np.unique(won)[-3], won)


def _withheld(share: float) -> Callable[[Draws, np.random.Generator], Draws]:
    """A house keeps back so many of the wins that pay more than even money."""
    return lambda won, chance: np.where((won > 1) & (chance.random(len(won)) < share), -1.0, won)


def _misread(share: float) -> Callable[[Draws, np.random.Generator], Draws]:
    """A dealer overlooks so many of the winning hands."""
    return lambda won, chance: np.where((won > 0) & (chance.random(len(won)) < share), -1.0, won)


def _overpaid(share: float) -> Callable[[Draws, np.random.Generator], Draws]:
    """A dealer pays so many of the losing hands even money."""
    return lambda won, chance: np.where((won < 0) & (chance.random(len(won)) < share), 1.0, won)


RIGGED = (
    Case("a best hand every 100 rounds", "queens_up", _stacked(0.01)),
    Case("a best hand every 100 rounds, 5 Card Bonus", "five_card_bonus", _stacked(0.01)),
    Case("half of the larger wins kept back", "queens_up", _withheld(0.5)),
    Case("one winning hand of ten overlooked", "queens_up", _misread(0.1)),
    Case("one losing hand of ten paid", "queens_up", _overpaid(0.1)),
    Case("one losing hand of ten paid, main game", "", _overpaid(0.1)),
)
HONEST = Case("honest", "queens_up", lambda won, chance: won)
HONEST_MAIN = Case("honest, main game", "", lambda won, chance: won)


def sampled(case: Case, seed: int, rounds: int, *, honest: bool = False) -> Draws:
    """Results of so many rounds."""
    chance = np.random.default_rng(seed)
    if case.name:
        nets, chances = zip(*case.theory.outcomes, strict=True)
        drawn = chance.choice([float(net) for net in nets], rounds, p=[float(each) for each in chances])
    else:
        _, values, weights = main_game()
        drawn = chance.choice(values, rounds, p=weights)
    return drawn if honest else case.cheat(drawn, chance)


def delay(case: Case, seed: int, rounds: int) -> int | None:
    """After how many rounds the alarm was raised; None if it was not."""
    evidence, theory = Evidence(), case.theory
    for number, won in enumerate(sampled(case, seed, rounds), start=1):
        evidence.add([JudgedBet(float(won), 100, theory)], both_sides=bool(case.name))
        if evidence.alert:
            return number
    return None


def main(runs: int = 40, rounds: int = 200_000) -> None:
    """Prints the table."""
    print("| dealing | runs | found | rounds until then: median | nine of ten |\n|---|---|---|---|---|")
    for case in (*RIGGED, HONEST, HONEST_MAIN):
        delays = [delay(case, seed, rounds) for seed in range(runs)]
        found = sorted(each for each in delays if each is not None)
        figures = f"{found[len(found) // 2]:,} | {found[len(found) * 9 // 10]:,}" if found else f"none in {rounds:,} | "
        print(f"| {case.title} | {runs} | {len(found)} | {figures} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""What exact mathematics cost: both solvers, the distribution, whole arrays of hands, the first run, memory."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

from bench.timing import Row, human, per_call
from pitboss.cards import DECK
from pitboss.mathematics import main_game
from pitboss.mathematics.advice import Position, advise
from pitboss.mathematics.crazy_four.kernels import pairings as crazy_four
from pitboss.mathematics.kernels.batch_eval import all_hands, best_four, five_card
from pitboss.rulebooks import terms_for

PEER = Path(__file__).with_name("criss_cross.c")
ADVICE_ALLOWED = {"Across": 5e-3}
ADVICE_ALLOWED_LATER = 20e-3
COMMANDS = {
    ("strategy", "ma-criss-cross"): 3.0,
    ("par", "ma-criss-cross", "--json"): 3.0,
    ("par", "ma-crazy-4", "--submission", "src/pitboss/rulebooks/data/ma-crazy-4/full.toml", "--json"): 4.0,
    ("risk", "ma-crazy-4", "--with", "queens_up=1", "--seats", "1"): 5.0,
    ("design", "ma-criss-cross", "--solve", "main.full_house", "--edge", "6%"): 4.0,
}
"""Processor time that a command may take the second time, in seconds."""
FIRST_RUN = "import sys; from pitboss.cli import main; sys.argv[1:] = ['solve', 'ma-criss-cross', '--json']; main()"


def rows() -> Iterator[Row]:
    """Every measurement of the analysis."""
    yield from _criss_cross()
    yield from _crazy_four()
    yield from _hands()
    yield from _advice()
    yield from _first_run()
    yield from _commands()


def _commands() -> Iterator[Row]:
    """Processor time of whole commands, once what they keep on disk is there."""
    program = "import sys; from pitboss.cli import main; main()"
    for words, allowed in COMMANDS.items():
        for _ in range(2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", program, *words], check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        yield Row(f"pitboss {' '.join(words[:2])}, second time", spent, "what it may take", allowed)


def _criss_cross() -> Iterator[Row]:
    terms = terms_for("ma-criss-cross")
    main_game.solve(terms)
    solving = per_call(lambda: main_game.solve(terms), repeat=3)
    value, peer = _peer()
    assert abs(value - main_game.solve(terms).ev) < 1e-9, "the peer counts another game"
    yield Row("Criss-Cross solved, two cores", solving, "plain C with the same masks, one core", peer)
    main_game.distribution(terms)
    spread = per_call(lambda: main_game.distribution(terms), repeat=2)
    yield Row("Criss-Cross distribution", spread, "the solution", solving)


def _crazy_four() -> Iterator[Row]:
    terms = terms_for("ma-crazy-4")

    def afresh() -> None:
        crazy_four.sorted_hands.cache_clear()
        crazy_four.outcome_counts.cache_clear()
        main_game.solve(terms)

    afresh()
    cards = all_hands()
    sorting = per_call(lambda: np.argsort(best_four(cards), kind="stable"), repeat=3)
    yield Row("Crazy 4 solved", per_call(afresh, repeat=3), "judging and sorting all hands once", sorting)


def _hands() -> Iterator[Row]:
    cards = all_hands()
    copying = per_call(cards.copy, len(cards))
    for name, judge in (("five-card hand, of an array", five_card), ("best four of five, of an array", best_four)):
        judge(cards)
        yield Row(name, per_call(partial(judge, cards), len(cards)), "copying its five bytes", copying)


def _advice() -> Iterator[Row]:
    """Each position is asked for once: answers are kept, and a kept answer would say nothing."""
    for id, positions in (("ma-criss-cross", _criss_cross_positions()), ("ma-crazy-4", _crazy_four_positions())):
        terms = terms_for(id)
        for name, (warming, *asked) in positions.items():
            advise(terms, warming)
            seconds = [per_call(partial(advise, terms, one), repeat=1) for one in asked]
            allowed = ADVICE_ALLOWED.get(name, ADVICE_ALLOWED_LATER)
            yield Row(f"advice, {name}, slowest of {len(asked)}", max(seconds), human(allowed), allowed)


def _criss_cross_positions() -> dict[str, list[Position]]:
    found: dict[str, list[Position]] = {"Across": [], "Down": [], "Middle": []}
    for start in range(12):
        # Steps of 5 cards change rank and suit: no two holes are alike in all but suits.
        cards = [DECK[(start * 4 + step * 5) % 52] for step in range(6)]
        hole, across, down = (tuple(cards[place : place + 2]) for place in (0, 2, 4))
        found["Across"].append(Position(hole))
        found["Down"].append(Position(hole, across, ("1x",)))
        found["Middle"].append(Position(hole, (*across, *down), ("1x", "1x")))
    return found


def _crazy_four_positions() -> dict[str, list[Position]]:
    hands = [tuple(DECK[(start + step * 11) % 52] for step in range(5)) for start in range(12)]
    return {"Play": [Position(hand) for hand in hands]}


def _first_run() -> Iterator[Row]:
    """A new process with nothing compiled, then one that finds all of it compiled."""
    with tempfile.TemporaryDirectory() as cache:
        first, second = _process(cache), _process(cache)
    yield Row("first run of a fresh install", first, "the same run, compiled before", second)


def _process(cache: str) -> float:
    start = time.perf_counter()
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", FIRST_RUN], check=True, capture_output=True, env=environment)
    return time.perf_counter() - start


def _peer() -> tuple[Fraction, float]:
    """The value and the seconds of the C enumeration, compiled here and now."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/criss_cross"
        subprocess.run(["gcc", "-O2", "-march=native", "-o", program, str(PEER)], check=True)
        runs = [subprocess.run([program], check=True, capture_output=True, text=True).stdout.split() for _ in range(2)]
    return Fraction(runs[0][0]), min(float(seconds) for _, seconds in runs)

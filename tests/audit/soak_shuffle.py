"""A million shuffles against chance: `PYTHONPATH=tests python -m audit.soak_shuffle [COUNT]`. Takes about a minute."""

import sys
import time

import numpy as np

from audit.uniformity import neighbours, neighbours_deviation, orders, places, places_deviation
from pitboss.audit import fresh_seed

BATCH = 50_000
BOUND = 5.0  # standard deviations: a fair shuffle goes beyond about once in a million runs


def main() -> None:
    """Prints the deviations, and fails beyond the bound; the seed is printed so that a failure can be repeated."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    seed = bytes.fromhex(sys.argv[2]) if len(sys.argv) > 2 else fresh_seed()
    print(f"{count} shuffles, server seed {seed.hex()}")
    start = time.perf_counter()
    counted = []
    for batch in range(0, count, BATCH):
        # each batch has a seed of its own, for rounds are counted from zero in each
        decks = orders(min(BATCH, count - batch), bytes(a ^ b for a, b in zip(seed, batch.to_bytes(32), strict=True)))
        counted.append((places(decks), neighbours(decks)))
    at, beside = (np.sum(counts, axis=0) for counts in zip(*counted, strict=True))
    found = {"card x position": places_deviation(at), "neighbours": neighbours_deviation(beside)}
    for name, deviation in found.items():
        print(f"{name}: chi-square {deviation:+.2f} standard deviations from its mean")
    print(f"{count / (time.perf_counter() - start):.0f} shuffles counted in a second")
    if any(abs(deviation) > BOUND for deviation in found.values()):
        sys.exit(f"beyond {BOUND} standard deviations")


if __name__ == "__main__":
    main()

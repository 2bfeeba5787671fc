"""What a step of the environments costs: thousands of seats at once, beside one seat over the round engine."""

from collections.abc import Iterator

import numpy as np

from bench.timing import Row, human, per_call
from pitboss.envs import SeatEnv
from pitboss.envs.vector_env import SeatVectorEnv

TABLES = 1 << 14
STEPS = 60
RULEBOOKS = ("ma-criss-cross", "ma-crazy-4")


def rows() -> Iterator[Row]:
    """A step of the vector environment beside a step of the single one, for both games."""
    for rulebook in RULEBOOKS:
        yield Row(
            f"{rulebook}: a step, {TABLES:,} tables at once",
            vector_step(rulebook),
            "a step of the single environment",
            single_step(rulebook),
        )


def vector_step(rulebook: str) -> float:
    """Seconds a step, the random actions drawn beforehand."""
    env = SeatVectorEnv(TABLES, rulebook)
    chance = np.random.default_rng(1)
    actions = chance.integers(0, 2, (STEPS, TABLES))
    env.reset(seed=1)

    def steps() -> None:
        for chosen in actions:
            env.step(chosen)

    return per_call(steps, STEPS * TABLES, repeat=3)


def single_step(rulebook: str) -> float:
    """Seconds a step of rounds played to the end."""
    env = SeatEnv(rulebook)
    env.reset(seed=1)
    bets, rounds = len(env.encoding.bets), 100

    def play() -> None:
        for _ in range(rounds):
            env.reset()
            for _ in range(bets):
                env.step(np.int64(1))

    return per_call(play, rounds * bets, repeat=3)


def main() -> None:
    """The steps a second of both, and their ratio."""
    for row in rows():
        rate = f"{1 / row.seconds:,.0f} a second"
        print(
            f"{row.what}: {human(row.seconds)}, {rate}; {row.bound}: {human(row.bound_seconds)}; {1 / row.ratio:,.0f}×"
        )


if __name__ == "__main__":
    main()

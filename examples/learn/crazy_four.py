"""Learn the Play decision of Crazy 4 Poker from nothing but rounds played, and hold it against the exact optimum.

    python examples/learn/crazy_four.py --rounds 5000000

A learner sits at thousands of tables at once and tries every action with every strength of hand (Monte Carlo with
exploring starts). What it then thinks best is scored exactly: its decisions are played over every deal there is.
"""

import argparse
import time
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.cards import four_card_values
from pitboss.envs.vector_env import SeatVectorEnv
from pitboss.mathematics import main_game
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourSolution, solve
from pitboss.mathematics.kernels.batch_eval import best_four
from pitboss.mathematics.nets import crazy_four_pays
from pitboss.rulebooks import Terms, terms_for

RULEBOOK = "ma-crazy-4"
TABLES = 1 << 14
STATES = len(four_card_values())
ACTIONS = 4  # fold, and bets of one to three antes


@dataclass
class Values:
    """What each action brought with each strength of the best four cards: sums, and how often it was tried."""

    sums: npt.NDArray[np.float64]
    tries: npt.NDArray[np.int64]

    @classmethod
    def empty(cls) -> "Values":
        """Nothing tried yet."""
        return cls(np.zeros((STATES, ACTIONS)), np.zeros((STATES, ACTIONS), np.int64))

    def add(self, state: npt.NDArray[np.int64], action: npt.NDArray[np.int64], reward: npt.NDArray[np.float64]) -> None:
        """One result for each table."""
        place = state * ACTIONS + action
        size = STATES * ACTIONS
        self.sums += np.bincount(place, reward, size).reshape(STATES, ACTIONS)
        self.tries += np.bincount(place, minlength=size).reshape(STATES, ACTIONS)

    def policy(self) -> npt.NDArray[np.int64]:
        """The action that brought most on average, of those tried; a fold where none was."""
        means = np.divide(self.sums, self.tries, out=np.full(self.sums.shape, -np.inf), where=self.tries > 0)
        best: npt.NDArray[np.int64] = np.where(self.tries.any(axis=1), means.argmax(axis=1), 0)
        return best


def learn(rounds: int, seed: int = 1) -> npt.NDArray[np.int64]:
    """Play so many rounds, each action that the mask allows equally likely, and keep what was learned."""
    env = SeatVectorEnv(min(TABLES, rounds), RULEBOOK)
    chance = np.random.default_rng(seed)
    values = Values.empty()
    seen, _ = env.reset(seed=seed)
    for _ in range(-(-rounds // env.num_envs)):
        state = best_four(seen["cards"][:, :5].astype(np.uint8)).astype(np.int64)
        action = (chance.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        seen, reward, *_ = env.step(action)
        values.add(state, action, reward)
    return values.policy()


def score(terms: Terms, policy: npt.NDArray[np.int64]) -> Fraction:
    """The house edge against a policy, exactly: its decisions over every pair of hands."""
    game = crazy_four_pays(terms)
    counts = solve(game).counts
    return CrazyFourSolution(game, counts, policy[counts.hands.strengths]).house_edge


def main() -> None:
    """Learn, score, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    terms = terms_for(RULEBOOK)
    began = time.perf_counter()
    policy = learn(asked.rounds, asked.seed)
    seconds = time.perf_counter() - began
    learned, best = score(terms, policy), main_game.solve(terms).house_edge
    print(f"learned from {asked.rounds:,} rounds in {seconds:.1f} s")
    print(f"house edge against the learner  {float(learned):.4%}")
    print(f"house edge against best play    {float(best):.4%}")
    print(f"what the learner gives away     {float(learned - best):.4%}")


if __name__ == "__main__":
    main()

"""The environments by name, for `gymnasium.make` and `gymnasium.make_vec`."""

import gymnasium as gym

IDS = {"pitboss/CrissCross-v0": "ma-criss-cross", "pitboss/CrazyFour-v0": "ma-crazy-4"}
"""The names, and the rulebook each plays unless another is named."""

PATIENCE = 100
"""After so many steps a round is cut short: only one who repeats a refused action comes near."""


def register() -> None:
    """Make the names known to Gymnasium; a second time does nothing."""
    for name, rulebook in IDS.items():
        if name not in gym.registry:
            gym.register(
                name,
                entry_point="pitboss.envs.seat_env:SeatEnv",
                vector_entry_point="pitboss.envs.vector_env:SeatVectorEnv",
                kwargs={"rulebook": rulebook},
                max_episode_steps=PATIENCE,
            )

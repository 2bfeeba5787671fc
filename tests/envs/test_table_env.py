"""A whole table as a PettingZoo environment."""

import warnings

import gymnasium as gym
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pitboss.cards import parse_cards
from pitboss.envs import FOLDED, TableEnv
from pitboss.rulebooks import SHIPPED


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_pettingzoos_own_checks(rulebook: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Observations with masks are dictionaries, which the checks expect of PettingZoo's own games only.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(TableEnv(rulebook, seats=seats), num_cycles=40)
        seed_test(lambda: TableEnv(rulebook, seats=seats), num_cycles=20)


@pytest.mark.clause("ma-criss-cross", "10(b)", "10(d)", "10(f)", "11(a)", "11(b)")
def test_three_seats_at_one_cross() -> None:
    # Across 9c 9h 2d, down Qs 9h 4h. Seat 1 holds 9s Jd: three nines and a pair of nines. Seat 2 holds Qd Qh: two
    # pair across (queens and nines) and three queens down. Seat 3 folds to begin with.
    env = TableEnv(seats=3)
    env.reset(options={"deck": "Qs 9c 9h 2d 4h 9s Qd 3c Jd Qh 7d"})
    turns = []
    for action in (1, 3, 0, 1, 3, 1, 2):
        turns.append(env.agent_selection)
        env.step(action)
    assert turns == ["seat_1", "seat_2", "seat_3", "seat_1", "seat_2", "seat_1", "seat_2"]
    # Seat 1: ante 1, Across 1 at 3 to 1, nothing on the pushes, Middle 1 at 3 to 1.
    # Seat 2: antes 1 and 1, Across 3 at 2 to 1, Down 3 at 3 to 1, Middle 2 at 3 to 1.
    assert env.rewards == {"seat_1": 7.0, "seat_2": 2.0 + 6.0 + 9.0 + 6.0, "seat_3": -2.0}
    assert all(env.terminations.values())
    assert [env.infos[agent]["net_cents"] for agent in env.agents] == [700, 2300, -200]


def test_nobody_sees_anothers_cards() -> None:
    env = TableEnv("ma-crazy-4", seats=2)
    env.reset(options={"deck": "Ah 2h Kc Ac 3c Kd 8h 9h 8s 5d 7d 6d 2c 6c 3s"})
    others = {card.index for card in parse_cards("2h 3c 9h 7d 6c Kc Kd 8s 6d 3s")}
    vector = env.observe("seat_1")["observation"]
    cards = set(vector[2:12].tolist())  # after one bet of each of two seats come ten cards
    assert not cards & others
    assert not env.observe("seat_2")["action_mask"].any()  # not in turn


def test_a_refused_action_leaves_the_same_agent_in_turn() -> None:
    env = TableEnv("ma-crazy-4", seats=2)
    env.reset(options={"deck": "Ah 2h Kc Kh 3c Kd 8h 9h 8s 5d 7d 6d 2c 6c 3s"})
    before = env.observe("seat_1")
    env.step(3)
    assert env.agent_selection == "seat_1"
    assert "10(b)" in env.infos["seat_1"]["refused"]
    assert np.array_equal(env.observe("seat_1")["observation"], before["observation"])
    env.step(0)
    assert env.agent_selection == "seat_2"
    assert env.observe("seat_2")["observation"][:2].tolist() == [0, FOLDED]


def test_nothing_is_played_before_the_first_reset() -> None:
    env = TableEnv(seats=2)
    for early in (lambda: env.step(1), lambda: env.observe("seat_1"), env.last, env.render):
        with pytest.raises(gym.error.ResetNeeded, match="call reset first"):
            early()

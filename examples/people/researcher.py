"""A researcher: an agent in the environment, scored against the known optimum. Needs `pip install 'pitboss[envs]'`."""

import gymnasium

import pitboss
import pitboss.envs  # makes the names of the environments known

env = gymnasium.make("pitboss/CrazyFour-v0", regret=True)
given_away, rounds = 0.0, 200
for seed in range(rounds):
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        action = 1 if seen["action_mask"][1] else 0  # a cautious agent: the least bet, and never a fold
        seen, reward, over, cut, info = env.step(action)
        given_away += info.get("regret", 0.0)

optimum = pitboss.solve("ma-crazy-4").ev
print(f"best play makes {float(optimum):.4f} of an ante a round")  # -> best play makes -0.0
print(f"this agent gave away {given_away / rounds:.4f} of an ante a round against it")

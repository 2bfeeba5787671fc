"""Learning environments over the rounds: one seat for Gymnasium, the whole table for PettingZoo.

Importing this package registers `pitboss/CrissCross-v0` and `pitboss/CrazyFour-v0` with Gymnasium. It needs the
optional extra: `pip install 'pitboss[envs]'`.
"""

try:
    from pitboss.envs.encoding import FOLDED, UNSEEN, Encoding, one_hot
    from pitboss.envs.registry import IDS, register
    from pitboss.envs.seat_env import SeatEnv
    from pitboss.envs.strategies import Strategy, least_bet
    from pitboss.envs.table_env import TableEnv
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "pettingzoo"):
        raise
    words = f"the environments need {error.name}: pip install 'pitboss[envs]'"
    raise ModuleNotFoundError(words, name=error.name) from None

register()

__all__ = ["FOLDED", "IDS", "UNSEEN", "Encoding", "SeatEnv", "Strategy", "TableEnv", "least_bet", "one_hot"]

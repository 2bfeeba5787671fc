"""One seat of a table as a Gymnasium environment: an episode is a round.

The round is the engine's; one seat alone, where nothing but the cards comes by chance, is played by the array kernels,
which tests hold against the engine (`quick.py`).
"""

from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt

from pitboss.engine import view
from pitboss.envs.encoding import Encoding, Observation
from pitboss.envs.episode import Episode, begin
from pitboss.envs.rendering import render
from pitboss.envs.setting import Setting, regret_of
from pitboss.envs.strategies import Strategy, least_bet
from pitboss.rulebooks import Violation

if TYPE_CHECKING:
    from pitboss.envs.quick import QuickRound, QuickRounds

Info = dict[str, Any]


class SeatEnv(gym.Env[Observation, np.int64]):
    """A learner in one seat; the seats besides it are played by a strategy.

    The reward is the net result of the round in antes, given at its end; `info` carries it exactly, in cents. An
    action that is not allowed is refused as at a table: nothing changes, and `info["refused"]` says why. The cards
    come from the environment's own generator, or from `reset(options={"deck": "Qs 9c ..."})`. With `regret` the info
    of every step says what the action gave away, exactly, in antes.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(  # noqa: PLR0913, PLR0917 - one argument for each option
        self,
        rulebook: str | Path = "ma-criss-cross",
        submission: Mapping[str, Any] | None = None,
        seats: int = 1,
        seat: int = 1,
        wagers: Mapping[str, str | int] | None = None,
        meters: Mapping[str, str] | None = None,
        others: Strategy = least_bet,
        render_mode: str | None = None,
        regret: bool = False,
    ) -> None:
        self.setting = Setting.of(rulebook, submission, seats, wagers, meters, seat)
        self.seat = seat
        self.others = others
        self.render_mode = render_mode
        self.encoding = Encoding(self.setting.terms, seats)
        self.observation_space = self.encoding.observation_space()
        self.action_space = self.encoding.action_space()
        self._rounds = _quick_rounds(self.setting, self.encoding)
        self._round: QuickRound | None = None
        self._episode: Episode | None = None
        self._regret = regret_of(self.setting, self.encoding) if regret else None
        self._seen: Observation = {}

    @property
    def episode(self) -> Episode | None:
        """The round on the engine, as far as it has come."""
        if self._rounds is not None and self._round is not None:
            return self._rounds.episode(self._round)
        return self._episode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal a new round, up to the learner's first decision."""
        super().reset(seed=seed)
        setting, deck = self.setting, (options or {}).get("deck")
        if self._rounds is not None and deck is None:
            self._round = self._rounds.begin(self.np_random)
            self._seen = self._rounds.observe(self._round)
            return self._seen, {"staked_cents": self._rounds.staked(self._round)}
        self._round = None
        self._episode = begin(setting.terms, setting.seated, self.np_random, deck, setting.meters)
        self._play_others(self._episode)
        self._seen = self._observe(self._episode)
        return self._seen, self._info(self._episode)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Fold, or bet so many antes."""
        number, before = index(action), self._seen
        if self._rounds is not None and self._round is not None:
            if self._round.over:
                raise _over()
            reward, over, info = self._step_quickly(self._rounds, self._round, number)
        else:
            reward, over, info = self._step_on_engine(self._in_play(), number)
        if self._regret is not None:
            cards, bets, stage = before["cards"], before["bets"][0], before["stage"][0]
            info["regret"] = 0.0 if "refused" in info else self._regret(cards, bets, stage, number)
        return self._seen, reward, over, False, info

    def _step_quickly(self, rounds: "QuickRounds", round: "QuickRound", action: int) -> tuple[float, bool, Info]:
        info: Info = {}
        if not rounds.step(round, action):
            episode = rounds.episode(round)
            info["refused"] = str(episode.step(episode.action(self.seat, action)))
        self._seen = rounds.observe(round)
        info["staked_cents"] = rounds.staked(round)
        if not round.over:
            return 0.0, False, info
        info["net_cents"] = net = rounds.net(round)
        return net / self.setting.ante.cents, True, info

    def _step_on_engine(self, episode: Episode, action: int) -> tuple[float, bool, Info]:
        if episode.round.finished:
            raise _over()
        refused = episode.step(episode.action(self.seat, action))
        self._play_others(episode)
        over = episode.round.finished
        self._seen = self._observe(episode)
        reward = self.setting.in_antes(episode.net(self.seat)) if over else 0.0
        return reward, over, self._info(episode, refused)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are open now, as learners that mask actions ask for it."""
        if not self._seen:
            raise _not_begun()
        mask: npt.NDArray[np.bool_] = self._seen["action_mask"].astype(np.bool_)
        return mask

    def render(self) -> str:
        """The round as the seat sees it, in plain text."""
        return render(view(self._in_play().round, self.seat))

    def _in_play(self) -> Episode:
        episode = self.episode
        if episode is None:
            raise _not_begun()
        return episode

    def _play_others(self, episode: Episode) -> None:
        while (turn := episode.to_act) is not None and turn != self.seat:
            episode.step(self.others(view(episode.round, turn), self.setting.terms))

    def _observe(self, episode: Episode) -> Observation:
        return self.encoding.observe(view(episode.round, self.seat), self.seat)

    def _info(self, episode: Episode, refused: Violation | None = None) -> Info:
        info: Info = {"staked_cents": episode.staked(self.seat).cents}
        if refused is not None:
            info["refused"] = str(refused)
        if episode.round.finished:
            info["net_cents"] = episode.net(self.seat).cents
        return info


def _quick_rounds(setting: Setting, encoding: Encoding) -> "QuickRounds | None":
    from pitboss.envs.quick import quick_rounds  # noqa: PLC0415 - the simulator takes a second to load

    return quick_rounds(setting, encoding)


def _not_begun() -> gym.error.ResetNeeded:
    return gym.error.ResetNeeded("no round is in play: call reset first")


def _over() -> gym.error.ResetNeeded:
    return gym.error.ResetNeeded("the round is over: call reset for the next")

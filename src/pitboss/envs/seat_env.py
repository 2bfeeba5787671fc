"""One seat of a table as a Gymnasium environment: an episode is a round, played by the real engine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

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
        self.episode: Episode | None = None
        self._regret = regret_of(self.setting, self.encoding) if regret else None
        self._seen: Observation = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal a new round, up to the learner's first decision."""
        super().reset(seed=seed)
        setting = self.setting
        self.episode = begin(setting.terms, setting.seated, self.np_random, (options or {}).get("deck"), setting.meters)
        self._play_others(self.episode)
        self._seen = self._observe(self.episode)
        return self._seen, self._info(self.episode)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Fold, or bet so many antes."""
        episode = self._episode()
        if episode.round.finished:
            raise gym.error.ResetNeeded("the round is over: call reset for the next")
        refused = episode.step(episode.action(self.seat, int(action)))
        before, given_away = self._seen, {}
        if self._regret is not None:
            cost = 0.0 if refused else self._regret(before["cards"], before["bets"][0], before["stage"][0], int(action))
            given_away = {"regret": cost}
        self._play_others(episode)
        over = episode.round.finished
        reward = self.setting.in_antes(episode.net(self.seat)) if over else 0.0
        self._seen = self._observe(episode)
        return self._seen, reward, over, False, self._info(episode, refused) | given_away

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are open now, as learners that mask actions ask for it."""
        mask: npt.NDArray[np.bool_] = self._seen["action_mask"].astype(np.bool_)
        return mask

    def render(self) -> str:
        """The round as the seat sees it, in plain text."""
        return render(view(self._episode().round, self.seat))

    def _episode(self) -> Episode:
        if self.episode is None:
            raise gym.error.ResetNeeded("no round is in play: call reset first")
        return self.episode

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

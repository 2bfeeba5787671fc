"""A whole table as a PettingZoo environment: one agent for each seat, in the order of play."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from pitboss.engine import view
from pitboss.envs.encoding import Encoding, Observation
from pitboss.envs.episode import Episode, begin
from pitboss.envs.rendering import render
from pitboss.envs.setting import Setting

Info = dict[str, Any]


def agent_of(seat: int) -> str:
    """The agent of a seat."""
    return f"seat_{seat}"


class TableEnv(AECEnv):
    """Everyone at the table learns: agents `seat_1` to `seat_6`, one round an episode.

    An observation is one vector, `observation`, with the cards, the bets and the stage of `SeatEnv` in a row, and an
    `action_mask`. Rewards are net results in antes, given to all at the end of the round. A refused action changes
    nothing: the same agent is asked again.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pitboss_table_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rulebook: str | Path = "ma-criss-cross",
        submission: Mapping[str, Any] | None = None,
        seats: int = 2,
        wagers: Mapping[str, str | int] | None = None,
        meters: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting = Setting.of(rulebook, submission, seats, wagers, meters)
        self.render_mode = render_mode
        self.encoding = Encoding(self.setting.terms, seats)
        self.seat_of = {agent_of(seat): seat for seat in self.setting.seated}
        self.possible_agents = list(self.seat_of)
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.encoding.action_space() for agent in self.possible_agents}
        self.chance, _ = np_random()
        self._dealt: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The round in play."""
        if self._dealt is None:
            raise gym.error.ResetNeeded("no round is in play: call reset first")
        return self._dealt

    def _observation_space(self) -> spaces.Dict:
        parts = self.encoding.observation_space()
        mask = parts["action_mask"]
        vector = spaces.flatten_space(spaces.Dict({name: parts[name] for name in ("cards", "bets", "stage")}))
        return spaces.Dict({"observation": vector, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round."""
        if seed is not None:
            self.chance, _ = np_random(seed)
        setting = self.setting
        self._dealt = begin(setting.terms, setting.seated, self.chance, (options or {}).get("deck"), setting.meters)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self._turn(self.episode)

    def step(self, action: int | None) -> None:
        """The agent in turn folds, or bets so many antes."""
        episode, agent = self.episode, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        seat = self.seat_of[agent]
        refused = episode.step(episode.action(seat, int(action)))
        self.infos[agent] = {"refused": str(refused)} if refused else {}
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if episode.round.finished:
            self._pay()
        self.agent_selection = self._turn(episode)
        self._accumulate_rewards()

    def _pay(self) -> None:
        """Everyone's result, at the end of the round."""
        for agent in self.agents:
            net = self.episode.net(self.seat_of[agent])
            self.rewards[agent] = self.setting.in_antes(net)
            self.terminations[agent] = True
            self.infos[agent] = {"net_cents": net.cents, "staked_cents": self.episode.staked(self.seat_of[agent]).cents}

    def _turn(self, episode: Episode) -> str:
        seat = episode.to_act
        return self.agents[0] if seat is None else agent_of(seat)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Info]:
        """What the agent in turn sees, and what it has won since its last turn."""
        _ = self.episode  # there is one, or reset is asked for
        found: tuple[Observation | None, float, bool, bool, Info] = super().last(observe)
        return found

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; the mask allows nothing out of turn."""
        seat = self.seat_of[agent]
        parts = self.encoding.observe(view(self.episode.round, seat), seat)
        vector = np.concatenate([parts[name].ravel() for name in ("bets", "cards", "stage")])
        return {"observation": vector, "action_mask": parts["action_mask"]}

    def render(self) -> str:
        """The round as the agent in turn sees it."""
        episode = self.episode
        return render(view(episode.round, self.seat_of[self.agent_selection]))

    def close(self) -> None:
        """Nothing is held open."""

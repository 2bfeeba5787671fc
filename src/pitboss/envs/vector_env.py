"""Thousands of seats at once as a Gymnasium vector environment, on the array kernels of the simulator."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium as gym
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("the environments need gymnasium: pip install 'pitboss[envs]'", name=error.name) from None

from pitboss.envs.encoding import Encoding, Observation
from pitboss.envs.setting import Setting, regret_of
from pitboss.envs.step_tables import tables_of, turned_on_fold
from pitboss.simulation.kernels.stepping import Seats, advance, open_up, seat, turn_up
from pitboss.simulation.seating import seating
from pitboss.simulation.simulation import table_for
from pitboss.simulation.table import Deals, SimulatedTable

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Info = dict[str, Any]


class SeatVectorEnv(gym.vector.VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tables with one seat each, stepped together; what `pitboss.envs.SeatEnv` is, row by row.

    By default a round that ends is settled and the next one dealt in the same step: the observation is the new
    round's, and `info["final_obs"]` has the last of the old one where `info["_final_obs"]` says so, as
    `info["net_cents"]` has its exact result. With `autoreset_mode="NextStep"` the next step deals the new round,
    whatever its action; with `"Disabled"`, `reset(options={"reset_mask": ...})` does. Every round is a function of the
    seed and its number, so equal actions meet equal cards. With `regret`, `info["regret"]` is what each action gave
    away, exactly, in antes; that takes a look at every position, a millisecond or more for each new one.
    `reset(options={"decks": ...})` deals the first round of each table from a given deck. With `max_episode_steps` a
    round that is not over by then, for refused actions only, is cut short.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        num_envs: int,
        rulebook: str | Path = "ma-criss-cross",
        submission: Mapping[str, Any] | None = None,
        wagers: Mapping[str, str | int] | None = None,
        meters: Mapping[str, str] | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        regret: bool = False,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"{num_envs} tables cannot be stepped: num_envs must be 1 or more")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.max_episode_steps = max_episode_steps
        self.setting = Setting.of(rulebook, submission, 1, wagers, meters)
        terms = self.setting.terms
        self.table: SimulatedTable = table_for(seating(terms, 1, self.setting.seated[1], self.setting.meters))
        self.encoding = Encoding(terms, 1)
        self.single_observation_space = self.encoding.observation_space()
        self.single_action_space = self.encoding.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._known = tables_of(self.table, self.encoding)
        self._turned_on_fold = turned_on_fold(self.setting)
        self._rows = np.arange(num_envs)
        self._seed: int | None = None
        self._dealt = 0
        self._regret = regret_of(self.setting, self.encoding) if regret else None
        self._ended = np.zeros(num_envs, np.bool_)  # rounds that are over and wait for the next
        self._last: Observation = {}  # what these saw last
        self._stages = len(self.table.decisions)
        self._by_cards = [stage for stage in range(self._stages) if self.table.opens_by_cards(stage)]
        self._by_choices = [stage for stage in range(self._stages) if self.table.opens_by_choices(stage)]
        one = self.table.deal(0, 0, 1)
        self._seats = Seats(
            cards=np.empty((num_envs, *one.cards.shape[1:]), np.uint8, "F"),
            chance=np.empty((num_envs, *one.chance.shape[1:]), np.int8, "F"),
            bets=self.table.no_bets(num_envs),
            allowed=np.zeros((num_envs, self._stages, self.encoding.largest + 1), np.int8),
            seen=np.empty((num_envs, len(self._known.columns)), np.int8),
            made=np.zeros((num_envs, 1, self._stages), np.int8),
            stage=np.zeros(num_envs, np.int8),
            mask=np.empty((num_envs, self.encoding.largest + 1), np.int8),
            steps=np.zeros(num_envs, np.int64),
        )
        for stage in range(self._stages):
            numbers = self._known.numbers[stage]
            is_open = self.table.open_to(one, 0, stage, self.table.no_bets(1))
            self._seats.allowed[:, stage] = is_open[:, numbers] & (numbers >= 0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal a round at every table, or at those of `options["reset_mask"]`."""
        super().reset(seed=seed)
        rows = self._masked((options or {}).get("reset_mask"))
        if self._seed is None and len(rows) < self.num_envs:
            raise gym.error.ResetNeeded("no round is in play yet: reset every table first")
        if seed is not None or self._seed is None:
            self._seed, self._dealt = int(self.np_random.integers(1 << 63)), 0
        given = self._given((options or {}).get("decks"))
        self._begin(rows, Deals(0, given.cards[rows], given.chance[rows]) if given else None)
        return self._seen(), {}

    def _masked(self, mask: Any) -> npt.NDArray[np.int64]:
        """The tables that a mask asks for; all without one."""
        if mask is None:
            return self._rows
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"reset_mask must be an array of {self.num_envs} booleans")
        if not mask.any():
            raise ValueError("reset_mask must ask for one table at least")
        return np.flatnonzero(mask)

    def action_masks(self) -> Bools:
        """Which actions are open at each table, a row each."""
        self._check_begun()
        masks: Bools = self._seen()["action_mask"].astype(np.bool_)
        return masks

    def _check_begun(self) -> None:
        if self._seed is None:
            raise gym.error.ResetNeeded("no round is in play: call reset first")

    def _given(self, decks: Any) -> Deals | None:
        """Rounds from given decks; wheel stops and draws come from the seed all the same."""
        if decks is None:
            return None
        assert self._seed is not None
        tops, needed = np.asarray(decks, np.int64), len(self.table.slots)
        whole = tops.ndim == 2 and len(tops) == self.num_envs and tops.shape[1] >= needed
        if not whole or tops.min() < 0 or tops.max() > 51 or (np.diff(np.sort(tops)) == 0).any():
            raise ValueError(f"decks must be {self.num_envs} rows of {needed} or more different cards, 0 to 51")
        cards = self.table.from_decks(tops.astype(np.uint8), np.empty((0, 0), np.int8)).cards
        return Deals(0, cards, self.table.chance(self._seed, 0, cards))

    def _begin(self, rows: npt.NDArray[np.int64], given: Deals | None = None) -> None:
        """New rounds at these tables."""
        table = self.table
        assert self._seed is not None
        deals = given or table.deal(self._seed, self._dealt, len(rows))
        self._dealt += len(rows)
        for stage in sorted({*self._by_cards, *self._by_choices}):
            self._open(rows, deals, table.no_bets(len(rows)), stage)
        seat(self._known, self._seats, rows, deals.cards, deals.chance)
        self._ended[rows] = False

    def _open(self, rows: npt.NDArray[np.int64], deals: Deals, bets: npt.NDArray[np.int8], stage: int) -> None:
        """Write down which actions are open to these tables at a decision."""
        open_up(self._known, self._seats, rows, stage, self.table.open_to(deals, 0, stage, bets))

    def _reopen(self, advanced: Bools) -> None:
        """The same again where it hangs on what was chosen before."""
        for stage in self._by_choices:
            rows = np.flatnonzero(advanced & (self._seats.stage == stage))
            self._open(rows, *self._rounds(rows), stage)
            self._seats.mask[rows] = self._seats.allowed[rows, stage]

    def _rounds(self, rows: npt.NDArray[np.int64]) -> tuple[Deals, npt.NDArray[np.int8]]:
        """The rounds at these tables, and what was chosen in them."""
        cards, chance, bets = (_rows_of(one, rows) for one in self._seats[:3])
        return Deals(0, cards, chance), bets

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Observation, Floats, Bools, Bools, Info]:
        """An action at every table; what is not allowed is refused and changes nothing."""
        self._check_begun()
        chosen = self._chosen(actions)
        fresh = self._next_rounds(chosen)
        over, refused = np.empty(self.num_envs, np.bool_), np.empty(self.num_envs, np.bool_)
        given_away = self._given_away(chosen)
        advance(self._known, self._seats, chosen, over, refused)
        refused[fresh] = False
        if self._by_choices:
            self._reopen(~(over | refused))
        self._seats.steps[:] += 1
        self._seats.steps[fresh] = 0
        cut = self._overdue() & ~over
        rewards, nets = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        info: Info = {"refused": refused} | given_away
        settled, ended = np.flatnonzero(over), np.flatnonzero(over | cut)
        if len(ended):
            nets[settled] = self._settle(settled)
            rewards = nets / self.setting.ante.cents
            final = self._final(settled, np.flatnonzero(cut))
            info |= {"net_cents": nets, "_net_cents": over}
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                final_info = {name: value.copy() for name, value in info.items()}
                info |= {"final_obs": final, "_final_obs": over | cut}
                info |= {"final_info": final_info, "_final_info": over | cut}
                self._begin(ended)
            else:
                self._ended[ended], self._last = True, self._with_ended(final, ended)
        return self._seen(), rewards, over, cut, info

    def _chosen(self, actions: Any) -> npt.NDArray[np.int64]:
        """The actions as the kernels take them, which look no further than to the last table."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.num_envs} whole numbers, one for each table")
        return given.astype(np.int64)

    def _next_rounds(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Deal where the last step ended a round, if that is this step's matter; an action there changes nothing."""
        waiting = np.flatnonzero(self._ended)
        if len(waiting) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise gym.error.ResetNeeded('a round is over: reset it with options={"reset_mask": ...}')
        if len(waiting):
            self._begin(waiting)
            chosen[waiting] = -1
        return waiting

    def _given_away(self, chosen: npt.NDArray[np.int64]) -> Info:
        """What every action costs, if that is asked; one that is refused costs nothing."""
        if self._regret is None:
            return {}
        seats, costs = self._seats, np.zeros(self.num_envs)
        inside = (chosen >= 0) & (chosen <= self.encoding.largest)
        for row in np.flatnonzero(inside & (seats.mask[self._rows, chosen * inside] > 0)):
            stage = int(seats.stage[row])
            costs[row] = self._regret(seats.seen[row], seats.made[row, 0], stage, int(chosen[row]))
        return {"regret": costs}

    def _with_ended(self, final: Observation, ended: npt.NDArray[np.int64]) -> Observation:
        """What was last seen of rounds that wait, these among them."""
        last = self._last or {name: value.copy() for name, value in final.items()}
        for name, value in final.items():
            last[name][ended] = value[ended]
        return last

    def _seen(self) -> Observation:
        """What every table sees: a round that is over and not followed yet, what it saw last."""
        seen = self._observe()
        if self._ended.any():
            for name, value in seen.items():
                value[self._ended] = self._last[name][self._ended]
        return seen

    def _overdue(self) -> Bools:
        """Which rounds have taken all the steps they may."""
        if self.max_episode_steps is None:
            return np.zeros(self.num_envs, np.bool_)
        return self._seats.steps >= self.max_episode_steps

    def _settle(self, done: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """What the finished rounds bring, in cents."""
        net, _ = self.table.settle(*self._rounds(done))
        total: npt.NDArray[np.int64] = net[0].sum(axis=0)
        return total

    def _observe(self) -> Observation:
        seats = self._seats
        return {
            "cards": seats.seen.copy(),
            "bets": seats.made.copy(),
            "stage": seats.stage[:, np.newaxis].copy(),
            "action_mask": seats.mask.copy(),
        }

    def _final(self, settled: npt.NDArray[np.int64], cut: npt.NDArray[np.int64]) -> "LastSeen":
        """The last observation of the rounds that are over or cut short; only their rows mean anything."""
        final, open_to_cut = LastSeen(self._observe()), self._seats.mask[cut]
        if self._turned_on_fold:
            final["stage"][settled] = self._stages
        turn_up(self._known, self._seats, settled, final["stage"], final["cards"])
        final["action_mask"][:] = 0
        final["action_mask"][cut] = open_to_cut
        return final


class LastSeen(dict[Any, Any]):
    """The last observations of all tables by part; under the number of a table, its own alone.

    >>> LastSeen(stage=np.array([[1], [3]]))[1]
    {'stage': array([3])}
    """

    def __missing__(self, row: int) -> Observation:
        if not 0 <= row < len(self["stage"]):
            raise KeyError(row)
        return {name: value[row] for name, value in self.items()}


def _rows_of(rounds: npt.NDArray[Any], rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Some rows of an array whose columns lie one after the other, and so laid out again."""
    return rounds.T.take(rows, axis=-1, mode="clip").T

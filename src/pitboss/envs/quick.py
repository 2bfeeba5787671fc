"""Rounds of one seat, settled by the array kernels of the simulator: ten times as fast as by the round engine.

What a seat sees, may do, stakes and nets is the same to the cent, which tests hold against the engine. The engine
itself is asked where it is needed: for the words of a refusal, for a picture of the round, and once for each way of
betting for what is staked. Whatever comes to a round besides its cards, a wheel, a draw or a meter, is the engine's
alone.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.envs.encoding import UNSEEN, Encoding, Observation
from pitboss.envs.episode import Episode, begin
from pitboss.envs.setting import Setting
from pitboss.envs.step_tables import tables_of, turned_on_fold
from pitboss.rulebooks import Refused
from pitboss.simulation.seating import seating
from pitboss.simulation.simulation import table_for
from pitboss.simulation.table import Deals

Int8s = npt.NDArray[np.int8]


def quick_rounds(setting: Setting, encoding: Encoding) -> "QuickRounds | None":
    """The rounds of the only seat; None where they need the engine."""
    submission = setting.terms.submission
    if len(setting.seated) > 1 or submission.wheel or submission.draws or setting.terms.meters:
        return None
    try:
        return QuickRounds(setting, encoding)
    except Refused:
        return None


class QuickRounds:
    """What all rounds of an environment have in common."""

    def __init__(self, setting: Setting, encoding: Encoding) -> None:
        self.setting, self.encoding = setting, encoding
        ((self.seat, staked),) = setting.seated.items()
        self.table = table_for(seating(setting.terms, 1, staked, setting.meters))
        known = tables_of(self.table, encoding)
        self.numbers, self.shown = known.numbers.tolist(), known.shown.tolist()
        self.folds, self.ends = known.folds.tolist(), known.ends.tolist()
        self.opened, self.stages = known.opened.tolist(), len(self.table.decisions)
        self.turned_on_fold = turned_on_fold(setting)
        self.slots = np.array(self.table.slots)
        self.in_deck = np.argsort(self.slots)[known.columns]  # for each card of an observation its place in the deck
        self.blank = np.full(len(known.columns), UNSEEN, np.int8)
        self.closed = np.zeros(encoding.largest + 1, np.int8)
        one = self.table.deal(0, 0, 1)
        self.chance = one.chance
        by_round = {at for at in range(self.stages) if self.table.opens_by_cards(at) or self.table.opens_by_choices(at)}
        self.masks = [
            None if at in by_round else self.mask_of(one, self.table.no_bets(1), at) for at in range(self.stages)
        ]
        self._staked: dict[tuple[int, ...], int] = {}

    def begin(self, chance: np.random.Generator) -> "QuickRound":
        """A round from a deck as `pitboss.envs.episode.begin` would shuffle it."""
        deck = chance.permutation(52)
        bets = self.table.no_bets(1)
        seen = deck[self.in_deck].astype(np.int8)
        round = QuickRound(deck, seen, bets, [0] * self.stages, [], 0, False, self.closed)
        round.mask = self.mask(round)
        return round

    def mask(self, round: "QuickRound") -> Int8s:
        """Which actions are open at the decision the round has come to."""
        known = self.masks[round.stage]
        return self.mask_of(self.deals(round), round.bets, round.stage) if known is None else known

    def mask_of(self, deals: Deals, bets: Int8s, stage: int) -> Int8s:
        """Which actions are open at a decision of one round."""
        is_open = self.table.open_to(deals, 0, stage, bets)[0]
        return np.array([number >= 0 and is_open[number] for number in self.numbers[stage]], np.int8)

    def deals(self, round: "QuickRound") -> Deals:
        """The round as the table knows it."""
        cards = np.empty((1, len(self.slots)), np.uint8, "F")
        cards[0, self.slots] = round.deck[: len(self.slots)]
        return Deals(0, cards, self.chance)

    def step(self, round: "QuickRound", action: int) -> bool:
        """Do what is open; False where it is not, and nothing changes."""
        if not 0 <= action < len(self.closed) or not round.mask[action]:
            return False
        at = round.stage
        round.bets[0, 0, at] = self.numbers[at][action]
        round.made[at] = self.shown[at][action]
        round.actions.append(action)
        if self.folds[at][action]:
            round.over, round.stage = True, self.stages if self.turned_on_fold else at
        else:
            round.stage = self.stages if self.ends[at][action] else at + 1
            round.over = round.stage == self.stages
        round.mask = self.closed if round.over else self.mask(round)
        return True

    def observe(self, round: "QuickRound") -> Observation:
        """What the seat sees."""
        cards, seen = self.blank.copy(), self.opened[round.stage]
        cards[:seen] = round.seen[:seen]
        return {
            "cards": cards,
            "bets": np.array([round.made], np.int8),
            "stage": np.array([round.stage], np.int8),
            "action_mask": round.mask.copy(),
        }

    def net(self, round: "QuickRound") -> int:
        """What a round that is over brings, in cents."""
        net, _ = self.table.settle(self.deals(round), round.bets)
        return int(net.sum())

    def staked(self, round: "QuickRound") -> int:
        """All that is put up, in cents: it hangs on nothing but what was chosen."""
        chosen = tuple(round.actions)
        found = self._staked.get(chosen)
        if found is None:
            found = self._staked[chosen] = self.episode(round).staked(self.seat).cents
        return found

    def episode(self, round: "QuickRound") -> Episode:
        """The same round on the engine, as far as it has come."""
        setting = self.setting
        episode = begin(setting.terms, setting.seated, np.random.default_rng(0), round.deck.tolist(), setting.meters)
        for action in round.actions:
            episode.step(episode.action(self.seat, action))
        return episode


@dataclass(slots=True)
class QuickRound:
    """A round in play: its deck, what is seen in the end, and what was decided."""

    deck: npt.NDArray[np.int64]
    seen: Int8s
    bets: Int8s
    made: list[int]
    actions: list[int]
    stage: int
    over: bool
    mask: Int8s

"""The order of a fair shuffle: commitment, players' seeds, close, and after the round the reveal.

A round's `Fairness` is an immutable value that only `advance` moves on, and it refuses whatever is out of turn: no
player's seed before the commitment, no card before the seeds are closed, no second seed of either side.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.audit.commitment import commitment, opens, read_seed, refuse
from pitboss.audit.format import FairnessEvent, SeedCommitted, SeedRevealed, SeedsClosed, SeedTaken
from pitboss.audit.shuffle import PlayerSeed, RoundChance

LONGEST_SEED = 128


class Stage(StrEnum):
    """How far the shuffle of a round has come."""

    TAKING_SEEDS = "taking players' seeds"
    CLOSED = "closed"
    REVEALED = "revealed"


class Fairness(msgspec.Struct, frozen=True):
    """The public side of one round's shuffle; the server seed is in it only once it is revealed."""

    round: str
    commitment: str
    stage: Stage = Stage.TAKING_SEEDS
    seeds: tuple[PlayerSeed, ...] = ()
    server_seed: str | None = None

    @property
    def closed(self) -> bool:
        """Whether no more players' seeds are taken, so that cards may be dealt."""
        return self.stage is not Stage.TAKING_SEEDS


def commit(round: str, server_seed: bytes) -> SeedCommitted:
    """The first step: what is published of a server seed."""
    return SeedCommitted(round=round, commitment=commitment(round, server_seed))


def advance(fairness: Fairness | None, event: FairnessEvent) -> Fairness:
    """The shuffle after its next step; `Refused` if the step is not the next one."""
    if isinstance(event, SeedCommitted):
        if fairness is not None:
            refuse(event.round, "a second commitment", "one commitment for each round")
        return Fairness(event.round, event.commitment)
    if fairness is None or fairness.round != event.round:
        refuse(event.round, "a step before the commitment", "the commitment to the server seed first")
    match event:
        case SeedTaken():
            return _take(fairness, event)
        case SeedsClosed():
            _require(fairness, Stage.TAKING_SEEDS, "closing the seeds")
            return replace(fairness, stage=Stage.CLOSED)
        case SeedRevealed():
            return _reveal(fairness, event)


def chance(fairness: Fairness, server_seed: bytes) -> RoundChance:
    """The chance of the round for the server that holds its seed; `Refused` before the players' seeds are closed."""
    if not fairness.closed:
        refuse(fairness.round, "a card before the players' seeds are closed", "closing them first")
    if not opens(fairness.commitment, fairness.round, server_seed):
        refuse(fairness.round, "another server seed", f"the seed whose commitment is {fairness.commitment}")
    return RoundChance(fairness.round, server_seed, fairness.seeds)


def _take(fairness: Fairness, event: SeedTaken) -> Fairness:
    _require(fairness, Stage.TAKING_SEEDS, "a player's seed")
    if any(seed.player == event.player for seed in fairness.seeds):
        refuse(fairness.round, f"a second seed of {event.player}", "one seed for each player")
    if not 1 <= len(event.seed) <= LONGEST_SEED or not _is_text(event.seed):
        refuse(fairness.round, f"a seed of {len(event.seed)} characters", f"text of 1 to {LONGEST_SEED} characters")
    return replace(fairness, seeds=(*fairness.seeds, PlayerSeed(event.player, event.seed)))


def _is_text(seed: str) -> bool:
    """Whether a seed has a form in UTF-8: half of a surrogate pair has none."""
    return not any("\ud800" <= letter <= "\udfff" for letter in seed)


def _reveal(fairness: Fairness, event: SeedRevealed) -> Fairness:
    _require(fairness, Stage.CLOSED, "a reveal")
    if not opens(fairness.commitment, fairness.round, read_seed(fairness.round, event.server_seed)):
        refuse(fairness.round, "another server seed", f"the seed whose commitment is {fairness.commitment}")
    return replace(fairness, stage=Stage.REVEALED, server_seed=event.server_seed)


def _require(fairness: Fairness, stage: Stage, tried: str) -> None:
    if fairness.stage is not stage:
        refuse(fairness.round, f"{tried} while {fairness.stage}", f"it while {stage}")

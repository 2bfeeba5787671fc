"""The order of a fair shuffle: commitment, players' pledges, close, their seeds, and after the round the reveal.

A round's `Fairness` is an immutable value that only `advance` moves on, and it refuses whatever is out of turn: no
pledge before the commitment, no seed before the pledges are closed, no card before the seeds are fixed, no second seed
of either side. A round whose server seed is of no chain is of a log from before: there players gave their seeds at
once.
"""

import re
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.audit.chain import Chain, follows
from pitboss.audit.commitment import opens, pledge, read_seed, refuse
from pitboss.audit.shuffle import PlayerSeed, RoundChance, digest_of
from pitboss.audit.shuffle_format import (
    FairnessEvent,
    SeedCommitted,
    SeedPledged,
    SeedRevealed,
    SeedsClosed,
    SeedsFixed,
    SeedTaken,
    WitnessShown,
)

LONGEST_SEED = 128
_HASH = re.compile("[0-9a-f]{64}")


class Stage(StrEnum):
    """How far the shuffle of a round has come."""

    TAKING_SEEDS = "taking players' seeds"
    SHOWING_SEEDS = "players show their seeds"
    AWAITING_WITNESS = "waiting for the witness"
    CLOSED = "closed"
    REVEALED = "revealed"


class PlayerPledge(NamedTuple):
    """What a player is bound by."""

    player: str
    pledge: str


class Fairness(msgspec.Struct, frozen=True):
    """The public side of one round's shuffle; the server seed is in it only once it is revealed."""

    round: str
    commitment: str
    stage: Stage = Stage.TAKING_SEEDS
    seeds: tuple[PlayerSeed, ...] = ()
    server_seed: str | None = None
    chain: str = ""  # that the server seed is of; without one it was drawn for this round
    link: int = 0
    pledges: tuple[PlayerPledge, ...] = ()
    witness: str = ""  # the chain of the witness who adds a seed
    witness_link: int = 0
    witness_commitment: str = ""
    witness_seed: str = ""  # once it is shown

    @property
    def closed(self) -> bool:
        """Whether all that the cards follow from is fixed, so that they may be dealt."""
        return self.stage in (Stage.CLOSED, Stage.REVEALED)

    @property
    def awaited(self) -> list[str]:
        """The players whose seeds are still to be shown."""
        shown = {seed.player for seed in self.seeds}
        return [told.player for told in self.pledges if told.player not in shown]

    @property
    def fixed(self) -> SeedsFixed:
        """The step after which no player's seed is taken any more."""
        return SeedsFixed(round=self.round, digest=digest_of(self.round, self.commitment, self.seeds))


def next_link(round: str, chain: Chain, witness: Chain | None = None) -> SeedCommitted:
    """The first step: the round is dealt by the next seed of a chain, to which the last one shown binds the house.

    A witness whose chain goes on adds its next seed; one who did not show the last is left out.
    """
    told = SeedCommitted(round=round, commitment=chain.shown, chain=chain.name, link=chain.used + 1)
    if witness is None or not witness.goes_on:
        return told
    return replace(told, witness=witness.name, witness_link=witness.used + 1, witness_commitment=witness.shown)


def advance(fairness: Fairness | None, event: FairnessEvent) -> Fairness:
    """The shuffle after its next step; `Refused` if the step is not the next one."""
    if isinstance(event, SeedCommitted):
        if fairness is not None:
            refuse(event.round, "a second commitment", "one commitment for each round")
        names = ("round", "commitment", "chain", "link", "witness", "witness_link", "witness_commitment")
        return Fairness(**{name: getattr(event, name) for name in names})
    if fairness is None or fairness.round != event.round:
        refuse(event.round, "a step before the commitment", "the commitment to the server seed before anything else")
    match event:
        case SeedPledged():
            return _pledged(fairness, event)
        case SeedTaken():
            return _take(fairness, event)
        case SeedsClosed():
            _require(fairness, Stage.TAKING_SEEDS, "closing the seeds")
            return replace(fairness, stage=Stage.SHOWING_SEEDS if fairness.chain else Stage.CLOSED)
        case SeedsFixed() | WitnessShown():
            return _fixed(fairness, event)
        case SeedRevealed():
            return _reveal(fairness, event)


def chance(fairness: Fairness, server_seed: bytes) -> RoundChance:
    """The chance of the round for the server that holds its seed; `Refused` before the players' seeds are closed."""
    if not fairness.closed:
        refuse(fairness.round, "a card before the players' seeds are closed", "cards only after that")
    _require_bound(fairness, server_seed)
    return RoundChance(
        fairness.round, server_seed, fairness.seeds, bytes.fromhex(fairness.witness_seed) if fairness.chain else None
    )


def _pledged(fairness: Fairness, event: SeedPledged) -> Fairness:
    _require(fairness, Stage.TAKING_SEEDS, "a pledge")
    if any(told.player == event.player for told in fairness.pledges):
        refuse(fairness.round, f"a second pledge of {event.player}", "one for each player")
    if not fairness.chain or not _HASH.fullmatch(event.pledge):
        refuse(fairness.round, "a pledge that is none", "64 hexadecimal digits, in a round dealt by a chain")
    return replace(fairness, pledges=(*fairness.pledges, PlayerPledge(event.player, event.pledge)))


def _fixed(fairness: Fairness, event: SeedsFixed | WitnessShown) -> Fairness:
    if isinstance(event, WitnessShown):
        _require(fairness, Stage.AWAITING_WITNESS, "a witness's seed")
        return replace(fairness, stage=Stage.CLOSED, witness_seed=event.seed)
    _require(fairness, Stage.SHOWING_SEEDS, "fixing the seeds")
    if event != fairness.fixed:
        refuse(fairness.round, "other seeds", "those that were shown")
    return replace(fairness, stage=Stage.AWAITING_WITNESS if fairness.witness else Stage.CLOSED)


def _take(fairness: Fairness, event: SeedTaken) -> Fairness:
    _require(fairness, Stage.SHOWING_SEEDS if fairness.chain else Stage.TAKING_SEEDS, "a player's seed")
    if any(seed.player == event.player for seed in fairness.seeds):
        refuse(fairness.round, f"a second seed of {event.player}", "one seed for each player")
    if not 1 <= len(event.seed) <= LONGEST_SEED or not _is_text(event.seed):
        refuse(fairness.round, f"a seed of length {len(event.seed)}", f"text of 1 to {LONGEST_SEED} characters")
    if fairness.chain and (event.player, pledge(fairness.round, event.player, event.seed)) not in fairness.pledges:
        refuse(fairness.round, f"a seed of {event.player} that was not pledged", "the one whose hash was pledged")
    taken = (*fairness.seeds, PlayerSeed(event.player, event.seed))
    order = [told.player for told in fairness.pledges]  # and not that in which they are shown, which the house decides
    return replace(fairness, seeds=tuple(sorted(taken, key=lambda seed: order.index(seed.player))) if order else taken)


def _is_text(seed: str) -> bool:
    """Whether a seed has a form in UTF-8: half of a surrogate pair has none."""
    return not any("\ud800" <= letter <= "\udfff" for letter in seed)


def _reveal(fairness: Fairness, event: SeedRevealed) -> Fairness:
    if fairness.stage is not Stage.AWAITING_WITNESS:  # of a round that is void for it
        _require(fairness, Stage.CLOSED, "a reveal")
    _require_bound(fairness, read_seed(fairness.round, event.server_seed))
    return replace(fairness, stage=Stage.REVEALED, server_seed=event.server_seed)


def _require_bound(fairness: Fairness, server_seed: bytes) -> None:
    """The server seed must be the one that the house is bound to."""
    told = fairness.commitment
    bound = follows(fairness.chain, told, server_seed) if fairness.chain else opens(told, fairness.round, server_seed)
    if not bound:
        refuse(fairness.round, "another server seed", f"the seed whose commitment is {told}")


def _require(fairness: Fairness, stage: Stage, tried: str) -> None:
    if fairness.stage is not stage:
        refuse(fairness.round, f"{tried} while {fairness.stage}", f"this only while {stage}")

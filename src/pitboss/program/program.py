"""A game as one typed table: cards in slots, hands made of them, what each stake nets, and what is decided when.

Everything is a number: a card is a slot, a hand a list of slots and a ranking, a stake the net it brings for every
strength of its hand and every outcome of its contest, a street what is seen and what may be chosen. Nothing of a
rulebook's words is left but the names by which people are told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import HandValue, Ranking
from pitboss.program.evaluation import Evaluator, evaluator

Int64s = npt.NDArray[np.int64]
Net = Fraction | int


class Event(IntEnum):
    """How a contest ends: the player's hand against the dealer's, who qualifies or does not."""

    HIGHER = 0
    TIE = 1
    LOWER = 2
    HIGHER_UNQUALIFIED = 3
    TIE_UNQUALIFIED = 4
    LOWER_UNQUALIFIED = 5


@dataclass(frozen=True)
class Place:
    """Where cards lie: the slots of its cards, and which of them lie face up from the deal."""

    name: str
    slots: tuple[int, ...]
    face_up: tuple[int, ...] = ()


@dataclass(frozen=True)
class MadeHand:
    """The best hand, in a ranking, of the cards in some slots."""

    name: str
    slots: tuple[int, ...]
    ranking: Ranking[HandValue[Any]]

    @property
    def evaluator(self) -> Evaluator:
        """The tables that look its strength up."""
        return evaluator(self.ranking, len(self.slots))

    @property
    def strengths(self) -> int:
        """How many strengths there are, from 0 up."""
        return len(self.ranking.values)


@dataclass(frozen=True)
class Contest:
    """One hand against another, which needs a strength to qualify. Hands are given by their places in the program."""

    name: str
    hand: int
    against: int
    qualifier: int = 0


@dataclass(frozen=True, eq=False)
class Stake:
    """A wager, or a bonus that is paid `on` another's stake.

    `nets` holds for every strength of the best of its hands what one unit staked nets, in one row, or where a contest
    decides, in a row for each event.
    """

    name: str
    hands: tuple[int, ...]
    nets: tuple[tuple[Net, ...], ...]
    contest: int | None = None
    antes: int = 0  # how many antes it is when made before the deal; of a bet that is made in a decision none
    stands_on_fold: bool = False
    on: int | None = None

    @property
    def is_bonus(self) -> bool:
        """Whether nothing of its own is staked on it."""
        return self.on is not None


class Kind(StrEnum):
    """What a player may do at a street."""

    FOLD = "fold"
    WITHDRAW = "withdraw"
    CHECK = "check"
    BET = "bet"


@dataclass(frozen=True)
class Strong:
    """The hand, and how strong it must be, that a choice takes."""

    hand: int
    least: int


@dataclass(frozen=True)
class Choice:
    """One thing to choose: a fold, a check, to withdraw a stake, or a bet of so many times its bases together."""

    kind: Kind
    stake: int = -1  # what is bet or withdrawn
    times: int = 0
    bases: tuple[int, ...] = ()
    needs: Strong | None = None
    ends: bool = False  # nothing more is decided in the round

    @property
    def name(self) -> str:
        """As people are told: "fold", "check", "withdraw" or "2x"."""
        return f"{self.times}x" if self.kind is Kind.BET else str(self.kind)


@dataclass(frozen=True)
class Street:
    """A decision: the slots seen by then, the player's own among them; what may be chosen, what risks least first."""

    name: str
    seen: tuple[int, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """A game, or some wagers of it, ready for arrays. The first place holds the player's own cards."""

    name: str
    places: tuple[Place, ...]
    hands: tuple[MadeHand, ...]
    stakes: tuple[Stake, ...]
    streets: tuple[Street, ...] = ()
    contests: tuple[Contest, ...] = ()
    early: tuple[int, ...] = ()  # slots that are seen before their time, from the first street on
    nets: tuple[Int64s, ...] = field(init=False, repr=False)
    unit: int = field(init=False)

    def __post_init__(self) -> None:
        """The nets of every stake as whole numbers of `unit`, the common denominator."""
        parts = (Fraction(net).denominator for stake in self.stakes for row in stake.nets for net in row)
        unit = lcm(*parts)
        object.__setattr__(self, "unit", unit)
        object.__setattr__(self, "nets", tuple(_whole(stake.nets, unit) for stake in self.stakes))
        for fault in _faults(self):
            raise ValueError(f"{self.name}: {fault}")

    @cached_property
    def slots(self) -> int:
        """How many cards a round has for one player, the table's included."""
        return 1 + max(slot for place in self.places for slot in place.slots)

    @cached_property
    def opening(self) -> tuple[int, ...]:
        """The slots seen before anything is decided: the player's own cards and what lies face up."""
        face_up = (slot for place in self.places[1:] for slot in place.face_up)
        return (*self.places[0].slots, *face_up)

    @cached_property
    def antes(self) -> tuple[int, ...]:
        """What is staked before the deal, in antes, by stake."""
        return tuple(stake.antes for stake in self.stakes)

    def hidden(self, place: Place) -> tuple[int, ...]:
        """The slots of a place that are not seen at the first street."""
        return tuple(slot for slot in place.slots if self.streets and slot not in self.streets[0].seen)

    def seeing(self, early: Sequence[int]) -> "Program":
        """The same game for one who sees the cards of some slots from the first street on."""
        streets = tuple(replace(one, seen=tuple(sorted({*one.seen, *early}))) for one in self.streets)
        return replace(self, streets=streets, early=(*self.early, *early))

    def stake(self, name: str) -> int:
        """The place of a stake by its name."""
        return next(place for place, stake in enumerate(self.stakes) if stake.name == name)


def _whole(nets: Sequence[Sequence[Net]], unit: int) -> Int64s:
    table = np.array([[int(Fraction(net) * unit) for net in row] for row in nets], dtype=np.int64)
    table.flags.writeable = False
    return table


def _faults(program: Program) -> list[str]:
    """What keeps a program from being run."""
    found = []
    slots = sorted(slot for place in program.places for slot in place.slots)
    if slots != list(range(len(slots))):
        found.append("slots are numbered from 0, each of one place")
    for stake, nets in zip(program.stakes, program.nets, strict=True):
        strengths = {program.hands[hand].strengths for hand in stake.hands}
        rankings = {id(program.hands[hand].ranking) for hand in stake.hands}
        if len(rankings) > 1:
            found.append(f"{stake.name}: hands of different rankings cannot be compared")
        elif strengths != {nets.shape[1]}:
            found.append(f"{stake.name}: a net for each of the {min(strengths)} strengths is needed")
        if len(nets) != (1 if stake.contest is None else len(Event)):
            found.append(f"{stake.name}: a row of nets for each event is needed")
    for contest in program.contests:
        hand, against = program.hands[contest.hand], program.hands[contest.against]
        if hand.ranking is not against.ranking:
            found.append(f"{contest.name}: hands of different rankings cannot be compared")
    seen = set(program.opening)
    for street in program.streets:
        if not seen <= set(street.seen):
            found.append(f"{street.name}: what was seen before is not seen any more")
        seen = set(street.seen)
        if all(choice.needs or choice.kind is Kind.WITHDRAW for choice in street.choices):
            found.append(f"{street.name}: there is a hand, or a stake withdrawn, that leaves nothing to choose")
        for choice in street.choices:
            if choice.needs and not set(program.hands[choice.needs.hand].slots) <= seen:
                found.append(f"{street.name}: the hand that a {choice.name} takes is not all seen")
    return found

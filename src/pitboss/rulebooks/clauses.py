"""The clause register: every clause of a document, in our words, and how it is met."""

from enum import StrEnum

import msgspec


class Met(StrEnum):
    """How a clause is met."""

    ENFORCED = "enforced"  # code refuses or acts
    RECORDED = "recorded"  # a role attests a step, and the log keeps it
    DEFINITION = "definition"
    PHYSICAL = "physical"  # outside software

    @property
    def needs_test(self) -> bool:
        """Whether a test must be bound to a clause met this way."""
        return self in (Met.ENFORCED, Met.RECORDED)


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered or lettered clause."""

    id: str
    says: str
    met: Met
    how: str = ""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to understand an unclear clause."""

    id: str
    says: str


class Interpretation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a document is silent, contradicts itself or has a misprint: the readings, and the one taken."""

    id: str
    clauses: tuple[str, ...]
    question: str
    taken: str
    why: str
    readings: tuple[Reading, ...]
    selectable: bool = False

    def __post_init__(self) -> None:
        if self.taken not in self.choices:
            raise ValueError(f"interpretation {self.id}: '{self.taken}' is none of {', '.join(self.choices)}")

    @property
    def choices(self) -> tuple[str, ...]:
        """The ids of all readings."""
        return tuple(reading.id for reading in self.readings)

    @property
    def says(self) -> str:
        """The reading taken, in words."""
        return next(reading.says for reading in self.readings if reading.id == self.taken)

"""What an environment is set up with: terms, taken seats, their wagers, and what the meters show."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from pitboss.envs.encoding import Encoding
from pitboss.envs.stakes import Wagers, wagers_from
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation, terms_for


@dataclass(frozen=True)
class Setting:
    """A table as every round of an environment finds it: the meters too stand where they stood."""

    terms: Terms
    seated: dict[int, Wagers]
    meters: dict[str, Amount]

    @classmethod
    def of(
        cls,
        rulebook: str | Path,
        submission: Mapping[str, Any] | None,
        seats: int,
        wagers: Mapping[str, str | int] | None,
        meters: Mapping[str, str] | None,
        seat: int = 1,
    ) -> "Setting":
        """From plain values; `Refused` says which of them is not possible."""
        terms = terms_for(rulebook, dict(submission) if submission else None)
        most = terms.rulebook.seats
        if not 1 <= seats <= most:
            raise _refused(terms, f"{seats} seats", f"1 to {most}")
        if not 1 <= seat <= most:
            raise _refused(terms, f"seat {seat}", f"1 to {most}")
        unknown = sorted(set(meters or {}) - set(terms.meters))
        if unknown:
            allowed = f"one of {', '.join(terms.meters)}" if terms.meters else "none: no meter is in play"
            raise _refused(terms, f"meter {unknown[0]}", allowed)
        taken = sorted([seat, *[number for number in range(1, most + 1) if number != seat][: seats - 1]])
        staked = wagers_from(terms, wagers)
        shown = {name: Amount.parse(amount) for name, amount in (meters or {}).items()}
        return cls(terms, dict.fromkeys(taken, staked), shown)

    @property
    def ante(self) -> Amount:
        """The unit of rewards: the ante that the bets are multiples of."""
        bases = (name for decision in self.terms.rulebook.decisions[:1] for name in decision.bases)
        seated = next(iter(self.seated.values()))
        return seated[next(bases, next(iter(seated)))]

    def in_antes(self, amount: Amount) -> float:
        """An amount as a reward; the one place where money becomes a float."""
        return amount.cents / self.ante.cents


Regrets = Callable[[npt.NDArray[Any], npt.NDArray[Any], int, int], float]
"""What an action costs: by the cards seen, the actions made, the decision, and the action."""


def regret_of(setting: Setting, encoding: Encoding) -> Regrets:
    """Looks up what actions give away."""
    from pitboss.envs.regret import Regret  # noqa: PLC0415 - the mathematics take a second to load

    return Regret(setting, encoding).of


def _refused(terms: Terms, tried: str, allowed: str) -> Refused:
    return Refused(
        Violation(rulebook=terms.rulebook.id, clause="", where="the environment", tried=tried, allowed=allowed)
    )

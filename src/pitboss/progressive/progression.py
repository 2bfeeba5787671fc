"""How a meter progresses: its rate, its reset and its hidden reserve, and when a change of them may take effect.

A change is recorded at once and waits. What players have built up on a meter they built up under the terms as they
were, so a change is due only from the meter's next reset on, or at once where nothing was built up yet; and it takes
effect while no round is in play at any table of the link. It never touches the amount displayed.
"""

import msgspec
from msgspec.structs import replace

from pitboss.money import Amount, Rate
from pitboss.rulebooks import Terms
from pitboss.rulebooks.submission import MeterTerms
from pitboss.rulebooks.terms import MeterFigures

NONE = Rate(0)


class Progression(msgspec.Struct, frozen=True):
    """The terms a meter runs by: what it displays of each wager, what it keeps hidden, and what it goes back to."""

    rate: Rate
    reset: Amount
    reserve: Rate = NONE

    def hidden(self, fed: int) -> int:
        """What the reserve takes beside a contribution of the rate, both in microcents.

        >>> Progression(Rate.parse("10%"), Amount(0), Rate.parse("2.5%")).hidden(100_000)
        25000
        """
        return fed * self.reserve.per_million // self.rate.per_million


class Change(msgspec.Struct, frozen=True):
    """A change of a meter's terms that waits; `due` when nothing built up stands against it any more."""

    to: Progression
    due: bool


def progression_of(figures: MeterFigures) -> Progression:
    """The progression that a submission gives a meter."""
    return Progression(figures.rate, figures.reset)


def with_progressions(terms: Terms, progressions: dict[str, Progression]) -> Terms:
    """Terms whose meters run as they do now, rather than as they were filed."""
    meters = dict(terms.submission.meters)
    for name, progression in progressions.items():
        if name not in terms.meters:
            continue  # not offered now, as while a device is out of order
        seed = terms.meters[name].seed
        meters[name] = MeterTerms(rate=progression.rate, seed=seed, reset=progression.reset)
    return Terms(terms.rulebook, replace(terms.submission, meters=meters))

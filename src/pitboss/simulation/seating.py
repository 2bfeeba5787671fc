"""What every seat stakes, what the meters show: checked by the round engine itself before anything is simulated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.engine import open_round, play
from pitboss.engine.actions import CloseBets, PlaceWager
from pitboss.engine.wagers import least, with_required
from pitboss.mathematics.refusal import refused
from pitboss.money import Amount
from pitboss.rulebooks import Terms

Stakes = Mapping[str, Amount]


@dataclass(frozen=True)
class Seating:
    """The table as every round finds it: for each seat from 1 on its stakes, and the amounts the meters show."""

    terms: Terms
    stakes: tuple[Stakes, ...]
    meters: Mapping[str, Amount]

    @property
    def seats(self) -> int:
        """How many seats are taken: those from the dealer's left."""
        return len(self.stakes)

    @property
    def wagers(self) -> list[str]:
        """The wagers that any seat makes or may yet make in turn, in the rulebook's order."""
        made = {name for stakes in self.stakes for name in stakes}
        return [wager.name for wager in self.terms.wagers.values() if wager.name in made or wager.decision]


def seating(
    terms: Terms,
    seats: int = 1,
    stakes: Stakes | Sequence[Stakes] | None = None,
    meters: Mapping[str, Amount] | None = None,
) -> Seating:
    """A table of so many seats. Left out, every wager offered is made at its least, and meters are at their seeds.

    `stakes` holds for all seats alike, or is a list of one mapping for each seat. `Refused` cites the clause.
    """
    most = terms.rulebook.seats
    if not 1 <= seats <= most:
        raise refused(terms, "seats", str(seats), f"1 to {most}", terms.rulebook.seats_clause)
    if seats > 1 and terms.limit_is_the_tables:
        allowed = "1 seat, or a limit counted for each player"
        raise refused(terms, "seats", f"{seats} under a payout limit of the whole table", allowed)
    if stakes is None:
        stakes = least_stakes(terms)
    each = (stakes,) * seats if isinstance(stakes, Mapping) else tuple(stakes)
    if len(each) != seats:
        raise refused(
            terms, "stakes", f"{len(each)} stakes for {seats} seats", f"one mapping, or one for each of {seats} seats"
        )
    shown = {name: figures.seed for name, figures in terms.meters.items()}
    for name in (meters or {}).keys() - shown.keys():
        allowed = f"one of {', '.join(shown)}" if shown else "none: no meter is in play under this submission"
        raise refused(terms, f"meter {name}", "an unknown meter", allowed)
    completed = tuple(with_required(terms, one) for one in each)
    for number, one in enumerate(completed, 1):
        # The judge of what may be staked is the round itself.
        play(open_round(terms), *(PlaceWager(number, name, amount) for name, amount in one.items()), CloseBets())
    return Seating(terms, completed, shown | dict(meters or {}))


def least_stakes(terms: Terms) -> dict[str, Amount]:
    """Every wager that can be made before the deal, at the least it may be."""
    stakes: dict[str, Amount] = {}
    for wager in terms.wagers.values():
        if not wager.decision:
            stakes[wager.name] = least(terms, wager, stakes)
    return stakes


def main_stakes(terms: Terms, ante: Amount | None = None) -> dict[str, Amount]:
    """The wagers that a round needs, and no other."""
    stakes = with_required(terms, {})
    return dict.fromkeys(stakes, ante) if ante else stakes

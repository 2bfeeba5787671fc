"""A session and a table's day together: everything that `pitboss risk` tells."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.mathematics import risk as risks
from pitboss.mathematics.combined import RoundResult, notes_on, round_result
from pitboss.mathematics.html import html_table
from pitboss.mathematics.sessions import SessionSums, sums
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.simulation.table_day import TableDay, table_day

Stage = Callable[[str], None]
"""Is told in words what is being done."""
_NOTHING: Mapping[str, Amount] = {}


@dataclass(frozen=True)
class RiskReport:
    """A round, the sum of some, whether a bankroll lasts, and what the house keeps in a day."""

    terms: Terms
    result: RoundResult
    rounds: int
    session: SessionSums
    ruin: risks.Ruin
    day: TableDay

    @property
    def notes(self) -> tuple[str, ...]:
        """What the figures hold for."""
        of_table = (self.day.note,) if self.day.note else ()
        return (*notes_on(self.terms, self.result), *of_table)

    def _repr_html_(self) -> str:
        money = self.terms.rulebook.currency.number
        take, margins = self.day.take, self.day.margins

        def amount(value: Fraction | float, margin: float = 0.0) -> str:
            return money(float(value)) + (f" ± {money(margin)}" if margin else "")

        rows = [
            ("a round: expected result", amount(self.result.spread.mean)),
            ("a round: standard deviation", amount(self.result.spread.standard_deviation)),
            (f"ahead after {self.rounds:,} rounds", f"{self.session.above(Fraction(0)):.4%}"),
            *((f"{float(share):.1%} end at or below", amount(self.session.quantile(share))) for share in SHOWN),
            (f"a bankroll of {amount(self.ruin.bankroll)} is lost", f"{self.ruin.chance:.4%}"),
            ("the house: hold by table-hour", amount(take.hold_per_hour, margins.hold_per_hour)),
            ("the house: deviation by table-hour", amount(take.deviation_per_hour, margins.deviation_per_hour)),
            ("the house: days that lose", f"{take.loses:.2%}" + (f" ± {margins.loses:.2%}" if margins.loses else "")),
        ]
        heading = f"{self.terms.rulebook.title}: risk at an ante of {self.terms.money(self.result.ante)}"
        return html_table(heading, rows, notes=self.notes)


SHOWN = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))


def risk_of(  # noqa: PLR0913 - one argument for each question
    terms: Terms,
    ante: Amount | None = None,
    bankroll: Amount | None = None,
    *,
    stakes: Mapping[str, Amount] = _NOTHING,
    meters: Mapping[str, Amount] = _NOTHING,
    rounds: int,
    seats: int,
    hours: int,
    rounds_per_hour: int,
    report: Stage = lambda _: None,
) -> RiskReport:
    """Counted one after the other; `report` is told what. A hundred antes are held unless it is said."""
    result = round_result(terms, ante, stakes, meters)
    report(f"Adding up {rounds:,} rounds ...")
    session = sums(result.spread, rounds)
    report(f"Following the bankroll through {rounds:,} rounds ...")
    cents = bankroll.cents if bankroll is not None else 100 * result.ante.cents
    ruin = risks.ruin(result.spread, Fraction(cents, 100), rounds)
    report("Dealing the table's rounds and adding up its day; pairs of seats are counted once on a machine ...")
    day = table_day(terms, result, stakes, meters, seats=seats, hours=hours, rounds_per_hour=rounds_per_hour)
    return RiskReport(terms, result, rounds, session, ruin, day)

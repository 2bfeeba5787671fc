"""What the wagers of a round add to the meters, and when.

By the taken reading a contribution is made when the wager is accepted, at "no more bets", so that a jackpot won in the
round includes it; by the other one, when the round is settled.
"""

from collections.abc import Iterable

from pitboss.engine.events import MeterFed, RoundEvent
from pitboss.engine.lines import Result
from pitboss.engine.state import Round

READING = "contribution-time"
WHEN_SETTLED = "settled"

Stake = tuple[int, str]
"""A seat and a wager of it."""


def at_no_more_bets(round: Round) -> list[RoundEvent]:
    """What the wagers accepted add at once."""
    return [] if _when_settled(round) else fed(round, _stakes(round))


def at_the_end(round: Round) -> list[RoundEvent]:
    """What they add when the round is settled: nothing if they did at once."""
    return fed(round, _stakes(round)) if _when_settled(round) else []


def at_a_void(round: Round, back: list[Stake]) -> list[RoundEvent]:
    """Stakes that go back take off what they had added; what stands for good adds its part if it has not yet."""
    if _when_settled(round):
        return fed(round, [stake for stake in _stakes(round) if stake not in back])
    return given_back(round, back)


def given_back(round: Round, stakes: Iterable[Stake]) -> list[RoundEvent]:
    """What returned stakes had added, taken off the meters again."""
    if _when_settled(round) or not round.closed:
        return []
    return fed(round, stakes, sign=-1)


def fed(round: Round, stakes: Iterable[Stake], sign: int = 1) -> list[RoundEvent]:
    """The contributions of some stakes, meter by meter."""
    found: list[RoundEvent] = []
    named = list(stakes)
    for meter in round.terms.meters.values():
        amounts = (round.seats[seat].wagers[wager] for seat, wager in named if wager in meter.wagers)
        microcents = sum(meter.rate.of(amount) for amount in amounts)
        if microcents:
            found.append(MeterFed(meter.name, sign * microcents))
    return found


def _when_settled(round: Round) -> bool:
    return round.terms.reading(READING) == WHEN_SETTLED


def _stakes(round: Round) -> list[Stake]:
    """Every stake that was not given back."""
    back = {(line.seat, line.wager) for line in round.lines if line.result is Result.RETURNED}
    stakes = ((number, wager) for number, seat in round.seats.items() for wager in seat.wagers)
    return [stake for stake in stakes if stake not in back]

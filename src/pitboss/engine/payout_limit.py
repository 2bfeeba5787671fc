"""The aggregate payout limit: where winnings of a round go over it, lines take the excess back."""

from collections.abc import Iterable, Iterator

from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.state import Round
from pitboss.money import Amount

FROM = (Source.TABLE_INVENTORY, Source.PRIZE)
"""Where winnings that can count come from; what a meter pays never counts."""


def cut(round: Round, new: list[SettlementLine]) -> list[SettlementLine]:
    """The lines by which the limit cuts what this turn pays; stakes are always returned."""
    limit = round.terms.payout_limit
    if limit is None:
        return []
    cuts: list[SettlementLine] = []
    for number in sorted({line.seat for line in new}, reverse=True):
        mine = [line for line in new if line.seat == number]
        earlier = (*round.lines, *round.held)
        if round.terms.limit_is_the_tables:
            before = _counted(round, (*earlier, *(line for line in new if line.seat > number), *cuts))
        else:
            before = _counted(round, (line for line in earlier if line.seat == number))
        excess = before + _counted(round, mine) - max(limit, before)
        cuts += _cuts(round, number, mine, excess)
    return cuts


def _cuts(round: Round, seat: int, new: list[SettlementLine], excess: Amount) -> Iterator[SettlementLine]:
    """What goes back where it came from: to the table inventory first, then to the fund of the wheel's prize."""
    rule, limit = round.terms.rulebook.payout_limit, round.terms.payout_limit
    assert rule is not None
    for source in FROM:
        part = min(excess, _counted(round, (line for line in new if line.source is source)))
        if part > Amount.ZERO:
            excess -= part
            yield SettlementLine(
                seat=seat,
                wager="payout_limit",
                hand=f"aggregate payout limit {limit}",
                result=Result.LIMITED,
                paid=-part,
                returned=-part,
                clause=rule.clause,
                source=source,
            )


def _counted(round: Round, lines: Iterable[SettlementLine]) -> Amount:
    rule = round.terms.rulebook.payout_limit
    assert rule is not None
    sources = FROM if round.terms.top_prize_counts else FROM[:1]
    return sum(
        (
            line.paid
            for line in lines
            if line.source in sources and (line.base in rule.counts or line.result is Result.LIMITED)
        ),
        Amount.ZERO,
    )

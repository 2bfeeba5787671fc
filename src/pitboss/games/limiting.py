"""The aggregate payout limit: where a player's winnings in a round go over it, a line takes the excess back."""

from collections.abc import Iterable

from pitboss.games.lines import Result, SettlementLine, Source
from pitboss.games.state import Round
from pitboss.money import Amount


def cut(round: Round, new: list[SettlementLine]) -> list[SettlementLine]:
    """The lines by which the limit cuts what this turn pays; stakes are always returned."""
    rule, limit = round.terms.rulebook.payout_limit, round.terms.payout_limit
    if rule is None or limit is None:
        return []
    cuts = []
    for number in sorted({line.seat for line in new}, reverse=True):
        before = _counted(round, number, (*round.lines, *round.held))
        total = before + _counted(round, number, new)
        if total > limit:
            excess = Amount.ZERO - (total - max(limit, before))
            cuts.append(
                SettlementLine(
                    seat=number,
                    wager="payout_limit",
                    hand=f"aggregate payout limit {limit}",
                    result=Result.LIMITED,
                    paid=excess,
                    returned=excess,
                    clause=rule.clause,
                )
            )
    return cuts


def _counted(round: Round, seat: int, lines: Iterable[SettlementLine]) -> Amount:
    rule = round.terms.rulebook.payout_limit
    assert rule is not None
    counting = (line for line in lines if line.seat == seat and line.source is Source.TABLE_INVENTORY)
    return sum(
        (line.paid for line in counting if line.base in rule.counts or line.result is Result.LIMITED), Amount.ZERO
    )

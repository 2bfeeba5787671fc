"""The dispute calculator: a round's cards and wagers in, its settlement line by line out.

The round is played again by the round engine, so whatever the engine refuses is refused here. Nothing is settled unless
nothing is wrong.
"""

import msgspec

from pitboss.engine.dispute.checks import missing_cards, moment_problems, spin_problems
from pitboss.engine.dispute.facts import Voided
from pitboss.engine.dispute.reader import read_dispute
from pitboss.engine.dispute.table import DisputeTable
from pitboss.engine.dispute.text import Unsettled
from pitboss.engine.lines import SettlementLine
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks.currency import Currency

__all__ = ["Answer", "SeatAnswer", "Unsettled", "VoidAnswer", "settle_dispute"]


class SeatAnswer(msgspec.Struct, frozen=True):
    """What becomes of one seat's wagers, in the order they are settled."""

    seat: int
    lines: tuple[SettlementLine, ...]
    staked: Amount
    paid: Amount  # winnings
    returned: Amount  # all that goes back to the player, stakes included
    net: Amount


class VoidAnswer(msgspec.Struct, frozen=True):
    """That the round was void: by which clause, why, and when it was found."""

    clause: str
    reason: str
    found: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settlement of a disputed round."""

    rulebook: str
    rulebook_hash: str
    void: VoidAnswer | None
    seats: tuple[SeatAnswer, ...]
    meters: dict[str, Amount]  # after the payments
    contributions: dict[str, str]  # what the round's wagers add to each meter, to the last millionth of a cent
    currency: str = Currency().code


def settle_dispute(text: str, recorded: bool = False) -> Answer:
    """The settlement of the round a text describes; `Unsettled` with a line for each thing that is wrong with it.

    What is `recorded` in a log is read as it was when it was written.
    """
    dispute, problems = read_dispute(text)
    if dispute is None:
        raise Unsettled(*problems)
    problems += moment_problems(dispute, recorded)
    table = DisputeTable(dispute, flawed=bool(problems))
    table.play_to_settlement()
    problems += table.problems
    if table.round.seats:
        ahead = list(table.ahead())
        problems += [*missing_cards(dispute, ahead), *spin_problems(dispute, ahead)]
    if problems:
        raise Unsettled(*problems)
    table.settle()
    return _answer(table)


def _answer(table: DisputeTable) -> Answer:
    """The settled round, seats in the document's order."""
    dispute, book = table.dispute, table.dispute.terms.rulebook
    seats = tuple(_seat(number, table.lines) for number in dispute.players)
    in_play = {name: meter.shows for name, meter in table.meters.items()}
    shown = {**dispute.meters, **in_play}  # meters that this round does not touch stay as they are
    fed = {name: _decimal(table.fed.get(name, 0)) for name in shown}
    return Answer(book.id, book.hash, _void(dispute.void), seats, shown, fed, book.currency.code)


def _void(void: Voided | None) -> VoidAnswer | None:
    return VoidAnswer(void.clause, void.reason, str(void.moment)) if void else None


def _seat(number: int, settled: list[SettlementLine]) -> SeatAnswer:
    lines = tuple(line for line in settled if line.seat == number)
    staked, paid, returned = (
        sum((getattr(line, field) for line in lines), Amount.ZERO) for field in ("stake", "paid", "returned")
    )
    return SeatAnswer(number, lines, staked, paid, returned, returned - staked)


def _decimal(microcents: int) -> str:
    """Microcents as an amount, exactly, with two decimals or as many as it takes.

    >>> _decimal(15_000_000), _decimal(1)
    ('0.15', '0.00000001')
    """
    whole, part = divmod(microcents, 100 * MICROCENTS_PER_CENT)
    decimals = f"{part:08d}".rstrip("0")
    return f"{whole}.{decimals:0<2}"

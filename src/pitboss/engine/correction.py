"""The correction of a round that is over: what was settled, what the facts as they are now known come to, and between
the two the difference, for each seat and each source.

What the round's wagers added to meters stays: a meter has counted what was wagered. What it paid is made good.
"""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from pitboss.engine.dispute.calculator import Unsettled, settle_dispute
from pitboss.engine.dispute.reader import read_dispute
from pitboss.engine.dispute.retelling import Facts
from pitboss.engine.events import LineSettled, MeterPaid, MeterReversed, PayoutHeld, PayoutValidated, RoundEvent
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.money import Amount
from pitboss.rulebooks import Terms, Violation
from pitboss.rulebooks.codec import json_text
from pitboss.rulebooks.parts import Account

UNDOING = (Result.REVERSED, Result.RETURNED)
"""Results of lines by which a void gives everything back, in no order that matters."""


class Settled(msgspec.Struct, frozen=True):
    """How a round stands settled: its lines seat by seat, and what meters that were won whole started again with."""

    lines: tuple[SettlementLine, ...]
    restarts: dict[str, Amount] = {}


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """Part of a seat's difference: from which source, and of which of the player's accounts."""

    source: Source
    meter: str | None
    account: Account
    amount: Amount


class SeatChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction changes for a seat: its result before and after, and where the difference comes from.

    Amounts above zero go to the player, below zero the player gives them back.
    """

    seat: int
    old: Amount
    new: Amount
    table: Amount
    meters: dict[str, Amount]
    prize: Amount
    difference: Amount  # of all sources together
    flows: tuple[Flow, ...]  # the same by source and account


class MeterChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction changes of a meter: what it pays more (below zero: gets back), and its restarts alike."""

    paid: Amount
    restarted: Amount


class Pair(msgspec.Struct, frozen=True):
    """A line as it was settled beside the same one as it should have been; None where there is none."""

    old: SettlementLine | None
    new: SettlementLine | None


class Correction(msgspec.Struct, frozen=True):
    """Old and new settlement of a round side by side, and the difference in money."""

    pairs: tuple[Pair, ...]
    seats: tuple[SeatChange, ...]
    meters: dict[str, MeterChange]

    @property
    def moved(self) -> Amount:
        """How much changes hands, whichever way."""
        return sum((max(seat.difference, -seat.difference) for seat in self.seats), Amount.ZERO)

    @property
    def changes(self) -> bool:
        """Whether anything is settled otherwise."""
        return any(pair.old != pair.new for pair in self.pairs)


def settled_as_played(terms: Terms, events: Iterable[RoundEvent]) -> Settled:
    """The settlement of a round as it was paid; a payout that was held counts once it was validated."""
    happened = list(events)
    validated = {(event.seat, event.wager) for event in happened if isinstance(event, PayoutValidated)}
    lines: list[SettlementLine] = []
    restarts: dict[str, Amount] = {}
    for event in happened:
        match event:
            case LineSettled(line):
                lines.append(line)
            case PayoutHeld(line) if (line.seat, line.wager) in validated:
                lines.append(line)
            case MeterPaid(meter, _, True):
                restarts[meter] = restarts.get(meter, Amount.ZERO) + terms.meters[meter].reset
            case MeterReversed(meter, _, True):
                restarts[meter] = restarts.get(meter, Amount.ZERO) - terms.meters[meter].reset
    return Settled(_by_seat(lines), {name: amount for name, amount in restarts.items() if amount})


def settled_again(
    terms: Terms, seats: Collection[int], meters: Mapping[str, Amount], facts: Facts, recorded: bool = False
) -> Settled:
    """The settlement that corrected facts come to; `Unsettled` where they are not lawful, or of another round.

    Cards, wagers, folds, draws, spins and what was ruled may be corrected. Rulebook, submission, the seats that played
    and what the meters showed are the round's own.
    """
    text = json_text(facts)
    answer = settle_dispute(text, recorded)
    dispute, _ = read_dispute(text)
    assert dispute is not None, "what can be settled can be read"
    problems = _other_terms(dispute.terms, terms)
    problems += _of_another_round(dispute.players, seats, dispute.meters, meters)
    if problems:
        raise Unsettled(*problems)
    lines = _by_seat(line for seat in answer.seats for line in seat.lines)
    paid = _paid_by_meters(lines)
    restarts = {
        name: _restarts(terms.meters[name].reset, answer.meters[name] - before + paid.get(name, Amount.ZERO))
        for name, before in meters.items()
        if name in answer.meters
    }
    return Settled(lines, {name: amount for name, amount in restarts.items() if amount})


def _restarts(reset: Amount, more: Amount) -> Amount:
    """The restarts in what a meter has more than it showed and did not pay: a whole number of its resets.

    A round that gives wagers back takes their contributions off the meter again; they are far smaller than a reset, so
    that rounding up finds the number.
    """
    return reset * -(-more.cents // reset.cents) if reset else Amount.ZERO


def correct(terms: Terms, old: Settled, new: Settled) -> Correction:
    """What it takes to get from one settlement of a round to another."""
    numbers = sorted({line.seat for line in (*old.lines, *new.lines)})
    seats = tuple(_seat_change(terms, number, old, new) for number in numbers)
    before, after = _paid_by_meters(old.lines), _paid_by_meters(new.lines)
    meters = {}
    for name in sorted({*before, *after, *old.restarts, *new.restarts}):
        change = MeterChange(
            paid=after.get(name, Amount.ZERO) - before.get(name, Amount.ZERO),
            restarted=new.restarts.get(name, Amount.ZERO) - old.restarts.get(name, Amount.ZERO),
        )
        if change.paid or change.restarted:
            meters[name] = change
    return Correction(tuple(_pairs(old.lines, new.lines)), seats, meters)


def _other_terms(told: Terms, terms: Terms) -> list[Violation]:
    """A refusal of terms that are not the round's own."""
    if told.rulebook.id != terms.rulebook.id:
        return [_other("rulebook", told.rulebook.id, f"{terms.rulebook.id}, by which the round was played")]
    if told.submission != terms.submission:
        return [_other("submission", "another submission", "the one by which the round was played")]
    return []


def _of_another_round(
    told: Collection[int], seats: Collection[int], shown: Mapping[str, Amount], meters: Mapping[str, Amount]
) -> list[Violation]:
    """A refusal of seats and meters that are not the round's own."""
    problems = []
    if set(told) != set(seats):
        given, played = (", ".join(map(str, sorted(numbers))) for numbers in (told, seats))
        problems.append(_other("seats", given, f"those that played the round, {played}"))
    for name, amount in meters.items():
        if shown.get(name) != amount:
            given = str(shown.get(name, "nothing"))
            problems.append(_other(f"meters {name}", given, f"{amount}, which the meter showed"))
    return problems


def _other(where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed)


def _by_seat(lines: Iterable[SettlementLine]) -> tuple[SettlementLine, ...]:
    """Lines seat by seat, in the order they were settled; then what was taken back or returned, in one fixed order."""

    def place(line: SettlementLine) -> tuple[int, int, str]:
        undone = UNDOING.index(line.result) + 1 if line.result in UNDOING else 0
        return line.seat, undone, line.wager if undone else ""

    return tuple(sorted(lines, key=place))


def _paid_by_meters(lines: Iterable[SettlementLine]) -> dict[str, Amount]:
    paid: dict[str, Amount] = {}
    for line in lines:
        if line.source is Source.METER and line.meter is not None:
            paid[line.meter] = paid.get(line.meter, Amount.ZERO) + line.paid
    return paid


def _seat_change(terms: Terms, number: int, old: Settled, new: Settled) -> SeatChange:
    before, after = ([line for line in settled.lines if line.seat == number] for settled in (old, new))
    flows = _flows(terms, before, after)

    def of(source: Source, meter: str | None = None) -> Amount:
        return sum((flow.amount for flow in flows if (flow.source, flow.meter) == (source, meter)), Amount.ZERO)

    paying = dict.fromkeys(flow.meter for flow in flows if flow.meter is not None)
    meters = {name: amount for name in paying if (amount := of(Source.METER, name))}
    result, should = _net(before), _net(after)
    return SeatChange(
        seat=number,
        old=result,
        new=should,
        table=of(Source.TABLE_INVENTORY),
        meters=meters,
        prize=of(Source.PRIZE),
        difference=should - result,
        flows=flows,
    )


def _flows(terms: Terms, before: list[SettlementLine], after: list[SettlementLine]) -> tuple[Flow, ...]:
    """What is won goes from its source to the account the line names; stakes are between the table and their own."""
    amounts: dict[tuple[Source, str, Account], Amount] = {}

    def add(key: tuple[Source, str, Account], amount: Amount) -> None:
        amounts[key] = amounts.get(key, Amount.ZERO) + amount

    for lines, sign in ((before, -1), (after, 1)):
        for line in lines:
            add((line.source, line.meter or "", line.to), line.paid * sign)
            staked = Source.TABLE_INVENTORY, "", terms.stake_account(line.base)
            add(staked, (line.returned - line.paid - line.stake) * sign)
    return tuple(
        Flow(source=source, meter=meter or None, account=account, amount=amount)
        for (source, meter, account), amount in sorted(amounts.items())
        if amount
    )


def _net(lines: list[SettlementLine]) -> Amount:
    return sum((line.returned - line.stake for line in lines), Amount.ZERO)


def _pairs(old: Iterable[SettlementLine], new: Iterable[SettlementLine]) -> list[Pair]:
    """Lines of one seat and wager beside each other, the first with the first; by seat, new lines after the old."""
    before, after = _numbered(old), _numbered(new)
    keys = sorted({**before, **after}, key=lambda key: key[0])  # by seat; within it in the order they were met
    return [Pair(before.get(key), after.get(key)) for key in keys]


def _numbered(lines: Iterable[SettlementLine]) -> dict[tuple[int, str, int], SettlementLine]:
    found: dict[tuple[int, str, int], SettlementLine] = {}
    for line in lines:
        nth = sum(key[:2] == (line.seat, line.wager) for key in found)
        found[line.seat, line.wager, nth] = line
    return found

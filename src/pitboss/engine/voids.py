"""A round that is void, wagers that are called off or forfeited: what was settled is undone by lines of its own.

A void applies to the whole round until it is over. A line that was paid, returned or collected is undone by one with
its amounts below zero, a payment of a meter by one the other way; then every stake goes back. What the readings leave
out of it, the forfeited and abandoned seats among it, stays as it was settled.
"""

from collections.abc import Callable, Iterable

from pitboss.engine.actions import CallOff, Void
from pitboss.engine.contributions import Stake, at_a_void, given_back
from pitboss.engine.events import LineSettled, MeterReversed, RoundEvent, RoundVoided, WagersCalledOff
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.once import once
from pitboss.engine.state import Phase, Round, Seat, dealt_to, refuse, stands
from pitboss.engine.till import Till
from pitboss.money import Amount
from pitboss.rulebooks.table_rules import VoidRule

AFTER_SETTLEMENT, PAID_STANDS = "void-after-settlement", "paid-stands"
AFTER_FORFEIT, STAYS = "void-after-forfeit", "stays"
AFTER_FOLD, LIVE_ONLY = "void-after-fold", "live-only"
CONTRIBUTION, KEPT = "void-contribution", "kept"


def void(round: Round, action: Void) -> list[RoundEvent]:
    """All hands are void, for a reason that the rulebook lists for this phase."""
    _check(round, action)
    settled = in_force(round.lines)
    standing = [line for line in settled if _stays(round, line)]
    lines = [line.undone(action.clause) for line in reversed(settled) if not _stays(round, line)]
    stakes = _open_stakes(round, standing)
    back = [stake for stake in stakes if not _out(round, stake)]
    till = Till(round, {})
    for number, wager in stakes:
        seat = round.seats[number]
        if (number, wager) in back:
            lines.append(_returned(seat, wager, action.clause))
        else:
            lines.append(till.given_up(seat, round.terms.wagers[wager]))
    kept = round.terms.reading(CONTRIBUTION) == KEPT
    paid = {(line.seat, line.wager) for line in standing if line.source is Source.METER}
    return [
        *map(LineSettled, lines),
        *back_to_meters(round, lambda stake: stake not in paid),
        *([] if kept else at_a_void(round, back)),
        RoundVoided(action.clause, action.reason),
    ]


@once
def void_reasons(round: Round) -> tuple[VoidRule, ...]:
    """Every reason for which a round may be void as it stands."""
    listed = round.terms.voids_in(round.phase, round.cards_from)
    return tuple(
        rule
        for rule in listed
        if not (rule.until_dealt and round.out) and not (rule.until_wagered and round.seats)
        if dealt_to(round, rule.dealt)
    )


def in_words(rules: tuple[VoidRule, ...]) -> str:
    """The reasons that would do, for one who gave another."""
    return "; ".join(f"{rule.clause} ({rule.title})" for rule in rules) or "no reason in this phase"


def not_void(clause: str, rules: tuple[VoidRule, ...]) -> str:
    """The sentence to one who gave a reason that does not void a round as it stands."""
    if not rules:
        return f"The round cannot be void under '{clause}', nor under any other clause, as it stands."
    return f"The round cannot be void under '{clause}' as it stands, only under {in_words(rules)}."


def call_off(round: Round, action: CallOff) -> list[RoundEvent]:
    """Wagers that can no longer be decided go back to everyone who has not been paid; the rest goes on."""
    _check_call_off(round, action)
    left = undecided(round, action.wagers)
    if not left:
        allowed, says = "it while such a wager is undecided", "None of these wagers is left to call off."
        raise refuse(round, action.clause, "the round", "calling wagers off", allowed, says)
    lines = [_returned(round.seats[number], wager, action.clause) for number, wager in left]
    return [
        WagersCalledOff(action.wagers, action.clause, action.reason),
        *map(LineSettled, lines),
        *back_to_meters(round, lambda stake: stake in left),
        *given_back(round, left),
    ]


def undecided(round: Round, wagers: tuple[str, ...]) -> list[Stake]:
    """The stakes on some wagers that stand and neither are settled nor wait for validation, from the dealer's right."""
    if round.finished or round.phase is Phase.WAGERS:
        return []
    held = {(line.seat, line.wager) for line in round.held}
    return [
        (number, wager)
        for number, seat in sorted(round.seats.items(), reverse=True)
        for wager in wagers
        if wager in seat.wagers and stands(round, seat, wager)
        if (number, wager) not in held and not round.settled(number, wager)
    ]


def undo_payments(round: Round, number: int, clause: str) -> list[RoundEvent]:
    """Takes back what a seat was paid or returned in this round, less what a limit cut, and what waited for it."""
    paid = [line for line in in_force(round.lines) if line.seat == number and line.returned]
    return [
        *(LineSettled(line.undone(clause)) for line in reversed(paid)),
        *back_to_meters(round, lambda stake: stake[0] == number),
    ]


def in_force(lines: Iterable[SettlementLine]) -> list[SettlementLine]:
    """The lines that were not undone."""
    found: list[SettlementLine] = []
    for line in lines:
        if line.result is not Result.REVERSED:
            found.append(line)
            continue
        undone = (other for other in reversed(found) if other.undone(line.clause) == line)
        found.remove(next(undone))
    return found


def _check(round: Round, action: Void) -> None:
    if round.finished:
        allowed = "a correction: the round is over"
        says = "The round is over; what is wrong with it is put right by a correction."
        raise refuse(round, action.clause, "the round", "a void", allowed, says)
    rules = void_reasons(round)
    if action.clause not in {rule.clause for rule in rules}:
        tried, says = f"a void under '{action.clause}'", not_void(action.clause, rules)
        raise refuse(round, action.clause, "the round", tried, in_words(rules), says)
    if not action.reason.strip():
        allowed, says = "a void that says what happened", "A void must say what happened."
        raise refuse(round, action.clause, "the round", "a void without a reason", allowed, says)


def _check_call_off(round: Round, action: CallOff) -> None:
    listed = [rule for rule in round.terms.rulebook.table.call_offs if round.phase in rule.phases]
    if (action.clause, action.wagers) not in {(rule.clause, rule.wagers) for rule in listed}:
        allowed = "; ".join(f"{rule.clause} ({rule.title})" for rule in listed) or "nothing: no wager can be called off"
        says = f"Wagers can be called off now only under {allowed}." if listed else "No wager can be called off now."
        raise refuse(round, action.clause, "the round", "calling wagers off", allowed, says)
    if not action.reason.strip():
        allowed, says = "it with a reason: what happened", "Say what happened when you call wagers off."
        raise refuse(round, action.clause, "the round", "calling wagers off", allowed, says)


def _stays(round: Round, line: SettlementLine) -> bool:
    """Whether a settled line is left as it is by a void: one that gave a stake back always is."""
    if line.result is Result.RETURNED:
        return True
    out = line.lost and _out(round, (line.seat, line.wager))
    if line.result is Result.FORFEITED or line.clause == round.seats[line.seat].abandoned:
        return out
    return out or round.terms.reading(AFTER_SETTLEMENT) == PAID_STANDS


def _out(round: Round, stake: Stake) -> bool:
    """Whether a void does not give a stake back, by the reading on how it was given up."""
    seat, reading = round.seats[stake[0]], round.terms.reading
    if seat.forfeited or (seat.abandoned and _abandoned(round, stake, seat.abandoned)):
        return reading(AFTER_FORFEIT) == STAYS
    given_up = seat.folded is not None and not round.terms.stands_on_fold(round.terms.wagers[stake[1]])
    return given_up and reading(AFTER_FOLD) == LIVE_ONLY


def _abandoned(round: Round, stake: Stake, clause: str) -> bool:
    """Whether leaving the table lost a stake: not if it was settled, or waited for validation, before."""
    if stake in {(line.seat, line.wager) for line in round.held}:
        return False
    own = [line.clause for line in in_force(round.lines) if (line.seat, line.wager) == stake]
    return not own or clause in own


def _open_stakes(round: Round, standing: list[SettlementLine]) -> list[Stake]:
    """The stakes that no standing line has settled, from the dealer's right."""
    done = {(line.seat, line.wager) for line in standing if line.stake}
    return [
        (number, wager)
        for number, seat in sorted(round.seats.items(), reverse=True)
        for wager in seat.wagers
        if (number, wager) not in done
    ]


def _returned(seat: Seat, wager: str, clause: str) -> SettlementLine:
    stake = seat.wagers[wager]
    return SettlementLine(
        seat=seat.number, wager=wager, stake=stake, result=Result.RETURNED, returned=stake, clause=clause
    )


def back_to_meters(round: Round, gone: Callable[[Stake], bool]) -> list[RoundEvent]:
    """What meters paid for stakes that do not stand, the last payment first; a reset with it if none of it stands."""
    found: list[RoundEvent] = []
    for payment in reversed(round.payments):
        seats = tuple(seat for seat in payment.seats if gone((seat, payment.wager)))
        if seats:
            each = payment.amount.cents // len(payment.seats)  # a payment is divided into equal shares
            amount, whole = Amount(each * len(seats)), seats == payment.seats
            emptied = payment.emptied and whole
            found.append(MeterReversed(payment.meter, amount, emptied, payment.wager, seats))
    return found

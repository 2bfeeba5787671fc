"""Settlement: once round the table from the dealer's right for each pass of the document, one player at a time."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.engine.actions import Settle, Spin, Validate
from pitboss.engine.contributions import at_the_end
from pitboss.engine.events import (
    CardsRevealed,
    DealerJackpotShared,
    HandOpened,
    HandRacked,
    LineSettled,
    MetersRead,
    PayoutHeld,
    PayoutValidated,
    RoundEvent,
    RoundSettled,
    StepSettled,
    WheelSpun,
)
from pitboss.engine.evolve import replay
from pitboss.engine.hands import FaceDown
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.once import once
from pitboss.engine.payment import jackpot_shared, settle_wager
from pitboss.engine.payout_limit import cut
from pitboss.engine.state import Phase, Round, Seat, place_of, refuse, refuse_now, stands
from pitboss.engine.till import Till, envy_lines
from pitboss.engine.wheel import spins_for, wins_a_spin
from pitboss.money import Amount, For, MeterShare
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import SettlementPass, Validation, Wager


class Turn(NamedTuple):
    """One player's turn in one pass."""

    step: SettlementPass
    seat: Seat
    wagers: tuple[Wager, ...]


@once
def turns(round: Round) -> tuple[Turn, ...]:
    """The turns of the settlement, in order."""
    wagered = tuple((number, tuple(seat.wagers)) for number, seat in round.seats.items())
    return tuple(Turn(step, round.seats[number], wagers) for step, number, wagers in _order(round.terms, wagered))


@lru_cache(maxsize=4096)  # asked for at every step of the settlement, and the same until its end
def _order(
    terms: Terms, wagered: tuple[tuple[int, tuple[str, ...]], ...]
) -> list[tuple[SettlementPass, int, tuple[Wager, ...]]]:
    found = []
    for step in terms.rulebook.settlement:
        for number, names in sorted(wagered, reverse=True):
            wagers = tuple(terms.wagers[name] for name in step.wagers if name in names)
            if wagers:
                found.append((step, number, wagers))
    return found


def turn_with(terms: Terms, wagered: Collection[str], wager: str) -> tuple[str, ...]:
    """The wagers of a seat that are settled in one turn with one of them, in their order; of two turns the later."""
    steps = [step for step in terms.rulebook.settlement if wager in step.wagers]
    return tuple(name for name in steps[-1].wagers if name in wagered) if steps else (wager,)


@once
def current_turn(round: Round) -> Turn | None:
    """The next turn in which something is left to settle; None when nothing is, or it is not the time."""
    if round.phase is not Phase.SETTLEMENT:
        return None
    return next((turn for turn in turns(round)[round.step :] if not _idle(round, turn)), None)


def _idle(round: Round, turn: Turn) -> bool:
    """Whether all of a turn was settled before it came, as the wagers that a fold gave up."""
    if not all(round.settled(turn.seat.number, wager.name) for wager in turn.wagers):
        return False
    envy = (line for name in turn.step.wagers for line in envy_lines(Till(round, {}), turn.seat, name))
    try:
        return next(envy, None) is None
    except FaceDown:  # it may bring something to others: that is seen first
        return False


def settle(round: Round, action: Settle) -> list[RoundEvent]:
    """The dealer settles the next player's wagers; turns in which nothing is left pass by themselves."""
    _refuse_other_phase(round, "a settlement")
    turn = current_turn(round)
    if turn is not None and spin_due(round) is not None:
        assert round.terms.wheel is not None
        allowed = f"a spin of the wheel by seat {turn.seat.number}"
        where, says = f"seat {turn.seat.number}", f"Seat {turn.seat.number} must spin the wheel first."
        raise refuse(round, round.terms.wheel.spin_clause, where, "settling the Bonus Spin", allowed, says)
    try:
        return _settle_turn(round, turn, action.meters)
    except FaceDown as hidden:
        assert turn is not None
        tried = f"settling seat {turn.seat.number} before the cards of {hidden.place} are seen"
        allowed, says = "its cards turned up and keyed first", "Turn these cards up and key them in first."
        raise refuse(round, turn.step.clause, hidden.place, tried, allowed, says) from None


def spin(round: Round, action: Spin) -> list[RoundEvent]:
    """The wheel stops for the player whose turn it is."""
    wheel = round.terms.wheel
    where = f"seat {action.seat}"
    due = spin_due(round)
    if wheel is None or due != action.seat:
        allowed = f"a spin of seat {due}" if due else "nothing: no spin is due"
        says = f"It is seat {due}'s turn to spin the wheel." if due else "No spin of the wheel is due."
        raise refuse(round, wheel.spin_clause if wheel else "", where, "a spin", allowed, says)
    if wheel.stop(action.position) is None:
        positions = ", ".join(str(stop.position) for stop in sorted(wheel.stops, key=lambda stop: stop.position))
        says = f"The wheel has no position {action.position}; it has {positions}."
        raise refuse(round, wheel.clause, where, f"wheel position {action.position}", f"one of {positions}", says)
    spun = WheelSpun(action.seat, action.position)
    return [spun, *_settle_turn(replay(round, [spun]), current_turn(round), action.meters)]


def validate(round: Round, action: Validate) -> list[RoundEvent]:
    """A floorperson validates a payout; the last one lets the settlement go on."""
    where = f"seat {action.seat}"
    held = next((line for line in round.held if (line.seat, line.wager) == (action.seat, action.wager)), None)
    if held is None:
        waiting = ", ".join(f"{line.wager} of seat {line.seat}" for line in round.held) or "nothing: none waits"
        says = f"That payout does not wait at this seat{f'; {waiting} does' if round.held else ''}."
        clause = _validation_clause(round, action.wager)
        raise refuse(round, clause, where, f"validating {action.wager}", waiting, says)
    rule = _validation(round, held)
    assert rule is not None
    document_clause = round.terms.document_clause(rule)
    if document_clause and held.source is not Source.TABLE_INVENTORY and not action.document:
        tried = f"{action.wager} without its documentation"
        allowed = "the reference of the completed documentation"
        raise refuse(round, document_clause, where, tried, allowed, f"The payout of {action.wager} needs {allowed}.")
    validated = PayoutValidated(action.seat, action.wager, action.document)
    paid: list[RoundEvent] = [validated, *_envy_waited(replay(round, [validated]), held)]
    return [*paid, *_finish(replay(round, paid))]


def _envy_waited(round: Round, held: SettlementLine) -> list[RoundEvent]:
    """What a hand brings to others once its own payout was validated; that its player left since takes none of it."""
    till, holder = Till(round, {}), replace(round.seats[held.seat], abandoned=None)
    lines = envy_lines(till, holder, held.wager)
    return [LineSettled(line) for line in (*lines, *cut(round, lines))]


@once
def spin_turn(round: Round) -> int | None:
    """The seat whose Bonus Spin is settled next: its hole cards are shown, for a pair in them turns the wheel."""
    turn = current_turn(round) if round.terms.wheel is not None else None
    if turn is None:
        return None
    spins = any(
        spins_for(round, wager)
        and stands(round, turn.seat, wager.name)
        and not round.settled(turn.seat.number, wager.name)
        for wager in turn.wagers
    )
    return turn.seat.number if spins else None


@once
def spin_due(round: Round) -> int | None:
    """The seat that must spin the wheel before the settlement goes on."""
    number = spin_turn(round)
    if number is None or number in round.spins:
        return None
    try:
        return number if wins_a_spin(round, round.seats[number]) else None
    except FaceDown:  # its cards are turned up first
        return None


def _refuse_other_phase(round: Round, tried: str) -> None:
    if round.phase is not Phase.SETTLEMENT:
        clause = round.terms.rulebook.settlement[0].clause
        if round.phase is not Phase.VALIDATION:
            raise refuse_now(round, clause, "the dealer", tried, "Nothing is settled now")
        held = f"{round.held[0].wager} of seat {round.held[0].seat}"
        says = f"A floorperson must validate the {held} before the settlement goes on."
        raise refuse(round, clause, "the dealer", tried, f"a floorperson's validation of {held} first", says)


def _settle_turn(round: Round, turn: Turn | None, meters: dict[str, Amount]) -> list[RoundEvent]:
    """The turns that pass by themselves, then one that is settled, if there is one."""
    every = turns(round)
    number = every.index(turn) if turn is not None else len(every)
    passed: list[RoundEvent] = [StepSettled()] * (number - round.step)
    round = replay(round, passed)
    events = turn_events(round, turn, meters) if turn is not None else []
    after = replay(round, events)
    racked = _racked(after, turn) if turn is not None and not after.held else []
    return [*passed, *events, *racked, *_finish(replay(after, racked))]


def turn_events(round: Round, turn: Turn, meters: dict[str, Amount]) -> list[RoundEvent]:
    """What follows in one turn; `FaceDown` if a card that decides it was not seen yet."""
    opening = _open_cards(round, turn)
    opened = replay(round, opening)
    till = Till(opened, meters)
    shared: list[RoundEvent] = []
    jackpot = jackpot_shared(opened) if round.dealer_share is None else None
    if jackpot is not None:
        shared = [DealerJackpotShared(till.take(*jackpot), len(jackpot[2]))]
        till.round = replay(opened, shared)
    lines = _lines(till, turn)
    opening += _open_cited(opened, lines)
    return [*opening, *_meter_moves(till, meters), *shared, *_pay(round, lines), StepSettled()]


def _racked(round: Round, turn: Turn) -> list[RoundEvent]:
    """A settled hand leaves play, unless a later pass comes back to it."""
    seat = round.seats[turn.seat.number]
    later = (other for other in turns(round)[round.step :] if other.seat.number == seat.number)
    if turn.step.rack_clause is None or not seat.plays or any(other.step.rack_clause for other in later):
        return []
    return [HandRacked(seat.number)]


def _open_cards(round: Round, turn: Turn) -> list[RoundEvent]:
    """Cards turned up before a turn: those a pass begins with, and the cards of a player still in."""
    events: list[RoundEvent] = []
    pass_lives = any(
        stands(round, other.seat, wager.name)
        for other in turns(round)
        if other.step is turn.step
        for wager in other.wagers
    )
    if pass_lives and not set(turn.step.reveals) <= set(round.revealed):
        _need_seen(round, *turn.step.reveals)
        events.append(CardsRevealed(turn.step.reveals))
    if turn.step.opens_hands and turn.seat.plays and turn.seat.number not in round.opened:
        _need_seen(round, place_of(turn.seat.number))
        events.append(HandOpened(turn.seat.number))
    return events


def _need_seen(round: Round, *places: str) -> None:
    for place in places:
        if place in round.laid:
            raise FaceDown(place)


def _open_cited(round: Round, lines: list[SettlementLine]) -> list[RoundEvent]:
    """A folded hand is opened only where it decides something: no line may cite a card that lies face down."""
    cited = {card for line in lines for card in line.cards}
    return [
        HandOpened(number)
        for number, seat in sorted(round.seats.items(), reverse=True)
        if number not in round.opened and not cited.isdisjoint(seat.cards)
    ]


def _meter_moves(till: Till, shown: dict[str, Amount]) -> list[RoundEvent]:
    """What the meters that pay showed, then what they paid."""
    if not till.moves:
        return []
    paying = dict.fromkeys(move.meter for move in till.moves)
    return [MetersRead({name: shown[name] for name in paying}), *till.moves]


def _lines(till: Till, turn: Turn) -> list[SettlementLine]:
    lines: list[SettlementLine] = []
    placed = {wager.name: wager for wager in turn.wagers}
    for name in turn.step.wagers:
        wager = placed.get(name)
        if wager is not None and till.round.settled(turn.seat.number, name):
            pass
        elif wager is not None and stands(till.round, turn.seat, name):
            lines += settle_wager(till, turn.seat, wager)
        elif wager is not None:
            lines.append(till.given_up(turn.seat, wager))
        if not any(line.wager == name and _validation(till.round, line) for line in lines):  # else it waits as well
            lines += envy_lines(till, turn.seat, name)
    if turn.step.losers_first:
        side = {wager.name for wager in turn.wagers if wager.offer}
        lines.sort(key=lambda line: (line.base in side, not line.lost))
    return [*lines, *cut(till.round, lines)]


def _pay(round: Round, lines: list[SettlementLine]) -> Iterator[RoundEvent]:
    for line in lines:
        rule = _validation(round, line)
        yield PayoutHeld(line, rule.clause) if rule else LineSettled(line)


def _validation(round: Round, line: SettlementLine) -> Validation | None:
    """The rule by which a payout waits for a floorperson."""
    if line.result is not Result.WIN:
        return None
    for rule in round.terms.rulebook.validations:
        if rule.wager == line.wager and _large_enough(rule, line):
            return rule
    return None


def _large_enough(rule: Validation, line: SettlementLine) -> bool:
    if rule.odds is None or isinstance(line.odds, MeterShare):
        return True
    assert isinstance(rule.odds, For)
    return isinstance(line.odds, For) and line.odds.as_fraction >= rule.odds.as_fraction


def _validation_clause(round: Round, wager: str) -> str:
    return next((rule.clause for rule in round.terms.rulebook.validations if rule.wager == wager), "")


def _finish(round: Round) -> list[RoundEvent]:
    """When the last turn is over and nothing waits: every hand is racked, and the round is settled."""
    if round.phase is not Phase.SETTLEMENT or round.step < len(turns(round)):
        return []
    held = {number for number, seat in round.seats.items() if seat.cards or place_of(number) in round.laid}
    left = [number for number in sorted(held, reverse=True) if not round.seats[number].racked]
    return [*map(HandRacked, left), *at_the_end(round), RoundSettled()]

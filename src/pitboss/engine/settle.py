"""Settlement: once round the table from the dealer's right for each pass of the document, one player at a time."""

from collections.abc import Iterator
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
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.payment import jackpot_shared, settle_wager
from pitboss.engine.payout_limit import cut
from pitboss.engine.state import Phase, Round, Seat, refuse, stands
from pitboss.engine.till import Till, envy_lines
from pitboss.engine.wheel import spins_for, wins_a_spin
from pitboss.money import Amount, For, MeterShare
from pitboss.rulebooks.parts import SettlementPass, Validation, Wager


class Turn(NamedTuple):
    """One player's turn in one pass."""

    step: SettlementPass
    seat: Seat
    wagers: tuple[Wager, ...]


def turns(round: Round) -> list[Turn]:
    """All turns of the settlement, in order."""
    found = []
    for step in round.terms.rulebook.settlement:
        for _, seat in sorted(round.seats.items(), reverse=True):
            wagers = tuple(round.terms.wagers[name] for name in step.wagers if name in seat.wagers)
            if wagers:
                found.append(Turn(step, seat, wagers))
    return found


def current_turn(round: Round) -> Turn | None:
    """The next turn in which something is left to settle; None when nothing is, or it is not the time."""
    if round.phase is not Phase.SETTLEMENT:
        return None
    return next((turn for turn in turns(round)[round.step :] if not _idle(round, turn)), None)


def _idle(round: Round, turn: Turn) -> bool:
    """Whether all of a turn was settled before it came, as the wagers that a fold gave up."""
    left = any(not round.settled(turn.seat.number, wager.name) for wager in turn.wagers)
    envy = (line for name in turn.step.wagers for line in envy_lines(Till(round, {}), turn.seat, name))
    return not left and next(envy, None) is None


def settle(round: Round, action: Settle) -> list[RoundEvent]:
    """The dealer settles the next player's wagers; turns in which nothing is left pass by themselves."""
    _refuse_other_phase(round, "a settlement")
    turn = current_turn(round)
    if turn is not None and spin_due(round) is not None:
        assert round.terms.wheel is not None
        allowed = f"a spin of the wheel by seat {turn.seat.number}"
        raise refuse(
            round, round.terms.wheel.spin_clause, f"seat {turn.seat.number}", "settling the Bonus Spin", allowed
        )
    return _settle_turn(round, turn, action.meters)


def spin(round: Round, action: Spin) -> list[RoundEvent]:
    """The wheel stops for the player whose turn it is."""
    wheel = round.terms.wheel
    where = f"seat {action.seat}"
    due = spin_due(round)
    if wheel is None or due != action.seat:
        allowed = f"a spin of seat {due}" if due else "nothing: no spin is due"
        raise refuse(round, wheel.spin_clause if wheel else "", where, "a spin", allowed)
    if wheel.stop(action.position) is None:
        positions = ", ".join(str(stop.position) for stop in sorted(wheel.stops, key=lambda stop: stop.position))
        raise refuse(round, wheel.clause, where, f"wheel position {action.position}", f"one of {positions}")
    spun = WheelSpun(action.seat, action.position)
    return [spun, *_settle_turn(replay(round, [spun]), current_turn(round), action.meters)]


def validate(round: Round, action: Validate) -> list[RoundEvent]:
    """A floorperson validates a payout; the last one lets the settlement go on."""
    where = f"seat {action.seat}"
    held = next((line for line in round.held if (line.seat, line.wager) == (action.seat, action.wager)), None)
    if held is None:
        waiting = ", ".join(f"{line.wager} of seat {line.seat}" for line in round.held) or "nothing: none waits"
        raise refuse(round, _validation_clause(round, action.wager), where, f"validating {action.wager}", waiting)
    rule = _validation(round, held)
    assert rule is not None
    document_clause = round.terms.document_clause(rule)
    if document_clause and held.source is not Source.TABLE_INVENTORY and not action.document:
        tried = f"{action.wager} without its documentation"
        raise refuse(round, document_clause, where, tried, "the reference of the completed documentation")
    validated = PayoutValidated(action.seat, action.wager, action.document)
    paid: list[RoundEvent] = [validated, *_envy_waited(replay(round, [validated]), held)]
    return [*paid, *_finish(replay(round, paid))]


def _envy_waited(round: Round, held: SettlementLine) -> list[RoundEvent]:
    """What a hand brings to others once its own payout was validated; that its player left since takes none of it."""
    till, holder = Till(round, {}), replace(round.seats[held.seat], abandoned=None)
    lines = envy_lines(till, holder, held.wager)
    return [LineSettled(line) for line in (*lines, *cut(round, lines))]


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


def spin_due(round: Round) -> int | None:
    """The seat that must spin the wheel before the settlement goes on."""
    number = spin_turn(round)
    if number is None or number in round.spins:
        return None
    return number if wins_a_spin(round, round.seats[number]) else None


def _refuse_other_phase(round: Round, tried: str) -> None:
    if round.phase is not Phase.SETTLEMENT:
        allowed = f"nothing: the round is in {round.phase}"
        if round.phase is Phase.VALIDATION:
            allowed = f"a floorperson's validation of {round.held[0].wager} of seat {round.held[0].seat} first"
        raise refuse(round, round.terms.rulebook.settlement[0].clause, "the dealer", tried, allowed)


def _settle_turn(round: Round, turn: Turn | None, meters: dict[str, Amount]) -> list[RoundEvent]:
    """The turns that pass by themselves, then one that is settled, if there is one."""
    every = turns(round)
    number = every.index(turn) if turn is not None else len(every)
    passed: list[RoundEvent] = [StepSettled()] * (number - round.step)
    round = replay(round, passed)
    events = _turn_events(round, turn, meters) if turn is not None else []
    after = replay(round, events)
    racked = _racked(after, turn) if turn is not None and not after.held else []
    return [*passed, *events, *racked, *_finish(replay(after, racked))]


def _turn_events(round: Round, turn: Turn, meters: dict[str, Amount]) -> list[RoundEvent]:
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
        events.append(CardsRevealed(turn.step.reveals))
    if turn.step.opens_hands and turn.seat.plays and turn.seat.number not in round.opened:
        events.append(HandOpened(turn.seat.number))
    return events


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
    left = [number for number, seat in sorted(round.seats.items(), reverse=True) if seat.cards and not seat.racked]
    return [*map(HandRacked, left), *at_the_end(round), RoundSettled()]

"""Settlement: once round the table from the dealer's right for each pass of the document, one player at a time."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.games.actions import Settle, Spin, Validate, Void
from pitboss.games.crazy_four import settlement as crazy_four
from pitboss.games.criss_cross import settlement as criss_cross
from pitboss.games.events import (
    CardsRevealed,
    DealerJackpotShared,
    HandOpened,
    LineSettled,
    MeterFed,
    MetersRead,
    PayoutHeld,
    PayoutValidated,
    RoundEvent,
    RoundSettled,
    RoundVoided,
    StepSettled,
    WheelSpun,
)
from pitboss.games.evolving import replay
from pitboss.games.limiting import cut
from pitboss.games.lines import Result, SettlementLine, Source
from pitboss.games.refusing import refuse
from pitboss.games.standing import stands
from pitboss.games.state import Phase, Round, Seat
from pitboss.games.till import Till
from pitboss.money import Amount, For, MeterShare
from pitboss.rulebooks.parts import Decides, SettlementPass, Validation, Wager

Settler = Callable[[Till, Seat, Wager], list[SettlementLine]]

SETTLERS: dict[Decides, Settler] = {
    Decides.ACROSS: criss_cross.settle_across,
    Decides.DOWN: criss_cross.settle_down,
    Decides.BETTER: criss_cross.settle_middle,
    Decides.COMMUNITY: criss_cross.settle_five_card_bonus,
    Decides.HOLE_AND_BURNS: criss_cross.settle_six_card_bonus,
    Decides.HOLE_PAIR: criss_cross.settle_bonus_spin,
    Decides.DUEL: crazy_four.settle_duel,
    Decides.SUPER_BONUS: crazy_four.settle_super_bonus,
    Decides.FOUR_CARD: crazy_four.settle_four_card,
    Decides.FIVE_CARD: crazy_four.settle_five_card,
    Decides.DEALER_FIVE_CARD: crazy_four.settle_dealer_five_card,
    Decides.TABLE_BEST: crazy_four.settle_cover_all,
}


class Turn(NamedTuple):
    """One player's turn in one pass."""

    step: SettlementPass
    seat: Seat
    wagers: tuple[Wager, ...]
    first: bool  # the first turn of its pass


def turns(round: Round) -> list[Turn]:
    """All turns of the settlement, in order."""
    found = []
    for step in round.terms.rulebook.settlement:
        first = True
        for _, seat in sorted(round.seats.items(), reverse=True):
            wagers = tuple(round.terms.wagers[name] for name in step.wagers if name in seat.wagers)
            if wagers:
                found.append(Turn(step, seat, wagers, first))
                first = False
    return found


def settle(round: Round, action: Settle) -> list[RoundEvent]:
    """The dealer settles the next player's wagers."""
    turn = _next_turn(round, "a settlement")
    if spin_due(round) is not None:
        assert round.terms.wheel is not None
        allowed = f"a spin of the wheel by seat {turn.seat.number}"
        raise refuse(round, round.terms.wheel.clause, f"seat {turn.seat.number}", "settling the Bonus Spin", allowed)
    if draw_due(round):
        clause = round.terms.rulebook.bonuses[0].clause
        raise refuse(round, clause, "the dealer", "a settlement", "the draw of Magic Card and lucky position first")
    return _settle_turn(round, turn, action.meters)


def spin(round: Round, action: Spin) -> list[RoundEvent]:
    """The wheel stops for the player whose turn it is."""
    wheel = round.terms.wheel
    clause = wheel.clause if wheel else ""
    where = f"seat {action.seat}"
    due = spin_due(round)
    if wheel is None or due != action.seat:
        allowed = f"a spin of seat {due}" if due else "nothing: no spin is due"
        raise refuse(round, clause, where, "a spin", allowed)
    if wheel.stop(action.position) is None:
        positions = ", ".join(str(stop.position) for stop in sorted(wheel.stops, key=lambda stop: stop.position))
        raise refuse(round, clause, where, f"wheel position {action.position}", f"one of {positions}")
    spun = WheelSpun(action.seat, action.position)
    return [spun, *_settle_turn(replay(round, [spun]), _next_turn(round, "a spin"), action.meters)]


def validate(round: Round, action: Validate) -> list[RoundEvent]:
    """A floorperson validates a payout; the last one lets the settlement go on."""
    where = f"seat {action.seat}"
    held = next((line for line in round.held if (line.seat, line.wager) == (action.seat, action.wager)), None)
    if held is None:
        waiting = ", ".join(f"{line.wager} of seat {line.seat}" for line in round.held) or "nothing: none waits"
        raise refuse(round, _validation_clause(round, action.wager), where, f"validating {action.wager}", waiting)
    rule = _validation(round, held)
    assert rule is not None
    if rule.document_clause and held.source is not Source.TABLE_INVENTORY and not action.document:
        tried = f"{action.wager} without its documentation"
        raise refuse(round, rule.document_clause, where, tried, "the reference of the completed documentation")
    validated = PayoutValidated(action.seat, action.wager, action.document)
    return [validated, *_finish(replay(round, [validated]))]


def void(round: Round, action: Void) -> list[RoundEvent]:
    """All hands are void: every wager of the round goes back, of those who folded too."""
    if round.step or round.lines or round.finished:
        allowed = f"nothing: the round is in {round.phase}, and paid wagers stand"
        raise refuse(round, action.clause, "the round", "a void", allowed)
    returned = [
        SettlementLine(
            seat=seat.number, wager=name, stake=stake, result=Result.RETURNED, returned=stake, clause=action.clause
        )
        for _, seat in sorted(round.seats.items(), reverse=True)
        for name, stake in seat.wagers.items()
    ]
    return [*map(LineSettled, returned), RoundVoided(action.clause, action.reason)]


def spin_turn(round: Round) -> int | None:
    """The seat whose Bonus Spin is settled next: its hole cards are shown, for a pair in them turns the wheel."""
    if round.phase is not Phase.SETTLEMENT or round.terms.wheel is None:
        return None
    turn = turns(round)[round.step]
    spins = any(wager.decided_by is Decides.HOLE_PAIR and stands(round, turn.seat, wager.name) for wager in turn.wagers)
    return turn.seat.number if spins else None


def spin_due(round: Round) -> int | None:
    """The seat that must spin the wheel before the settlement goes on."""
    number = spin_turn(round)
    if number is None or number in round.spins:
        return None
    return number if criss_cross.turns_the_wheel(round.seats[number]) else None


def draw_due(round: Round) -> bool:
    """Whether the table system must draw before the settlement begins."""
    terms = round.terms
    if round.drawn or not any(terms.offers(bonus.name) for bonus in terms.rulebook.bonuses):
        return False
    return any(
        terms.wagers[name].offer == "five_card_hand_bonus" and stands(round, seat, name)
        for seat in round.seats.values()
        for name in seat.wagers
    )


def _next_turn(round: Round, tried: str) -> Turn:
    if round.phase is not Phase.SETTLEMENT:
        allowed = f"nothing: the round is in {round.phase}"
        if round.phase is Phase.VALIDATION:
            allowed = f"a floorperson's validation of {round.held[0].wager} of seat {round.held[0].seat} first"
        raise refuse(round, round.terms.rulebook.settlement[0].clause, "the dealer", tried, allowed)
    return turns(round)[round.step]


def _settle_turn(round: Round, turn: Turn, meters: dict[str, Amount]) -> list[RoundEvent]:
    opening = _open_cards(round, turn)
    opened = replay(round, opening)
    till = Till(opened, meters)
    shared: list[RoundEvent] = []
    jackpot = crazy_four.dealer_jackpot(opened) if round.step == 0 and "dealer" in round.revealed else None
    if jackpot is not None:
        shared = [DealerJackpotShared(till.take(*jackpot))]
        till.round = replay(opened, shared)
    lines = _lines(till, turn)
    opening += _open_cited(opened, lines)
    moves = _meter_moves(till, meters)
    events: list[RoundEvent] = [*opening, *moves, *shared, *_pay(round, lines), StepSettled()]
    return [*events, *_finish(replay(round, events))]


def _open_cards(round: Round, turn: Turn) -> list[RoundEvent]:
    """Cards turned up before a turn: those a pass begins with, and the cards of a player still in."""
    events: list[RoundEvent] = []
    pass_lives = any(
        stands(round, other.seat, wager.name)
        for other in turns(round)
        if other.step is turn.step
        for wager in other.wagers
    )
    if turn.first and turn.step.reveals and pass_lives:
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
        if wager is not None and stands(till.round, turn.seat, name):
            lines += SETTLERS[wager.decided_by](till, turn.seat, wager)
        elif wager is not None:
            lines.append(till.given_up(turn.seat, wager))
        lines += crazy_four.envy_lines(till, turn.seat, name)
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
    """When the last turn is over and nothing waits: the round is settled, and its wagers feed the meters."""
    if round.phase is not Phase.SETTLEMENT or round.step < len(turns(round)):
        return []
    fed = []
    for meter in round.terms.meters.values():
        stakes = (seat.wagers.get(name) for seat in round.seats.values() for name in meter.wagers)
        microcents = sum(meter.rate.of(stake) for stake in stakes if stake)
        if microcents:
            fed.append(MeterFed(meter.name, microcents))
    return [*fed, RoundSettled()]

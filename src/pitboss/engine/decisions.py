"""Decisions in turn: of a bet, a check, a withdrawal and a fold what the rulebook offers; then cards are turned up."""

from pitboss.engine.actions import Bet, Check, Fold, PlayerChoice, Reveal, Withdraw
from pitboss.engine.events import BetMade, CardsRevealed, Checked, LineSettled, RoundEvent, WagerWithdrawn
from pitboss.engine.forfeits import collected, folded
from pitboss.engine.hands import made
from pitboss.engine.lines import Result, SettlementLine
from pitboss.engine.once import once
from pitboss.engine.state import Phase, Round, Seat, place_of, refuse, refuse_now
from pitboss.money import Amount
from pitboss.rulebooks import Refused, either
from pitboss.rulebooks.parts import Decision
from pitboss.rulebooks.rulebook import READING

AMOUNTS = "bet-amounts"


def current_decision(round: Round) -> Decision:
    """The decision the players are making, or that the next reveal ends."""
    return round.terms.rulebook.decisions[round.stage]


@once
def to_act(round: Round) -> int | None:
    """The seat whose turn it is: from the dealer's left, clockwise."""
    if round.phase is not Phase.DECISION:
        return None
    return next((seat.number for seat in round.deciding if seat.number not in round.acted), None)


def bet_amounts(round: Round, seat: Seat) -> list[Amount]:
    """The bets a player may make now, in times the base; none where the decision has no bet."""
    decision = current_decision(round)
    raised = decision.raised
    seen = place_of(seat.number) not in round.laid  # a hand that nobody has seen allows what every hand does
    strong = raised is not None and seen and raised.least_hand.met_by(made(round, seat, raised.of).value)
    base = decision.base_of(seat.wagers)
    return [base * times for times in (decision.raised_times if strong else decision.times)]


def bet_bounds(round: Round, seat: Seat) -> tuple[Amount, Amount]:
    """The least and the most a player may bet now; nothing where the decision has no bet."""
    amounts = bet_amounts(round, seat) or [Amount.ZERO]
    return amounts[0], amounts[-1]


def bet_unit(round: Round) -> Amount | None:
    """What a bet must be a multiple of where any amount between the bounds will do; None: whole times the base only."""
    decision = current_decision(round)
    if decision.bet is None or decision.multiples or round.terms.reading(AMOUNTS) != "any":
        return None
    limits = round.terms.limits(round.terms.wagers[decision.bases[0]])
    assert limits is not None
    return limits.unit


def withdrawable(round: Round, seat: Seat) -> str | None:
    """The wager that a player may take back now."""
    wager = current_decision(round).withdraws
    return wager if wager is not None and wager in seat.wagers and wager not in seat.withdrawn else None


def passive(round: Round, number: int) -> PlayerChoice:
    """What is done for a player who does nothing: a check where there is one, else a fold."""
    return Check(number) if current_decision(round).check_clause else Fold(number)


def bet(round: Round, action: Bet) -> list[RoundEvent]:
    """A player makes the bet."""
    seat = _in_turn(round, action.seat, "a bet")
    decision = current_decision(round)
    where = f"seat {action.seat}"
    if decision.bet is None:
        raise _not_offered(round, seat, "a bet")
    wager = round.terms.wagers[decision.bet]
    least, most = bet_bounds(round, seat)
    tried = f"{wager.title} {action.amount}"
    unit, others, money = bet_unit(round), _offered(round, seat, bets=False), round.terms.money
    given = f"{money(action.amount)} was given."
    instead = f"{given} The alternative is {others}." if others else given
    if unit is None and action.amount not in bet_amounts(round, seat):
        allowed = " or ".join(map(str, bet_amounts(round, seat)))
        says = f"{wager.title} must be {either([*map(money, bet_amounts(round, seat))])}; {instead}"
        raise refuse(round, decision.clause, where, tried, f"{allowed}, or {others}", says)
    if not least <= action.amount <= most:
        between = str(least) if least == most else f"{least} to {most}"
        says = f"{wager.title} must be between {money(least)} and {money(most)}; {instead}"
        if least == most:
            says = f"{wager.title} must be {money(least)}; {instead}"
        raise refuse(round, decision.clause, where, tried, f"{between}, or {others}", says)
    if unit is not None and not action.amount.is_multiple_of(unit):
        allowed = f"a multiple of {unit}, the unit of the submission"
        says = f"{wager.title} must be a multiple of {money(unit)} at this table; {given}"
        raise refuse(round, f"{READING}{AMOUNTS}", where, tried, allowed, says)
    return [BetMade(action.seat, decision.bet, action.amount)]


def check(round: Round, action: Check) -> list[RoundEvent]:
    """A player stays in without a bet."""
    seat = _in_turn(round, action.seat, "a check")
    decision = current_decision(round)
    if decision.check_clause is None:
        raise _not_offered(round, seat, "a check")
    return [Checked(action.seat)]


def withdraw(round: Round, action: Withdraw) -> list[RoundEvent]:
    """A player takes a wager back; the stake is returned at once."""
    seat = _in_turn(round, action.seat, "a withdrawal")
    decision, wager = current_decision(round), withdrawable(round, seat)
    if wager is None:
        raise _not_offered(round, seat, "a withdrawal")
    stake, clause = seat.wagers[wager], decision.withdraw_clause or decision.clause
    line = SettlementLine(
        seat=seat.number, wager=wager, stake=stake, result=Result.RETURNED, returned=stake, clause=clause
    )
    return [LineSettled(line), WagerWithdrawn(action.seat, wager)]


def fold(round: Round, action: Fold) -> list[RoundEvent]:
    """A player folds."""
    seat = _in_turn(round, action.seat, "a fold")
    decision = current_decision(round)
    if decision.fold_clause is None:
        raise _not_offered(round, seat, "a fold")
    return folded(round, action.seat, decision)


def reveal(round: Round, action: Reveal) -> list[RoundEvent]:
    """The dealer turns up the cards that follow a decision, with every wager collected that a fold gave up."""
    if round.phase is not Phase.REVEAL:
        waiting, last = to_act(round), _last_decision(round)
        clause = last.reveal_clause if last else round.terms.rulebook.settlement[0].clause
        if waiting is None:
            raise refuse_now(round, clause, "the dealer", "turning cards up", "No cards are turned up now")
        says = f"Seat {waiting} must decide before cards are turned up."
        raise refuse(round, clause, "the dealer", "turning cards up", f"a decision of seat {waiting} first", says)
    decision = current_decision(round)
    gone = [seat for _, seat in sorted(round.seats.items()) if seat.folded == decision.key]
    late = decision.collects == "before_reveal"
    taken = [event for seat in gone if late for event in collected(round, seat, decision)]
    return [*taken, CardsRevealed(decision.reveals)]


def _offered(round: Round, seat: Seat, bets: bool = True) -> str:
    """What a player may do now, in words."""
    decision, withdrawn = current_decision(round), withdrawable(round, seat)
    words = [f"the {round.terms.wagers[decision.bet].title}"] if bets and decision.bet else []
    words += ["a check"] if decision.check_clause else []
    words += [f"taking back {round.terms.wagers[withdrawn].title}"] if withdrawn else []
    words += ["a fold"] if decision.fold_clause else []
    words += ["more with the hand shown"] if decision.raised and place_of(seat.number) in round.laid else []
    return " or ".join(words)


def _not_offered(round: Round, seat: Seat, tried: str) -> Refused:
    offered = _offered(round, seat)
    says = f"The choice here is {offered}; {tried} is not offered."
    return refuse(round, current_decision(round).clause, f"seat {seat.number}", tried, offered, says)


def _last_decision(round: Round) -> Decision | None:
    """The decision at hand or, after the last of them, that one; none in a game that has none."""
    decisions = round.terms.rulebook.decisions
    return decisions[min(round.stage, len(decisions) - 1)] if decisions else None


def _in_turn(round: Round, number: int, tried: str) -> Seat:
    turn, decision = to_act(round), _last_decision(round)
    if turn is None or decision is None:
        clause = decision.clause if decision else round.terms.rulebook.settlement[0].clause
        raise refuse_now(round, clause, f"seat {number}", tried, f"It is not time for {tried}")
    if number != turn:
        clause = decision.order_clause or decision.clause
        says = f"It is seat {turn}'s turn, not seat {number}'s."
        raise refuse(round, clause, f"seat {number}", f"{tried} out of turn", f"a decision of seat {turn}", says)
    return round.seats[number]

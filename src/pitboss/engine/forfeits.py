"""Wagers given up: by a fold, by leaving the table, or by breaking a rule of conduct. And hands that leave play."""

from pitboss.engine.actions import Abandon, Forfeit
from pitboss.engine.contributions import Stake
from pitboss.engine.events import Folded, HandRacked, LineSettled, RoundEvent, SeatAbandoned, SeatForfeited
from pitboss.engine.evolve import evolve
from pitboss.engine.state import Phase, Round, Seat, refuse, stands
from pitboss.engine.till import Till
from pitboss.engine.voids import back_to_meters, in_force, undo_payments
from pitboss.rulebooks.parts import Decision

FORFEIT_TIME, UNTIL_SETTLED = "forfeiture-time", "until-settled"


def collected(round: Round, seat: Seat, decision: Decision) -> list[RoundEvent]:
    """The dealer collects what a fold gave up, and the hand unless a wager keeps it on the table."""
    kept = any(name in seat.wagers and stands(round, seat, name) for name in decision.kept_for)
    return [*given_up(round, seat), *([] if kept or seat.racked else [HandRacked(seat.number)])]


def given_up(round: Round, seat: Seat) -> list[RoundEvent]:
    """The lines of every wager of a seat that no longer stands and is not settled."""
    till = Till(round, {})
    return [
        LineSettled(till.given_up(seat, wager))
        for name, wager in round.terms.wagers.items()
        if name in seat.wagers and not stands(round, seat, name) and not round.settled(seat.number, name)
    ]


def abandon(round: Round, action: Abandon) -> list[RoundEvent]:
    """A player left: the floorperson rules the wagers lost; where leaving means declining, it is a fold."""
    conduct = round.terms.rulebook.table.conduct
    _refuse_settled(round, action.seat, conduct.leaving_clause, "abandoned wagers")
    declined = _next_decision(round, action.seat)
    if not conduct.leaver_declines or declined is None or declined.fold_clause is None:
        waiting = back_to_meters(round, lambda stake: stake[0] == action.seat and _unsettled(round, stake))
        return [*waiting, SeatAbandoned(action.seat, conduct.leaving_clause)]
    return folded(round, action.seat, declined)


def folded(round: Round, number: int, decision: Decision) -> list[RoundEvent]:
    """A player folds at a decision; the dealer collects at once what is collected at once."""
    fold = Folded(number, decision.key)
    if decision.collects != "at_fold":
        return [fold]
    after = evolve(round, fold)
    return [fold, *collected(after, after.seats[number], decision)]


def forfeit(round: Round, action: Forfeit) -> list[RoundEvent]:
    """A player broke a rule of conduct: all wagers of the round are taken, one that was paid already too."""
    rules = round.terms.rulebook.table.irregularities
    known = dict.fromkeys(rule.forfeit_clause for rule in rules if rule.forfeit_clause)
    if action.clause not in known:
        allowed = " or ".join(filter(None, known)) or "nothing: this document forfeits no wagers for conduct"
        says = f"Wagers are forfeited only under {allowed}." if any(known) else ""
        raise refuse(round, action.clause, f"seat {action.seat}", "a forfeiture", allowed, says)
    if not can_be_forfeited(round, action.seat):
        allowed = f'a seat in the round with something to take, after "no more bets" and until {_forfeit_end(round)}'
        end = _forfeit_end(round)
        says = f'Nothing can be forfeited here now; that is done after "no more bets" and until {end}.'
        raise refuse(round, action.clause, f"seat {action.seat}", "a forfeiture", allowed, says)
    undone = undo_payments(round, action.seat, action.clause)
    taken: list[RoundEvent] = [*undone, SeatForfeited(action.seat, action.clause)]
    for event in taken:
        round = evolve(round, event)
    return [*taken, *given_up(round, round.seats[action.seat])]


def can_be_forfeited(round: Round, number: int) -> bool:
    """Whether a seat's wagers can still be taken: while the round lasts, what was paid or returned too."""
    if round.terms.reading(FORFEIT_TIME) == UNTIL_SETTLED:
        return can_be_given_up(round, number)
    seat = round.seats.get(number)
    if seat is None or seat.abandoned or seat.forfeited or round.finished or round.phase is Phase.WAGERS:
        return False
    paid = any(line.seat == number and line.returned for line in (*in_force(round.lines), *round.held))
    return paid or any(not round.settled(number, name) for name in seat.wagers)


def _forfeit_end(round: Round) -> str:
    settled = round.terms.reading(FORFEIT_TIME) == UNTIL_SETTLED
    return "its wagers are settled" if settled else "the round is over"


def can_be_given_up(round: Round, number: int) -> bool:
    """Whether a seat's wagers can still be ruled lost: once bets are closed, until they are settled."""
    seat = round.seats.get(number)
    if seat is None or seat.abandoned or seat.forfeited or round.finished or round.phase is Phase.WAGERS:
        return False
    if round.terms.rulebook.table.conduct.leaver_declines and (_next_decision(round, number) is None or seat.folded):
        return False
    return any(_unsettled(round, (number, name)) for name in seat.wagers)


def _unsettled(round: Round, stake: Stake) -> bool:
    """Whether a stake is neither settled nor waits for validation."""
    return stake not in {(line.seat, line.wager) for line in round.held} and not round.settled(*stake)


def _next_decision(round: Round, number: int) -> Decision | None:
    """The next bet a player has not made."""
    decisions = round.terms.rulebook.decisions
    stage = round.stage + (number in round.acted)
    return decisions[stage] if stage < len(decisions) else None


def _refuse_settled(round: Round, number: int, clause: str, tried: str) -> None:
    if not can_be_given_up(round, number):
        allowed = 'a seat in the round, after "no more bets" and until its wagers are settled'
        says = 'No wagers can be ruled lost here now; that is done after "no more bets" and until they are settled.'
        raise refuse(round, clause, f"seat {number}", tried, allowed, says)

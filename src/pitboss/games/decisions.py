"""Decisions in turn: a bet of so many antes or a fold, then the dealer turns cards up."""

from pitboss.cards import RANKS, FourCardRank, best_four
from pitboss.games.actions import Abandon, Bet, Draw, Fold, Forfeit, Reveal
from pitboss.games.events import (
    BetMade,
    BonusDrawn,
    CardsRevealed,
    Folded,
    RoundEvent,
    SeatAbandoned,
    SeatForfeited,
)
from pitboss.games.refusing import refuse
from pitboss.games.state import Phase, Round, Seat
from pitboss.money import Amount
from pitboss.rulebooks.parts import Decision, Raise


def current_decision(round: Round) -> Decision:
    """The decision the players are making, or that the next reveal ends."""
    return round.terms.rulebook.decisions[round.stage]


def to_act(round: Round) -> int | None:
    """The seat whose turn it is: from the dealer's left, clockwise."""
    if round.phase is not Phase.DECISION:
        return None
    return next((seat.number for seat in round.playing if seat.number not in round.acted), None)


def bet_bounds(round: Round, seat: Seat) -> tuple[Amount, Amount]:
    """The least and the most a player may bet now."""
    decision = current_decision(round)
    ante = seat.wagers[decision.base]
    most = decision.most
    if decision.raised is not None and _strong_enough(seat, decision.raised):
        most = decision.raised.most
    return ante * decision.least, ante * most


def bet_amounts(round: Round, seat: Seat) -> list[Amount]:
    """The bets of whole antes a player may make now."""
    least, most = bet_bounds(round, seat)
    ante = seat.wagers[current_decision(round).base]
    return [Amount(cents) for cents in range(least.cents, most.cents + 1, ante.cents)]


def bet_unit(round: Round) -> Amount | None:
    """What a bet must be a multiple of where any amount between the bounds will do; None: whole antes only."""
    if round.terms.reading("bet-amounts") != "any":
        return None
    limits = round.terms.limits(round.terms.wagers[current_decision(round).base])
    assert limits is not None
    return limits.unit


def _strong_enough(seat: Seat, raised: Raise) -> bool:
    value = best_four(seat.cards).value
    category = FourCardRank[raised.hand.upper()]
    low = RANKS.index(raised.low) if raised.low else 0
    return value.rank > category or (value.rank == category and value.ranks[0] >= low)


def bet(round: Round, action: Bet) -> list[RoundEvent]:
    """A player makes the bet."""
    seat = _in_turn(round, action.seat, "a bet")
    decision = current_decision(round)
    wager = round.terms.wagers[decision.bet]
    least, most = bet_bounds(round, seat)
    where, tried = f"seat {action.seat}", f"{wager.title} {action.amount}"
    unit = bet_unit(round)
    if unit is None and action.amount not in bet_amounts(round, seat):
        allowed = " or ".join(map(str, bet_amounts(round, seat)))
        raise refuse(round, decision.clause, where, tried, f"{allowed}, or a fold")
    if not least <= action.amount <= most:
        raise refuse(round, decision.clause, where, tried, f"{least} to {most}, or a fold")
    if unit is not None and not action.amount.is_multiple_of(unit):
        raise refuse(round, decision.clause, where, tried, f"a multiple of {unit}")
    return [BetMade(action.seat, decision.bet, action.amount)]


def fold(round: Round, action: Fold) -> list[RoundEvent]:
    """A player folds."""
    _in_turn(round, action.seat, "a fold")
    return [Folded(action.seat, current_decision(round).bet)]


def reveal(round: Round, action: Reveal) -> list[RoundEvent]:
    """The dealer turns up the cards that follow a decision."""
    if round.phase is not Phase.REVEAL:
        waiting = to_act(round)
        allowed = f"a decision of seat {waiting} first" if waiting else f"nothing: the round is in {round.phase}"
        stage = min(round.stage, len(round.terms.rulebook.decisions) - 1)
        clause = round.terms.rulebook.decisions[stage].reveal_clause
        raise refuse(round, clause, "the dealer", "turning cards up", allowed)
    return [CardsRevealed(current_decision(round).reveals)]


def draw(round: Round, action: Draw) -> list[RoundEvent]:
    """The table system draws the Magic Card and the lucky position."""
    rulebook = round.terms.rulebook
    clause = rulebook.bonuses[0].clause if rulebook.bonuses else ""
    if not any(round.terms.offers(bonus.name) for bonus in rulebook.bonuses):
        raise refuse(round, clause, "the table", "a draw", "nothing: no drawn bonus is offered")
    if round.drawn or round.phase is Phase.WAGERS or round.phase is Phase.VALIDATION or round.finished or round.step:
        raise refuse(round, clause, "the table", "a draw", 'one draw, after "no more bets" and before settlement')
    for name, drawn in (("magic_card", action.magic_card), ("lucky_bonus", action.lucky_position)):
        if drawn is not None and not round.terms.offers(name):
            raise refuse(round, clause, "the table", f"a draw for {name}", "nothing: it is not offered")
    position = action.lucky_position
    lawful = position is None or position == "dealer" or (isinstance(position, int) and 1 <= position <= rulebook.seats)
    if not lawful:
        raise refuse(round, clause, "the table", f"lucky position {position}", f"1 to {rulebook.seats} or 'dealer'")
    return [BonusDrawn(action.magic_card, position)]


def abandon(round: Round, action: Abandon) -> list[RoundEvent]:
    """A player left: the floorperson rules the wagers lost."""
    conduct = round.terms.rulebook.table.conduct
    clause = (conduct.leaving_clause if conduct else None) or ""
    _still_in(round, action.seat, clause, "abandoned wagers")
    return [SeatAbandoned(action.seat, clause)]


def forfeit(round: Round, action: Forfeit) -> list[RoundEvent]:
    """A player broke a rule of conduct: all wagers of the round are taken."""
    _still_in(round, action.seat, action.clause, "a forfeiture")
    return [SeatForfeited(action.seat, action.clause)]


def _still_in(round: Round, number: int, clause: str, tried: str) -> Seat:
    seat = round.seats.get(number)
    gone = seat is None or seat.abandoned or seat.forfeited
    if gone or round.phase in (Phase.WAGERS, Phase.SETTLEMENT, Phase.VALIDATION) or round.finished:
        raise refuse(round, clause, f"seat {number}", tried, "a seat in the round, between deal and settlement")
    assert seat is not None
    return seat


def _in_turn(round: Round, number: int, tried: str) -> Seat:
    turn = to_act(round)
    decisions = round.terms.rulebook.decisions
    clause = decisions[min(round.stage, len(decisions) - 1)].clause
    if turn is None:
        raise refuse(round, clause, f"seat {number}", tried, f"nothing: the round is in {round.phase}")
    if number != turn:
        raise refuse(round, clause, f"seat {number}", f"{tried} out of turn", f"a decision of seat {turn}")
    return round.seats[number]

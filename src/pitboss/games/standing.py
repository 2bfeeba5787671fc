"""Which wagers still stand: a fold takes some and leaves others."""

from pitboss.games.state import Round, Seat


def stands(round: Round, seat: Seat, wager: str) -> bool:
    """Whether a wager a player made is still to be decided by the cards."""
    if seat.abandoned or seat.forfeited:
        return False
    return seat.folded is None or round.terms.stands_on_fold(round.terms.wagers[wager])


def anything_stands(round: Round) -> bool:
    """Whether any wager at the table is still to be decided by the cards."""
    return any(stands(round, seat, wager) for seat in round.seats.values() for wager in seat.wagers)

"""Wagers before the deal: who may place what, how much, until "no more bets"."""

from pitboss.games.actions import CloseBets, PlaceWager, TakeBack
from pitboss.games.events import BetsClosed, RoundEvent, WagerPlaced, WagerTakenBack
from pitboss.games.refusing import refuse
from pitboss.games.state import Phase, Round, Seat
from pitboss.money import Amount
from pitboss.rulebooks.parts import Wager


def place_wager(round: Round, action: PlaceWager) -> list[RoundEvent]:
    """A player puts up a wager."""
    where = f"seat {action.seat}"
    _refuse_after_close(round, where, action.wager)
    if not 1 <= action.seat <= round.terms.rulebook.seats:
        allowed = f"seats 1 to {round.terms.rulebook.seats}"
        raise refuse(round, round.terms.rulebook.seats_clause, where, "a wager", allowed)
    wager = wager_named(round, where, action.wager)
    if wager.decision:
        raise refuse(round, wager.clause, where, f"{wager.title} before the deal", "it when its turn comes")
    _check_amount(round, where, wager, action.amount)
    placed = round.seats.get(action.seat, Seat(action.seat)).wagers
    for needed in wager.needs:
        if needed not in placed:
            title = round.terms.wagers[needed].title
            raise refuse(round, wager.clause, where, f"{wager.title} without {title}", f"{title} first")
    _check_equal(round, where, wager, action.amount, placed)
    return [WagerPlaced(action.seat, action.wager, action.amount)]


def take_back(round: Round, action: TakeBack) -> list[RoundEvent]:
    """A player takes a wager back, and with it nothing that stands on it."""
    where = f"seat {action.seat}"
    _refuse_after_close(round, where, f"taking back {action.wager}")
    placed = round.seats[action.seat].wagers if action.seat in round.seats else {}
    if action.wager not in placed:
        listed = ", ".join(placed) or "nothing: no wager stands"
        raise refuse(round, _rule(round), where, f"taking back {action.wager}", listed)
    for name in placed:
        wager = round.terms.wagers[name]
        if action.wager in wager.needs:
            raise refuse(round, wager.clause, where, f"taking back {action.wager}", f"taking back {name} first")
    return [WagerTakenBack(action.seat, action.wager)]


def close_bets(round: Round, action: CloseBets) -> list[RoundEvent]:
    """The dealer announces "no more bets"; every seat must have what the game asks."""
    clause = round.terms.dealing.no_more_bets_clause
    if round.phase is not Phase.WAGERS:
        raise refuse(round, clause, "the table", '"no more bets"', f"nothing: the round is in {round.phase}")
    if not round.seats:
        raise refuse(round, clause, "the table", '"no more bets" with no wager', "a wager at one seat or more")
    for number, seat in sorted(round.seats.items()):
        for wager in round.terms.wagers.values():
            if wager.required and wager.name not in seat.wagers:
                raise refuse(round, wager.clause, f"seat {number}", "a round without it", wager.title)
    return [BetsClosed()]


def wager_named(round: Round, where: str, name: str) -> Wager:
    """The wager of that name, refused if the game does not have it or the operator does not offer it."""
    wager = round.terms.wagers.get(name)
    if wager is not None:
        return wager
    known = round.terms.rulebook.wager(name)
    if known is None:
        raise refuse(round, "", where, f"an unknown wager '{name}'", f"one of {', '.join(round.terms.wagers)}")
    raise refuse(
        round,
        known.clause,
        where,
        f"{known.title}, which the submission does not offer",
        f"one of {', '.join(round.terms.wagers)}",
    )


def _check_amount(round: Round, where: str, wager: Wager, amount: Amount) -> None:
    tried = f"{wager.title} {amount}"
    amounts = round.terms.amounts(wager)
    if amounts and amount not in amounts:
        raise refuse(round, wager.clause, where, tried, " or ".join(map(str, amounts)))
    limits = round.terms.limits(wager)
    if limits is None:
        return
    if not limits.minimum <= amount <= limits.maximum:
        law = round.terms.rulebook.limits.get(wager.limit or "")
        clause = law.clause if law else wager.clause
        raise refuse(round, clause, where, tried, f"{limits.minimum} to {limits.maximum}")
    if not amount.is_multiple_of(limits.unit):
        raise refuse(round, wager.clause, where, tried, f"a multiple of {limits.unit}")


def _check_equal(round: Round, where: str, wager: Wager, amount: Amount, placed: dict[str, Amount]) -> None:
    """Wagers that must be equal: this one to its partner, and every partner of this one to it."""
    for one in round.terms.wagers.values():
        for partner in (one.equals,):
            if partner is None or wager.name not in (one.name, partner):
                continue
            other = partner if wager.name == one.name else one.name
            if other in placed and placed[other] != amount:
                title = round.terms.wagers[other].title
                clause = one.equals_clause or one.clause
                raise refuse(round, clause, where, f"{wager.title} {amount}", f"{placed[other]}, equal to {title}")


def _refuse_after_close(round: Round, where: str, tried: str) -> None:
    if round.phase is not Phase.WAGERS:
        raise refuse(round, _rule(round), where, f'{tried} after "no more bets"', "wagers before it only")


def _rule(round: Round) -> str:
    return round.terms.dealing.no_more_bets_clause

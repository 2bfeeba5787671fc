"""Wagers before the deal: who may place what, how much, until "no more bets"; and how much they are at least."""

from collections.abc import Mapping

from pitboss.engine.actions import CloseBets, PlaceWager, ReturnWagers, Strike, TakeBack
from pitboss.engine.contributions import at_no_more_bets, given_back
from pitboss.engine.events import BetsClosed, RoundEvent, WagerPlaced, WagerTakenBack
from pitboss.engine.evolve import evolve
from pitboss.engine.state import Phase, Round, Seat, refuse, refuse_now
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, either
from pitboss.rulebooks.parts import Wager


def place_wager(round: Round, action: PlaceWager) -> list[RoundEvent]:
    """A player puts up a wager."""
    where = f"seat {action.seat}"
    _refuse_after_close(round, where, action.wager)
    if not 1 <= action.seat <= round.terms.rulebook.seats:
        allowed = f"seats 1 to {round.terms.rulebook.seats}"
        says = f"This table has no seat {action.seat}; it has {allowed}."
        raise refuse(round, round.terms.rulebook.seats_clause, where, "a wager", allowed, says)
    wager = wager_named(round, where, action.wager)
    if wager.decision:
        says = f"{wager.title} is made in turn, once the cards are dealt."
        raise refuse(round, wager.clause, where, f"{wager.title} before the deal", "it when its turn comes", says)
    _check_amount(round, where, wager, action.amount)
    placed = round.seats.get(action.seat, Seat(action.seat)).wagers
    for needed in wager.needs:
        if needed not in placed:
            title = round.terms.wagers[needed].title
            clause = wager.needs_clause or wager.clause
            says = f"Place {title} before {wager.title}."
            raise refuse(round, clause, where, f"{wager.title} without {title}", f"{title} first", says)
    _check_equal(round, where, wager, action.amount, placed)
    return [WagerPlaced(action.seat, action.wager, action.amount)]


def take_back(round: Round, action: TakeBack) -> list[RoundEvent]:
    """A player takes a wager back, and with it nothing that stands on it."""
    where = f"seat {action.seat}"
    _refuse_after_close(round, where, f"taking back {action.wager}", round.terms.rulebook.withdrawn_clause)
    placed = round.seats[action.seat].wagers if action.seat in round.seats else {}
    if action.wager not in placed:
        listed = ", ".join(placed) or "nothing: no wager stands"
        says = f"There is no {_title(round, action.wager)} to take back here."
        raise refuse(round, _rule(round), where, f"taking back {action.wager}", listed, says)
    for name in placed:
        wager = round.terms.wagers[name]
        if action.wager in wager.needs:
            clause = wager.needs_clause or wager.clause
            says = f"Take back {wager.title} before {_title(round, action.wager)}, which it needs."
            raise refuse(round, clause, where, f"taking back {action.wager}", f"taking back {name} first", says)
    return [WagerTakenBack(action.seat, action.wager)]


def incomplete(round: Round) -> list[int]:
    """Seats with a wager up that lack one which a round asks for."""
    return [number for number, seat in sorted(round.seats.items()) if _lacking(round, seat)]


def return_clause(terms: Terms) -> str:
    """By which the dealer gives an incomplete seat its wagers back."""
    authority = terms.rulebook.table.authority_for("return-wagers")
    return authority.clause if authority else terms.dealing.order_clause


def return_wagers(round: Round, action: ReturnWagers) -> list[RoundEvent]:
    """The dealer gives an incomplete seat its wagers back: it is not dealt in, and the others need not wait."""
    where, clause = f"seat {action.seat}", return_clause(round.terms)
    _refuse_after_close(round, where, "returning wagers", round.terms.rulebook.withdrawn_clause)
    if action.seat not in incomplete(round):
        seats = ", ".join(f"seat {number}" for number in incomplete(round)) or "nothing: every seat is complete"
        says = "Wagers are returned only to a seat that lacks one the round asks for."
        raise refuse(round, clause, where, "returning its wagers", seats, says)
    placed = round.seats[action.seat].wagers
    return [WagerTakenBack(action.seat, name) for name in reversed(round.terms.wagers) if name in placed]


def strike(round: Round, action: Strike) -> list[RoundEvent]:
    """A wager that was accepted and that no chip stands for is struck before the first card."""
    where, clause = f"seat {action.seat}", round.terms.dealing.no_more_bets_clause
    placed = round.seats[action.seat].wagers if action.seat in round.seats else {}
    wager, gone = round.terms.wagers.get(action.wager), action.wager in round.called_off
    if round.phase is not Phase.DEALING or round.out or action.wager not in placed or gone:
        says = "Only a wager that was made can be struck, and only before the first card."
        raise refuse(round, clause, where, f"striking {action.wager}", "a wager made, before the first card", says)
    if wager is None or wager.required:
        says = f"{_title(round, action.wager)} cannot be struck: only an optional wager can."
        raise refuse(round, clause, where, f"striking {action.wager}", "an optional wager", says)
    return [*given_back(round, [(action.seat, action.wager)]), WagerTakenBack(action.seat, action.wager)]


def close_bets(round: Round, action: CloseBets) -> list[RoundEvent]:
    """The dealer announces "no more bets"; every seat must have what the game asks."""
    clause = round.terms.dealing.no_more_bets_clause
    if round.phase is not Phase.WAGERS:
        raise refuse_now(round, clause, "the table", '"no more bets"', '"No more bets" cannot be announced now')
    if not round.seats:
        says = '"No more bets" needs a wager at one seat or more, and there is none yet.'
        raise refuse(round, clause, "the table", '"no more bets" with no wager', "a wager at one seat or more", says)
    for number in incomplete(round):
        wager = _lacking(round, round.seats[number])[0]
        allowed = f"{wager.title}, or a return of the seat's wagers"
        says = f'Before "no more bets", either place {wager.title} or return the other wagers of this seat.'
        tried = f'"no more bets" without its {wager.title}'
        raise refuse(round, wager.clause, f"seat {number}", tried, allowed, says)
    return [BetsClosed(), *at_no_more_bets(evolve(round, BetsClosed()))]


def _lacking(round: Round, seat: Seat) -> list[Wager]:
    return [wager for name, wager in round.terms.wagers.items() if wager.required and name not in seat.wagers]


def wager_named(round: Round, where: str, name: str) -> Wager:
    """The wager of that name, refused if the game does not have it or the operator does not offer it."""
    wager = round.terms.wagers.get(name)
    if wager is not None:
        return wager
    known, allowed = round.terms.rulebook.wager(name), f"one of {', '.join(round.terms.wagers)}"
    if known is None:
        says = f"There is no wager '{name}' here; choose {allowed}."
        raise refuse(round, "", where, f"an unknown wager '{name}'", allowed, says)
    tried = f"{known.title}, which the submission does not offer"
    raise refuse(round, known.clause, where, tried, allowed, f"{known.title} is not offered here; choose {allowed}.")


def _title(round: Round, name: str) -> str:
    wager = round.terms.rulebook.wager(name)
    return wager.title if wager else f"wager '{name}'"


def _check_amount(round: Round, where: str, wager: Wager, amount: Amount) -> None:
    """What the document bounds is refused by its clause, what only the operator bounds by the submission.

    A document may itself bind the player to what the operator posts; then that clause is named.
    """
    tried, money = f"{wager.title} {amount}", round.terms.money

    def wrong(clause: str, allowed: str, must_be: str) -> Refused:
        return refuse(
            round, clause, where, tried, allowed, f"{wager.title} must be {must_be}; {money(amount)} was given."
        )

    amounts = round.terms.amounts(wager)
    if amounts and amount not in amounts:
        allowed, said = " or ".join(map(str, amounts)), either([*map(money, amounts)])
        if amount in wager.amounts:
            raise wrong("", f"{allowed}, the amounts of the submission", f"{said} at this table")
        raise wrong(wager.amounts_clause or wager.clause, allowed, said)
    limits, law = round.terms.limits(wager), round.terms.rulebook.limits.get(wager.limit or "")
    if law and not law.minimum <= amount <= law.maximum:
        said = f"between {money(law.minimum)} and {money(law.maximum)}"
        raise wrong(law.clause, f"{law.minimum} to {law.maximum}", said)
    if limits and not limits.minimum <= amount <= limits.maximum:
        allowed = f"{limits.minimum} to {limits.maximum}, the limits of the submission"
        said = f"between {money(limits.minimum)} and {money(limits.maximum)} at this table"
        raise wrong(wager.limit_clause or "", allowed, said)
    if limits and not amount.is_multiple_of(limits.unit):
        allowed, said = f"a multiple of {limits.unit}", f"a multiple of {money(limits.unit)} at this table"
        raise wrong("", f"{allowed}, the unit of the submission", said)


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
                money = round.terms.money
                says = f"{wager.title} must equal {title} ({money(placed[other])}); {money(amount)} was given."
                allowed = f"{placed[other]}, equal to {title}"
                raise refuse(round, clause, where, f"{wager.title} {amount}", allowed, says)


def _refuse_after_close(round: Round, where: str, tried: str, clause: str | None = None) -> None:
    if round.phase is not Phase.WAGERS:
        says = 'Wagers can be placed, taken back or returned only before "no more bets".'
        tried = f'{tried} after "no more bets"'
        raise refuse(round, clause or _rule(round), where, tried, "wagers before it only", says)


def _rule(round: Round) -> str:
    """The clause that fixes wagers from the call on; where there is none, the one that has the dealer make the call."""
    return round.terms.rulebook.late_clause or round.terms.dealing.no_more_bets_clause


def least(terms: Terms, wager: Wager, chosen: Mapping[str, Amount]) -> Amount:
    """The smallest amount of a wager made before the deal, beside those already chosen.

    Of wagers that must be equal, one that is chosen fixes the others; until then each is large enough for all of them.
    """
    equal = [one for one in terms.wagers.values() if wager.name == one.equals or one.name == wager.equals]
    fixed = [chosen[one.name] for one in equal if one.name in chosen]
    return fixed[0] if fixed else max(_minimum(terms, one) for one in (wager, *equal))


def with_required(terms: Terms, chosen: Mapping[str, Amount]) -> dict[str, Amount]:
    """The wagers chosen, and at their least those a round cannot do without, in the rulebook's order.

    Nothing is refused: a name the rulebook does not have comes last, for the round to judge.
    """
    wagers = dict(chosen)
    for wager in terms.wagers.values():
        if wager.required and wager.name not in wagers:
            wagers[wager.name] = least(terms, wager, wagers)
    return {name: wagers[name] for name in (*terms.wagers, *wagers) if name in wagers}


def _minimum(terms: Terms, wager: Wager) -> Amount:
    amounts, limits = terms.amounts(wager), terms.limits(wager)
    if amounts:
        return min(amounts)
    assert limits is not None  # lawful terms set limits where they fix no amounts
    return limits.minimum

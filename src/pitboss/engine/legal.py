"""Everything that may be done in a round at this moment, who does it, and by which clause.

The list is for the table itself and for the player in turn: the amounts of a bet may tell of the hand.
Other clients are shown what `view` lists.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.engine.actions import CloseBets, Draw, PlaceWager, TakeBack
from pitboss.engine.deal import deal_clause, draw_due, next_delivery, set_aside_rule
from pitboss.engine.decide import check
from pitboss.engine.decisions import bet_amounts, bet_bounds, bet_unit, current_decision, to_act, withdrawable
from pitboss.engine.faces import face_clause, faces_due
from pitboss.engine.forfeits import can_be_forfeited, can_be_given_up
from pitboss.engine.lines import Source
from pitboss.engine.settle import current_turn, spin_due
from pitboss.engine.state import Phase, Round, Seat
from pitboss.engine.voids import void_reasons
from pitboss.engine.wagers import incomplete, return_clause
from pitboss.money import Amount
from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.table_rules import Role


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may be done now. `action` is the action's written name, `says` what to do in plain words.

    `by` is who may do it, from the rulebook's table of authority.

    An amount is one of `amounts`, or where there are none, a multiple of `unit` from `least` to `most`.
    """

    action: str
    by: tuple[Role, ...]
    says: str
    clause: str
    seat: int | None = None
    wager: str | None = None
    amounts: tuple[Amount, ...] = ()
    least: Amount | None = None
    most: Amount | None = None
    unit: Amount | None = None
    place: str | None = None  # where cards go
    cards: int = 0  # how many
    positions: tuple[int, ...] = ()  # where the wheel may stop


def _option(round: Round, action: str, **how: Any) -> Option:
    authority = round.terms.rulebook.table.authority_for(action)
    return Option(action=action, by=authority.by if authority else (), **how)


def legal(round: Round) -> list[Option]:
    """Every action that is allowed now."""
    return [*expected(round), *_rulings(round)]


def expected(round: Round) -> Iterator[Option]:
    """What carries the round forward."""
    match round.phase:
        case Phase.WAGERS:
            yield from _wagers(round)
        case Phase.DEALING:
            yield from _deal(round)
        case Phase.DECISION:
            yield from _decision(round)
        case Phase.REVEAL:
            decision = current_decision(round)
            says = f"turn up {' and '.join(decision.reveals)}" if decision.reveals else "go on"
            yield _option(round, "reveal", says=says, clause=decision.reveal_clause)
        case Phase.SETTLEMENT:
            yield from _settlement(round)
        case Phase.VALIDATION:
            yield from _validations(round)
    yield from _draw(round)


def _wagers(round: Round) -> Iterator[Option]:
    for number in range(1, round.terms.rulebook.seats + 1):
        seat = round.seats.get(number, Seat(number))
        for wager in round.terms.wagers.values():
            if not wager.decision:
                yield from _place(round, seat, wager)
    for number, seat in sorted(round.seats.items()):
        for name in seat.wagers:
            if check(round, TakeBack(number, name)) is None:
                wager = round.terms.wagers[name]
                says = f"take back {wager.title}"
                yield _option(round, "take-back", says=says, clause=wager.clause, seat=number, wager=name)
    for number in incomplete(round):
        says, clause = f"return the wagers of seat {number}, which is not dealt in", return_clause(round.terms)
        yield _option(round, "return-wagers", says=says, clause=clause, seat=number)
    if check(round, CloseBets()) is None:
        yield _option(
            round,
            "close-bets",
            says='announce "no more bets"',
            clause=round.terms.dealing.no_more_bets_clause,
        )


def _place(round: Round, seat: Seat, wager: Wager) -> Iterator[Option]:
    limits = round.terms.limits(wager)
    equal = _equal_to(round, seat, wager)
    amounts = (equal,) if equal else round.terms.amounts(wager)
    smallest = amounts[0] if amounts or limits is None else limits.minimum
    if check(round, PlaceWager(seat.number, wager.name, smallest)) is not None:
        return
    limits = None if amounts else limits
    yield _option(
        round,
        "place-wager",
        says=f"put up {wager.title}",
        clause=wager.clause,
        seat=seat.number,
        wager=wager.name,
        amounts=amounts,
        least=limits.minimum if limits else None,
        most=limits.maximum if limits else None,
        unit=limits.unit if limits else None,
    )


def _equal_to(round: Round, seat: Seat, wager: Wager) -> Amount | None:
    """The amount a wager that stands already dictates."""
    for other in round.terms.wagers.values():
        if other.name in seat.wagers and (wager.equals == other.name or other.equals == wager.name):
            return seat.wagers[other.name]
    return None


def _deal(round: Round) -> Iterator[Option]:
    delivery = next_delivery(round)
    assert delivery is not None
    if draw_due(round):
        return
    place, cards = delivery
    clause = deal_clause(round)
    number = "a card" if cards == 1 else f"a stack of {cards} cards"
    yield _option(round, "deal", says=f"deal {number} to {place}", clause=clause, place=place, cards=cards)
    rule = set_aside_rule(round)
    if rule is not None:
        yield _option(round, "discard-card", says="set aside a card found face up", clause=rule.clause, cards=1)


def _decision(round: Round) -> Iterator[Option]:
    number = to_act(round)
    assert number is not None
    seat, decision, wagers = round.seats[number], current_decision(round), round.terms.wagers
    if decision.bet is not None:
        unit = bet_unit(round)
        least, most = bet_bounds(round, seat)
        yield _option(
            round,
            "bet",
            says=f"make the {wagers[decision.bet].title}",
            clause=decision.clause,
            seat=number,
            wager=decision.bet,
            amounts=() if unit else tuple(bet_amounts(round, seat)),
            least=least,
            most=most,
            unit=unit,
        )
    if decision.check_clause is not None:
        yield _option(round, "check", says="check", clause=decision.check_clause, seat=number)
    withdrawn = withdrawable(round, seat)
    if withdrawn is not None:
        clause, says = decision.withdraw_clause or decision.clause, f"take back the {wagers[withdrawn].title}"
        yield _option(round, "withdraw", says=says, clause=clause, seat=number, wager=withdrawn)
    if decision.fold_clause is not None:
        yield _option(round, "fold", says="fold", clause=decision.fold_clause, seat=number, wager=decision.bet)


def _settlement(round: Round) -> Iterator[Option]:
    for place, cards in faces_due(round):
        says = f"turn up the cards of {place}"
        yield _option(round, "reveal", says=says, clause=face_clause(round), place=place, cards=cards)
        return
    spinner = spin_due(round)
    if spinner is not None:
        wheel = round.terms.wheel
        assert wheel is not None
        positions = tuple(sorted(stop.position for stop in wheel.stops))
        yield _option(round, "spin", says="spin the wheel", clause=wheel.spin_clause, seat=spinner, positions=positions)
        return
    turn = current_turn(round)
    titles = ", ".join(wager.title for wager in turn.wagers) if turn else "the round"
    clause = turn.step.clause if turn else round.terms.rulebook.settlement[-1].clause
    yield _option(round, "settle", says=f"settle {titles}", clause=clause, seat=turn.seat.number if turn else None)


def _validations(round: Round) -> Iterator[Option]:
    for line in round.held:
        rule = next(rule for rule in round.terms.rulebook.validations if rule.wager == line.wager)
        says = f"validate the payout of {round.terms.wagers[line.wager].title}"
        if round.terms.document_clause(rule) and line.source is not Source.TABLE_INVENTORY:
            says += " and give the reference of its documentation"
        yield _option(round, "validate", says=says, clause=rule.clause, seat=line.seat, wager=line.wager)


def _draw(round: Round) -> Iterator[Option]:
    offered = [bonus for bonus in round.terms.rulebook.bonuses if round.terms.offers(bonus.name)]
    if offered and check(round, Draw()) is None:
        titles = " and ".join(bonus.title for bonus in offered)
        yield _option(round, "draw", says=f"draw for {titles}", clause=offered[0].clause)


def _rulings(round: Round) -> Iterator[Option]:
    """What a floorperson may rule when something went wrong."""
    rulebook = round.terms.rulebook
    leaving = rulebook.table.conduct.leaving_clause
    forfeits = dict.fromkeys(item.forfeit_clause for item in rulebook.table.irregularities if item.forfeit_clause)
    for number in sorted(round.seats):
        if can_be_given_up(round, number):
            says = "rule the wagers of a player who left lost"
            yield _option(round, "abandon", says=says, clause=leaving, seat=number)
        for clause in forfeits if can_be_forfeited(round, number) else ():
            says = "take the wagers of a player who broke a rule of conduct"
            yield _option(round, "forfeit", says=says, clause=clause, seat=number)
    for rule in void_reasons(round):
        says = f"void the round, {rule.title}, and return every wager"
        yield _option(round, "void", says=says, clause=rule.clause)

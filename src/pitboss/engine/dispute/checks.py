"""What the cards of a disputed round must be there for: the hands that decide a wager, and the spins they bring."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.engine.dispute.facts import Dispute, DisputedPlayer, Moment
from pitboss.engine.dispute.text import said
from pitboss.engine.places import place_named
from pitboss.engine.settle import Turn, turn_with
from pitboss.engine.state import Phase, Round, Seat, stands
from pitboss.engine.wheel import spins_for, wins_a_spin
from pitboss.rulebooks import Terms, Violation
from pitboss.rulebooks.parts import OWN, Wager

Ahead = Iterable[tuple[Turn, Round]]
"""Turns of the settlement, each with the round as it stands when it comes."""


def missing_cards(dispute: Dispute, ahead: Ahead) -> list[Violation]:
    """A refusal for each place without cards that decide a wager; cards that decide nothing may be left out."""
    order = [(player.number, name) for player in dispute.players.values() for name in player.wagers]
    needs = sorted(_needs(dispute, ahead), key=lambda need: (need.envy, order.index((need.seat, need.wager))))
    needed: dict[str, str] = {}
    for need in needs:
        title = "Envy Bonus" if need.envy else dispute.terms.wagers[need.wager].title
        needed.setdefault(need.place, f"{title} of seat {need.seat}")
    lacking = [place for place in needed if place not in dispute.cards and place not in dispute.misread]
    return [_missing(place_named(dispute.terms.rulebook, place), needed[place]) for place in lacking]


def _missing(place: str, wager: str) -> Violation:
    says = f"Missing, and needed for the {wager}."
    return Violation(rulebook="", clause="", where=place, tried="no cards", allowed=f"those of the {wager}", says=says)


class _Need(NamedTuple):
    """A place whose cards decide a wager of a seat, or its Envy Bonus."""

    place: str
    seat: int
    wager: str
    envy: bool = False


def _needs(dispute: Dispute, ahead: Ahead) -> Iterator[_Need]:
    for index, (turn, round) in enumerate(ahead):
        if index == 0:  # a jackpot of the dealer's hand is divided before anything else
            yield from _shares(round)
        number = turn.seat.number
        for wager in turn.wagers:
            if stands(round, round.seats[number], wager.name):
                holders = [seat.number for seat in round.playing] if wager.everyones else [number]
                for place in _deciding(dispute.terms, wager):
                    places = [f"seat {holder}" for holder in holders] if place == OWN else [place]
                    yield from (_Need(item, number, wager.name) for item in places)
        yield from _envied_fold(dispute, turn, round)


def _shares(round: Round) -> Iterator[_Need]:
    for seat in round.seats.values():
        for name in seat.wagers:
            wager = round.terms.wagers[name]
            if wager.divided_clause and stands(round, seat, name):
                yield from (_Need(place, seat.number, name) for place in _deciding(round.terms, wager))


def _deciding(terms: Terms, wager: Wager) -> list[str]:
    """The places whose cards decide a wager."""
    duel = terms.duel(wager.against) if wager.against else None
    names = (*wager.hands, duel.hand, duel.against) if duel else wager.hands
    return list(dict.fromkeys(place for name in names for place in terms.hand(name).places))


def _envied_fold(dispute: Dispute, turn: Turn, round: Round) -> Iterator[_Need]:
    """A seat that folded and yet may bring another seat an Envy Bonus, where the table reads the rules so."""
    holder = round.seats[turn.seat.number]
    if dispute.terms.reading("folded-hand-envy") != "yes" or not holder.folded or holder.abandoned or holder.forfeited:
        return
    envious = {schedule.wager for schedule in dispute.terms.rulebook.envy} & set(turn.step.wagers)
    for seat in round.seats.values():
        if seat is not holder and not (seat.abandoned or seat.forfeited):
            yield from (
                _Need(f"seat {holder.number}", seat.number, name, True) for name in envious & seat.wagers.keys()
            )


def spin_problems(dispute: Dispute, ahead: Ahead) -> Iterator[Violation]:
    """A refusal for each spin that is missing, is not due, or stops where the wheel has no position."""
    book, wheel = dispute.terms.rulebook, dispute.terms.wheel
    spun = next((item.spin_clause for item in (wheel, *book.wheels) if item), "")

    def refused(seat: int, tried: str, allowed: str, clause: str = spun) -> Violation:
        return Violation(rulebook=book.id, clause=clause, where=f"seat {seat}", tried=tried, allowed=allowed)

    betting = {
        turn.seat.number
        for turn, round in ahead
        for wager in turn.wagers
        if spins_for(round, wager) and stands(round, round.seats[turn.seat.number], wager.name)
    }
    for number in dispute.players:
        position = dispute.spins.get(number)
        bets = number in betting
        cards = dispute.cards.get(f"seat {number}")
        if bets and cards is None:
            continue  # the missing cards are told
        due = bets and cards is not None and wins_a_spin(Round(dispute.terms), Seat(number, cards=cards))
        if position is None and due and f"spin {number}" not in dispute.misread:
            yield refused(number, "no spin for a pair in the hole", f'"spins": {{"{number}": the wheel position}}')
        elif position is not None and not due:
            yield refused(number, "a spin", "none: it takes a pair in the hole and a Bonus Spin wager that stands")
        elif position is not None and wheel is not None and wheel.stop(position) is None:
            positions = ", ".join(str(stop) for stop in sorted(stop.position for stop in wheel.stops))
            yield refused(number, f"wheel position {position}", f"one of {positions}", wheel.clause)


def moment_problems(dispute: Dispute, recorded: bool) -> Iterator[Violation]:
    """A refusal for each moment that comes after something this round does not have.

    Facts `recorded` in a log may name any wager of a turn for the end of it, as they were once written.
    """
    moments = {
        f"seat {one.number}": one.fate.moment for one in dispute.players.values() if one.fate and one.fate.moment
    }
    if dispute.void is not None:
        moments["void"] = dispute.void.moment
    if dispute.called_off is not None:
        moments["called_off"] = dispute.called_off.moment
    for where, moment in moments.items():
        player = dispute.players.get(moment.seat or 0)
        if moment.seat is not None and player is None:
            seats = ", ".join(map(str, dispute.players)) or "none"
            yield _unknown(where, f"seat {moment.seat}", f"one of the seats of this round: {seats}")
        elif player is not None and _gone_before(dispute, player, moment.at):
            yield _unknown(where, f"seat {moment.seat}, which had folded by then", f"a seat that decided {moment.at}")
        elif player is not None and moment.wager is not None and moment.wager not in player.wagers:
            wagers = ", ".join(player.wagers) or "none"
            tried = f"{said(moment.wager)} of seat {moment.seat}"
            yield _unknown(where, tried, f"one of the wagers of that seat: {wagers}")
        elif player is not None and not recorded:
            yield from _inside_a_turn(dispute.terms, where, player, moment)


def _inside_a_turn(terms: Terms, where: str, player: DisputedPlayer, moment: Moment) -> Iterator[Violation]:
    """A refusal of a moment between two wagers that are settled together; while a payout waits it names that one."""
    if moment.at != Phase.SETTLEMENT or moment.wager is None:
        return
    last = turn_with(terms, player.wagers, moment.wager)[-1]
    if last != moment.wager:
        tried = f"{said(moment.wager)} of seat {player.number}"
        yield _unknown(where, tried, f"{said(last)}: the wagers of a turn are settled together, it last")


def _gone_before(dispute: Dispute, player: DisputedPlayer, moment: str) -> bool:
    """Whether a player had folded before a bet was decided on."""
    bets = [decision.key for decision in dispute.terms.rulebook.decisions]
    return moment in bets and player.folded in bets and bets.index(player.folded) < bets.index(moment)


def _unknown(where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook="", clause="", where=f"{where} after", tried=tried, allowed=allowed)

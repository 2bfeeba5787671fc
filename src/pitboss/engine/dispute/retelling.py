"""A round that was played, told as a document of the dispute calculator: facts to correct, not to type anew."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.engine.decisions import to_act
from pitboss.engine.dispute.text import one_line
from pitboss.engine.events import (
    Folded,
    MetersRead,
    RoundEvent,
    RoundVoided,
    SeatAbandoned,
    SeatForfeited,
    WagersCalledOff,
)
from pitboss.engine.evolve import evolve, replay
from pitboss.engine.lines import Result
from pitboss.engine.places import single_places, stacks
from pitboss.engine.settle import turn_with
from pitboss.engine.state import Phase, Round, Seat, open_round
from pitboss.money import Amount
from pitboss.rulebooks import Rulebook, Terms
from pitboss.rulebooks.codec import builtins

Facts = dict[str, Any]
"""A disputed round as docs/settle.md describes it, in plain data."""

BY_TURN = (Result.WIN, Result.PUSH, Result.LOSE)
"""What a turn of the settlement makes of a wager; folds, rulings and failed devices need none."""

DRAWN = {"card": "magic_card", "position": "lucky_position"}
"""What the table system draws, by its key in the facts."""

TAKEN_BACK = ("line-settled", "meter-fed", "meter-reversed")
"""Events by which a void gives back what the round had settled so far, and takes what was abandoned."""


def facts_of(terms: Terms, events: Iterable[RoundEvent], shown: Mapping[str, Amount] | None = None) -> Facts:
    """The facts of a round that is over; `shown` are its meters as they stood, for those that paid nothing in it."""
    happened = list(events)
    round = replay(open_round(terms), happened)
    book = terms.rulebook
    facts: Facts = {"rulebook": book.id, "submission": builtins(terms.submission.as_file())}
    facts |= _table_cards(round)
    hand, ruled = book.own_cards, _rulings(terms, happened)
    facts["seats"] = [_seat(seat, hand, ruled.get(number, {})) for number, seat in sorted(round.seats.items())]
    called_off = _called_off(terms, happened)
    if called_off:
        facts["called_off"] = called_off
    if round.phase is Phase.VOID:
        facts["void"] = _void(terms, happened)
    if round.spins:
        facts["spins"] = {str(seat): position for seat, position in sorted(round.spins.items())}
    if round.magic_card is not None:
        facts["magic_card"] = str(round.magic_card)
    if round.lucky_position is not None:
        facts["lucky_position"] = round.lucky_position
    meters = meters_in(terms, happened, shown or {})
    if meters:
        facts["meters"] = {name: str(amount) for name, amount in meters.items()}
    return facts


def parts_of(terms: Terms) -> list[str]:
    """What the facts of a round can hold besides its seats and meters: cards of the table, draws, spins."""
    parts = card_keys(terms.rulebook)
    parts += [DRAWN[bonus.draws] for bonus in terms.rulebook.bonuses if terms.offers(bonus.name)]
    return [*parts, "spins"] if terms.wheel is not None else parts


def card_keys(book: Rulebook) -> list[str]:
    """The keys of the cards of the table."""
    return [*(["community"] if single_places(book) else []), *stacks(book).values()]


def meters_in(terms: Terms, events: Iterable[RoundEvent], shown: Mapping[str, Amount]) -> dict[str, Amount]:
    """What each meter showed: when its first payment of the round was made, else as it stood when the round ended."""
    read: dict[str, Amount] = {}
    for event in events:
        if isinstance(event, MetersRead):
            read = {**event.meters, **read}
    known = {**shown, **read}
    return {name: known[name] for name in terms.meters if name in known}


def _rulings(terms: Terms, events: list[RoundEvent]) -> dict[int, Facts]:
    """Seats whose wagers were abandoned or forfeited: which, and when."""
    round, found = open_round(terms), dict[int, Facts]()
    for event in events:
        match event:
            case SeatAbandoned(seat):
                found[seat] = {"left": "abandoned", **_moment(round)}
            case Folded(seat) if to_act(round) != seat:  # where leaving the table means declining the next bet
                found[seat] = {"folded": None, "left": "abandoned", **_moment(round)}
            case SeatForfeited(seat, clause):
                found[seat] = {"forfeited": clause, **_moment(round)}
        round = evolve(round, event)
    return found


def _called_off(terms: Terms, events: list[RoundEvent]) -> Facts:
    """Wagers that could no longer be decided: by which clause they went back, why, and when; nothing where none did."""
    for at, event in enumerate(events):
        if isinstance(event, WagersCalledOff):
            round = replay(open_round(terms), events[:at])
            moment = _moment(round)
            if (
                round.phase in (Phase.DECISION, Phase.REVEAL) and round.acted
            ):  # who had folded by then had lost wagers that others got back
                moment["after"] = {"seat": round.acted[-1]}
            return {"clause": event.clause, "reason": one_line(event.reason), **moment}
    return {}


def _void(terms: Terms, events: list[RoundEvent]) -> Facts:
    """By which clause a round was void, why, and when that was found: before its lines went back."""
    voided = next(event for event in reversed(events) if isinstance(event, RoundVoided))
    kept = events[: events.index(voided)]
    while kept and kept[-1].__struct_config__.tag in TAKEN_BACK:
        kept.pop()  # a turn of the settlement ends with an event of its own, so no line of it is among these
    return {"clause": voided.clause, "reason": one_line(voided.reason), **_moment(replay(open_round(terms), kept))}


def _moment(round: Round) -> Facts:
    """Where a round stood: its phase, or the bet that was decided on; in the settlement also what came last."""
    if round.phase in (Phase.DECISION, Phase.REVEAL):
        return {"at": round.terms.rulebook.decisions[round.stage].key}
    if round.phase is Phase.VALIDATION:
        return {"at": str(round.phase), "after": {"seat": round.held[0].seat, "wager": round.held[0].base}}
    settled = [line for line in round.lines if line.stake and line.result in BY_TURN]
    if round.phase is Phase.SETTLEMENT and round.step and settled:  # before its first turn only folds were collected
        seat, wager = settled[-1].seat, settled[-1].wager
        last = turn_with(round.terms, round.seats[seat].wagers, wager)[-1]  # which a fold may have given up before
        return {"at": str(round.phase), "after": {"seat": seat, "wager": last}}
    return {"at": str(round.phase)}


def _table_cards(round: Round) -> Facts:
    """The cards that are not a player's, as far as they were dealt."""
    found: Facts = {}
    book = round.terms.rulebook
    singles = {place: str(round.places[place][0]) for place in single_places(book) if round.places.get(place)}
    if singles:
        found["community"] = singles
    for place, key in stacks(book).items():
        if round.places.get(place):
            found[key] = [str(card) for card in round.places[place]]
    return found


def _seat(seat: Seat, hand: str, ruled: Facts) -> Facts:
    told: Facts = {"seat": seat.number}
    if seat.cards:
        told[hand] = [str(card) for card in seat.cards]
    told["wagers"] = {name: str(amount) for name, amount in seat.wagers.items()}
    told["folded"] = seat.folded
    told["withdrawn"] = list(seat.withdrawn) or None
    return {name: fact for name, fact in (told | ruled).items() if fact is not None}

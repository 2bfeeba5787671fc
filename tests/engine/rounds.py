"""Builds rounds from short text, so that a test reads like a hand described at the table.

>>> round = wagered(table("ma-criss-cross"), "1: antes 5; 3: antes 10")
>>> round = dealt(round, "cross 2c 7h 6h 5h Kd, 1 9h 8h")
>>> round = play(round, *moves("1 bets 15; 3 folds; reveal; 1 bets 5; reveal; 1 bets 5; reveal"))
>>> told(settled(round))[0]
'3 ante_across forfeited 0.00'
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import (
    Phase,
    Round,
    RoundAction,
    RoundEvent,
    SettlementLine,
    decide,
    next_delivery,
    open_round,
    play,
    replay,
    spin_due,
    to_act,
)
from pitboss.engine.actions import Bet, CloseBets, Deal, Fold, PlaceWager, Reveal, Settle, Spin
from pitboss.money import Amount
from pitboss.rulebooks import Violation, terms_for
from rulebooks.submissions import lawfully

CRISS_CROSS = ("ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross")
MA, MD, NJ, CARD_ROOM = CRISS_CROSS
CROSS = ("top", "left", "middle", "right", "bottom")


def case(rulebook: str, clauses: str | Sequence[str], *values: object, id: str = "") -> Any:
    """A case of a parametrised test: a rulebook, the clauses the case proves under it, and further values."""
    listed = [clauses] if isinstance(clauses, str) else clauses
    return pytest.param(rulebook, *values, marks=pytest.mark.clause(rulebook, *listed), id=f"{rulebook} {id}".strip())


def usd(text: str) -> Amount:
    """An amount of money."""
    return Amount.parse(text)


# The round, from the first wager to the last settlement line


def table(rulebook: str, **choices: object) -> Round:
    """A round before its first wager, under the rulebook's default submission with some other choices."""
    return open_round(terms_for(rulebook, lawfully(rulebook, choices)))


def wagers(text: str) -> list[RoundAction]:
    """Wagers before the deal: "1: antes 5, five_card_bonus 10; 3: ante_across 5"."""
    placed: list[RoundAction] = []
    for seat, listed in (part.split(":") for part in text.split(";")):
        for name, amount in (wager.split() for wager in listed.split(",")):
            names = ("ante_across", "ante_down") if name == "antes" else (name,)
            placed += [PlaceWager(int(seat), each, usd(amount)) for each in names]
    return placed


def wagered(round: Round, text: str) -> Round:
    """The round with these wagers up."""
    return play(round, *wagers(text))


def places(text: str) -> dict[str, list[Card]]:
    """Cards by place: "cross 2c 3d 4h 5s 7c, 1 As Kd, burn 8c 8d 8h 9s"; the cross from top to bottom, row by row."""
    found: dict[str, list[Card]] = {}
    for part in filter(None, text.split(",")):
        place, written = part.strip().split(" ", 1)
        cards = list(parse_cards(written))
        if place == "cross":
            found |= {name: [card] for name, card in zip(CROSS, cards, strict=True)}
            found["community"] = cards
        else:
            found[f"seat {place}" if place.isdecimal() else place] = cards
    return found


def dealt(round: Round, text: str = "") -> Round:
    """The round after "no more bets" and the whole deal; a place that is not named gets any card left over."""
    asked = places(text)
    spare = iter([card for card in DECK if not any(card in cards for cards in asked.values())])
    round = play(round, CloseBets())
    while (delivery := next_delivery(round)) is not None:
        place, count = delivery
        waiting = asked.get(place, [])
        cards = [waiting.pop(0) if waiting else next(spare) for _ in range(count)]
        round = play(round, Deal(tuple(cards)))
    return round


def moves(text: str) -> list[RoundAction]:
    """Decisions and reveals: "1 bets 15; 2 folds; reveal"."""
    made: list[RoundAction] = []
    for words in (part.split() for part in text.split(";")):
        match words:
            case [seat, "bets", amount]:
                made.append(Bet(int(seat), usd(amount)))
            case [seat, "folds"]:
                made.append(Fold(int(seat)))
            case ["reveal"]:
                made.append(Reveal())
            case _:
                raise ValueError(f"no such move: {words}")
    return made


def bet_on(round: Round, antes: int = 1) -> Round:
    """Everyone still in makes every bet left, of so many antes, and all cards are turned up."""
    while round.phase in (Phase.DECISION, Phase.REVEAL):
        seat = to_act(round)
        if seat is None:
            round = play(round, Reveal())
        else:
            round = play(round, Bet(seat, round.seats[seat].wagers["ante_across"] * antes))
    return round


def settlement(
    round: Round, spins: Mapping[int, int] | None = None, meters: Mapping[str, Amount] | None = None
) -> list[RoundEvent]:
    """All that happens from here to the end of the settlement; `spins` are the stops of the wheel by seat."""
    stops, shown = spins or {}, dict(meters or {})
    happened: list[RoundEvent] = []
    while round.phase is Phase.SETTLEMENT:
        spinner = spin_due(round)
        step: RoundAction = Settle(shown) if spinner is None else Spin(spinner, stops[spinner], shown)
        events = events_of(round, step)
        happened += events
        round = replay(round, events)
    return happened


def settled(round: Round, spins: Mapping[int, int] | None = None, meters: Mapping[str, Amount] | None = None) -> Round:
    """The round after its settlement."""
    return replay(round, settlement(round, spins, meters))


# What it came to


def events_of(round: Round, action: RoundAction) -> tuple[RoundEvent, ...]:
    """The events of an action that is allowed."""
    outcome = decide(round, action)
    assert not isinstance(outcome, Violation), str(outcome)
    return outcome


def refused(round: Round, action: RoundAction) -> Violation:
    """Why an action is not allowed."""
    outcome = decide(round, action)
    assert isinstance(outcome, Violation), f"{action} was allowed"
    return outcome


def line(round: Round, seat: int, wager: str) -> SettlementLine:
    """The one settlement line of a wager."""
    (found,) = [item for item in round.lines if (item.seat, item.wager) == (seat, wager)]
    return found


def order(round: Round) -> list[str]:
    """Seat and wager of every settlement line, in order."""
    return [f"{item.seat} {item.wager}" for item in round.lines]


def told(round: Round) -> list[str]:
    """Every settlement line: seat, wager, result and all that goes back to the player, stake included."""
    return [f"{item.seat} {item.wager} {item.result} {item.returned}" for item in round.lines]


def won(round: Round, seat: int) -> Amount:
    """What a player won in all: returned stakes are not counted."""
    return sum((item.paid for item in round.lines if item.seat == seat), Amount.ZERO)

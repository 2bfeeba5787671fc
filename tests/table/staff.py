"""A dealer, a floorperson and players for the tests: they ready tables and play rounds as the documents ask."""

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from pitboss.cards import DECK, Card
from pitboss.engine import Phase, bet_amounts, next_delivery, to_act
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, Reveal, RoundAction, Settle
from pitboss.money import Amount
from pitboss.rulebooks import Violation, full_terms, terms_for
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, check, decide, open_table, perform
from pitboss.table.commands import (
    Attest,
    Command,
    CountStub,
    CutDeck,
    EmptyRack,
    OpenRound,
    Play,
    ReceiveDeck,
    ShuffleDeck,
    Sit,
    StoreDeck,
    TableCommand,
)
from pitboss.table.events import TableEvent
from pitboss.table.needs import deck_need, store_need, stub_need
from rulebooks.submissions import lawfully

MA, MD, NJ, CARDROOM, CRAZY = (
    "ma-criss-cross",
    "md-criss-cross",
    "nj-criss-cross",
    "cardroom-criss-cross",
    "ma-crazy-4",
)
REGULATED = (MA, MD, NJ, CRAZY)
NOON = 12 * 3600
ANTE = Amount(1000)


def proves(**clauses: str) -> list[ParameterSet]:
    """One case for each rulebook named (ma, md, nj, cardroom, crazy), marked with the clauses it proves."""
    ids = {"ma": MA, "md": MD, "nj": NJ, "cardroom": CARDROOM, "crazy": CRAZY}
    found = []
    for short, listed in clauses.items():
        marks = [pytest.mark.clause(ids[short], *listed.split(", "))] if listed else []
        found.append(pytest.param(ids[short], marks=marks, id=ids[short]))
    return found


def proves_by_method(cases: dict[tuple[str, str], str]) -> list[ParameterSet]:
    """One case for each rulebook and dealing method, marked with the clauses it proves."""
    return [
        pytest.param(
            rulebook, method, marks=pytest.mark.clause(rulebook, *listed.split(", ")), id=f"{rulebook} {method}"
        )
        for (rulebook, method), listed in cases.items()
    ]


def new_table(rulebook: str, dealing: str = "manual_shoe", shuffler: str = "none", **choices: Any) -> Table:
    """A table as filed, without cards. Dealing from the hand brings the shuffler it needs."""
    if rulebook == CARDROOM:
        dealing = "hand"
    elif dealing == "hand" and shuffler == "none":
        shuffler = "automated"
    if shuffler == "reshuffling_device":
        choices.setdefault("device_approval", "2026-17")
    if rulebook == CARDROOM and shuffler != "none":
        choices.setdefault("decks", 2)
    return open_table(terms_for(rulebook, lawfully(rulebook, {"dealing": dealing, "shuffler": shuffler, **choices})))


def dealer(kind: type[Command], at: int = NOON, /, **fields: Any) -> Any:
    """A command of the dealer."""
    return kind(by=Role.DEALER, at=at, **fields)


def floor(kind: type[Command], at: int = NOON, /, **fields: Any) -> Any:
    """A command of the floorperson."""
    return kind(by=Role.FLOORPERSON, at=at, **fields)


def player(name: str, kind: type[Command], at: int = NOON, /, **fields: Any) -> Any:
    """A command of a player."""
    return kind(by=Role.PLAYER, at=at, player=name, **fields)


def refusal(table: Table, command: TableCommand) -> Violation:
    """The violation a command is met with; it must be refused."""
    violation = check(table, command)
    assert violation is not None, f"{command} was allowed"
    assert violation.rulebook == table.terms.rulebook.id
    return violation


def happenings(table: Table, command: TableCommand) -> tuple[TableEvent, ...]:
    """The events a command brings; it must be allowed."""
    outcome = decide(table, command)
    assert not isinstance(outcome, Violation), str(outcome)
    return outcome


def seated(table: Table, *players: str) -> Table:
    """The table with players in seats 1, 2, ..."""
    for seat, name in enumerate(players, start=1):
        table = perform(table, player(name, Sit, seat=seat))
    return table


def received(table: Table, at: int = NOON) -> Table:
    """The table with as many decks as it was filed with, red first, then blue."""
    for back in ("red", "blue")[: table.terms.submission.decks]:
        table = perform(table, dealer(ReceiveDeck, at, deck=back, back=back, design="bee"))
    return table


def attested(table: Table, deck: str, at: int = NOON) -> Table:
    """The deck after every step of opening or idle table that is left to it."""
    for step in table.steps_left(table.decks[deck]):
        who = table.seats[min(table.seats)].player if Role.PLAYER in step.by else ""
        table = perform(table, Attest(by=step.by[0], at=at, player=who, deck=deck, step=step.name))
    return table


def shuffled(table: Table, deck: str, at: int = NOON) -> Table:
    """The deck after a shuffle by the method in use, with the count a counting device gives."""
    return perform(table, dealer(ShuffleDeck, at, deck=deck, count=52 if table.counts else None))


def readied(table: Table, deck: str, at: int = NOON) -> Table:
    """The deck shuffled, cut and loaded as far as its rulebook asks."""
    table = attested(table, deck, at)
    if table.decks[deck].shuffled is None:
        table = shuffled(table, deck, at)
    while (due := deck_need(table, table.decks[deck])) is not None:
        step = (
            dealer(CutDeck, at, deck=deck, depth=20)
            if due.name == "cut"
            else dealer(Attest, at, deck=deck, step=due.name)
        )
        table = perform(table, step)
    return table


def ready_table(rulebook: str, dealing: str = "manual_shoe", shuffler: str = "none", **choices: Any) -> Table:
    """A table with ann and bob seated and red ready to be dealt; of two decks blue rests shuffled in the device."""
    return made_ready(new_table(rulebook, dealing, shuffler, **choices))


def full_table(rulebook: str) -> Table:
    """The same of a table filed with everything the document lets an operator offer."""
    return made_ready(open_table(full_terms(rulebook)))


def made_ready(table: Table) -> Table:
    """A table with ann and bob seated, its decks readied and at rest."""
    table = received(seated(table, "ann", "bob"))
    for deck in reversed(list(table.decks)):
        table = shuffled(attested(table, deck), deck)
    return stored(readied(table, "red"))


def stored(table: Table) -> Table:
    """The table with the resting deck put into the device, where its rulebook asks for that."""
    due = store_need(table)
    return perform(table, dealer(StoreDeck, deck=due.where.removeprefix("deck "))) if due else table


def at_wagers(table: Table, deck: str = "red", at: int = NOON) -> Table:
    """The table with a round opened."""
    return perform(table, dealer(OpenRound, at, deck=deck))


def act(table: Table, action: RoundAction, by: Role = Role.DEALER, who: str = "", at: int = NOON) -> Table:
    """The table after an action in the round."""
    return perform(table, Play(by=by, at=at, player=who, action=action))


def wagered(table: Table, *extra: str, ante: Amount = ANTE) -> Table:
    """The table with the required wagers, and any others named, of every seated player."""
    required = [wager.name for wager in table.terms.wagers.values() if wager.required]
    for seat, occupant in sorted(table.seats.items()):
        for name in (*required, *extra):
            wager = table.terms.wagers[name]
            amounts, limits = table.terms.amounts(wager), table.terms.limits(wager)
            amount = amounts[0] if amounts else min(ante, limits.maximum if limits else ante)
            action = PlaceWager(seat, name, amount)
            table = act(table, action, Role.PLAYER, occupant.player)
    return table


def at_dealing(table: Table, deck: str = "red") -> Table:
    """The table with wagers placed and "no more bets" announced."""
    return act(wagered(at_wagers(table, deck)), CloseBets())


def next_cards(table: Table) -> tuple[Card, ...]:
    """Fresh cards for the next delivery."""
    assert table.round is not None
    delivery = next_delivery(table.round)
    assert delivery is not None
    out = set(table.round.cards_out)
    fresh = [card for card in DECK if card not in out]
    return tuple(fresh[: delivery[1]])


def dealt(table: Table) -> Table:
    """The table with the deal over and the stub still in the dealer's hands."""
    while table.round is not None and table.round.phase is Phase.DEALING:
        table = act(table, Deal(next_cards(table)))
    return table


def stub_away(table: Table) -> Table:
    """The table with the stub put away, counted first where a count is due."""
    assert table.in_play is not None
    while (due := stub_need(table)) is not None:
        assert table.round is not None
        rest = 52 - len(table.round.cards_out)
        count = dealer(CountStub, cards=rest)
        step = count if due.name == "count_stub" else dealer(Attest, deck=table.in_play, step=due.name)
        table = perform(table, step)
    return table


def at_decision(table: Table, deck: str = "red") -> Table:
    """The table at the first decision."""
    return stub_away(dealt(at_dealing(table, deck)))


def decided(table: Table) -> Table:
    """The table after every player still in has made the least bet of the decision in hand."""
    while table.round is not None and (seat := to_act(table.round)) is not None:
        least = bet_amounts(table.round, table.round.seats[seat])[0]
        table = act(table, Bet(seat, least), Role.PLAYER, table.seats[seat].player)
    return table


def at_settlement(table: Table) -> Table:
    """The table with all bets made and all cards up."""
    while table.round is not None and table.round.phase in (Phase.DECISION, Phase.REVEAL):
        table = act(decided(table), Reveal())
    return table


def finished(table: Table) -> Table:
    """The table after the round's settlement."""
    table = at_settlement(table)
    while table.running is not None:
        table = act(table, Settle())
    return table


def played(table: Table, deck: str = "red") -> Table:
    """The table after a whole round with a deck that is ready."""
    return finished(at_decision(table, deck))


def next_round_ready(table: Table, deck: str = "red") -> Table:
    """The table with the rack emptied and a deck ready again."""
    if table.two_decks and table.rack is not None:
        table = perform(table, dealer(EmptyRack))
    return stored(readied(table, deck))

"""A table of Crazy 4 Poker for the tests: opened, readied and dealt as the document asks, one command after another."""

from typing import Any

from pitboss.cards import DECK, Card
from pitboss.engine import Phase, next_delivery, to_act
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, Reveal, RoundAction, Settle, Validate
from pitboss.money import Amount
from pitboss.rulebooks import Violation, terms_for
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, check, decide, open_table, perform
from pitboss.table.commands import (
    Attest,
    CountChips,
    CountStub,
    CutDeck,
    EmptyRack,
    OpenRound,
    Play,
    ReceiveDeck,
    ReportIrregularity,
    ShuffleDeck,
    Sit,
    StoreDeck,
    TableCommand,
)
from pitboss.table.events import TableEvent
from pitboss.table.needs import chips_need, deck_need, store_need, stub_need
from rulebooks.submissions import named

NOON = 12 * 3600
DEALER, FLOOR, SYSTEM = Role.DEALER, Role.FLOORPERSON, Role.SYSTEM
MAIN = "ante 10, super_bonus 10"
METHODS = ("manual_shoe", "hand", "automated_shoe")
PLAYERS = {1: "ann", 2: "bob"}


def filed(dealing: str = "manual_shoe", **choices: Any) -> Table:
    """A table as filed, without cards; dealing from the hand brings a shuffler that does not count."""
    shuffler = {"hand": "automated"}.get(dealing, "none")
    return open_table(terms_for("ma-crazy-4", named({"dealing": dealing, "shuffler": shuffler, **choices})))


def do(table: Table, *commands: TableCommand) -> Table:
    """The table after commands that must be allowed."""
    for command in commands:
        table = perform(table, command)
    return table


def by(role: Role, kind: type[Any], at: int = NOON, /, **fields: Any) -> Any:
    """A command of a role."""
    return kind(by=role, at=at, **fields)


def refused(table: Table, command: TableCommand) -> Violation:
    """Why a command is refused."""
    violation = check(table, command)
    assert violation is not None, f"{command} was allowed"
    return violation


def happens(table: Table, command: TableCommand) -> tuple[TableEvent, ...]:
    """What a command brings; it must be allowed."""
    outcome = decide(table, command)
    assert not isinstance(outcome, Violation), str(outcome)
    return outcome


def seated(table: Table) -> Table:
    """Ann and Bob take seats 1 and 2."""
    return do(table, *(Sit(by=Role.PLAYER, at=NOON, player=name, seat=seat) for seat, name in PLAYERS.items()))


def received(table: Table, **fields: Any) -> Table:
    """As many decks as filed come to the table: red, then blue."""
    backs = ("red", "blue")[: table.terms.submission.decks]
    return do(table, *(by(DEALER, ReceiveDeck, deck=back, back=back, design="bee", **fields) for back in backs))


def readied(table: Table, deck: str = "red") -> Table:
    """The deck through every step that it needs before it can be dealt."""
    while (due := deck_need(table, table.decks[deck])) is not None:
        if due.name == "shuffle":
            step = by(DEALER, ShuffleDeck, deck=deck, count=52 if table.counts else None)
        elif due.name == "cut":
            step = by(DEALER, CutDeck, deck=deck, depth=20)
        else:
            step = Attest(by=due.by[-1], at=NOON, deck=deck, step=due.name)
        table = do(table, step)
    return table


def ready(dealing: str = "manual_shoe", **choices: Any) -> Table:
    """A table with both players seated and the red deck ready; of two decks the blue one in the shuffler."""
    table = received(seated(filed(dealing, **choices)))
    if table.two_decks:
        table = readied_blue(table)
    return readied(table)


def readied_blue(table: Table) -> Table:
    """The blue deck opened, shuffled and in the shuffler."""
    for step in table.steps_left(table.decks["blue"]):
        table = do(table, Attest(by=step.by[-1], at=NOON, deck="blue", step=step.name))
    table = do(table, by(DEALER, ShuffleDeck, deck="blue", count=52 if table.counts else None))
    return table if table.decks["blue"].in_shuffler else do(table, by(DEALER, StoreDeck, deck="blue"))


def play(action: RoundAction, role: Role = DEALER, player: str = "") -> Play:
    """An action within the round."""
    return Play(by=role, at=NOON, player=player, action=action)


def place(seat: int, wager: str, amount: str) -> Play:
    """A wager of the player of a seat."""
    return play(PlaceWager(seat, wager, Amount.parse(amount)), Role.PLAYER, PLAYERS[seat])


def wagered(table: Table, *bets: str, deck: str = "red") -> Table:
    """A round opened, with these wagers of seat 1, 2, ..., such as "ante 10, super_bonus 10"."""
    table = do(table, by(DEALER, OpenRound, deck=deck))
    for seat, listed in enumerate(bets or (MAIN, MAIN), start=1):
        for bet in listed.split(", "):
            name, amount = bet.split()
            table = do(table, place(seat, name, amount))
    return table


def closed(table: Table, *bets: str, deck: str = "red") -> Table:
    """The same after "no more bets"."""
    return do(wagered(table, *bets, deck=deck), play(CloseBets()))


def next_cards(table: Table) -> tuple[Card, ...]:
    """Cards not yet out, as many as are delivered next."""
    assert table.round is not None
    delivery = next_delivery(table.round)
    assert delivery is not None
    out = set(table.round.cards_out)
    return tuple([card for card in DECK if card not in out][: delivery[1]])


def deal(table: Table) -> Play:
    """The next card or stack."""
    return play(Deal(next_cards(table)))


def dealt(table: Table) -> Table:
    """The deal over, the chips squared before it, the stub still in the dealer's hands."""
    if chips_need(table) is not None:
        chips = sum(name in seat.wagers for seat in running(table).seats.values() for name in CHIPS)
        table = do(table, by(DEALER, CountChips, chips=chips))
    while running(table).phase is Phase.DEALING:
        table = do(table, deal(table))
    return table


CHIPS = ("four_card_progressive", "five_card_progressive", "link_progressive")


def running(table: Table) -> Any:
    """The round in play."""
    assert table.round is not None
    return table.round


def stub_away(table: Table) -> Table:
    """The stub counted where that is due, and racked."""
    while (due := stub_need(table)) is not None:
        rest = 52 - len(running(table).cards_out)
        count = by(DEALER, CountStub, cards=rest)
        table = do(table, count if due.name == "count_stub" else by(DEALER, Attest, deck=table.in_play, step=due.name))
    return table


def at_decision(table: Table, *bets: str, deck: str = "red") -> Table:
    """The table when the first player is asked."""
    return stub_away(dealt(closed(table, *bets, deck=deck)))


def at_settlement(table: Table) -> Table:
    """Everybody bets one Ante, and the dealer's cards are turned up."""
    while (seat := to_act(running(table))) is not None:
        ante = running(table).seats[seat].wagers["ante"]
        table = do(table, play(Bet(seat, ante), Role.PLAYER, PLAYERS[seat]))
    return do(table, play(Reveal()))


def finished(table: Table) -> Table:
    """The round settled, each payout validated."""
    meters = {name: meter.seed for name, meter in table.terms.meters.items()}
    while table.running is not None:
        held = table.running.held
        action = Validate(held[0].seat, held[0].wager, "form 1") if held else Settle(meters)
        table = do(table, play(action, FLOOR if held else DEALER))
    return table


def played(table: Table, *bets: str, deck: str = "red") -> Table:
    """A whole round, and the table as it is left."""
    return finished(at_settlement(at_decision(table, *bets, deck=deck)))


def next_ready(table: Table, deck: str = "red") -> Table:
    """The rack emptied, the resting deck stored, and a deck ready for the next round."""
    if table.two_decks and table.rack is not None:
        table = do(table, by(DEALER, EmptyRack))
    table = readied(table, deck)
    store = store_need(table)
    return do(table, by(DEALER, StoreDeck, deck=store.where.removeprefix("deck "))) if store else table


def report(name: str, role: Role = DEALER, **fields: Any) -> ReportIrregularity:
    """A report of an irregularity."""
    return ReportIrregularity(by=role, at=NOON, name=name, **fields)

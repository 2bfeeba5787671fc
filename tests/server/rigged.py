"""Tables whose decks are stacked, so that a test knows what every wager wins; and a log to verify."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.audit import Cards, Fairness, RoundChance, Signer
from pitboss.books.balance import balance_database
from pitboss.books.past_rounds import Reader
from pitboss.books.published_log import log_opened
from pitboss.books.table_spec import Clock
from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine.lines import SettlementLine
from pitboss.money import Amount
from pitboss.rulebooks.loader import submission_data
from pitboss.server.people.accounts import Person
from pitboss.server.tables.house import House
from pitboss.server.tables.opening import INVENTORY, Opening
from pitboss.server.tables.room import Room
from pitboss.store import Commit, open_store
from server.rooms import HandClock, PlainRoom, bet, place

DEALER = "Qd Ts 7c 4d 3s"
FLOOR = Person("flo", frozenset({"floorperson"}))
SLOW = Clock(wagers=3600, decision=3600, pause=0)
PTMGL01 = {"link_progressive": "PTMGL01", "amounts": {"link_progressive": ["1"]}}


class Stacked(RoundChance):
    """A deck as it was stacked."""

    def __init__(self, deck: tuple[Card, ...], stop: int = 0) -> None:
        super().__init__("", bytes(32), ())
        self._stacked = deck
        self._stop = stop

    def deck(self) -> tuple[Card, ...]:
        return self._stacked

    def stop(self, seat: int, terms: Any) -> int:
        return self._stop


class Rig:
    """Stacks the next deck of a house."""

    def __init__(self) -> None:
        self.deck: tuple[Card, ...] = DECK
        self.stop = 0

    def chance(self, fairness: Fairness, seed: bytes) -> RoundChance:
        """The chance of a round."""
        return Stacked(self.deck, self.stop)

    def crazy_four(self, hands: Mapping[int, str], dealer: str = DEALER) -> None:
        """Five cards to each seat and the dealer, one at a time."""
        rows = [parse_cards(hands[seat]) for seat in sorted(hands)] + [parse_cards(dealer)]
        self._top([row[number] for number in range(5) for row in rows])

    def criss_cross(self, community: str, hands: Mapping[int, str], first: str = "") -> None:
        """The cross, then two cards to each seat, one at a time."""
        rows = [parse_cards(hands[seat]) for seat in sorted(hands)]
        self._top([*parse_cards(community), *(row[number] for number in range(2) for row in rows)])

    def _top(self, cards: Sequence[Card]) -> None:
        self.deck = (*cards, *(card for card in DECK if card not in cards))


def rigged_room(url: str | Path, rig: Rig, clock: HandClock | None = None) -> PlainRoom:
    """A room with an opened log, whose house deals what the rig says."""
    address = url if isinstance(url, str) else f"sqlite:///{url / 'room.db'}"
    store = open_store(address)
    store.append(Commit(client="room", command="open the log", log=(log_opened("test", Signer(bytes(32)), 0),)))
    return PlainRoom(store, House(bytes(64), lambda: bytes(32), rig.chance), clock or HandClock())


def open_rigged(
    room: Room,
    name: str,
    rulebook: str = "ma-crazy-4",
    choices: dict[str, Any] | None = None,
    *,
    links: dict[str, str] | None = None,
    inventory: Amount = INVENTORY,
    practice: bool = False,
) -> None:
    """A table with everything a rulebook allows, changed where a test asks; its shuffler leaves nothing to cut."""
    wanted = {**submission_data(rulebook, "full"), **(choices or {})}
    room.open(Opening(name, rulebook, wanted, Cards.VIRTUAL, practice, SLOW, links or {}, inventory), "sue")


async def round_at(
    room: PlainRoom, table: str, players: Mapping[int, Person], wagers: Mapping[str, str], id: str
) -> None:
    """A round of crazy 4 in which everybody makes the same wagers and plays; payouts wait for the floor."""
    for seat, person in players.items():
        if room.live(table).seat_of(person.name) is None:
            await room.perform(person, table, f"sit {id} {seat}", [{"command": "sit", "seat": seat}])
    await room.tick()
    for seat, person in players.items():
        placed = [place(seat, wager, amount) for wager, amount in wagers.items()]
        await room.perform(person, table, f"wagers {id} {seat}", [*placed, {"command": "ready"}])
    for seat, person in players.items():
        await room.perform(person, table, f"bet {id} {seat}", [bet(seat, wagers["ante"])])


async def validate_all(room: PlainRoom, table: str, id: str, by: Person = FLOOR) -> list[tuple[int, str]]:
    """The floor validates whatever is held, one payout after the other."""
    validated: list[tuple[int, str]] = []
    while (round := room.live(table).table.running) is not None and round.held:
        line = round.held[0]
        action = {"action": "validate", "seat": line.seat, "wager": line.wager, "document": "form 7"}
        number = f"validate {id} {len(validated)}"
        await room.perform(by, table, number, [{"command": "play", "action": action}])
        validated.append((line.seat, line.wager))
    return validated


def lines_of(room: Room, table: str, round: int) -> list[SettlementLine]:
    """The settlement of a round that is over, payouts that were held included."""
    over = Reader(room.store, room.live(table).spec).rounds()
    return next(found.lines for found in over if found.number == round)


def discrepancies(room: Room) -> list[str]:
    """What does not add up: in the store, in its log, or between the two."""
    stacked = ("dealt as card", "server seed", "the wheel at", "Magic Card")  # what a stacked deck must bring about
    found = balance_database(room.store).discrepancies
    return [line for line in found if not any(part in line for part in stacked)]


def race(url: str, number: int, rounds: int) -> None:
    """A process with a room and a table of its own: every round wins 10% of the link."""

    async def play() -> None:
        rig = Rig()
        room = rigged_room(url, rig)
        rig.crazy_four({1: "5h 6h 7h 8h 9h"})
        person, table = Person(f"p{number}", frozenset({"player"})), f"t{number}"
        wagers = {"ante": "5", "super_bonus": "5", "link_progressive": "1"}
        for count in range(rounds):
            await round_at(room, table, {1: person}, wagers, f"{number} {count}")
            await validate_all(room, table, f"{number} {count}", Person(f"flo{number}", FLOOR.roles))
        room.store.close()

    asyncio.run(play())

"""Decks that differ only in cards a viewer may not see give that viewer the same bytes, until the first is shown."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import Fairness, RoundChance
from pitboss.audit.drbg import HmacDrbg, Numbers
from pitboss.audit.shuffle import shuffled
from pitboss.cards import DECK, Card
from pitboss.server.house import House
from pitboss.server.people import Person
from server.rooms import HandClock, bet, open_at, place, player, room_in, run

VIEWERS = ("ann", "bob", "dealer", "floorperson", "supervisor", "auditor", "administrator")
GAMES = {
    "ma-criss-cross": (("ante_across", "ante_down"), 3),
    "ma-crazy-4": (("ante", "super_bonus"), 1),
}


class Stacked(RoundChance):
    """A deck as it was stacked."""

    def __init__(self, deck: tuple[Card, ...]) -> None:
        super().__init__("", bytes(32), ())
        self._stacked = deck

    def deck(self) -> tuple[Card, ...]:
        return self._stacked


async def streams(folder: Path, rulebook: str, deck: tuple[Card, ...]) -> tuple[dict[str, list[bytes]], Any]:
    """What each viewer is sent in a round of ann and bob, and the table after the deal."""

    def stacked(fairness: Fairness, seed: bytes) -> RoundChance:
        return Stacked(deck)

    room = room_in(folder, HandClock(), House(bytes(64), lambda: bytes(32), stacked))
    open_at(room, rulebook)
    people = [player(room, "ann"), player(room, "bob")]
    watchers = {name: room.watch("t1", Person(name, frozenset({name})), None) for name in VIEWERS}
    wagers, streets = GAMES[rulebook]
    for seat, person in enumerate(people, start=1):
        await room.perform(person, "t1", f"sit {seat}", [{"command": "sit", "seat": seat}])
    for seat, person in enumerate(people, start=1):
        placed = [place(seat, wager, "5") for wager in wagers]
        await room.perform(person, "t1", f"wagers {seat}", [*placed, {"command": "ready"}])
    dealt = room.live("t1").table.round
    for street in range(streets):
        for seat, person in enumerate(people, start=1):
            await room.perform(person, "t1", f"bet {street} {seat}", [bet(seat, "5")])
    room.store.close()
    sent = {
        name: [watcher.queue.get_nowait() or b"" for _ in range(watcher.queue.qsize())]
        for name, watcher in watchers.items()
    }
    return sent, dealt


@pytest.mark.parametrize("rulebook", GAMES)
@pytest.mark.parametrize("number", range(6))
def test_hidden_cards_do_not_show(tmp_path: Path, rulebook: str, number: int) -> None:
    deck = shuffled(DECK, Numbers(HmacDrbg(bytes(32), bytes(16), number.to_bytes(4, "big"))))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    first, dealt = run(streams(tmp_path / "a", rulebook, deck))
    hands = {"ann": set(dealt.seats[1].cards), "bob": set(dealt.seats[2].cards)}
    for pair, (one, other) in enumerate(pairwise(dealt.cards_out[number::2][:4])):
        swapped = tuple({one: other, other: one}.get(card, card) for card in deck)
        (tmp_path / f"b/{pair}").mkdir()
        second, _ = run(streams(tmp_path / f"b/{pair}", rulebook, swapped))
        for viewer in VIEWERS:
            if {one, other} & hands.get(viewer, set()):
                continue
            shown = [index for index, message in enumerate(first[viewer]) if _names(message, one, other)]
            until = shown[0] if shown else len(first[viewer])
            assert until >= 5, "no hidden card is named before every seat has its cards and the first has decided"
            assert first[viewer][:until] == second[viewer][:until]


def _names(message: bytes, *cards: Card) -> bool:
    return any(f'"{card}"'.encode() in message for card in cards)


@pytest.mark.parametrize("rulebook", GAMES)
def test_until_the_first_reveal_nobody_is_sent_a_card_but_the_own(tmp_path: Path, rulebook: str) -> None:
    sent, dealt = run(streams(tmp_path, rulebook, DECK))
    own = {"ann": set(dealt.seats[1].cards), "bob": set(dealt.seats[2].cards)}
    for viewer in VIEWERS:
        after_the_deal = sent[viewer][4]
        named = {card for card in DECK if _names(after_the_deal, card)}
        assert named == own.get(viewer, set())

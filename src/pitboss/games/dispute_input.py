"""Reads a disputed round: every key checked, everything that is wrong with it collected, one line each."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.cards import Card
from pitboss.games.dispute_text import parse, said
from pitboss.games.state import COMMUNITY
from pitboss.money import Amount
from pitboss.rulebooks import (
    IDS,
    Refused,
    Rulebook,
    Submission,
    Terms,
    Violation,
    check_submission,
    load,
    submission_from,
)

_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,2})?")


class Player(msgspec.Struct, frozen=True):
    """One seat of a disputed round."""

    number: int
    wagers: dict[str, Amount] = {}
    folded: str | None = None


class Dispute(msgspec.Struct, frozen=True):
    """A disputed round, as far as it could be read."""

    terms: Terms
    players: dict[int, Player]  # in the document's order
    cards: dict[str, tuple[Card, ...]]  # by place: community positions, `burn`, `dealer`, `seat N`
    misread: frozenset[str]  # places and spins that were given, but not as they must be
    meters: dict[str, Amount]
    magic_card: Card | None = None
    lucky_position: int | str | None = None
    spins: dict[int, int] = {}


def read_dispute(text: str) -> tuple[Dispute | None, list[str]]:
    """What a text says of a round, and all that is wrong with it; no round where its terms cannot be known."""
    data, problems = parse(text)
    name = data.get("rulebook")
    if not isinstance(name, str) or name not in IDS:
        tried = said(name) if "rulebook" in data else "nothing"
        return None, [*problems, f"rulebook: {tried} refused; allowed: one of {', '.join(IDS)}"]
    reader = _Reader(load(name), data, problems)
    return reader.dispute(), reader.problems


class _Reader:
    """Works through one document; `problems` grows, and nothing stops at the first."""

    def __init__(self, book: Rulebook, data: dict[str, Any], problems: list[str]) -> None:
        self.book = book
        self.data = data
        self.problems = problems
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.misread: set[str] = set()
        self.lies: dict[Card, str] = {}  # where each card was first met
        self.dealt = {to: _dealt(book, to) for dealing in book.dealings for step in dealing.steps for to in step.to}

    def dispute(self) -> Dispute | None:
        """The round, as far as it can be read."""
        self._known_keys("the document", self.data, self._keys())
        terms = self._terms()
        self._community()
        self._stack("burns", "burn")
        self._stack("dealer", "dealer")
        players = self._players(terms)
        magic_card = self._card("magic_card", self.data["magic_card"]) if self._has("magic_card") else None
        lucky, spins, meters = self._lucky_position(), self._spins(players), self._meters()
        if terms is None:
            return None
        return Dispute(terms, players, self.cards, frozenset(self.misread), meters, magic_card, lucky, spins)

    def _keys(self) -> list[str]:
        """The keys that rounds of this rulebook can have."""
        keys = ["rulebook", "submission", "seats", "meters"]
        keys += ["dealer"] if "dealer" in self.dealt else ["community"]
        keys += ["burns"] if "burn" in self.dealt else []
        keys += ["spins"] if self.book.wheels else []
        keys += ["magic_card", "lucky_position"] if self.book.bonuses else []
        return keys

    def _has(self, key: str) -> bool:
        return key in self.data and key in self._keys()

    # The terms

    def _terms(self) -> Terms | None:
        choices = self.data.get("submission", {})
        if not isinstance(choices, dict):
            self._wrong("submission", said(choices), 'an object of choices such as {"five_card_bonus": true}')
            return None
        submission = self._submission({**self._drawn(choices), **choices})
        if submission is None:
            return None
        breaches = check_submission(self.book, submission)
        self.problems += map(str, breaches)
        return None if breaches else Terms(self.book, submission)

    def _drawn(self, choices: dict[str, Any]) -> dict[str, Any]:
        """Bonuses that were drawn in the round, and so are offered unless the submission says otherwise."""
        if not choices.get("five_card_hand_bonus"):
            return {}
        drawn = {"magic_card": "magic_card", "lucky_bonus": "lucky_position"}
        return {bonus.name: True for bonus in self.book.bonuses if self._has(drawn[bonus.name])}

    def _submission(self, choices: dict[str, Any]) -> Submission | None:
        """The choices laid over the default; keys that are not understood are told and left out."""
        try:
            return submission_from(choices, self.book)
        except Refused as refused:
            self.problems += map(str, refused.violations)
            unknown = {violation.where for violation in refused.violations}
        rest = {key: value for key, value in choices.items() if key not in unknown}
        return self._submission(rest) if len(rest) < len(choices) else None

    # Cards

    def _community(self) -> None:
        if not self._has("community"):
            return
        given = self.data["community"]
        if not isinstance(given, dict):
            self._wrong("community", said(given), f"an object with {', '.join(COMMUNITY)}")
            self.misread.update(COMMUNITY)
            return
        self._known_keys("community", given, COMMUNITY)
        for place in COMMUNITY:
            if place in given:
                self._lay(f"community {place}", place, [given[place]], 1)

    def _stack(self, key: str, place: str) -> None:
        if self._has(key):
            self._lay(key, place, self.data[key], self.dealt[place])

    def _lay(self, where: str, place: str, given: object, count: int) -> None:
        """So many cards at a place; told and set down as misread if they are not that."""
        if not isinstance(given, list):
            self._wrong(where, said(given), f"a list of {count} cards")
            self.misread.add(place)
            return
        if len(given) != count:
            self._wrong(where, f"{len(given)} card{'' if len(given) == 1 else 's'}", f"{count} cards")
        cards = [card for item in given if (card := self._card(where, item)) is not None]
        for card in cards:
            if card in self.lies:
                places = "twice" if self.lies[card] == where else f"as well as {self.lies[card]}"
                self._refuse(
                    self.book.table.decks_clause, where, f"{card} {places}", "each card once: one deck is dealt"
                )
            self.lies.setdefault(card, where)
        if len(set(cards)) == len(given) == count:
            self.cards[place] = tuple(cards)
        else:
            self.misread.add(place)

    def _card(self, where: str, given: object) -> Card | None:
        try:
            return Card.parse(given if isinstance(given, str) else "")
        except ValueError:
            self._wrong(where, said(given), "a card: a rank of 23456789TJQKA and a suit of cdhs, such as 9c")
            return None

    # Seats

    def _players(self, terms: Terms | None) -> dict[int, Player]:
        entries = self.data.get("seats")
        if not isinstance(entries, list) or not entries:
            tried = "nothing" if entries is None else "an empty list" if entries == [] else said(entries)
            self._wrong("seats", tried, f"a list of 1 to {self.book.seats} seats")
            return {}
        players: dict[int, Player] = {}
        for index, entry in enumerate(entries):
            where = f"seats[{index}]"
            if not isinstance(entry, dict):
                self._wrong(where, said(entry), "an object with seat, wagers and cards")
                continue
            number = self._seat_number(where, entry, players)
            player = self._player(f"seat {number}" if number else where, entry, terms, number or 0)
            if number:
                players[number] = player
        return players

    def _seat_number(self, where: str, entry: dict[str, Any], players: dict[int, Player]) -> int | None:
        number = entry.get("seat")
        if type(number) is not int or not 1 <= number <= self.book.seats:
            tried = said(number) if "seat" in entry else "no seat"
            self._refuse(self.book.seats_clause, where, tried, f"a seat from 1 to {self.book.seats}")
            return None
        if number in players:
            self._wrong(where, f"seat {number} a second time", "each seat once")
            return None
        return number

    def _player(self, where: str, entry: dict[str, Any], terms: Terms | None, number: int) -> Player:
        hand = "cards" if "dealer" in self.dealt else "hole"
        self._known_keys(where, entry, ("seat", hand, "wagers", "folded"))
        if hand in entry:
            self._lay(f"{where} {hand}", f"seat {number}", entry[hand], self.dealt["players"])
        bets = [decision.bet for decision in self.book.decisions]
        folded = entry.get("folded")
        lawful = "folded" not in entry or folded in bets
        if not lawful:
            self._wrong(f"{where} folded", said(folded), f"{' or '.join(bets)}; left out when the player stayed")
        given = entry.get("wagers")
        if not isinstance(given, dict):
            tried = said(given) if "wagers" in entry else "nothing"
            self._wrong(f"{where} wagers", tried, 'an object of wagers and amounts such as {"ante": "10"}')
            return Player(number)
        wagers = self._wagers(where, given, terms)
        if lawful:
            self._bets(where, given, folded)
        return Player(number, wagers, folded if lawful else None)

    def _wagers(self, where: str, given: dict[str, Any], terms: Terms | None) -> dict[str, Amount]:
        """The wagers the table offers, with amounts above nothing."""
        offered = terms.wagers if terms else {wager.name: wager for wager in self.book.wagers}
        found = {}
        for name, value in given.items():
            wager = self.book.wager(name)
            if wager is None:
                self._wrong(where, f"unknown wager {said(name)}", f"one of {', '.join(offered)}")
                continue
            amount = self._amount(f"{where} {name}", value)
            if name not in offered:
                tried = f"{wager.title}, which the submission does not offer"
                self._refuse(wager.clause, where, tried, f"one of {', '.join(offered)}")
            elif amount is not None and amount <= Amount.ZERO:
                self._wrong(f"{where} {name}", str(amount), "an amount above 0")
            elif amount is not None:
                found[name] = amount
        for wager in self.book.wagers:
            if wager.required and wager.name not in given:
                self._refuse(wager.clause, where, f"no {wager.title}", f"{wager.name} with its amount")
        return found

    def _bets(self, where: str, given: dict[str, Any], folded: str | None) -> None:
        """A player makes each bet until the one folded at, and none from there on."""
        out = False
        for decision in self.book.decisions:
            bet, wager = decision.bet, self.book.wager(decision.bet)
            assert wager is not None
            out = out or bet == folded
            if out and bet in given:
                self._refuse(decision.fold_clause, where, f"{wager.title} of a player who folded at {folded}", "no bet")
            elif not out and bet not in given:
                allowed = f'{bet} with its amount, or "folded": "{bet}"'
                self._refuse(decision.clause, where, f"no {wager.title} of a player who did not fold", allowed)

    # What the table shows

    def _lucky_position(self) -> int | str | None:
        if not self._has("lucky_position"):
            return None
        position: object = self.data["lucky_position"]
        if position == "dealer":
            return "dealer"
        if type(position) is int and 1 <= position <= self.book.seats:
            return position
        self._wrong("lucky_position", said(position), f'a seat from 1 to {self.book.seats}, or "dealer"')
        return None

    def _spins(self, players: dict[int, Player]) -> dict[int, int]:
        given = self.data["spins"] if self._has("spins") else {}
        if not isinstance(given, dict):
            self._wrong("spins", said(given), 'an object of seats and wheel positions such as {"1": 8}')
            return {}
        seats = {str(number): number for number in players}
        found = {}
        for key, position in given.items():
            if key not in seats:
                self._wrong("spins", f"seat {said(key)}", f"seats of this round: {', '.join(seats) or 'none'}")
            elif type(position) is not int:
                self._wrong(f"spins of seat {key}", said(position), "the number of a wheel position")
                self.misread.add(f"spin {key}")
            else:
                found[seats[key]] = position
        return found

    def _meters(self) -> dict[str, Amount]:
        given = self.data.get("meters", {})
        if not isinstance(given, dict):
            self._wrong("meters", said(given), 'an object of meters and amounts such as {"four_card": "5210.33"}')
            return {}
        known = list(dict.fromkeys(meter.name for meter in self.book.meters))
        found = {}
        for name, value in given.items():
            if name not in known:
                self._wrong(
                    "meters", said(name), f"one of {', '.join(known)}" if known else "none: this game has no meter"
                )
                continue
            amount = self._amount(f"meters {name}", value)
            if amount is not None and amount < Amount.ZERO:
                self._wrong(f"meters {name}", str(amount), "0 or more")
            elif amount is not None:
                found[name] = amount
        return found

    # Small things

    def _amount(self, where: str, value: object) -> Amount | None:
        if isinstance(value, str) and _DECIMAL.fullmatch(value):
            return Amount.parse(value)
        self._wrong(where, said(value), 'dollars as a decimal string such as "10" or "12.50"')
        return None

    def _known_keys(self, where: str, given: Iterable[str], known: Iterable[str]) -> None:
        for key in given:
            if key not in known:
                self._wrong(where, f"unknown key {said(key)}", f"one of {', '.join(known)}")

    def _wrong(self, where: str, tried: str, allowed: str) -> None:
        self.problems.append(f"{where}: {tried} refused; allowed: {allowed}")

    def _refuse(self, clause: str, where: str, tried: str, allowed: str) -> None:
        violation = Violation(rulebook=self.book.id, clause=clause, where=where, tried=tried, allowed=allowed)
        self.problems.append(str(violation))


def _dealt(book: Rulebook, to: str) -> int:
    """How many cards a destination is dealt in a round."""
    return sum(step.cards * step.times * step.to.count(to) for step in book.dealings[0].steps)

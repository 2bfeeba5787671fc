"""Reads a disputed round: every key checked, everything that is wrong with it collected, one line each."""

from typing import Any

from pitboss.cards import Card
from pitboss.engine.dispute.facts import Dispute, DisputedPlayer
from pitboss.engine.dispute.moments import read_called_off, read_void
from pitboss.engine.dispute.retelling import DRAWN, card_keys
from pitboss.engine.dispute.seats import SeatReader
from pitboss.engine.dispute.text import Findings, Problem, parse, said
from pitboss.engine.places import PLAYERS, dealt_to, single_places, stacks
from pitboss.money import Amount
from pitboss.rulebooks import (
    Refused,
    Rulebook,
    Submission,
    Terms,
    UnknownRulebook,
    Violation,
    check_submission,
    ids,
    load,
    submission_from,
)


def read_dispute(text: str) -> tuple[Dispute | None, list[Problem]]:
    """What a text says of a round, and all that is wrong with it; no round where its terms cannot be known."""
    data, problems = parse(text)
    name = data.get("rulebook")
    try:
        book = load(name) if isinstance(name, str) else None
    except UnknownRulebook:
        book = None
    if book is None:
        tried = said(name) if "rulebook" in data else "nothing"
        listed = f"one of {', '.join(ids())}"
        return None, [*problems, Violation(rulebook="", clause="", where="rulebook", tried=tried, allowed=listed)]
    return _Reader(book, data, problems).dispute(), problems


class _Reader:
    """Works through one document; `problems` grows, and nothing stops at the first."""

    def __init__(self, book: Rulebook, data: dict[str, Any], problems: list[Problem]) -> None:
        self.book = book
        self.data = data
        self.problems = problems
        self.findings = Findings(book, problems)
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.misread: set[str] = set()
        self.lies: dict[Card, str] = {}  # where each card was first met
        self.dealt = dealt_to(book.dealings[0])

    def dispute(self) -> Dispute | None:
        """The round, as far as it can be read."""
        self.findings.known_keys("the document", self.data, self._keys())
        terms = self._terms()
        self._community()
        for place, key in stacks(self.book).items():
            self._stack(key, place)
        void = read_void(self.findings, self.data["void"]) if "void" in self.data else None
        unclear = void is None and "void" in self.data
        seats = SeatReader(self.findings, self._lay_hand, terms, void.moment if void else None, unclear)
        players = seats.players(self.data.get("seats"))
        magic_card = self._card("magic_card", self.data["magic_card"]) if self._has("magic_card") else None
        lucky, spins, meters = self._lucky_position(), self._spins(players), self._meters()
        called_off = read_called_off(self.findings, self.data["called_off"]) if self._has("called_off") else None
        if terms is None or unclear or (called_off is None and self._has("called_off")):
            return None
        misread = frozenset(self.misread)
        return Dispute(terms, players, self.cards, misread, meters, magic_card, lucky, spins, void, called_off)

    def _keys(self) -> list[str]:
        """The keys that rounds of this rulebook can have."""
        keys = ["rulebook", "submission", "seats", "meters", "void", *card_keys(self.book)]
        keys += ["called_off"] if self.book.table.call_offs else []
        keys += ["spins"] if self.book.wheels else []
        keys += [DRAWN[bonus.draws] for bonus in self.book.bonuses]
        return keys

    def _has(self, key: str) -> bool:
        return key in self.data and key in self._keys()

    # The terms

    def _terms(self) -> Terms | None:
        choices = self.data.get("submission", {})
        if not isinstance(choices, dict):
            self.findings.wrong("submission", said(choices), 'an object of choices such as {"five_card_bonus": true}')
            return None
        submission = self._submission({**self._drawn(choices), **choices})
        if submission is None:
            return None
        breaches = check_submission(self.book, submission)
        self.problems += breaches
        return None if breaches else Terms(self.book, submission)

    def _drawn(self, choices: dict[str, Any]) -> dict[str, Any]:
        """Bonuses that were drawn in the round, and so are offered unless the submission says otherwise.

        How often they are drawn decides nothing in one round, so nobody need say it here.
        """
        drawn = {
            bonus.name: True for bonus in self.book.bonuses if choices.get(bonus.on) and self._has(DRAWN[bonus.draws])
        }
        often = {bonus.name: 1 for bonus in self.book.bonuses if {**drawn, **choices}.get(bonus.name)}
        return {**drawn, "draws": often} if often else {}

    def _submission(self, choices: dict[str, Any]) -> Submission | None:
        """The choices laid over the default; keys that are not understood are told and left out."""
        try:
            return submission_from(choices, self.book)
        except Refused as refused:
            self.problems += refused.violations
            unknown = {violation.where for violation in refused.violations}
        rest = {key: value for key, value in choices.items() if key not in unknown}
        return self._submission(rest) if len(rest) < len(choices) else None

    # Cards

    def _community(self) -> None:
        if not self._has("community"):
            return
        given, places = self.data["community"], single_places(self.book)
        if not isinstance(given, dict):
            self.findings.wrong("community", said(given), f"an object with {', '.join(places)}")
            self.misread.update(places)
            return
        self.findings.known_keys("community", given, places)
        for place in places:
            if place in given:
                self._lay(f"community {place}", place, [given[place]], 1)

    def _stack(self, key: str, place: str) -> None:
        if self._has(key):
            self._lay(key, place, self.data[key], self.dealt[place])

    def _lay_hand(self, where: str, place: str, given: object) -> None:
        self._lay(where, place, given, self.dealt[PLAYERS])

    def _lay(self, where: str, place: str, given: object, count: int) -> None:
        """So many cards at a place; told and set down as misread if they are not that."""
        if not isinstance(given, list):
            self.findings.wrong(where, said(given), f"a list of {count} cards")
            self.misread.add(place)
            return
        if len(given) != count and "void" not in self.data:  # which may be the very thing that voids a round
            self.findings.wrong(where, f"{len(given)} card{'' if len(given) == 1 else 's'}", f"{count} cards")
        cards = [card for item in given if (card := self._card(where, item)) is not None]
        for card in cards:
            if card in self.lies:
                places = "twice" if self.lies[card] == where else f"as well as {self.lies[card]}"
                self.findings.refuse(
                    self.book.table.decks_clause, where, f"{card} {places}", "each card once: one deck is dealt"
                )
            self.lies.setdefault(card, where)
        if len(set(cards)) == len(given) == count:
            self.cards[place] = tuple(cards)
        elif "void" not in self.data or len(set(cards)) < len(given):
            # A sound hand of a wrong number is as good as none: asked for where it decides a wager.
            self.misread.add(place)

    def _card(self, where: str, given: object) -> Card | None:
        try:
            return Card.parse(given if isinstance(given, str) else "")
        except ValueError:
            self.findings.wrong(where, said(given), "a card: a rank of 23456789TJQKA and a suit of cdhs, such as 9c")
            return None

    # What the table shows

    def _lucky_position(self) -> int | str | None:
        if not self._has("lucky_position"):
            return None
        position: object = self.data["lucky_position"]
        if position == "dealer":
            return "dealer"
        if type(position) is int and 1 <= position <= self.book.seats:
            return position
        self.findings.wrong("lucky_position", said(position), f'a seat from 1 to {self.book.seats}, or "dealer"')
        return None

    def _spins(self, players: dict[int, DisputedPlayer]) -> dict[int, int]:
        given = self.data["spins"] if self._has("spins") else {}
        if not isinstance(given, dict):
            self.findings.wrong("spins", said(given), 'an object of seats and wheel positions such as {"1": 8}')
            return {}
        seats = {str(number): number for number in players}
        found = {}
        for key, position in given.items():
            if key not in seats:
                self.findings.wrong("spins", f"seat {said(key)}", f"seats of this round: {', '.join(seats) or 'none'}")
            elif type(position) is not int:
                self.findings.wrong(f"spins of seat {key}", said(position), "the number of a wheel position")
                self.misread.add(f"spin {key}")
            else:
                found[seats[key]] = position
        return found

    def _meters(self) -> dict[str, Amount]:
        given = self.data.get("meters", {})
        if not isinstance(given, dict):
            self.findings.wrong(
                "meters", said(given), 'an object of meters and amounts such as {"four_card": "5210.33"}'
            )
            return {}
        known = list(dict.fromkeys(meter.name for meter in self.book.meters))
        found = {}
        for name, value in given.items():
            if name not in known:
                self.findings.wrong(
                    "meters", said(name), f"one of {', '.join(known)}" if known else "none: this game has no meter"
                )
                continue
            amount = self.findings.amount(f"meters {name}", value)
            if amount is not None and amount < Amount.ZERO:
                self.findings.wrong(f"meters {name}", str(amount), "0 or more")
            elif amount is not None:
                found[name] = amount
        return found

"""Reads the seats of a disputed round: who sat where, with which wagers, cards and bets."""

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.engine.dispute.facts import DisputedPlayer, Fate, Moment
from pitboss.engine.dispute.moments import left_standing, read_fate
from pitboss.engine.dispute.text import Findings, said
from pitboss.engine.state import Phase
from pitboss.money import Amount
from pitboss.rulebooks import Terms, either

Lay = Callable[[str, str, object], None]
"""Lays the cards a document gives, told where in it they stand and at which place."""


class _Bounds(msgspec.Struct, frozen=True):
    """How far the bets of a seat go: the first so many must be there, and no more than so many can be."""

    needed: int
    most: int
    because: str = ""  # why there can be no more


class SeatReader:
    """Reads seats; `void` is when the round was void, after which there was no bet; `unclear` if that is not known."""

    def __init__(self, findings: Findings, lay: Lay, terms: Terms | None, void: Moment | None, unclear: bool) -> None:
        self.findings = findings
        self.book = findings.book
        self.hand = findings.book.own_cards
        self.lay = lay
        self.terms = terms
        self.void = void
        self.unclear = unclear
        self.bets = [decision.key for decision in self.book.decisions]

    def players(self, entries: object) -> dict[int, DisputedPlayer]:
        """The seats that could be read, in the document's order."""
        if not isinstance(entries, list) or not entries:
            tried = "nothing" if entries is None else "an empty list" if entries == [] else said(entries)
            self.findings.wrong("seats", tried, f"a list of 1 to {self.book.seats} seats")
            return {}
        players: dict[int, DisputedPlayer] = {}
        for index, entry in enumerate(entries):
            where = f"seats[{index}]"
            if not isinstance(entry, dict):
                self.findings.wrong(where, said(entry), "an object with seat, wagers and cards")
                continue
            number = self._seat_number(where, entry, players)
            player = self._player(f"seat {number}" if number else where, entry, number or 0)
            if number:
                players[number] = player
        return players

    def _seat_number(self, where: str, entry: dict[str, Any], players: dict[int, DisputedPlayer]) -> int | None:
        number = entry.get("seat")
        if type(number) is not int or not 1 <= number <= self.book.seats:
            tried = said(number) if "seat" in entry else "no seat"
            self.findings.refuse(self.book.seats_clause, where, tried, f"a seat from 1 to {self.book.seats}")
            return None
        if number in players:
            self.findings.wrong(where, f"seat {number} a second time", "each seat once")
            return None
        return number

    def _player(self, where: str, entry: dict[str, Any], number: int) -> DisputedPlayer:
        withdrawable = [decision.withdraws for decision in self.book.decisions if decision.withdraws]
        known = ["seat", self.hand, "wagers", "folded", "forfeited", "left", "at", "after"]
        known += ["withdrawn"] if withdrawable else []
        self.findings.known_keys(where, entry, known)
        if self.hand in entry:
            self.lay(f"{where} {self.hand}", f"seat {number}", entry[self.hand])
        folded = entry.get("folded")
        lawful = "folded" not in entry or folded in self.bets
        if not lawful:
            allowed = f"{either(self.bets)} (leave it out when the player stayed)"
            self.findings.wrong(f"{where} folded", said(folded), allowed)
        fate, stands = read_fate(self.findings, where, entry), left_standing(self.findings, where, entry)
        given = entry.get("wagers")
        if not isinstance(given, dict):
            tried = said(given) if "wagers" in entry else "nothing"
            self.findings.wrong(f"{where} wagers", tried, 'an object of wagers and amounts such as {"ante": "10"}')
            return DisputedPlayer(number)
        wagers = self._wagers(where, given)
        if stands and "folded" not in entry:  # who is not there to bet declines
            folded = next((bet for bet in self.bets if bet not in given), None)
        if lawful:
            self._bets(where, given, folded, self._bounds(fate))
        withdrawn = self._withdrawn(where, entry.get("withdrawn", []), withdrawable)
        return DisputedPlayer(number, wagers, folded if lawful else None, fate, withdrawn)

    def _withdrawn(self, where: str, given: object, lawful: list[str]) -> tuple[str, ...]:
        """The wagers that were taken back in turn."""
        if not isinstance(given, list) or any(name not in lawful for name in given):
            self.findings.wrong(f"{where} withdrawn", said(given), f"a list of some of {', '.join(lawful)}")
            return ()
        return tuple(given)

    def _wagers(self, where: str, given: dict[str, Any]) -> dict[str, Amount]:
        """The wagers the table offers, with amounts above nothing."""
        offered = self.terms.wagers if self.terms else {wager.name: wager for wager in self.book.wagers}
        found = {}
        for name, value in given.items():
            wager = self.book.wager(name)
            if wager is None:
                self.findings.wrong(where, f"the unknown wager {said(name)}", f"one of {', '.join(offered)}")
                continue
            amount = self.findings.amount(f"{where} {name}", value)
            if name not in offered:
                tried = f"{wager.title}, which the submission does not offer"
                self.findings.refuse(wager.clause, where, tried, f"one of {', '.join(offered)}")
            elif amount is not None and amount <= Amount.ZERO:
                self.findings.wrong(f"{where} {name}", str(amount), "an amount above 0")
            elif amount is not None:
                found[name] = amount
        open_to_more = self.unclear or (self.void is not None and self.void.at == Phase.WAGERS)
        for wager in self.book.wagers:
            if wager.required and wager.name not in given and not open_to_more:
                self.findings.refuse(wager.clause, where, f"no {wager.title}", f"{wager.name} with its amount")
        return found

    def _bounds(self, fate: Fate | None) -> _Bounds:
        """The bets of a seat end where the round was void, or the seat's wagers were taken."""
        ends = [_Bounds(len(self.bets), len(self.bets))]
        if self.void is not None:
            ends.append(self._until(self.void, f"of a round void {self.void}"))
        if self.unclear or (fate is not None and fate.moment is None):
            ends.append(_Bounds(0, len(self.bets)))
        if fate is not None and fate.moment is not None:
            ends.append(self._until(fate.moment, f"of a player who {fate} {fate.moment}"))
        least = min(ends, key=lambda bounds: bounds.most)
        return _Bounds(min(bounds.needed for bounds in ends), least.most, least.because)

    def _until(self, moment: Moment, because: str) -> _Bounds:
        """At a bet, some have made it and some have not; the earlier ones all have, or folded."""
        if moment.at in self.bets:
            stage = self.bets.index(moment.at)
            return _Bounds(stage, stage + 1, because)
        made = len(self.bets) if moment.settling else 0
        return _Bounds(made, made, because)

    def _bets(self, where: str, given: dict[str, Any], folded: str | None, bounds: _Bounds) -> None:
        """A player makes each bet until the one folded at, and none from there on."""
        needed = max([bounds.needed, *(stage for stage, bet in enumerate(self.bets) if bet in given)])
        out = False
        ended = False
        for stage, decision in enumerate(self.book.decisions):
            bet, wager = decision.key, self.book.wager(decision.key)
            title = wager.title if wager else bet
            out = out or bet == folded
            if stage >= bounds.most and (bet in given or bet == folded):
                tried = title if bet in given else f"a fold at {bet}"
                self.findings.refuse(decision.clause, where, f"{tried} {bounds.because}", "no decision after that")
            elif out and bet in given:
                tried = f"{title} of a player who folded at {folded}"
                self.findings.refuse(decision.fold_clause or decision.clause, where, tried, "no bet")
            elif ended and bet in given:
                self.findings.refuse(decision.clause, where, f"{title} of a player who has bet before", "no bet")
            elif not (out or ended or bet in given or decision.check_clause) and stage < needed:
                allowed = f'{bet} with its amount, or "folded": "{bet}"'
                tried = f"no {title} of a player who did not fold"
                self.findings.refuse(decision.clause, where, tried, allowed)
            ended = ended or (decision.ends and bet in given)

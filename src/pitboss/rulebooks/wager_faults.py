"""What must hold of wagers and bets among each other: none waits for what may not be there, each table is reached."""

from collections.abc import Iterator, Mapping

from pitboss.money import MeterShare, parse_odds
from pitboss.rulebooks.parts import Decision, Wager
from pitboss.rulebooks.paytable import ANTE_READING
from pitboss.rulebooks.rulebook import Rulebook

FACTS = ("seat", "wagers", "folded", "withdrawn", "forfeited", "left", "at", "after")
"""What a seat has in a file of facts besides its cards."""


def wager_problems(rulebook: Rulebook) -> Iterator[str]:
    """Every wager, bet or table that leads nowhere, one line each."""
    for wager in rulebook.wagers:
        yield from _wager(rulebook, wager)
    for offer in rulebook.offers:
        ring = _ring({one.name: one.needs for one in rulebook.offers}, offer.name, offer.name, ())
        if ring is not None:
            yield f"offer {offer.name} needs itself" + (f", by way of {', '.join(ring)}" if ring else "")
    for number, decision in enumerate(rulebook.decisions):
        yield from _base(rulebook, number, decision)
    yield from _tables(rulebook)
    if not rulebook.own_cards.isidentifier() or rulebook.own_cards in FACTS:
        yield f"rulebook.own_cards is '{rulebook.own_cards}', which is no name for a player's cards"


def _wager(rulebook: Rulebook, wager: Wager) -> Iterator[str]:
    where = f"wager {wager.name}"
    if not wager.hands:
        yield f"{where} is decided by no hand"
    if wager.decision and (wager.required or wager.offer):
        yield f"{where} is made in turn and can be neither required nor offered"
    if wager.equals == wager.name:
        yield f"{where} equals itself"
    ring = _ring({one.name: one.needs for one in rulebook.wagers}, wager.name, wager.name, ())
    if ring is not None:
        yield f"{where} needs itself, by way of {', '.join(ring)}" if ring else f"{where} needs itself"
    for name in wager.needs:
        needed = rulebook.wager(name)
        if wager.required and needed is not None and not needed.required:
            yield f"{where} must be made, and needs {name}, which need not"
    against = wager.against
    words = (against.higher, against.tie, against.lower, against.not_qualified, against.outranked) if against else ()
    for word in words:
        if word and "%" in word:
            yield from _meter(rulebook, where, word)


def _ring(
    needs: Mapping[str, tuple[str, ...]], start: str, name: str, passed: tuple[str, ...]
) -> tuple[str, ...] | None:
    """By way of what something needs itself; None where it does not."""
    for needed in needs.get(name, ()):
        if needed == start:
            return passed
        if needed not in passed:
            found = _ring(needs, start, needed, (*passed, needed))
            if found is not None:
                return found
    return None


def _base(rulebook: Rulebook, number: int, decision: Decision) -> Iterator[str]:
    """A base is a wager that everyone has made by then, before the deal or as a bet that nobody may pass, and keeps."""
    where = f"decision {decision.key}"
    if len(set(decision.bases)) < len(decision.bases):
        yield f"{where} has a base that stands twice"
    before = rulebook.decisions[:number]
    made = {one.bet for one in before if not (one.check_clause or one.withdraws)}
    withdrawn = {one.withdraws for one in before}
    for name in dict.fromkeys(decision.bases):
        wager = rulebook.wager(name)
        if wager is not None and (name in withdrawn or not (wager.required or name in made)):
            yield f"{where} has a base '{name}' that may not be there"


def _tables(rulebook: Rulebook) -> Iterator[str]:
    """Tables for a number of players or a choice that never comes up, and shares of meters that are not there."""
    reading = rulebook.interpretation(ANTE_READING)
    for table in rulebook.paytables:
        where = f"paytable {table.id}"
        for wager in filter(None, map(rulebook.wager, table.wagers)):
            if table.players is not None and not wager.everyones:
                yield f"{where} is for {table.players} players, and {wager.name} is one player's"
            offer = rulebook.offer(wager.offer) if wager.offer else None
            known = offer.variants if offer else reading.choices if reading else ()
            if table.variant is not None and table.variant not in known:
                yield f"{where} has a variant '{table.variant}' that nobody can choose"
        for line in table.lines:
            yield from _meter(rulebook, where, str(line.pays))


def _meter(rulebook: Rulebook, where: str, text: str) -> Iterator[str]:
    """A share is of a meter of the rulebook."""
    try:
        odds = parse_odds(text)
    except ValueError:
        return  # told elsewhere
    if isinstance(odds, MeterShare) and odds.meter not in {meter.name for meter in rulebook.meters}:
        yield f"{where} pays from a meter '{odds.meter}' that is not there"

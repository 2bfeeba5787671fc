"""Reads what went wrong in a disputed round: a void, a forfeiture, a player who left, wagers called off, and when."""

from typing import Any

from pitboss.engine.dispute.facts import CalledOff, Fate, Moment, Voided
from pitboss.engine.dispute.text import Findings, one_line, said
from pitboss.engine.rulings import ABANDONED, STANDS, forfeit_clauses, leaving_rulings, play_moments, void_moments
from pitboss.engine.state import Phase


def read_void(findings: Findings, given: object) -> Voided | None:
    """A void of the round. Whether its clause voids at that moment is for the round itself to say."""
    if not isinstance(given, dict):
        findings.wrong("void", said(given), "an object with clause, reason and at")
        return None
    clauses, moments = "the clause by which the round was void", void_moments(findings.book)
    read = _ruling(findings, "void", given, clauses, moments)
    return Voided(*read) if read else None


def read_called_off(findings: Findings, given: object) -> CalledOff | None:
    """Wagers that were called off, by a clause that says of which wagers that is done."""
    if not isinstance(given, dict):
        findings.wrong("called_off", said(given), "an object with clause, reason and at")
        return None
    rules = {rule.clause: rule for rule in findings.book.table.call_offs}
    bets = frozenset(decision.key for decision in findings.book.decisions)
    read = _ruling(findings, "called_off", given, " or ".join(rules), play_moments(findings.book), bets)
    if read is None:
        return None
    clause, reason, moment = read
    if clause not in rules:
        findings.wrong("called_off clause", said(clause), " or ".join(rules))
        return None
    return CalledOff(clause, reason, rules[clause].wagers, moment)


def _ruling(
    findings: Findings,
    where: str,
    given: dict[str, Any],
    clauses: str,
    moments: list[str],
    bets: frozenset[str] = frozenset(),
) -> tuple[str, str, Moment] | None:
    """The clause, reason and moment of something that befell the whole table."""
    findings.known_keys(where, given, ("clause", "reason", "at", "after"))
    clause = _words(findings, f"{where} clause", given, "clause", clauses)
    reason = _words(findings, f"{where} reason", given, "reason", "what was found, in a few words")
    if "at" not in given:
        findings.wrong(f"{where} at", "nothing", f"one of {', '.join(moments)}")
        return None
    moment = _moment(findings, where, given, moments, bets)
    return (clause, reason, moment) if clause and reason and moment else None


def _words(findings: Findings, where: str, given: dict[str, Any], key: str, what: str) -> str:
    """A text that says something and can be shown; "" if it does not."""
    text = given.get(key)
    if isinstance(text, str) and text.strip() and text.strip().isprintable():
        return one_line(text.strip())
    findings.wrong(where, said(text) if key in given else "nothing", what)
    return ""


def read_fate(findings: Findings, where: str, entry: dict[str, Any]) -> Fate | None:
    """What befell a seat: its wagers forfeited, or lost because the player left."""
    forfeited, left = entry.get("forfeited"), entry.get("left")
    if "forfeited" in entry and "left" in entry:
        findings.wrong(where, "forfeited as well as left", "only one of the two")
        return None
    if "forfeited" not in entry and left != ABANDONED:
        if "at" in entry or "after" in entry:
            findings.wrong(where, '"at" or "after" alone', '"forfeited" or "left": "abandoned" beside it')
        return None
    timed = "at" in entry or "after" in entry
    moment = _moment(findings, where, entry, play_moments(findings.book)) if timed else None
    if left == ABANDONED:
        return Fate(None, moment)
    clauses = forfeit_clauses(findings.book)
    if forfeited not in clauses:
        none = "none: no clause of this document takes a player's wagers for conduct"
        allowed = f"{' or '.join(clauses)}, by which wagers are forfeited" if clauses else none
        findings.wrong(f"{where} forfeited", said(forfeited), allowed)
        return None
    return Fate(forfeited, moment)


def left_standing(findings: Findings, where: str, entry: dict[str, Any]) -> bool:
    """Whether a player left and the floor let the wagers stand."""
    conduct = findings.book.table.conduct
    rulings = leaving_rulings(findings.book)
    left = entry.get("left")
    if "left" not in entry or left in rulings:
        return left == STANDS
    clause = conduct.leaving_clause
    if left == STANDS:
        findings.refuse(clause, where, "wagers that stand though the player left", f'"left": "{ABANDONED}"')
    else:
        findings.refuse(clause, where, f"left {said(left)}", " or ".join(rulings))
    return False


def _moment(
    findings: Findings, where: str, given: dict[str, Any], allowed: list[str], bets: frozenset[str] = frozenset()
) -> Moment | None:
    """The moment that `at` and `after` tell of; `after` alone is in the settlement. At `bets` it is who had decided."""
    at = given.get("at", Phase.SETTLEMENT)
    if at not in allowed:
        findings.wrong(f"{where} at", said(at), f"one of {', '.join(allowed)}")
        return None
    moment = Moment(str(at))
    if "after" not in given and moment.at == Phase.VALIDATION:
        findings.wrong(f"{where} after", "nothing", "the seat whose payout waited")
        return None
    if "after" not in given:
        return moment
    if not moment.settling and moment.at not in bets:
        findings.wrong(f"{where} after", f"something settled {moment}", "this only in the settlement")
        return None
    return _after(findings, f"{where} after", moment.at, given["after"])


def _after(findings: Findings, where: str, at: str, given: object) -> Moment | None:
    if not isinstance(given, dict):
        findings.wrong(where, said(given), 'the last before it, such as {"seat": 6}')
        return None
    findings.known_keys(where, given, ("seat", "wager") if Moment(at).settling else ("seat",))
    seat, wager = given.get("seat"), given.get("wager")
    if type(seat) is not int:
        findings.wrong(where, said(seat) if "seat" in given else "no seat", "the number of a seat")
        return None
    if "wager" in given and not isinstance(wager, str):
        findings.wrong(where, said(wager), "the name of a wager")
        return None
    return Moment(at, seat, wager)

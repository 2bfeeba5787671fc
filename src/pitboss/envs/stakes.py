"""What each seat of an environment puts up before the deal."""

from collections.abc import Mapping

from pitboss.engine.wagers import with_required
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation

Wagers = dict[str, Amount]


def wagers_from(terms: Terms, given: Mapping[str, str | int] | None) -> Wagers:
    """The wagers named, in dollars as text or whole numbers, and the required ones at the least or as another dictates.

    `Refused` names a wager that is not offered or an amount that cannot be read; whether an amount is lawful is for
    the round to say.
    """
    chosen = {name: _amount(terms, name, text) for name, text in (given or {}).items()}
    return with_required(terms, chosen)


def _amount(terms: Terms, name: str, text: str | int) -> Amount:
    offered = [wager.name for wager in terms.wagers.values() if not wager.decision]
    if name not in offered:
        raise _refused(terms, f"wager {name}", f"one of {', '.join(offered)}")
    try:
        return Amount.parse(str(text))
    except ValueError as error:
        raise _refused(terms, f"{name} of {text!r} ({error})", "an amount such as 5 or 2.50") from error


def _refused(terms: Terms, tried: str, allowed: str) -> Refused:
    return Refused(
        Violation(rulebook=terms.rulebook.id, clause="", where="the environment", tried=tried, allowed=allowed)
    )

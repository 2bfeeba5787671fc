"""The exact distribution of a round's net result in dollars: the main game with chosen side wagers and payout limit."""

from collections.abc import Mapping

from pitboss.mathematics.answers import RoundResult
from pitboss.mathematics.antes import staked_note
from pitboss.mathematics.game import Game, game_of
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.side_odds import question
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.submission import WagerLimits

__all__ = ["RoundResult", "notes_on", "round_result"]

INDEPENDENT = "rounds are taken to be independent of each other"


def round_result(
    terms: Terms,
    ante: Amount | None = None,
    stakes: Mapping[str, Amount] | None = None,
    meters: Mapping[str, Amount] | None = None,
) -> RoundResult:
    """The main game at an ante, the least unless given, with side wagers of the stakes given."""
    game = game_of(terms)
    asked = question(terms, meters=meters, stakes=stakes)
    staked = _ante(terms, ante)
    sides = [_joinable(terms, game, terms.wagers[name]) for name in asked.stakes]
    return game.round_result(asked, staked, sides)


def notes_on(terms: Terms, result: RoundResult) -> tuple[str, ...]:
    """What has to be said of sessions made of such rounds."""
    found = [INDEPENDENT, "the main game is played to its own optimum"]
    if words := staked_note(terms, result.ante):
        found.append(words)
    if result.limit is not None:
        share = f"{float(result.limited):.3g} of rounds"
        found.append(f"the aggregate payout limit of {terms.money(result.limit)} cuts {share}")
    return tuple(found)


def ante_limits(terms: Terms) -> WagerLimits:
    """The limits of one ante: of the first wager that every round needs."""
    first = next(wager for wager in terms.wagers.values() if wager.required)
    limits = terms.limits(first)
    if limits is None:
        raise refused(terms, first.title, "an ante of fixed amounts", "an ante between limits", first.clause)
    return limits


def _ante(terms: Terms, ante: Amount | None) -> Amount:
    limits = ante_limits(terms)
    chosen = limits.minimum if ante is None else ante
    if not limits.minimum <= chosen <= limits.maximum:
        text = terms.rulebook.currency.text
        raise refused(terms, "ante", text(chosen), f"{text(limits.minimum)} to {text(limits.maximum)}")
    return chosen


def _joinable(terms: Terms, game: Game, wager: Wager) -> Wager:
    if wager.name not in game.joinable:
        listed = f"one of {', '.join(game.joinable)}" if game.joinable else "the main game alone"
        raise refused(terms, f"with {wager.name}", "a wager that cannot be counted jointly", listed, wager.clause)
    return wager

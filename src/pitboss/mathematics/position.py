"""A position: what a player sees when about to decide, and what was chosen before; read from text or from a round."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from pitboss.cards import Card, parse_cards
from pitboss.engine import Phase, RoundView
from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.engine.view import SeatView
from pitboss.mathematics.known import Known
from pitboss.mathematics.refusal import refused
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Decision

FOLD, CHECK, WITHDRAW = "fold", "check", "withdraw"
_BET = re.compile(r"([1-9][0-9]{0,2})x?")


@dataclass(frozen=True)
class Position:
    """What a player sees when about to decide.

    `cards` are the player's own, `shown` the table's that lie open, in the order in which they are turned up. `choices`
    were made at the decisions before, by their names: "check", "withdraw", or "2x" for a bet of twice its base.
    `known` are cards that the rules would not show: dead ones and exposed ones. `staked` is what lies before the deal,
    where it is known; it matters only where the wagers that every round needs may differ.
    """

    cards: tuple[Card, ...]
    shown: tuple[Card, ...] = ()
    choices: tuple[str, ...] = ()
    known: Known = field(default_factory=Known)
    staked: Mapping[str, Amount] = field(default_factory=dict)

    @property
    def stage(self) -> int:
        """How many decisions were made before."""
        return len(self.choices)

    @property
    def bets(self) -> tuple[int, ...]:
        """The sizes of the bets made so far, in times their bases; 0 for what was no bet."""
        return tuple(map(times_of, self.choices))


def times_of(choice: str) -> int:
    """The size of a bet by its name, in times its base; 0 for any other choice.

    >>> times_of("3x"), times_of("check")
    (3, 0)
    """
    bet = _BET.fullmatch(choice)
    return int(bet[1]) if bet else 0


def choices_of(decision: Decision) -> list[str]:
    """What a decision may offer, by name, what risks least first."""
    names = [(decision.fold_clause, FOLD), (decision.withdraws, WITHDRAW), (decision.check_clause, CHECK)]
    return [*(name for offered, name in names if offered), *(f"{times}x" for times in decision.raised_times)]


def places_shown(terms: Terms, stage: int) -> list[tuple[str, int]]:
    """Where cards of the table lie open by a decision, in the order in which they are turned up, and how many."""
    dealt = dealt_to(terms.dealing)
    face_up = [to for step in terms.dealing.steps if step.face_up for to in step.spread or step.to if to != PLAYERS]
    turned = chain.from_iterable(decision.reveals for decision in terms.rulebook.decisions[:stage])
    return [(place, dealt[place]) for place in dict.fromkeys((*face_up, *turned)) if place in dealt]


def shown_by_place(terms: Terms, position: Position) -> dict[str, tuple[Card, ...]]:
    """The open cards of a position by their places."""
    cards = iter(position.shown)
    return {place: tuple(next(cards) for _ in range(count)) for place, count in places_shown(terms, position.stage)}


def parse_position(
    terms: Terms, cards: str, shown: str = "", choices: Sequence[str] | None = None, known: Known | None = None
) -> Position:
    """A position from text; `Refused` names what is not a card.

    A bet may be written with or without its x. Choices left out are taken to be the least that went on.
    """
    own, open_ = (_cards(terms, text) for text in (cards, shown))
    made = least_choices(terms, _stage(terms, len(open_))) if choices is None else tuple(map(_choice, choices))
    return Position(own, open_, made, known or Known())


def least_choices(terms: Terms, stage: int) -> tuple[str, ...]:
    """The least that went on at so many decisions: a check, or the least bet."""
    made = terms.rulebook.decisions[:stage]
    return tuple(CHECK if decision.check_clause else f"{decision.times[0]}x" for decision in made)


def _stage(terms: Terms, shown: int) -> int:
    """The first decision at which so many cards of the table lie open; the first of all where there is none."""
    stages = range(len(terms.rulebook.decisions))
    return next((stage for stage in stages if sum(count for _, count in places_shown(terms, stage)) == shown), 0)


def _choice(text: str) -> str:
    bet = _BET.fullmatch(text.strip())
    return f"{bet[1]}x" if bet else text.strip()


def _cards(terms: Terms, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text) if text.strip() else ()
    except ValueError as error:
        raise refused(terms, "position", f"cards '{text}' ({error})", "cards such as 7h Kd, each once") from error


def refuse_impossible(terms: Terms, position: Position) -> None:
    """Refuse a position that no round of the game comes to."""
    known, book = position.known, terms.rulebook
    seen = [*position.cards, *position.shown, *known.dead, *chain.from_iterable(known.cards.values())]
    for card, times in Counter(seen).items():
        if times > 1:
            raise refused(terms, "position", f"{card} in two places", "each card once")
    if known.places:
        raise refused(terms, "position", "a card exposed but not named", "a named card, such as middle=Ks")
    own = dealt_to(terms.dealing)[PLAYERS]
    if len(position.cards) != own:
        raise refused(
            terms,
            "position",
            f"{len(position.cards)} card{'s' * (len(position.cards) != 1)} of the player's own",
            f"{own} cards",
        )
    if position.stage >= len(book.decisions):
        tried = f"{position.stage} choices made" if book.decisions else "a decision"
        raise refused(terms, "position", tried, f"a position with one of {len(book.decisions)} decisions to make")
    for decision, choice in zip(book.decisions, position.choices, strict=False):
        _refuse_choice(terms, decision, choice)
    places = places_shown(terms, position.stage)
    needed = sum(count for _, count in places)
    if len(position.shown) != needed:
        after = " and ".join(position.choices) or "no choice"
        tried = f"{len(position.shown)} card{'s' * (len(position.shown) != 1)} of the table open after {after}"
        listed = ", ".join(place for place, _ in places)
        raise refused(terms, "position", tried, f"{needed}: those at {listed}" if places else "none")


def _refuse_choice(terms: Terms, decision: Decision, choice: str) -> None:
    bet = times_of(choice) > 0
    goes_on = [name for name in choices_of(decision) if name != FOLD and not (decision.ends and times_of(name))]
    if choice not in goes_on:
        tried = f"'{choice}' at {decision.key}" if not (bet and decision.ends) else f"a decision after {choice}"
        raise refused(terms, "position", tried, " or ".join(goes_on) or "no decision after it", decision.clause)


def deciding(terms: Terms, seen: RoundView) -> SeatView:
    """The viewer's own seat, which has yet to make the decision at hand."""
    own = next((seat for seat in seen.seats if seat.seat == seen.viewer), None)
    if own is not None and seen.phase is Phase.DECISION:
        gone = own.folded or own.abandoned or own.forfeited
        if not gone and terms.rulebook.decisions[seen.stage].bet not in own.wagers:
            return own
    where = "a bystander" if seen.viewer is None else f"seat {seen.viewer}"
    tried, says = "advice without a decision to make", "There is no decision to advise on here now."
    raise refused(terms, where, tried, "a seat that has yet to decide", says=says)


def choices_made(terms: Terms, seen: RoundView, own: SeatView) -> tuple[str, ...]:
    """What a seat chose at the decisions before; `Refused` where a bet was no whole number of times its base."""
    return tuple(_made(terms, decision, own) for decision in terms.rulebook.decisions[: seen.stage])


def _made(terms: Terms, decision: Decision, own: SeatView) -> str:
    if decision.bet in own.wagers:
        made = own.wagers[decision.bet]
        times, rest = divmod(made.cents, decision.base_of(own.wagers).cents)
        if rest:
            tried = f"{decision.key} of {made}"
            raise refused(terms, f"seat {own.seat}", tried, "bets of whole antes, which alone are counted exactly")
        return f"{times}x"
    return WITHDRAW if decision.withdraws in own.withdrawn else CHECK

"""What to do now: the exact value of every option in any position of either game, in units of one ante."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from pitboss.analysis.kernels import crazy_four_main, criss_cross_advice
from pitboss.analysis.kernels.criss_cross_deals import Given, mask_of
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays
from pitboss.analysis.known import Known
from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.analysis.refusing import refused
from pitboss.cards import Card, parse_cards
from pitboss.games import Phase, Round, RoundView, view
from pitboss.games.actions import Bet, Fold
from pitboss.games.view import SeatView
from pitboss.rulebooks import Terms

FOLD = "fold"

# Advice is asked for under the same terms again and again.
_pays = lru_cache(maxsize=8)(criss_cross_pays)
_game = lru_cache(maxsize=8)(crazy_four_game)


@dataclass(frozen=True)
class Position:
    """What a player sees when about to decide.

    `cards` are the player's own; `across` and `down` the community pairs turned up (Criss-Cross), `bets` the bets
    already made on them, in antes. `known` are cards the rules would not show: dead ones and exposed ones.
    """

    cards: tuple[Card, ...]
    across: tuple[Card, ...] = ()
    down: tuple[Card, ...] = ()
    bets: tuple[int, ...] = ()
    known: Known = field(default_factory=Known)


@dataclass(frozen=True)
class Advice:
    """The options of one decision, a fold first, and what each is worth over the whole round with best play after."""

    decision: str
    options: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """The option worth most; of equal ones that which risks least."""
        return max(self.options, key=lambda option: self.options[option])

    @property
    def value(self) -> Fraction:
        """What the best option is worth."""
        return self.options[self.best]

    def cost(self, option: str) -> Fraction:
        """What an option gives away."""
        return self.value - self.options[option]


def advise(terms: Terms, position: Position) -> Advice:
    """Every option of the decision at hand; `Refused` where the position cannot arise."""
    crazy_four = terms.rulebook.duel is not None
    _refuse_impossible(terms, position, 5 if crazy_four else 2)
    try:
        return _crazy_four(terms, position) if crazy_four else _criss_cross(terms, position)
    except ValueError as error:
        raise refused(terms, "position", str(error), "a position that can be dealt") from error


def advise_round(round: Round, seat: int) -> Advice:
    """The same for a seat of a round, from nothing but what that seat may see."""
    return advise(round.terms, position_seen(round.terms, view(round, seat)))


def best_action(terms: Terms, seen: RoundView) -> Bet | Fold:
    """The viewer's best decision; `Refused` where there is none to make."""
    best = advise(terms, position_seen(terms, seen)).best
    return in_antes(terms, seen, 0 if best == FOLD else int(best.removesuffix("x")))


def in_antes(terms: Terms, seen: RoundView, antes: int) -> Bet | Fold:
    """The viewer's bet of so many antes, or a fold for none."""
    own = _deciding(terms, seen)
    base = terms.rulebook.decisions[seen.stage].base
    return Bet(own.seat, own.wagers[base] * antes) if antes else Fold(own.seat)


def position_seen(terms: Terms, seen: RoundView) -> Position:
    """What the viewer sees when about to decide; `Refused` where there is no decision to make."""
    own = _deciding(terms, seen)
    others = chain.from_iterable(other.cards for other in seen.seats if other.seat != own.seat)
    dead = (*seen.discards, *others)
    if terms.rulebook.duel is not None:
        return Position(own.cards, known=Known(dead, _exposed(seen, "dealer")))
    across, down = _shown(seen, "left", "right"), _shown(seen, "top", "bottom")
    return Position(own.cards, across, down, _bets_made(terms, seen, own), Known(dead, _exposed(seen, "middle")))


def parse_position(
    terms: Terms, cards: str, across: str = "", down: str = "", bets: Sequence[int] = (), known: Known | None = None
) -> Position:
    """A position from text; `Refused` names what is not a card."""
    read = []
    for text in (cards, across, down):
        try:
            read.append(parse_cards(text) if text.strip() else ())
        except ValueError as error:
            raise refused(terms, "position", f"cards '{text}' ({error})", "cards such as 7h Kd, each once") from error
    return Position(read[0], read[1], read[2], tuple(bets), known or Known())


def _deciding(terms: Terms, seen: RoundView) -> SeatView:
    """The viewer's own seat, which has yet to make the decision at hand."""
    own = next((seat for seat in seen.seats if seat.seat == seen.viewer), None)
    if own is not None and seen.phase is Phase.DECISION:
        gone = own.folded or own.abandoned or own.forfeited
        if not gone and terms.rulebook.decisions[seen.stage].bet not in own.wagers:
            return own
    where = "a bystander" if seen.viewer is None else f"seat {seen.viewer}"
    raise refused(terms, where, "advice without a decision to make", "a seat that has yet to decide")


def _shown(seen: RoundView, *places: str) -> tuple[Card, ...]:
    found = (seen.place(name) for name in places)
    return tuple(chain.from_iterable(place.cards for place in found if place is not None))


def _exposed(seen: RoundView, place: str) -> dict[str, tuple[Card, ...]]:
    shown = _shown(seen, place)
    return {place: shown} if shown else {}


def _bets_made(terms: Terms, seen: RoundView, own: SeatView) -> tuple[int, ...]:
    bets = []
    for decision in terms.rulebook.decisions[: seen.stage]:
        antes, rest = divmod(own.wagers[decision.bet].cents, own.wagers[decision.base].cents)
        if rest:
            tried = f"{decision.bet} of {own.wagers[decision.bet]}"
            raise refused(terms, f"seat {own.seat}", tried, "bets of whole antes, which alone are counted exactly")
        bets.append(antes)
    return tuple(bets)


def _criss_cross(terms: Terms, position: Position) -> Advice:
    pays = _pays(terms)
    stage = len(position.bets)
    given = position.known.given()
    shown = tuple(tuple(sorted(card.index for card in pair)) for pair in (position.across, position.down))
    hole = tuple(sorted(card.index for card in position.cards))
    if given == Given() and not any(shown):
        hole = _alike(hole)
    values = _criss_cross_values(pays, hole, shown, position.bets, given)
    return Advice(terms.rulebook.decisions[stage].bet, _named(values))


def _alike(hole: tuple[int, ...]) -> tuple[int, ...]:
    """The hole with suits named so that those alike in all but suits are the same."""
    low, high = (card >> 2 for card in hole)
    suited = hole[0] & 3 == hole[1] & 3
    return 4 * low, 4 * high + (not suited)


@lru_cache(maxsize=4096)
def _criss_cross_values(
    pays: CrissCrossPays,
    hole: tuple[int, ...],
    shown: tuple[tuple[int, ...], ...],
    bets: tuple[int, ...],
    given: Given,
) -> dict[int, Fraction]:
    return criss_cross_advice.advise(pays, hole, shown[0], shown[1], bets, given)


def _crazy_four(terms: Terms, position: Position) -> Advice:
    game = _game(terms)
    known = position.known
    hand = mask_of(*(card.index for card in position.cards))
    ends = crazy_four_main.advise(game, hand, known.deck, known.dealer_cards()).values
    values = dict(ends)
    if game.largest_play in ends:
        # A Play Wager's value is linear in its size: those between lie on the line between the ends.
        step = (ends[game.largest_play] - ends[1]) / max(game.largest_play - 1, 1)
        values |= {size: ends[1] + (size - 1) * step for size in range(1, game.largest_play + 1)}
    return Advice(terms.rulebook.decisions[0].bet, _named(values))


def _named(values: Mapping[int, Fraction]) -> dict[str, Fraction]:
    return {FOLD if size == 0 else f"{size}x": value for size, value in sorted(values.items())}


def _refuse_impossible(terms: Terms, position: Position, own: int) -> None:
    known = position.known
    seen = [*position.cards, *position.across, *position.down, *known.dead, *chain.from_iterable(known.cards.values())]
    for card, times in Counter(seen).items():
        if times > 1:
            raise refused(terms, "position", f"{card} in two places", "each card once")
    if known.places:
        raise refused(terms, "position", "a card exposed but not named", "a named card, such as middle=Ks")
    if len(position.cards) != own:
        raise refused(terms, "position", f"{len(position.cards)} cards of the player's own", f"{own} cards")
    if own == 5:
        if position.across or position.down or position.bets:
            raise refused(terms, "position", "community cards or bets on them", "the player's own cards only")
        return
    decision = terms.rulebook.decisions[0]
    if any(not decision.least <= bet <= decision.most for bet in position.bets) or len(position.bets) > 2:
        tried = f"bets of {', '.join(map(str, position.bets))} antes"
        raise refused(terms, "position", tried, f"up to two bets of {decision.least} to {decision.most} antes")
    turned = len(position.across), len(position.down)
    if turned != ((0, 0), (2, 0), (2, 2))[len(position.bets)]:
        tried = f"{turned[0]} cards across and {turned[1]} down after {len(position.bets)} bets"
        raise refused(terms, "position", tried, "two cards across after the Across bet, two down after the Down bet")
    for place, cards in (("across", position.across), ("down", position.down)):
        if cards and known.cards.get(place):
            raise refused(terms, "position", f"cards exposed {place} that are turned up", "each card once")

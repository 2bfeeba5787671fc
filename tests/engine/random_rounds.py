"""Random lawful rounds of any rulebook, for properties that every round must have."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import TypeVar

import msgspec
from hypothesis import strategies as st

from pitboss.cards import DECK, Card
from pitboss.cli.chance import TableChance
from pitboss.engine import Option, Phase, Round, RoundAction, RoundEvent, decide, legal, open_round, replay
from pitboss.engine.actions import (
    Abandon,
    Bet,
    CallOff,
    CloseBets,
    Deal,
    DiscardCard,
    Draw,
    Fold,
    Forfeit,
    PlaceWager,
    ReturnWagers,
    Reveal,
    Settle,
    Spin,
    Strike,
    TakeBack,
    Validate,
    Void,
)
from pitboss.engine.autoplay import move_meters
from pitboss.engine.voids import undecided
from pitboss.money import Amount
from pitboss.progressive import Meter, open_meters
from pitboss.rulebooks import SHIPPED, Terms, Violation, full_terms, terms_for

T = TypeVar("T")

POSITIONS: tuple[int | str, ...] = (1, 2, 3, 4, 5, 6, "dealer")

RARE = {"take-back", "return-wagers", "discard-card", "abandon", "forfeit", "void"}


class Rng:
    """The chance of one seed, which a failing property prints."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._chance = TableChance(seed)

    def __repr__(self) -> str:
        return f"Rng({self._seed})"

    def random(self) -> float:
        return self._chance.below(1 << 20) / (1 << 20)

    def choice(self, seq: Sequence[T], /) -> T:
        return self._chance.pick(seq)

    def randrange(self, stop: int, /) -> int:
        return self._chance.below(stop)

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        return self._chance.shuffled(population)[:k]


chance = st.integers(0, 2**32 - 1).map(Rng)


@cache
def tables() -> dict[str, Terms]:
    """Every rulebook under its default and its full submission, and with the readings that let more outlive a fold."""
    found = {f"{id} default": terms_for(id) for id in SHIPPED}
    found |= {f"{id} full": full_terms(id) for id in SHIPPED}
    found["nj-criss-cross spin stands"] = _full("nj-criss-cross", {"bonus-spin-on-fold": "stands"})
    found["ma-crazy-4 folds live"] = _full(
        "ma-crazy-4",
        {
            "bet-amounts": "any",
            "folded-hand-envy": "yes",
            "link-on-fold": "stands",
            "five-card-hand-bonus-on-fold": "both-stand",
        },
    )
    return found


def _full(id: str, readings: dict[str, str]) -> Terms:
    return terms_for(id, {**full_terms(id).submission.as_file(), "readings": readings})


@dataclass
class Played:
    """A round that was played: every action, the events of each, and the round before and after."""

    terms: Terms
    rounds: list[Round]
    actions: list[RoundAction] = field(default_factory=list)
    steps: list[tuple[RoundEvent, ...]] = field(default_factory=list)
    meters: dict[str, Meter] = field(default_factory=dict)

    @property
    def round(self) -> Round:
        return self.rounds[-1]

    @property
    def events(self) -> list[RoundEvent]:
        return [event for step in self.steps for event in step]

    def do(self, action: RoundAction) -> None:
        outcome = decide(self.round, action)
        assert not isinstance(outcome, Violation), f"{action}: {outcome}"
        self.actions.append(action)
        self.steps.append(outcome)
        self.rounds.append(replay(self.round, outcome))
        for event in outcome:
            self.meters = move_meters(self.meters, event)


Watch = Callable[[Round, Rng], None]


def play_random(terms: Terms, rng: Rng, watch: Watch | None = None, *, bets_tell_nothing: bool = False) -> Played:
    """Plays a round to its end, in half the rounds with something going wrong; `watch` sees all of it on the way.

    With `bets_tell_nothing` every bet is the least there is, which any hand may make.
    """
    played = Played(terms, [open_round(terms)], meters=open_meters(terms))
    seats = rng.sample(range(1, 7), 1 + rng.randrange(6))
    cards = iter(rigged_deck(rng, hands=len(seats) + 1))
    trouble = rng.choice((0, 0.04))
    ahead: list[Option] = []  # picked together, since finding them is most of the work
    while not played.round.finished:
        if watch is not None:
            watch(played.round, rng)
        ruling = troubles(played.round, rng) if rng.random() < trouble / 4 else None
        if ruling is not None:
            played.do(ruling)
            continue
        ahead = ahead or pick(played.round, rng, seats, trouble)
        option = ahead.pop()
        if bets_tell_nothing and option.action == "bet" and option.least is not None:
            option = msgspec.structs.replace(option, amounts=(option.least,))
        played.do(action_of(option, rng, cards, played.meters))
    return played


def rigged_deck(rng: Rng, hands: int = 7) -> list[Card]:
    """A shuffled deck; now and then with something on top that makes rare hands: one suit, few ranks, or runs."""
    deck = rng.sample(DECK, 52)
    kind = rng.randrange(4)
    if kind == 1:
        suit = rng.randrange(4)
        deck.sort(key=lambda card: card.suit != suit)
    elif kind == 2:
        ranks = rng.sample(range(13), 3)
        deck.sort(key=lambda card: card.rank not in ranks)
    elif kind == 3:
        runs = _suited_runs(hands)
        deck = [*runs, *(card for card in deck if card not in runs)]
    return deck


def _suited_runs(hands: int) -> list[Card]:
    """Cards that make a straight flush of every hand when dealt one at a time to so many hands of five."""
    run = [(12 - 5 * (hand // 4), hand % 4) for hand in range(hands)]
    return [Card.of((top - card) * 4 + suit) for card in range(5) for top, suit in run]


def pick(round: Round, rng: Rng, seats: list[int], trouble: float) -> list[Option]:
    """One of the options, mostly what carries the round on; of wagers one for each seat, in any order of the seats."""
    options = legal(round)
    common = [option for option in options if option.action not in RARE]
    unusual = [option for option in options if option.action in RARE and option.seat in {None, *round.seats}]
    if unusual and rng.random() < (0.3 if round.payments else trouble):  # a jackpot is rare: it is often undone
        kind = rng.choice(sorted({option.action for option in unusual}))
        return [rng.choice([option for option in unusual if option.action == kind])]
    if round.phase is Phase.WAGERS:
        return _wagers(round, common, seats, rng)
    stays = [option for option in common if option.action != "fold"]  # mostly: who folds sees no wheel and no jackpot
    return [rng.choice(stays if rng.random() < 0.6 else common)]


def troubles(round: Round, rng: Rng) -> RoundAction | None:
    """What a floorperson rules that the round itself does not offer: wagers called off, or struck."""
    found: list[RoundAction] = [
        CallOff(rule.wagers, rule.clause, "the system failed")
        for rule in round.terms.rulebook.table.call_offs
        if undecided(round, rule.wagers)
    ]
    if round.phase is Phase.DEALING and not round.cards_out:
        found += [
            Strike(number, name)
            for number, seat in round.seats.items()
            for name in seat.wagers
            if not round.terms.wagers[name].required and not _needed(round, number, name)
        ]
    return rng.choice(found) if found else None


def _needed(round: Round, number: int, name: str) -> bool:
    return any(name in round.terms.wagers[other].needs for other in round.seats[number].wagers)


def _wagers(round: Round, options: list[Option], seats: list[int], rng: Rng) -> list[Option]:
    """No more bets, or one more wager for each seat that lacks one: what one seat does changes no other's options."""
    missing: dict[int, list[Option]] = {}
    for option in options:
        seat = option.seat or 0
        if seat in seats and (seat not in round.seats or option.wager not in round.seats[seat].wagers):
            missing.setdefault(seat, []).append(option)
    closing = [option for option in options if option.action == "close-bets"]
    if closing and (not missing or rng.random() < 0.2):
        return closing
    found = [rng.choice(own) for own in missing.values()]
    return rng.sample(found, len(found)) or [rng.choice(options)]


def action_of(option: Option, rng: Rng, cards: Iterator[Card], meters: dict[str, Meter]) -> RoundAction:
    """An action an option allows."""
    shown = {name: meter.shows for name, meter in meters.items()}
    seat, wager = option.seat or 0, option.wager or ""
    builders: dict[str, Callable[[], RoundAction]] = {
        "place-wager": lambda: PlaceWager(seat, wager, amount_of(option, rng)),
        "take-back": lambda: TakeBack(seat, wager),
        "return-wagers": lambda: ReturnWagers(seat),
        "close-bets": CloseBets,
        "deal": lambda: Deal(tuple(islice(cards, option.cards))),
        "discard-card": lambda: DiscardCard(next(cards)),
        "bet": lambda: Bet(seat, amount_of(option, rng)),
        "fold": lambda: Fold(seat),
        "reveal": Reveal,
        "draw": lambda: Draw(rng.choice(DECK), rng.choice(POSITIONS)),
        "settle": lambda: Settle(shown),
        "spin": lambda: Spin(seat, rng.choice(option.positions), shown),
        "validate": lambda: Validate(seat, wager, "form 7"),
        "abandon": lambda: Abandon(seat),
        "forfeit": lambda: Forfeit(seat, option.clause),
        "void": lambda: Void(option.clause, "a card too many"),
    }
    return builders[option.action]()


def amount_of(option: Option, rng: Rng) -> Amount:
    """An amount an option allows."""
    if option.amounts:
        return rng.choice(option.amounts)
    assert option.least is not None
    assert option.most is not None
    assert option.unit is not None
    steps = (option.most.cents - option.least.cents) // option.unit.cents
    return option.least + option.unit * rng.randrange(steps + 1)

"""The golden rounds as people played them. Run `python -m games.golden_rounds` in tests/ to write the files anew.

A file may only change with the rules; what each line pays is worked out by hand in test_golden.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.cards import Card, parse_cards
from pitboss.engine import RoundEvent, open_round, to_act, write_history
from pitboss.engine.actions import Bet, CloseBets, Draw, Fold, PlaceWager, RoundAction
from pitboss.engine.autoplay import House, act, next_step
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms, full_terms

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Player:
    """A hand, the wagers before the deal, and the bets in turn, `f` for a fold."""

    cards: str
    wagers: str
    bets: str


@dataclass(frozen=True)
class GoldenRound:
    """A round under a rulebook's full submission; players by seat, other cards in the order of the deal."""

    players: dict[int, Player]
    before: str = ""  # dealt before the players' cards
    after: str = ""  # dealt after them
    dealer: str = ""  # dealt with them
    spins: tuple[int, ...] = ()
    draw: Draw | None = None

    def deck(self) -> Iterator[Card]:
        """The cards in the order of the deal: hands one card at a time, from the dealer's left."""
        hands = [player.cards.split() for player in self.players.values()]
        dealt = zip(*hands, *([self.dealer.split()] if self.dealer else []), strict=True)
        return iter(
            parse_cards([*self.before.split(), *(card for cards in dealt for card in cards), *self.after.split()])
        )


ROUNDS = {
    "ma-criss-cross": GoldenRound(
        before="Qs 9c 9h 2d 4h",  # top, left, middle, right, bottom
        players={
            1: Player("9s Jd", "ante_across 10, ante_down 10, five_card_bonus 5", "30 10 20"),
            3: Player("Kh Kd", "ante_across 20, ante_down 20, five_card_bonus 10", "20 f"),
            6: Player("3s 5c", "ante_across 5, ante_down 5", "5 5 15"),
        },
    ),
    "md-criss-cross": GoldenRound(
        before="Th 6h 8h 2h 8c",
        players={
            1: Player("2c 4d", "ante_across 5, ante_down 5, five_card_bonus 5", "f"),
            2: Player("Kh 3h", "ante_across 10, ante_down 10, five_card_bonus 10", "10 10 30"),
            5: Player("8s Td", "ante_across 25, ante_down 25", "25 75 50"),
        },
    ),
    "nj-criss-cross": GoldenRound(
        before="As Jd 5c Jc Kd",
        players={
            2: Player("9c 9s", "ante_across 20, ante_down 20, five_card_bonus 10, bonus_spin 5", "20 20 20"),
            4: Player("Qh 2s", "ante_across 5, ante_down 5, bonus_spin 5", "5 5 5"),
            5: Player("7h 3d", "ante_across 5, ante_down 5, five_card_bonus 5, bonus_spin 5", "5 5 f"),
            6: Player("5h 5d", "ante_across 10, ante_down 10, five_card_bonus 5, bonus_spin 5", "10 20 30"),
        },
        spins=(0, 6),
    ),
    "cardroom-criss-cross": GoldenRound(
        players={
            1: Player("Th 6d", "ante_across 10, ante_down 10, five_card_bonus 5, six_card_bonus 5", "10 30 f"),
            2: Player("Ad As", "ante_across 10, ante_down 10, five_card_bonus 10, six_card_bonus 10", "20 10 30"),
            5: Player("9s 9d", "ante_across 10, ante_down 10, five_card_bonus 10, six_card_bonus 10", "30 30 30"),
        },
        after="4h Ts 9c Js Qs 8s 2d 7s 9h",  # bottom, left, top, right and middle, a covered card between them
    ),
    "ma-crazy-4": GoldenRound(
        players={
            1: Player("Kc Kd 4s 4h 6c", "ante 5, super_bonus 5, queens_up 1, five_card_progressive 5", "5"),
            3: Player(
                "3c 5d 8c Jd 2s",
                "ante 5, super_bonus 5, queens_up 5, four_card_progressive 1, "
                "five_card_hand_bonus_dealer 1, cover_all 1",
                "f",
            ),
            4: Player(
                "7h 8h 9h Th 2d",
                "ante 20, super_bonus 20, queens_up 10, four_card_progressive 5, five_card_progressive 1, "
                "five_card_hand_bonus_dealer 1",
                "60",
            ),
            6: Player(
                "As Ah Ad Ac 2c",
                "ante 10, super_bonus 10, queens_up 5, four_card_progressive 1, five_card_progressive 1, "
                "five_card_hand_bonus_player 1, five_card_hand_bonus_dealer 2, link_progressive 1, cover_all 5",
                "30",
            ),
        },
        dealer="Ks Qs Js Ts 9s",
        draw=Draw(Card.parse("2c"), "dealer"),
    ),
}


def play(terms: Terms, golden: GoldenRound) -> list[RoundEvent]:
    """Everything that happens in a golden round."""
    spins = iter(golden.spins)
    house = House(
        golden.deck(), open_meters(terms), lambda _: golden.draw or Draw(), lambda _: next(spins), document="slip 4711"
    )
    bets = {seat: iter(player.bets.split()) for seat, player in golden.players.items()}
    round, happened = open_round(terms), list[RoundEvent]()
    steps: list[RoundAction] = [*_wagers(golden), CloseBets()]
    while not round.finished:
        step = steps.pop(0) if steps else next_step(round, house)
        if step is None:
            seat = to_act(round)
            assert seat is not None
            bet = next(bets[seat])
            step = Fold(seat) if bet == "f" else Bet(seat, Amount.parse(bet))
        round, events = act(round, house, step)
        happened += events
    return happened


def _wagers(golden: GoldenRound) -> Iterator[PlaceWager]:
    for seat, player in golden.players.items():
        for wager in player.wagers.split(", "):
            name, amount = wager.split()
            yield PlaceWager(seat, name, Amount.parse(amount))


def written(id: str) -> str:
    """A golden round as a hand history, with `{hash}` for the hash of the rulebook."""
    terms = full_terms(id)
    return write_history(terms, play(terms, ROUNDS[id])).replace(terms.rulebook.hash, "{hash}")


if __name__ == "__main__":
    for name in ROUNDS:
        (GOLDEN / f"{name}.txt").write_text(written(name), encoding="ascii")

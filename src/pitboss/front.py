"""The front door: what `import pitboss` offers, for notebooks and programs.

Wherever a game is asked for, a `Law` will do: a rulebook's id, the path of its folder, a `Rulebook`, or `Terms`. Cards
and amounts may be text. The rooms behind have more: `pitboss.engine`, `pitboss.mathematics`, `pitboss.simulation` and
the others of docs/architecture.md. The mathematics are loaded when they are first asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from pitboss import engine
from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import Option, Phase, Round, RoundAction, RoundEvent, RoundView, actions, draw_due, next_delivery
from pitboss.engine.dispute.calculator import Answer, Unsettled, settle_dispute
from pitboss.engine.dispute.text import parse
from pitboss.laboratory import risk, strategy, sweep
from pitboss.law import Law, Money, amounts_of, load, new, terms
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Rulebook, RulebookError, Terms, UnknownRulebook, Violation, ids
from pitboss.rulebooks.codec import json_text
from pitboss.rulebooks.library import is_folder, take

if TYPE_CHECKING:
    from pitboss.mathematics.advice import Advice
    from pitboss.mathematics.main_game import MainGame
    from pitboss.mathematics.side_odds import SideOdds
    from pitboss.simulation import Decide, SimulationResult, Strategy
    from pitboss.simulation.policy_table import Choices as Table
    from pitboss.simulation.score import Score
    from pitboss.simulation.seating import Stakes

__all__ = [
    "DECK",
    "Amount",
    "Card",
    "Law",
    "Refused",
    "Round",
    "Rulebook",
    "RulebookError",
    "Terms",
    "UnknownRulebook",
    "Unsettled",
    "Violation",
    "actions",
    "advise",
    "deal",
    "decide",
    "ids",
    "legal",
    "load",
    "new",
    "odds",
    "open_round",
    "parse_cards",
    "play",
    "risk",
    "score",
    "settle",
    "simulate",
    "solve",
    "strategy",
    "sweep",
    "terms",
    "view",
    "what_if",
]

# The law


def what_if(law: Law, changes: Mapping[str, str]) -> Terms:
    """The terms with some lines of their paytables changed, for mathematics and design.

    >>> solve(what_if("ma-crazy-4", {"super_bonus.flush": "2"})).ev > solve("ma-crazy-4").ev
    True
    """
    from pitboss.mathematics.whatif import changed

    return changed(terms(law), changes)


# A round


def open_round(law: Law) -> Round:
    """A round before its first wager. Nothing ever changes in place: `play` answers with the round after.

    >>> open_round("nj-criss-cross").phase
    <Phase.WAGERS: 'wagers'>
    """
    return engine.open_round(terms(law))


def play(round: Round, *steps: RoundAction) -> Round:
    """The round after some actions of `pitboss.actions`; the first that is not allowed is `Refused`.

    >>> ten = Amount.parse("10")
    >>> wagers = [actions.PlaceWager(1, name, ten) for name in ("ante_across", "ante_down")]
    >>> round = play(open_round("ma-criss-cross"), *wagers, actions.CloseBets())
    >>> round = deal(round, "Qs 9c 9h 2d 4h 9s Jd")
    >>> bets = [actions.Bet(1, ten), actions.Reveal(), actions.Bet(1, ten * 3), actions.Reveal()]
    >>> round = play(round, *bets, actions.Bet(1, ten), actions.Reveal(), actions.Settle())
    >>> for line in round.lines:
    ...     print(line.wager, line.result, line.returned, line.clause)
    ante_across win 20.00 11(a)
    across win 40.00 11(b)
    ante_down push 10.00 11(a)
    down push 30.00 11(b)
    middle win 40.00 11(b)
    """
    return engine.play(round, *steps)


def decide(round: Round, action: RoundAction) -> tuple[RoundEvent, ...] | Violation:
    """What follows from an action: events, or a `Violation` that says why it is refused and what is allowed.

    >>> print(decide(open_round("ma-criss-cross"), actions.CloseBets()))
    ma-criss-cross 7(b): the table: "No more bets" needs a wager at one seat or more, and there is none yet.
    """
    return engine.decide(round, action)


def deal(round: Round, cards: str | Iterable[Card]) -> Round:
    """The round after dealing these cards in the document's order, as many of them as it asks for.

    >>> ante, super_bonus = (actions.PlaceWager(3, name, Amount.parse("5")) for name in ("ante", "super_bonus"))
    >>> round = play(open_round("ma-crazy-4"), ante, super_bonus, actions.CloseBets())
    >>> deal(round, DECK).seats[3].cards
    (Card('2c'), Card('2h'), Card('3c'), Card('3h'), Card('4c'))

    Chance is the caller's: `random.sample(pitboss.DECK, 52)` is a shuffled deck.
    """
    left = iter(parse_cards(cards) if isinstance(cards, str) else cards)
    while round.phase is Phase.DEALING and not draw_due(round):
        delivery = next_delivery(round)
        assert delivery is not None
        round = play(round, actions.Deal(tuple(islice(left, delivery[1]))))
    return round


def legal(round: Round) -> list[Option]:
    """Everything that may be done now, by whom, between which bounds and by which clause.

    >>> option = legal(open_round("ma-crazy-4"))[0]
    >>> option.action, option.seat, option.wager, option.least, option.most, option.clause
    ('place-wager', 1, 'ante', Amount('1.00'), Amount('1000.00'), '6(d)(1)')
    """
    return engine.legal(round)


def view(round: Round, viewer: int | None = None) -> RoundView:
    """The round as a seat may see it, or as everyone else may: the only way to show it to a player.

    >>> view(open_round("ma-crazy-4"), 1).seats
    ()
    """
    return engine.view(round, viewer)


def settle(dispute: str | Path | Mapping[str, Any]) -> Answer:
    """The settlement of a disputed round: its cards and wagers as a mapping, JSON text or the path of a file.

    >>> answer = settle({
    ...     "rulebook": "ma-criss-cross",
    ...     "community": {"left": "Kh", "right": "4d", "top": "8d", "bottom": "2c", "middle": "8s"},
    ...     "seats": [{
    ...         "seat": 2,
    ...         "hole": ["Kc", "3h"],
    ...         "wagers": {"ante_across": "15", "ante_down": "15", "across": "30", "down": "15", "middle": "45"},
    ...     }],
    ... })
    >>> for line in answer.seats[0].lines:
    ...     print(line.wager, line.hand, line.result, line.returned, line.clause)
    ante_across pair of kings win 30.00 11(a)
    across pair of kings win 60.00 11(b)
    ante_down pair of eights push 15.00 11(a)
    down pair of eights push 15.00 11(b)
    middle pair of kings win 90.00 11(b)

    The format is in docs/settle.md. `Unsettled` has a line for each thing that is wrong.
    """
    if isinstance(dispute, Path):
        dispute = dispute.read_text(encoding="utf-8")
    text = dispute if isinstance(dispute, str) else json_text(dispute)
    name = parse(text)[0].get("rulebook")
    if isinstance(name, str) and is_folder(name):
        take(name)
    return settle_dispute(text)


# The mathematics


def solve(law: Law, *, dead: str = "", exposed: Sequence[str] = ()) -> "MainGame":
    """The main game under best play, every deal counted: figures are fractions, in units of one ante.

    >>> game = solve("ma-criss-cross")
    >>> game.deals
    84284272800
    >>> f"{float(game.house_edge):.4%}"
    '8.6571%'

    Cards known to be out of play are `dead`, "7h 7d"; cards seen early `exposed`, as ["middle"] or ["middle=Ks"].
    """
    from pitboss.mathematics import main_game
    from pitboss.mathematics.known_cards import known_from

    game = terms(law)
    return main_game.solve(game, known_from(game, dead, exposed))


def odds(
    law: Law, *, players: int = 1, meters: Money | None = None, stakes: Money | None = None, sharing: int = 1
) -> "dict[str, SideOdds]":
    """The exact odds of every side wager offered, by its name; meters left out stand at their seeds.

    >>> queens_up = odds("ma-crazy-4")["queens_up"]
    >>> queens_up.house_edge
    Fraction(9943, 324870)

    `sharing` players bet on the dealer's hand and would divide its jackpot.
    """
    from pitboss.mathematics import side_wagers

    found = side_wagers.odds(terms(law), players, amounts_of(meters or {}), amounts_of(stakes or {}), sharing)
    return {one.wager: one for one in found}


@overload
def advise(position: Round, *, seat: int | None = None) -> "Advice": ...
@overload
def advise(
    position: Law,
    cards: str,
    *,
    shown: str = "",
    choices: Sequence[str] | None = None,
    dead: str = "",
    exposed: Sequence[str] = (),
) -> "Advice": ...
def advise(
    position: Law | Round,
    cards: str = "",
    *,
    seat: int | None = None,
    shown: str = "",
    choices: Sequence[str] | None = None,
    dead: str = "",
    exposed: Sequence[str] = (),
) -> "Advice":
    """What every option of a decision is worth, over the whole round with best play after it, in antes.

    >>> advice = advise("ma-criss-cross", "9s Jd", shown="9c 2d", choices=["1x"])
    >>> advice.decision, advice.best
    ('down', '1x')

    `shown` are the table's open cards in the order in which they are turned up; `choices` what was chosen before, the
    least that goes on unless given. Of a round, the decision of the seat whose turn it is, or of another that has yet
    to decide; from nothing but what that seat may see: `advise(round)`, `advise(round, seat=2)`.
    """
    from pitboss.mathematics import advice
    from pitboss.mathematics.known_cards import known_from

    if isinstance(position, Round):
        turn = engine.to_act(position) if seat is None else seat
        return advice.advise(position.terms, advice.position_seen(position.terms, view(position, turn)))
    game = terms(position)
    known = known_from(game, dead, exposed)
    return advice.advise(game, advice.parse_position(game, cards, shown, choices, known))


def simulate(
    law: Law,
    rounds: int = 1_000_000,
    *,
    seats: int = 1,
    stakes: Money | Sequence[Money] | None = None,
    strategy: "str | Strategy | Decide | Table" = "optimal",
    meters: Money | None = None,
    seed: int = 1,
    precision: float | None = None,
    workers: int | None = None,
) -> "SimulationResult":
    """So many rounds, and what every wager returned, beside its exact value; the same seed gives the same result.

    >>> result = simulate("ma-crazy-4", 100_000, seats=2)
    >>> abs(result["main game"].z) < 4
    True

    A strategy is `optimal`, `sampled`, `card`, `random`, `always:N`, a function of arrays or a table of choices
    (docs/simulation.md).
    Stakes are each seat's, or a list of them by seat; the least allowed unless given. `precision` stops when the main
    game is known to so many antes.
    """
    from pitboss import simulation

    return simulation.simulate(
        terms(law),
        rounds,
        seats=seats,
        stakes=_stakes(stakes),
        strategy=strategy,
        meters=amounts_of(meters or {}),
        seed=seed,
        precision=precision,
        workers=workers,
    )


def score(law: Law, strategy: "str | Strategy | Decide | Table" = "card", *, rounds: int = 1_000_000) -> "Score":
    """What a policy is worth, exactly: it is asked in every position up to suits. `rounds` where it cannot be.

    >>> always = score("ma-crazy-4", {"play": "1x"})
    >>> always.exact, f"{float(always.cost):.4%}"
    (True, '38.6792%')

    A policy is whatever `simulate` plays by: a name, a function of arrays, a table of choices by decision and cards.
    """
    from pitboss.simulation import score as scores

    return scores.score(terms(law), strategy, rounds=rounds)


def _stakes(given: Money | Sequence[Money] | None) -> "Stakes | list[Stakes] | None":
    """Stakes of every seat alike, or seat by seat."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        return amounts_of(given)
    return [amounts_of(one) for one in given]

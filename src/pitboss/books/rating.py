"""What a player's game is worth: wagers, pace, and the exact loss to be expected of what was wagered and decided.

Of every wager made the exact edge is known, and of every decision what it gave away against the best one at that place.
The two together are what this player, playing so, loses on the average; luck is in neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

import msgspec

from pitboss.books import theory
from pitboss.books.past_rounds import Corrected, PastRound, Reader
from pitboss.books.table_spec import TableSpec, read_spec, refused, usable
from pitboss.engine import Round, SettlementLine, evolve, open_round
from pitboss.engine.events import (
    BetMade,
    Checked,
    Folded,
    RoundEvent,
    SeatAbandoned,
    SeatForfeited,
    WagerWithdrawn,
)
from pitboss.mathematics.advice import Advice, advise_round
from pitboss.mathematics.position import CHECK, FOLD, WITHDRAW
from pitboss.money import Amount, Rate
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.currency import Currency
from pitboss.store import Store

HOUR = 3600
HUNDRED = Rate.parse("100%")


class PlayerRating(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the tables of one currency, with real or with play money.

    `edge` is what best play loses on the wagers made, `given_away` what the player's own decisions lost on top of it,
    both in exact cents; `theoretical_loss` is their sum to the nearest cent, and `comp` the given part of that.
    `left_out` names what could not be rated, and how often it came up.
    """

    player: str
    practice: bool
    currency: Currency
    rounds: int
    hours: float
    rounds_an_hour: float
    wagered: Amount
    average_wager: Amount  # a round
    result: Amount  # what was won, or below zero lost
    decisions: int
    mistakes: int
    edge: str  # a fraction
    given_away: str  # a fraction
    theoretical_loss: Amount
    comp: Amount
    left_out: dict[str, int]


@dataclass
class _Tally:
    rounds: int = 0
    staked: int = 0
    returned: int = 0
    decisions: int = 0
    mistakes: int = 0
    edge: Fraction = Fraction(0)
    given_away: Fraction = Fraction(0)
    sittings: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)  # first and last moment in play
    left_out: dict[str, int] = field(default_factory=dict)

    def leave_out(self, what: str) -> None:
        self.left_out[what] = self.left_out.get(what, 0) + 1


def ratings(
    store: Store, comp: Rate, *, player: str | None = None, since: datetime | None = None, until: datetime | None = None
) -> list[PlayerRating]:
    """Everyone who played, or one player, from a time on and before a time; who is to lose most comes first."""
    begin, end = since.timestamp() if since else 0, until.timestamp() if until else float("inf")
    tallies: dict[tuple[str, bool, Currency], _Tally] = {}
    for spec in map(read_spec, store.streams().values()):
        if usable(spec):
            for name, seat, found in _rounds(store, spec, player, begin, end):
                tally = tallies.setdefault((name, spec.practice, spec.currency), _Tally())
                if isinstance(found, PastRound):
                    _rate(tally, found, seat)
                else:
                    _correct(tally, found, seat)
    rows = (_row(*key, tally, comp) for key, tally in tallies.items())
    return sorted(rows, key=lambda row: (row.practice, row.currency.text(Amount.ZERO), -row.theoretical_loss.cents))


def _rounds(
    store: Store, spec: TableSpec, player: str | None, begin: float, end: float
) -> Iterator[tuple[str, int, PastRound | Corrected]]:
    """Each round in that time for each who wagered in it, and corrections of such rounds; void ones brought nothing."""
    kept: dict[int, PastRound] = {}
    for found in Reader(store, spec).told():
        past = found if isinstance(found, PastRound) else kept.get(found.round)
        if past is None or not begin <= past.at < end:
            continue
        kept[past.number] = past
        lines = past.lines if isinstance(found, PastRound) else [*found.old, *found.new]
        for seat in sorted({line.seat for line in lines}):
            name = past.players[seat]
            if (player is None or name == player) and not (past.void and found is past):
                yield name, seat, found


def _correct(tally: _Tally, found: Corrected, seat: int) -> None:
    """The round counts as it stands settled now."""
    for lines, sign in ((found.old, -1), (found.new, 1)):
        own = [line for line in lines if line.seat == seat]
        tally.staked += sign * sum(line.stake.cents for line in own)
        tally.returned += sign * sum(line.returned.cents for line in own)


def _rate(tally: _Tally, past: PastRound, seat: int) -> None:
    own = [line for line in past.lines if line.seat == seat]
    tally.rounds += 1
    tally.staked += sum(line.stake.cents for line in own)
    tally.returned += sum(line.returned.cents for line in own)
    sitting = past.table, past.sat_at.get(seat, past.at)
    first, _ = tally.sittings.get(sitting, (past.began_at, past.at))
    tally.sittings[sitting] = first, past.at
    if any(isinstance(move, SeatAbandoned | SeatForfeited) and move.seat == seat for move in past.moves):
        tally.leave_out("a round given up")  # neither chance nor a decision of the game took it
        return
    _wagers(tally, past, own)
    _decisions(tally, past, seat)


def _wagers(tally: _Tally, past: PastRound, own: list[SettlementLine]) -> None:
    """What best play loses on what the player wagered."""
    terms = past.terms
    sides = {wager.name: wager for wager in theory.offered(terms)}
    ante = _ante(terms, own)
    if ante and not theory.main_counts(terms):
        tally.leave_out("the main game")
    elif ante:
        tally.edge -= theory.main_theory(terms)[0].mean * ante
    for name, wager in terms.wagers.items():
        stake = sum(line.stake.cents for line in own if line.wager == name)
        if not stake or not wager.offer:
            continue
        if name not in sides:
            tally.leave_out(wager.title)
            continue
        made = {line.seat for line in past.lines if not theory.counts_wagerers(terms, wager) or line.wager == name}
        fixed = Amount(stake) if theory.varies_with_stake(terms, wager) else None
        fed = sum((meter.rate.as_fraction for meter in terms.meters.values() if name in meter.wagers), Fraction(0))
        # What a wager adds to a meter is the players' own, and goes back to them: only the rest can be lost.
        tally.edge -= (theory.side_theory(terms, name, len(made), fixed).mean + fed) * stake


def _ante(terms: Terms, own: list[SettlementLine]) -> int:
    """The cents in which the main game counts: the first of the wagers that every round needs."""
    first = next(name for name, wager in terms.wagers.items() if wager.required)
    return sum(line.stake.cents for line in own if line.wager == first)


def _decisions(tally: _Tally, past: PastRound, seat: int) -> None:
    """What each decision gave away against the best one, seen from nothing but what the player saw."""
    round, ante = open_round(past.terms), _ante(past.terms, [line for line in past.lines if line.seat == seat])
    for move in past.moves:
        if isinstance(move, BetMade | Checked | WagerWithdrawn | Folded) and move.seat == seat:
            cost = _cost(round, move)
            if cost is None:
                tally.leave_out("a decision out of the solver's reach")
            else:
                tally.decisions += 1
                tally.mistakes += cost > 0
                tally.given_away += cost * ante
        round = evolve(round, move)


def _cost(round: Round, move: BetMade | Checked | WagerWithdrawn | Folded) -> Fraction | None:
    """In antes; nothing where no solver reaches."""
    try:
        advice = advise_round(round, move.seat)
    except Refused:
        return None
    return advice.value - _worth(advice, round, move)


def _worth(advice: Advice, round: Round, move: RoundEvent) -> Fraction:
    """What the option taken is worth.

    A bet between two whole multiples is worth what lies between them on a line: a round nets so much for each unit of a
    bet. Where later decisions could follow its size it may be worth less, never more, than they are.
    """
    match move:
        case BetMade(seat=seat, amount=amount):
            base = round.terms.rulebook.decisions[round.stage].base_of(round.seats[seat].wagers)
            times, rest = divmod(Fraction(amount.cents, base.cents), 1)
            low = advice.options[f"{times}x"]
            return low + rest * (advice.options[f"{times + 1}x"] - low) if rest else low
        case Checked():
            return advice.options[CHECK]
        case WagerWithdrawn():
            return advice.options[WITHDRAW]
    return advice.options[FOLD]


def _row(player: str, practice: bool, currency: Currency, tally: _Tally, comp: Rate) -> PlayerRating:
    seconds = sum(last - first for first, last in tally.sittings.values())
    loss = tally.edge + tally.given_away
    return PlayerRating(
        player=player,
        practice=practice,
        currency=currency,
        rounds=tally.rounds,
        hours=seconds / HOUR,
        rounds_an_hour=tally.rounds * HOUR / seconds if seconds else 0.0,
        wagered=Amount(tally.staked),
        average_wager=Amount(tally.staked // tally.rounds if tally.rounds else 0),
        result=Amount(tally.returned - tally.staked),
        decisions=tally.decisions,
        mistakes=tally.mistakes,
        edge=str(tally.edge),
        given_away=str(tally.given_away),
        theoretical_loss=Amount(round(loss)),
        comp=Amount(max(0, int(loss * comp.as_fraction))),
        left_out=tally.left_out,
    )


def comp_rate(text: str) -> Rate:
    """The part of a theoretical loss that is given back; `Refused` if it is none."""
    try:
        rate = Rate.parse(text)
    except ValueError as error:
        raise refused("the comp", repr(text), "a percentage with at most four decimals, such as 25%") from error
    if rate.per_million > HUNDRED.per_million:
        raise refused("the comp", text, "at most 100%")
    return rate

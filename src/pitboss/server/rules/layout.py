"""The layout of a table: everything its felt is drawn from, with the payouts in force inscribed."""

import msgspec

from pitboss.money import Amount, Odds
from pitboss.rulebooks import Terms
from pitboss.rulebooks.currency import Currency
from pitboss.rulebooks.how_to_play import GuideStep, how_to_play
from pitboss.rulebooks.parts import BonusRule, Decision, Duel, EnvySchedule
from pitboss.rulebooks.submission import WagerLimits
from pitboss.rulebooks.terms import MeterFigures
from pitboss.server.rules.pages import LineShown, PaytableShown, felt_of, paytable_shown
from pitboss.table.devices import Way, ways


class EnvyPays(msgspec.Struct, frozen=True, kw_only=True):
    """What another player's hand brings to one who made the wager, with this stake where the stake matters."""

    title: str
    clause: str
    stake: Amount | None
    lines: tuple[LineShown, ...]


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A betting area: its wager, how much may be put up there, and the paytables printed in it."""

    wager: str
    title: str
    clause: str
    required: bool
    decision: bool  # the bet is made in turn, not before the deal
    hands: tuple[str, ...]  # of which the best decides it
    equals: str | None
    needs: tuple[str, ...]
    limits: WagerLimits | None
    amounts: tuple[Amount, ...]
    paytables: tuple[PaytableShown, ...]  # more than one where the number of players chooses
    envy: tuple[EnvyPays, ...]


class Stop(msgspec.Struct, frozen=True):
    """A position of the wheel: what it pays the player who spun, and everyone else with the wager."""

    position: int
    pays: Odds
    community: Odds | None
    top: bool


class WheelFace(msgspec.Struct, frozen=True, kw_only=True):
    """The wheel as it is painted, its stops in order of position."""

    wager: str
    title: str
    clause: str
    stake: Amount
    stops: tuple[Stop, ...]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on a table before the first wager."""

    rulebook: str
    title: str
    game: str
    jurisdiction: str
    currency: Currency
    seats: int
    areas: tuple[Area, ...]
    rows: tuple[tuple[str, ...], ...]  # of a player's areas, the nearest to the dealer first, where prescribed
    decisions: tuple[Decision, ...]
    felt: tuple[tuple[str, ...], ...]  # how the places of one card lie, rows from the dealer; "" is a gap
    duels: tuple[Duel, ...]
    meters: tuple[MeterFigures, ...]
    wheel: WheelFace | None
    bonuses: tuple[BonusRule, ...]
    payout_limit: Amount | None
    how_to_play: tuple[GuideStep, ...]
    game_account: bool  # whether a wager is played through the players' game accounts
    ways: tuple[Way, ...]  # of dealing and shuffling, that the table may change over to


def layout_of(terms: Terms, filed: Terms | None = None) -> Layout:
    """The layout of a table under these terms; `filed` are those it was opened with, before any change of method."""
    book = terms.rulebook
    return Layout(
        rulebook=book.id,
        title=book.title,
        game=book.game,
        jurisdiction=book.jurisdiction,
        currency=book.currency,
        seats=book.seats,
        areas=tuple(_areas(terms)),
        rows=_rows(terms),
        decisions=book.decisions,
        felt=felt_of(book),
        duels=book.duels,
        meters=tuple(terms.meters.values()),
        wheel=_wheel(terms),
        bonuses=tuple(bonus for bonus in book.bonuses if terms.offers(bonus.name)),
        payout_limit=terms.payout_limit,
        how_to_play=how_to_play(terms),
        game_account=terms.plays_through_game_account,
        ways=ways(filed or terms),
    )


def _rows(terms: Terms) -> tuple[tuple[str, ...], ...]:
    """The rows the document prescribes, with the wagers that are offered."""
    areas = terms.rulebook.betting_areas
    rows = (tuple(name for name in row if name in terms.wagers) for row in areas.rows) if areas else ()
    return tuple(row for row in rows if row)


def _areas(terms: Terms) -> list[Area]:
    return [
        Area(
            wager=wager.name,
            title=wager.title,
            clause=wager.clause,
            required=wager.required,
            decision=wager.decision,
            hands=wager.hands,
            equals=wager.equals,
            needs=wager.needs,
            limits=terms.limits(wager),
            amounts=terms.amounts(wager),
            paytables=_paytables(terms, wager.name),
            envy=_envy(terms, wager.name),
        )
        for wager in terms.wagers.values()
    ]


def _paytables(terms: Terms, wager: str) -> tuple[PaytableShown, ...]:
    tables = [
        table
        for table in terms.rulebook.paytables
        if wager in table.wagers and terms.paytable(wager, table.case) is table
    ]
    return tuple(map(paytable_shown, tables))


def _envy(terms: Terms, wager: str) -> tuple[EnvyPays, ...]:
    amounts = terms.amounts(terms.wagers[wager])
    found = [terms.envy(wager, amount) for amount in amounts]
    return tuple(map(_envy_pays, dict.fromkeys(schedule for schedule in found if schedule is not None)))


def _envy_pays(schedule: EnvySchedule) -> EnvyPays:
    return EnvyPays(
        title=schedule.title,
        clause=schedule.clause,
        stake=schedule.stake,
        lines=tuple(
            LineShown(f"{schedule.name}.{line.key}", line.title, line.pays, line.clause or schedule.clause)
            for line in schedule.lines
        ),
    )


def _wheel(terms: Terms) -> WheelFace | None:
    wheel = terms.wheel
    if wheel is None:
        return None
    stops = sorted(wheel.stops, key=lambda stop: stop.position)
    return WheelFace(
        wager=wheel.wager,
        title=wheel.title,
        clause=wheel.clause,
        stake=wheel.stake,
        stops=tuple(Stop(stop.position, terms.wheel_prize(stop), stop.community, stop.pays is None) for stop in stops),
    )

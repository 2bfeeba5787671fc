"""Duty of care: a player's own limits, reality checks, cooling off and exclusion, and the statement of play."""

import asyncio

import msgspec
from litestar import get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.books.exports import read_span
from pitboss.books.statement import Statement, statement
from pitboss.books.table_spec import refused
from pitboss.care import FOREVER, Care, Limit, Purse
from pitboss.care.purse import PERIODS, check_due, deposited, limits_at, lost, played, session_at
from pitboss.money import Amount
from pitboss.server.http.access import Asked, office_of, person, require
from pitboss.server.office import Office
from pitboss.server.people import care as choices
from pitboss.server.people.accounts import NoSuchPerson
from pitboss.server.people.permissions import Action
from pitboss.server.requests import CheckAnswer, CheckChoice, CoolingOff, Exclusion, LimitChoice


class LimitShown(msgspec.Struct, frozen=True):
    """A limit: cents as an amount or whole minutes, as it is and, where one waits, as it will be from a second on."""

    limit: Limit
    amount: Amount | None
    minutes: int | None
    later: bool = False
    later_amount: Amount | None = None
    later_minutes: int | None = None
    later_at: int | None = None


class SpanShown(msgspec.Struct, frozen=True):
    """What is counted in the day, week or month that runs."""

    lost: Amount
    deposited: Amount
    minutes: int


class SessionShown(msgspec.Struct, frozen=True):
    """The session that runs: since when, for how many seconds, with what result; the same since the last check."""

    began: int
    seconds: int
    result: Amount
    since_check: int
    result_since_check: Amount
    check_due: bool


class PurseShown(msgspec.Struct, frozen=True):
    """What was chosen for real money, or for play money."""

    limits: list[LimitShown]
    check_minutes: int
    spans: dict[str, SpanShown]
    session: SessionShown | None


class CareShown(msgspec.Struct, frozen=True):
    """A player's own protection; times are seconds, and `for_ever` says that an exclusion has no end."""

    player: str
    now: int
    last_log_on: int
    log_on_before: int
    cooling_until: int
    excluded_until: int
    for_ever: bool
    real: PurseShown
    practice: PurseShown


@get("/api/me/care")
async def own_care(request: Asked) -> CareShown:
    """What one has chosen for one's own protection, and what is counted against it."""
    return await asyncio.to_thread(_shown, office_of(request), person(request).name)


@put("/api/me/care/limits", status_code=200)
async def choose_limit(request: Asked, data: JSONBody[LimitChoice]) -> CareShown:
    """A limit of one's own: a lower or first one acts at once, a higher one or none after a day."""
    found, office = await require(request, Action.PROTECT_ONESELF), office_of(request)
    figure = _figure(data)
    choose, now = choices.choose_limit, office.room.now
    await asyncio.to_thread(choose, office.store, found.name, data.practice, data.limit, figure, now)
    return await asyncio.to_thread(_shown, office, found.name)


@put("/api/me/care/reality-check", status_code=200)
async def choose_check(request: Asked, data: JSONBody[CheckChoice]) -> CareShown:
    """How often one wants to be told, at the table, of time and money."""
    found, office = await require(request, Action.PROTECT_ONESELF), office_of(request)
    choose, now = choices.choose_check, office.room.now
    await asyncio.to_thread(choose, office.store, found.name, data.practice, data.minutes, now)
    return await asyncio.to_thread(_shown, office, found.name)


@post("/api/me/care/reality-check", status_code=200)
async def answer_check(request: Asked, data: JSONBody[CheckAnswer]) -> CareShown:
    """One has seen the reality check, and goes on."""
    found, office = await require(request, Action.PROTECT_ONESELF), office_of(request)
    await asyncio.to_thread(choices.answer_check, office.store, found.name, data.practice, office.room.now)
    return await asyncio.to_thread(_shown, office, found.name)


@post("/api/me/care/cooling-off", status_code=200)
async def cool_off(request: Asked, data: JSONBody[CoolingOff]) -> CareShown:
    """No play for some days; one stands up wherever no round is on."""
    found, office = await require(request, Action.PROTECT_ONESELF), office_of(request)
    await asyncio.to_thread(choices.cool_off, office.store, found.name, data.days, office.room.now)
    await office.room.see_off(found.name)
    return await asyncio.to_thread(_shown, office, found.name)


@post("/api/me/care/exclusion", status_code=204)
async def exclude(request: Asked, data: JSONBody[Exclusion]) -> None:
    """No play and no account for some days or for ever; one is signed out everywhere, and nobody can end it early."""
    found, office = await require(request, Action.PROTECT_ONESELF), office_of(request)
    if data.name != found.name:
        raise refused("the exclusion", f"the name {data.name}", "one's own name, to be sure of it")
    await asyncio.to_thread(choices.exclude, office.store, found.name, data.days, office.room.now)
    await asyncio.to_thread(office.accounts.see_exclusion, found.name)
    await asyncio.to_thread(office.accounts.revoke, found.name, found.name)
    await office.room.see_off(found.name)


@get("/api/me/statement")
async def own_statement(
    request: Asked,
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    practice: FromQuery[bool] = False,
) -> Statement:
    """What one bought, cashed, wagered and got back, day by day, from a time on and before a time."""
    return await _statement(request, person(request).name, since, until, practice)


@get("/api/players/{name:str}/care")
async def care_of(request: Asked, name: FromPath[str]) -> CareShown:
    """What a player has chosen for their own protection, for those who answer for it."""
    await require(request, Action.SEE_CARE)
    return await asyncio.to_thread(_shown, office_of(request), _someone(request, name))


@get("/api/players/{name:str}/statement")
async def statement_of(
    request: Asked,
    name: FromPath[str],
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    practice: FromQuery[bool] = False,
) -> Statement:
    """A player's statement of play, for one who cannot sign in any more or asks at the desk."""
    await require(request, Action.SEE_CARE)
    return await _statement(request, _someone(request, name), since, until, practice)


async def _statement(request: Asked, player: str, since: str | None, until: str | None, practice: bool) -> Statement:
    begin, end = read_span(since, until)
    return await asyncio.to_thread(statement, office_of(request).store, player, practice, begin, end)


def _someone(request: Asked, name: str) -> str:
    if office_of(request).store.people.named(name) is None:
        raise NoSuchPerson(f"there is nobody called {name}")
    return name


def _figure(data: LimitChoice) -> int | None:
    """The cents or seconds of a limit; None for no limit any more."""
    given, other = (data.minutes, data.amount) if data.limit.timed else (data.amount, data.minutes)
    if other is not None:
        allowed = "minutes" if data.limit.timed else "an amount"
        raise refused(f"the limit {data.limit}", f"{other}", allowed)
    return given.cents if isinstance(given, Amount) else None if given is None else given * 60


def _shown(office: Office, player: str) -> CareShown:
    store, at = office.store, office.room.now // 1000
    care = store.care(player).care
    last, before = store.log_on(player)
    return CareShown(
        player=player,
        now=at,
        last_log_on=last,
        log_on_before=before,
        cooling_until=care.cooling_until if at < care.cooling_until else 0,
        excluded_until=care.excluded_until,
        for_ever=care.excluded_until == FOREVER,
        real=_purse_shown(office, player, care, at, practice=False),
        practice=_purse_shown(office, player, care, at, practice=True),
    )


def _purse_shown(office: Office, player: str, care: Care, at: int, *, practice: bool) -> PurseShown:
    purse = care.purse(practice)
    result = choices.result_of(office.store, player, practice, purse)
    spans = {
        period: SpanShown(
            Amount(lost(purse, period, at, result)),
            Amount(deposited(purse, period, at)),
            played(purse, period, at) // 60,
        )
        for period in PERIODS
    }
    limits = []
    for limit, figure in sorted(limits_at(purse, at).items()):
        later = purse.raises.get(limit)
        waits = later is not None and at < later.at
        limits.append(
            LimitShown(
                limit,
                *_written(limit, figure),
                *((True, *_written(limit, later.to), later.at) if waits and later is not None else ()),
            )
        )
    return PurseShown(limits, purse.check_every // 60, spans, _session_shown(purse, at, result))


def _session_shown(purse: Purse, at: int, result: int) -> SessionShown | None:
    session = session_at(purse, at)
    if session is None:
        return None
    return SessionShown(
        session.began,
        max(0, at - session.began),
        Amount(result - session.result),
        max(0, at - session.checked),
        Amount(result - session.checked_result),
        check_due(purse, at),
    )


def _written(limit: Limit, figure: int | None) -> tuple[Amount | None, int | None]:
    if figure is None:
        return None, None
    return (None, figure // 60) if limit.timed else (Amount(figure), None)


HANDLERS: list[HTTPRouteHandler] = [
    own_care,
    choose_limit,
    choose_check,
    answer_check,
    cool_off,
    exclude,
    own_statement,
    care_of,
    statement_of,
]

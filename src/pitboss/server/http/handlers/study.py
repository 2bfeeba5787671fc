"""The mathematics: short questions answered at once, long ones as jobs. Anyone signed in may ask, guests included."""

from typing import cast

from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.books.table_spec import refused
from pitboss.server.http.access import Asked, Connection, person
from pitboss.server.requests import Body
from pitboss.server.study import questions as asking
from pitboss.server.study.answers import (
    AdviceAnswer,
    CardLine,
    DrillSpot,
    GameAnswer,
    OddsAnswer,
    OpeningAnswer,
    RiskAnswer,
    SheetAnswer,
    SpreadAnswer,
)
from pitboss.server.study.jobs import Jobs, JobShown
from pitboss.server.study.workers import Studies, StudyState

MEDIA = {"html": "text/html; charset=utf-8", "pdf": "application/pdf", "json": "application/json"}


class NewJob(Body, frozen=True):
    """A long question to be answered in its own time."""

    question: asking.Long


def studies_of(connection: Connection) -> Studies:
    """The studies of an application."""
    studies: Studies = connection.app.state.studies
    return studies


def jobs_of(connection: Connection) -> Jobs:
    """The jobs of an application."""
    jobs: Jobs = connection.app.state.jobs
    return jobs


@get("/api/study/state")
async def study_state(request: Asked) -> StudyState:
    """Whether the mathematics answer at once, or what they are at."""
    person(request)
    return studies_of(request).state()


@post("/api/study/game", status_code=200)
async def study_game(request: Asked, data: JSONBody[asking.Game]) -> GameAnswer:
    """The main game under best play."""
    found: GameAnswer = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/odds", status_code=200)
async def study_odds(request: Asked, data: JSONBody[asking.Odds]) -> OddsAnswer:
    """Every side wager: edge, variance, chances line by line, break-even meters."""
    found: OddsAnswer = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/opening", status_code=200)
async def study_opening(request: Asked, data: JSONBody[asking.OpeningHands]) -> OpeningAnswer:
    """The first decision with every starting hand."""
    found: OpeningAnswer = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/spread", status_code=200)
async def study_spread(request: Asked, data: JSONBody[asking.Spread]) -> SpreadAnswer:
    """The exact distribution of a round's net result."""
    found: SpreadAnswer = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/risk", status_code=200)
async def study_risk(request: Asked, data: JSONBody[asking.Risk]) -> RiskAnswer:
    """The risk of a session, of a bankroll and of a table's day."""
    found: RiskAnswer = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/advice", status_code=200)
async def study_advice(request: Asked, data: JSONBody[asking.Advice]) -> AdviceAnswer:
    """What every option of a position is worth."""
    found: AdviceAnswer = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/drill", status_code=200)
async def study_drill(request: Asked, data: JSONBody[asking.Drill]) -> DrillSpot:
    """A hard spot to practise on, with what its options are worth."""
    found: DrillSpot = await studies_of(request).ask(person(request).name, data)
    return found


@post("/api/study/rule", status_code=200)
async def study_rule(request: Asked, data: JSONBody[asking.Rule]) -> CardLine:
    """The line of the strategy card that applies in a position."""
    return cast(CardLine, await studies_of(request).ask(person(request).name, data))


@post("/api/study/jobs")
async def new_job(request: Asked, data: JSONBody[NewJob]) -> JobShown:
    """Begins a job: the Middle map, a strategy card, odds for a wanted edge, a PAR sheet."""
    job = await jobs_of(request).begin(person(request).name, data.question)
    return job.shown()


@get("/api/study/jobs")
async def jobs(request: Asked) -> list[JobShown]:
    """One's own jobs, the latest first."""
    return [job.shown() for job in jobs_of(request).of(person(request).name)]


@get("/api/study/jobs/{id:str}")
async def job(request: Asked, id: FromPath[str]) -> JobShown:
    """How far a job is, and its answer once it is done."""
    return jobs_of(request).job(person(request).name, id).shown()


@delete("/api/study/jobs/{id:str}")
async def cancel_job(request: Asked, id: FromPath[str]) -> None:
    """Ends a job, unless someone else waits for it too."""
    jobs_of(request).cancel(person(request).name, id)


@get("/api/study/jobs/{id:str}/sheet")
async def job_sheet(request: Asked, id: FromPath[str]) -> Response[bytes]:
    """The PAR sheet of a job that is done, as a file."""
    found = jobs_of(request).job(person(request).name, id)
    if not isinstance(found.answer, SheetAnswer):
        tried, says = f"job {id}, which is {found.state}", "There is no finished PAR sheet under this number."
        raise refused("the sheet", tried, "the job of a PAR sheet that is done", says=says)
    headers = {"Content-Disposition": f'attachment; filename="{found.answer.name}"'}
    return Response(found.content, media_type=MEDIA[found.answer.form], headers=headers)


HANDLERS: list[HTTPRouteHandler] = [
    study_state,
    study_game,
    study_odds,
    study_opening,
    study_spread,
    study_risk,
    study_advice,
    study_drill,
    study_rule,
    new_job,
    jobs,
    job,
    cancel_job,
    job_sheet,
]

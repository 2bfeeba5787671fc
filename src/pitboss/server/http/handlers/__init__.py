"""The HTTP operations, one module for each subject."""

from litestar.handlers import HTTPRouteHandler

from pitboss.server.http.handlers import (
    audit,
    corrections,
    layout,
    machine,
    meters,
    money,
    people,
    replays,
    reports,
    rules,
    sign_in,
    study,
    tables,
)

HANDLERS: list[HTTPRouteHandler] = [
    *sign_in.HANDLERS,
    *rules.HANDLERS,
    *study.HANDLERS,
    *tables.HANDLERS,
    *layout.HANDLERS,
    *replays.HANDLERS,
    *corrections.HANDLERS,
    *money.HANDLERS,
    *meters.HANDLERS,
    *reports.HANDLERS,
    *people.HANDLERS,
    *audit.HANDLERS,
    *machine.HANDLERS,
]

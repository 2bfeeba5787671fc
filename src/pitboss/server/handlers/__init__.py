"""The HTTP operations, one module for each subject."""

from litestar.handlers import HTTPRouteHandler

from pitboss.server.handlers import audit, machine, money, people, sign_in, tables

HANDLERS: list[HTTPRouteHandler] = [
    *sign_in.HANDLERS,
    *tables.HANDLERS,
    *money.HANDLERS,
    *people.HANDLERS,
    *audit.HANDLERS,
    *machine.HANDLERS,
]

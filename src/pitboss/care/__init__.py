"""Duty of care: what players choose for their own protection, as pure values."""

from pitboss.care.care import FOREVER, NOBODYS, Care, cooled_off, excluded, statement_of_bar
from pitboss.care.purse import LaterLimit, Limit, Purse, Session, Span

__all__ = [
    "FOREVER",
    "NOBODYS",
    "Care",
    "LaterLimit",
    "Limit",
    "Purse",
    "Session",
    "Span",
    "cooled_off",
    "excluded",
    "statement_of_bar",
]

"""A second person's approval of chips that are bought or cashed, as the log has it."""

from pitboss.audit import Draft, fact
from pitboss.audit.approval_format import ActApproved, ActAsked
from pitboss.audit.format import APPROVALS_STREAM, ChipsBought, ChipsCashed
from pitboss.rulebooks.codec import builtins


def approved(told: ChipsBought | ChipsCashed, by: str, time: int, act: str) -> tuple[Draft, Draft]:
    """What was asked for by one person, and approved by another."""
    does = builtins(told)
    asked = ActAsked(act=act, kind="chips", about=told.player, amount=told.amount, reason="", does=does)
    return fact(APPROVALS_STREAM, asked, time, by), fact(APPROVALS_STREAM, ActApproved(act=act), time, "another")

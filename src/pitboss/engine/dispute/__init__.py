"""The dispute calculator: what is told of a round is read, played again by the engine, and settled line by line."""

from pitboss.engine.dispute.calculator import Answer, SeatAnswer, Unsettled, VoidAnswer, settle_dispute
from pitboss.engine.dispute.retelling import facts_of

__all__ = ["Answer", "SeatAnswer", "Unsettled", "VoidAnswer", "facts_of", "settle_dispute"]

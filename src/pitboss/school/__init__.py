"""The dealer school: drills made from random rounds by the engine, each answer with its clause."""

from pitboss.school.drills import KINDS, question
from pitboss.school.question import DrillKind, Fact, SchoolQuestion, right

__all__ = ["KINDS", "DrillKind", "Fact", "SchoolQuestion", "question", "right"]

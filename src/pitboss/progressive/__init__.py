"""Progressive meters as pure values."""

from pitboss.progressive.meter import Meter, feed, open_meters, pay, unpay
from pitboss.progressive.progression import Change, Progression, progression_of, with_progressions

__all__ = [
    "Change",
    "Meter",
    "Progression",
    "feed",
    "open_meters",
    "pay",
    "progression_of",
    "unpay",
    "with_progressions",
]

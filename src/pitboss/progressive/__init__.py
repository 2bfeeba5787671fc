"""Progressive meters as pure values."""

from pitboss.progressive.meter import Meter, feed, open_meters, pay

__all__ = ["Meter", "feed", "open_meters", "pay"]

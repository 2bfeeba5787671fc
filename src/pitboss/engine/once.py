"""What follows from an immutable value alone, and is asked again and again, is worked out once for each."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")
Found = TypeVar("Found")


def once(work: Callable[[Value], Found]) -> Callable[[Value], Found]:
    """A function of one value that never changes and has a `__dict__`, where what was found is kept.

    It can never be out of date: the function asks for nothing but the value, the value cannot change, and what is kept
    goes with it.
    """
    name = f"{work.__module__}.{work.__name__}"

    @wraps(work)
    def known(value: Value) -> Found:
        kept = value.__dict__
        if name not in kept:
            kept[name] = work(value)
        found: Found = kept[name]
        return found

    return known


class Kept(Generic[Found]):
    """The same as a property: `functools.cached_property` without the lock that it takes, before Python 3.12."""

    def __init__(self, work: Callable[[Any], Found]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, value: Any, owner: type) -> Found:
        found = value.__dict__[self._name] = self._work(value)  # from where it is taken the next time
        return found

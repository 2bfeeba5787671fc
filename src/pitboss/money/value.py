"""The common ground of the money values: immutable, compared and hashed by what they hold."""

from typing import Any, NoReturn


class Value:
    """An immutable value whose constructor takes the fields named by `__match_args__`, in order.

    These are plain classes rather than dataclasses so that a serialiser meets them as unknown types and
    writes them as text ("12.50", "3 to 2") instead of as records of their fields.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def _hold(self, **fields: object) -> None:
        """Set the fields, once, from the constructor."""
        for name, held in fields.items():
            object.__setattr__(self, name, held)

    def _held(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set.")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted.")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._held() == other._held()

    def __hash__(self) -> int:
        return hash(self._held())

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{self}')"

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), self._held()

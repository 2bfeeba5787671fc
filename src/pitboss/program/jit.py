"""Numba with types: the one place that touches the compiler.

Numba carries no type information, so it is imported as a plain module object here and what the
kernels need of it is given a type. Kernels import only `njit`, `popcount` and `in_threads`.

Numba keys its cache by the file of a kernel alone and would not notice a change in a jitted function of
another file. So the cache lies in a folder named after a digest of all kernel sources: any change starts
a new one.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, cast

numba = import_module("numba")
intrinsic = import_module("numba.core.extending").intrinsic
runtime = import_module("numba.core.runtime").rtsys
FunctionCache: Any = import_module("numba.core.caching").FunctionCache


def _cache_folder() -> str:
    """Where compiled kernels are kept: under the user's cache folder, by a digest of the sources."""
    digest = hashlib.sha256()
    rooms = Path(__file__).parents[1]
    for source in sorted([*rooms.glob("**/kernels/*.py"), *rooms.glob("program/*.py")]):
        digest.update(source.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return str(Path(base, "pitboss", digest.hexdigest()[:16]))


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = _cache_folder()

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


def njit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` to machine code that runs without the interpreter lock.

    The code is cached on disk; where no directory can be written it is compiled anew by each process.
    """
    compiled = numba.njit(nogil=True)(function)
    with suppress(RuntimeError):  # "cannot cache function: no locator available"
        compiled._cache = _Cache(function)
    return cast(Callable[P, R], compiled)


class _Cache(FunctionCache):  # type: ignore[misc]  # Numba carries no types
    """Numba's own, which makes the whole compiler ready before it loads what is compiled already.

    That takes longer than the loading. Machine code needs no more of it than memory to be managed; compiling, where it
    comes to that, makes ready what it needs itself.
    """

    def load_overload(self, signature: object, target: object) -> object:
        """The machine code kept for these types of arguments, if there is any."""
        runtime.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)


class _Builder(Protocol):
    def ctpop(self, word: object) -> object: ...


def _emit_popcount(_typing: object, _word: object) -> object:
    def emit(_context: object, builder: _Builder, _signature: object, arguments: tuple[object]) -> object:
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.int64), emit


popcount = cast(Callable[[int], int], intrinsic(_emit_popcount))
"""The number of bits set in an int64; one machine instruction, callable from kernels only."""


def in_threads(work: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """`[work(item) for item in items]`, spread over the machine's processors.

    It pays only where `work` spends its time in kernels, which leave the interpreter lock free.
    """
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))

"""What processes have used, as the kernel counts it."""

import os
from collections.abc import Iterable
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_USED, _USED_BY_CHILDREN = slice(11, 13), slice(11, 15)  # user and system time; then that of children who are gone


def cpu_of(*processes: int) -> float:
    """Seconds of processor time some processes have used, all their threads included."""
    return sum(_seconds(process, _USED) for process in processes)


def cpu_of_family(parent: int) -> float:
    """The same of a process, its children, and those of its children who are gone."""
    return _seconds(parent, _USED_BY_CHILDREN) + cpu_of(*children(parent))


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _parent(folder) == parent]


def parent_of(process: int) -> int:
    """Which process has started a process."""
    return int(_fields(process)[1])


def _parent(folder: Path) -> int | None:
    try:
        return parent_of(int(folder.name))
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return None


def waited(processes: Iterable[int]) -> float:
    """Seconds main threads were ready to run but had to wait for a processor: on a busy machine, most of a latency."""
    texts = (Path(f"/proc/{process}/schedstat").read_text(encoding="utf-8") for process in processes)
    return sum(int(text.split()[1]) / 1e9 for text in texts)


def memory_of(process: int) -> int:
    """Bytes of memory a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _seconds(process: int, which: slice) -> float:
    try:
        return sum(map(int, _fields(process)[which])) / _TICKS
    except (FileNotFoundError, ProcessLookupError):
        return 0.0


def _fields(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()

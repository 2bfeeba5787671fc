"""Types that several threads meet at once."""

import subprocess
import sys

import pytest

STRANGERS = """
import dataclasses, sys, threading, types
import msgspec
from pitboss.rulebooks.codec import know_types

sys.setswitchinterval(1e-6)
made = {"struct": msgspec.defstruct, "dataclass": dataclasses.make_dataclass}[sys.argv[1]]
for number in range(40):
    parts = [made(f"Part{number}{place}", [("a", int), ("b", str)]) for place in range(30)]
    whole = made(f"Whole{number}", [(f"p{place}", part) for place, part in enumerate(parts)])
    module = sys.modules["pitboss.strangers"] = types.ModuleType("pitboss.strangers")
    module.Whole = whole
    if sys.argv[2] == "known":
        know_types()
    together = threading.Barrier(3)
    plain = {f"p{place}": {"a": 1, "b": "x"} for place in range(30)}

    def read():
        together.wait()
        msgspec.convert(plain, whole)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
"""


@pytest.mark.parametrize("made", ["struct", "dataclass"])
def test_threads_read_a_type_that_is_known_at_once(made: str) -> None:
    done = subprocess.run([sys.executable, "-c", STRANGERS, made, "known"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

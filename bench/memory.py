"""The most memory that an analysis takes."""

import subprocess
import sys

GIGABYTE = 1 << 30
KILOBYTE = 1 << 10
# The kernel's mark of this very process: `ru_maxrss` would begin with that of the process which started it.
WORK = """
from pitboss.mathematics import main_game
from pitboss.mathematics import side_wagers
from pitboss.rulebooks import full_terms
terms = full_terms("{id}")
main_game.distribution(terms)
side_wagers.odds(terms)
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def peak(id: str) -> float:
    """The share of a gigabyte that the distribution and all side wagers of a rulebook take, in a new process."""
    done = subprocess.run([sys.executable, "-c", WORK.format(id=id)], check=True, capture_output=True, text=True)
    return int(done.stdout) * KILOBYTE / GIGABYTE

"""Draws the pictures of the docs: runs commands and keeps what the terminal shows as SVG.

.venv/bin/python docs/pictures/draw.py
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
WIDTH = 92
PICTURES = {
    "play": ["play", "ma-criss-cross", "--seats", "1", "--auto", "--seed", "25"],
    "settle": ["settle", "examples/ma-criss-cross.json"],
    "solve": ["solve", "ma-criss-cross"],
}


def draw(name: str, arguments: list[str]) -> None:
    """One picture."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    shown = subprocess.run(
        [sys.executable, "-c", "from pitboss.cli import main; main()", *arguments],
        cwd=HERE.parents[1],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(shown))
        picture = console.export_svg(title=f"pitboss {' '.join(arguments)}")
    # No fonts from elsewhere: the reader's own monospaced font will do.
    plain = re.sub(r"@font-face\s*{.*?}\s*", "", picture, flags=re.DOTALL).replace("Fira Code", "monospace")
    (HERE / f"{name}.svg").write_text(plain, encoding="utf-8")


if __name__ == "__main__":
    for name, arguments in PICTURES.items():
        draw(name, arguments)

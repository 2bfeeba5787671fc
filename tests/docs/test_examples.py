"""One example for each kind of user in the table of the README: each runs in an empty folder and keeps its promises."""

import os
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PEOPLE = sorted(file.name for file in (EXAMPLES / "people").iterdir() if file.suffix in (".py", ".sh"))


def free_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return str(taken.getsockname()[1])


@pytest.mark.parametrize("name", PEOPLE)
def test_an_example_runs_and_says_what_it_promises(name: str, tmp_path: Path) -> None:
    program, examples = tmp_path / "bin" / "pitboss", tmp_path / "examples"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c "from pitboss.cli import main; main()" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    examples.symlink_to(EXAMPLES)
    file = EXAMPLES / "people" / name
    interpreter = [sys.executable] if file.suffix == ".py" else ["/bin/sh", "-e"]
    done = subprocess.run(
        [*interpreter, str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PORT": free_port(), "COLUMNS": "120"},
    )
    assert done.returncode == 0, done.stderr
    for promised in re.findall(r"# -> (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE):
        assert promised in done.stdout, f"{promised} is not in\n{done.stdout}"


def test_the_readme_and_the_list_of_examples_name_everyone() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"people/(\w+\.\w+)\)", listed)) == set(PEOPLE)
    table = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8").partition("| you are |")[2].partition("\n\n")[0]
    users = re.findall(r"^\| (?!-)([^|]+?) \|", table, re.MULTILINE)
    assert [user for user in users if f"| {user} |" not in listed] == []
    assert len(users) == len(PEOPLE)

"""The container file, step by step, without a container: in an empty folder, with an environment of its own.

python -m server.container      builds it all, as `make container` does: it asks the package index, and takes minutes

What is not done here is what changes the machine: `USER`, and the account that the image makes for it.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Containerfile"
NOT_HERE = ("useradd ",)  # what only an image has done to it


class Step(NamedTuple):
    """An instruction and what it says, as it stands."""

    does: str
    says: str


def steps() -> list[Step]:
    """Every instruction of the container file."""
    lines = FILE.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [Step(*line.split(None, 1)) for line in lines if line and not line.startswith("#")]


def context() -> Iterator[Path]:
    """The files of the checkout that `.dockerignore` lets in, by their paths in it; the last rule that fits holds."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    for folder, folders, files in os.walk(ROOT):
        inner = Path(folder).relative_to(ROOT)
        folders[:] = [name for name in folders if _let_in(inner / name, rules)]
        yield from (inner / name for name in files if _let_in(inner / name, rules))


def _let_in(path: Path, rules: list[str]) -> bool:
    above = [path, *path.parents][:-1]
    let_in = True
    for rule in rules:
        pattern = rule.removeprefix("!").removeprefix("**/")
        places = [each.name if "**/" in rule else each.as_posix() for each in above]
        if any(fnmatch(place, pattern) for place in places):
            let_in = rule.startswith("!")
    return let_in


def build(folder: Path) -> None:
    """Every step in its turn; whatever an image has at `/` is under a folder for each stage."""
    stage = folder
    stages: dict[str, Path] = {}
    place = Path("/")
    environment: dict[str, str] = {}
    for does, says in steps():
        print(f"{does} {says}", flush=True)
        match does:
            case "FROM":
                name = says.partition(" AS ")[2] or "last"
                stage = stages[name] = folder / name
                venv.create(stage, with_pip=True)
                bin = f"{stage / 'bin'}:{os.environ['PATH']}"
                environment = {"PATH": bin, "HOME": str(stage), "LANG": "C.UTF-8"}
                environment |= {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "npm_"))}
            case "WORKDIR":
                place = Path(says)
                _at(stage, place).mkdir(parents=True, exist_ok=True)
            case "COPY":
                source = re.fullmatch(r"--from=(\w+) (\S+) (\S+)", says)
                if source is not None:
                    shutil.copytree(_at(stages[source[1]], Path(source[2])), _at(stage, Path(source[3])))
                else:
                    what, where = says.split()
                    _copy(what, _at(stage, place / where))
            case "ENV":
                environment |= {name: _moved(value, stage) for name, value in re.findall(r"(\w+)=(\S+)", says)}
            case "RUN" if not says.startswith(NOT_HERE):
                command = ["/bin/sh", "-ec", _moved(says, stage)]
                subprocess.run(command, cwd=_at(stage, place), env=environment, check=True)
    _serve(stage, environment)


def _copy(what: str, where: Path) -> None:
    for file in context():
        if what in (".", file.as_posix()):
            target = where / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, target)


def _at(stage: Path, path: Path) -> Path:
    return stage / path.relative_to("/")


def _moved(text: str, stage: Path) -> str:
    return re.sub(r"(?<![\w./:])/(?=wheels|var/|requirements)", f"{stage}/", text)


def _serve(stage: Path, environment: dict[str, str]) -> None:
    """Starts what the image starts, and asks what it asks."""
    told = dict(steps())
    entry, command = (re.findall(r'"([^"]+)"', told[name]) for name in ("ENTRYPOINT", "CMD"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = str(taken.getsockname()[1])
    environment = environment | {"PITBOSS_PORT": port}
    server = subprocess.Popen([str(stage / "bin" / entry[0]), *command], env=environment, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        while b"Pitboss is at" not in server.stdout.readline():
            assert server.poll() is None, "the server ended"
        health = told["HEALTHCHECK"].removeprefix("CMD ").replace("8321", port)
        for _ in range(50):
            if subprocess.run(["/bin/sh", "-ec", health], env=environment, check=False).returncode == 0:
                print("It is served, and healthy.")
                return
        raise AssertionError("never healthy")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pitboss-container-") as made:
        build(Path(made))
    sys.exit()

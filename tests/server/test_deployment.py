"""What `deploy/` ships is right: systemd takes the units, the server its settings, and metrics that are named exist."""

import re
import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path

import msgspec
import pytest

from pitboss.cli.serve import serve
from pitboss.cli.settings import take_settings
from pitboss.server.metrics import REGISTRY
from server.container import context, steps

DEPLOY = Path(__file__).parents[2] / "deploy"
SYSTEMD = shutil.which("systemd-analyze")
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


@pytest.mark.parametrize("unit", sorted(file.name for file in DEPLOY.glob("pitboss*")))
def test_systemd_takes_the_units(unit: str, tmp_path: Path) -> None:
    for file in DEPLOY.glob("pitboss*"):  # a timer is looked at with its service
        text = file.read_text(encoding="utf-8").replace("/opt/pitboss/bin/pitboss", sys.executable)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    assert SYSTEMD is not None, "make systemd"
    done = subprocess.run(
        [SYSTEMD, "verify", "--man=no", str(tmp_path / unit)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_verifier_notices_what_is_wrong(tmp_path: Path) -> None:
    unit = tmp_path / "wrong.service"
    unit.write_text("[Service]\nExecStart=/no/such/program\nRestrt=always\n", encoding="utf-8")
    assert SYSTEMD is not None, "make systemd"
    done = subprocess.run([SYSTEMD, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert "Restrt" in done.stderr
    assert "/no/such/program" in done.stderr


def test_the_settings_are_a_servers() -> None:
    _, found = take_settings(["serve", "--settings", str(DEPLOY / "settings.toml")])
    assert found["database"] == "postgresql:///pitboss"
    assert found["demo"] is False


def test_units_give_only_options_that_there_are() -> None:
    for unit in DEPLOY.glob("*.service"):
        for command, words in re.findall(r"bin/pitboss (\w+) ([^'\n]*)", unit.read_text(encoding="utf-8")):
            help = subprocess.run(
                [sys.executable, "-c", "from pitboss.cli import main; main()", command, "--help"],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for option in re.findall(r"--[\w-]+", words):
                assert option == "--settings" or option in help, (unit.name, option)


def test_the_container_file_takes_what_builds_the_package_and_nothing_else() -> None:
    """Its steps are built by `make container`; here, what it takes along and what it sets."""
    single = {"pyproject.toml", "hatch_build.py", "requirements.lock", "README.md", "LICENSE"}
    taken = {file.as_posix() for file in context()}
    sources = [*DEPLOY.parent.glob("src/pitboss/[!w]*/**/*.*"), *DEPLOY.parent.glob("web/src/**/*.*")]
    needed = {file.relative_to(DEPLOY.parent).as_posix() for file in sources if "__pycache__" not in file.parts}
    assert len(needed) > 600
    assert single | needed <= taken
    assert not [name for name in taken - single if not name.startswith(("src/", "web/"))]
    assert not [name for name in taken if "node_modules" in name or name.startswith("src/pitboss/web")]
    told = steps()
    assert {step.does for step in told} <= KNOWN
    set_here = dict(re.findall(r"(\w+)=(\S+)", dict(told)["ENV"]))
    settings = {"PITBOSS_" + name.upper() for name in signature(serve).parameters}
    assert {name for name in set_here if name.startswith("PITBOSS_")} <= settings
    assert dict(told)["EXPOSE"] == str(signature(serve).parameters["port"].default)
    assert set_here["PITBOSS_DATA"] == dict(told)["VOLUME"]


def _measured() -> set[str]:
    """The names under which samples are given out; a counter's and a histogram's have endings."""
    ends = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    return {metric.name + end for metric in REGISTRY.collect() for end in ends[metric.type]}


@pytest.mark.parametrize("file", ["alerts.yml", "dashboard.json"])
def test_alerts_and_dashboard_name_metrics_that_exist(file: str) -> None:
    text = (DEPLOY / file).read_text(encoding="utf-8")
    (msgspec.yaml if file.endswith("yml") else msgspec.json).decode(text)
    named = set(re.findall(r"\bpitboss_\w+", text))
    assert len(named) >= 7
    assert named <= _measured(), named - _measured()


def test_every_alert_says_what_to_do() -> None:
    groups = msgspec.yaml.decode((DEPLOY / "alerts.yml").read_bytes())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert len(rules) >= 8
    for rule in rules:
        assert {"alert", "expr", "labels", "annotations"} <= rule.keys()
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "action"}

"""`pitboss school`: the same drills from the same seed, a score, and JSON for programs."""

import json

from cli.calling import Run
from pitboss.school import KINDS


def test_drills_as_json_have_every_kind_and_come_again_from_their_seed(run: Run) -> None:
    words = ("school", "ma-crazy-4", "--seed", "5", "--questions", "5", "--json")
    code, out, _ = run(*words)
    assert code == 0
    told = json.loads(out)
    assert [drill["kind"] for drill in told["drills"]] == [str(kind) for kind in KINDS]
    assert all(drill["answer"] and drill["clause"] for drill in told["drills"])
    assert run(*words)[1] == out
    code, _, err = run("school", "nope")
    assert code == 2
    assert "there is no rulebook" in err

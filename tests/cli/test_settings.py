"""Settings: a file, the environment over it, the line over both; what is wrong is said in one line."""

import socket
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.cli.settings import take_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_the_environment_stands_over_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('port = 1\nguests = false\nhost_name = ["a.example"]\nmost-guests = 5\n')
    monkeypatch.setenv("PITBOSS_PORT", "2")
    monkeypatch.setenv("PITBOSS_OWN_TABLES", "no")
    words, found = take_settings(["serve", f"--settings={file}", "--port", "3"])
    assert words == ["serve", "--port", "3"]
    expected = {"port": 2, "guests": False, "host_name": ["a.example"], "most_guests": 5, "own_tables": False}
    assert found == expected


def test_the_file_may_be_named_by_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("port = 7")
    monkeypatch.setenv("PITBOSS_SETTINGS", str(file))
    assert take_settings(["serve"]) == (["serve"], {"port": 7})
    assert take_settings(["serve", "--", "--settings"]) == (["serve", "--", "--settings"], {"port": 7})


def test_a_server_listens_where_its_settings_say(run: Run, file: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        file.write_text(f'port = {port}\ndata = "{tmp_path}"\n')
        code, _, said = run("serve", "--settings", str(file))
        assert (code, said) == (2, f"cannot listen on 127.0.0.1, port {port}: Address already in use\n")
        code, _, said = run(
            "--settings", str(file), "serve", "--host", "127.0.0.2", "--port", str(port), "--database", "x"
        )
    assert code == 2
    assert "x" in said
    assert "cannot listen" not in said, "the line stands over the file"


def test_commands_that_read_a_database_know_where_it_is(run: Run, file: Path, tmp_path: Path) -> None:
    file.write_text(f'data = "{tmp_path / "nowhere"}"\nport = 1\n')
    for words in (["report"], ["backup", str(tmp_path / "b")], ["audit", "balance"]):
        code, _, said = run(*words, "--settings", str(file))
        assert code == 2
        assert str(tmp_path / "nowhere") in said


def test_a_misspelt_variable_is_one_line_and_a_stranger_is_left_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_PROT", "9000")
    monkeypatch.setenv("PITBOSS_BACKUP_BUCKET", "somewhere")
    code, told, said = run("serve")
    assert (code, told) == (2, "")
    assert said == "PITBOSS_PROT: There is no such setting; did you mean PITBOSS_PORT?\n"
    monkeypatch.delenv("PITBOSS_PROT")
    assert take_settings(["serve"]) == (["serve"], {})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "There is no setting prot; did you mean port?"),
        ('port = "8321"', "The setting port must be a whole number, not '8321'"),
        ("port = true", "The setting port must be a whole number, not true"),
        ("guests = 0", "The setting guests must be true or false, not 0"),
        ("host_name = [1]", "The setting host_name must be a list of texts, not [1]"),
        ('data = ""', "The setting data is empty; name a folder, or leave it out."),
        ('pause = "x"', "The setting pause must be a whole number, not 'x'"),
        ('warm = "x"', "The setting warm must be true or false, not 'x'"),
        ("data = 5", "The setting data must be a path, not 5"),
        ("port", "This file cannot be read as TOML"),
        ("\0", "This file cannot be read as TOML"),
        ("port = " + "[" * 100_000, "This file cannot be read as TOML: it is nested too deeply."),
    ],
)
def test_a_wrong_setting_is_one_line(run: Run, file: Path, text: str, says: str) -> None:
    file.write_text(text)
    code, told, said = run("serve", "--settings", str(file))
    assert (code, told) == (2, "")
    assert said.startswith(f"{file}: {says}")
    assert said.count("\n") == 1


def test_several_wrong_settings_are_a_line_each(run: Run, file: Path) -> None:
    file.write_text("zzz = 1\nport = []\n")
    code, _, said = run("serve", "--settings", str(file))
    assert code == 2
    assert [line.split(": ", 1)[1].split(";")[0] for line in said.splitlines()] == [
        "There is no setting zzz",
        "The setting port must be a whole number, not [].",
    ]


def test_a_file_that_is_not_there_and_a_wrong_variable(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, said = run("serve", "--settings", str(tmp_path / "none.toml"))
    assert (code, said) == (2, f"{tmp_path / 'none.toml'}: The settings cannot be read: No such file or directory.\n")
    assert run("serve", "--settings")[0] == 2
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    said = run("serve", "--settings", str(tmp_path / "bytes.toml"))[2]
    assert said == f"{tmp_path / 'bytes.toml'}: This file is not UTF-8 text.\n"
    for variable, text, why in (
        ("PITBOSS_PORT", "9" * 5000, "This must be a whole number"),
        ("PITBOSS_DATA", "", "This is empty; name a folder, or leave it out."),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(variable, text)
            code, _, said = run("serve")
            assert (code, said.startswith(f"{variable}: {why}"), said.count("\n")) == (2, True, 1)
    for words, why in (
        (("--data", "/dev/null/x"), "/dev/null/x: Not a directory"),
        (("--proxy-headers", "127.0.0.1, proxy"), "--proxy-headers: Got 'proxy'; expected addresses of machines"),
        (("--witness", "0" * 63), f"--witness: Got '{'0' * 63}'; expected a public key of 64 hexadecimal digits."),
    ):
        code, _, said = run("serve", "--port", "0", *words)
        assert (code, said.startswith(why), said.count("\n")) == (2, True, 1), said
    monkeypatch.setenv("PITBOSS_GUESTS", "perhaps")
    assert run("serve")[2] == "PITBOSS_GUESTS: This must be true or false, not 'perhaps'.\n"

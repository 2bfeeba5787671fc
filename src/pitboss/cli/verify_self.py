"""`pitboss verify-self`: every file of the installed program and of added rulebooks against a signed manifest."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.output import complain, console, emit_json
from pitboss.server.machine.program_files import checked, files_of, look, signed_manifest

KEY_BYTES = 32


def verify_self(
    manifest: Annotated[
        Path | None, typer.Option(help="The signed manifest; the one that came with the program if left out.")
    ] = None,
    key: Annotated[str, typer.Option(help="The public key that must have signed it, 64 hexadecimal digits.")] = "",
    sign: Annotated[
        Path | None, typer.Option(help="Write a manifest instead, signed with the key of 32 bytes in this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Hold every file of the installed program against a signed manifest, or sign one.

    Exit code 0 if every file is as the manifest says, 1 if one is not or there is none, 2 if it cannot be read.
    """
    try:
        if sign is not None:
            secret = sign.read_bytes()
            if len(secret) != KEY_BYTES:
                complain(f"{sign} has {len(secret)} bytes; a key to sign with has {KEY_BYTES}")
                raise typer.Exit(2)
            print(signed_manifest(secret, files_of()).decode(), end="")
            return
        found = look() if manifest is None and not key else checked(files_of(), _read(manifest), key)
    except OSError as error:
        complain(f"{error.filename} cannot be read: {error.strerror}")
        raise typer.Exit(2) from error
    if as_json:
        emit_json(found)
    else:
        for fault in found.faults:
            console.print(fault, markup=False, soft_wrap=True)
        signed = f"signed for by {found.signed_by}" if found.signed_by else "no manifest says what they should be"
        told = f"Pitboss {found.version}, {found.files} files, together {found.digest}: {signed}"
        console.print(told, markup=False, soft_wrap=True)
    if found.faults or not found.signed_by:
        raise typer.Exit(1)


def _read(manifest: Path | None) -> bytes | None:
    return manifest.read_bytes() if manifest is not None else None

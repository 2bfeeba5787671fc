"""Numbers that an address may name, each within what any program can write and the database can hold."""

from typing import Annotated

from litestar.params import Parameter

LARGEST = 2**53 - 1

Number = Annotated[int, Parameter(ge=0, le=LARGEST)]
NumberIfAny = Annotated[int | None, Parameter(ge=0, le=LARGEST)]

"""Rulebooks as earlier releases shipped them: whoever has only a hash still gets the version of that hash."""

import pytest

from pitboss.rulebooks import RulebookError
from pitboss.rulebooks.earlier import earlier
from pitboss.rulebooks.folder_faults import hash_of_files
from pitboss.rulebooks.versions import version

BEFORE = {
    "cardroom-criss-cross": "e4d314a9c9d2ac1668bae79a165553746d95a48079e3e3b7c78a4328ecb96bc0",
    "ma-crazy-4": "ae9f300f9d306e3bf936945891097a95fddd7da7b8aac5b9dcc9ea9c0bd0f74d",
    "ma-criss-cross": "ab7a9b8e2244934b43344b0dfd3bbfa4dc53e28c2b439300d114921ab9caf7e0",
    "md-criss-cross": "330a0d4d638851fc5a5396369c22da02351cadc27aaa313eb2fe3eac81961a6d",
    "nj-criss-cross": "3d09644eaaac9e620d9090d995581f6101506b3a894e52e4d4f162fade44763d",
}
"""By these hashes the databases of the release before 1.0 know the rulebooks of their tables."""


@pytest.mark.parametrize(("id", "hash"), BEFORE.items())
def test_a_version_of_the_release_before_is_found_by_its_hash(id: str, hash: str) -> None:
    found = version(id, hash)
    assert (found.id, found.hash) == (id, hash)


def test_every_version_kept_is_what_its_hash_says() -> None:
    for hash, texts in earlier().items():
        assert hash_of_files({name: text.encode() for name, text in texts.items()}) == hash


def test_a_hash_that_no_release_had_is_still_refused() -> None:
    with pytest.raises(RulebookError, match="is not here"):
        version("ma-criss-cross", "0" * 64)
    with pytest.raises(RulebookError, match="is not here"):  # a version belongs to one rulebook
        version("ma-criss-cross", BEFORE["ma-crazy-4"])

"""Users, roles, sessions, tokens and failed sign-ins."""

import pytest

from pitboss.rulebooks import Refused
from pitboss.store import Failures, Session, Store, User


@pytest.fixture
def ann(store: Store) -> User:
    store.people.add("u1", "ann", "argon2 of a secret", ["player", "auditor"], at=100)
    user = store.people.user("u1")
    assert user is not None
    return user


def test_a_user_is_found_by_id_and_by_name(store: Store, ann: User) -> None:
    assert ann == User("u1", "ann", "argon2 of a secret", frozenset({"player", "auditor"}), False, 100)
    assert store.people.named("ann") == ann
    assert store.people.users() == [ann]
    assert store.people.named("bob") is None


@pytest.mark.parametrize(("id", "name"), [("u1", "bob"), ("u2", "ann")])
def test_ids_and_names_are_taken_once(store: Store, ann: User, id: str, name: str) -> None:
    with pytest.raises(Refused, match=f"the users: The name {name} is taken"):
        store.people.add(id, name, "x", ["administrator"], at=101)
    assert store.people.users() == [ann]


def test_password_roles_and_standing_change(store: Store, ann: User) -> None:
    store.people.add("u2", "bob", "x", ["auditor"], at=101)
    store.people.change(ann.id, "auditor", ["dealer", "dealer"], password="another", disabled=True)
    assert store.people.user("u1") == User("u1", "ann", "another", frozenset({"dealer"}), True, 100)
    store.people.change(ann.id, "auditor", [])
    assert store.people.users()[0].roles == frozenset()


def test_a_change_is_made_whole_or_not_and_a_role_stays_with_someone(store: Store, ann: User) -> None:
    store.people.add("u2", "bob", "x", ["auditor"], at=101)
    store.people.change(ann.id, "auditor", ["dealer"], password="another")
    assert store.people.user("u1") == User("u1", "ann", "another", frozenset({"dealer"}), False, 100)
    before = store.people.users()
    for roles, values in ((["dealer"], {}), (None, {"disabled": True}), (["auditor", "dealer"], {"disabled": True})):
        with pytest.raises(Refused, match="Nobody would be left as auditor"):
            store.people.change("u2", "auditor", roles, **values)
        assert store.people.users() == before


def test_what_is_long_over_is_forgotten(store: Store, ann: User) -> None:
    for number, end in enumerate((150, 200, 250)):
        store.people.open_session(bytes([number]), ann.id, at=100, expires_at=end)
    store.people.failed("old", at=100)
    store.people.failed("new", at=200)
    store.people.prune(200)
    assert [store.people.session(bytes([number])) is not None for number in range(3)] == [False, True, True]
    assert [store.people.failures(key).count for key in ("old", "new")] == [0, 1]


def test_a_session_ends_by_time_or_by_revoking(store: Store, ann: User) -> None:
    store.people.open_session(b"hash 1", ann.id, at=100, expires_at=200)
    session = store.people.session(b"hash 1")
    assert session == Session("u1", 100, 200, None, seen_at=100)
    assert session.valid_at(199)
    assert not session.valid_at(200)
    store.people.revoke(b"hash 1", at=150)
    store.people.revoke(b"hash 1", at=160)
    revoked = store.people.session(b"hash 1")
    assert revoked == Session("u1", 100, 200, 150, seen_at=100)
    assert not revoked.valid_at(151)
    assert store.people.session(b"hash 2") is None


def test_a_token_may_have_no_end(store: Store, ann: User) -> None:
    store.people.add_token(b"hash 1", ann.id, "bots", at=100)
    ((hashed, token),) = store.people.tokens(ann.id)
    assert (hashed, token) == (b"hash 1", Session("u1", 100, None, None, "bots"))
    assert token.valid_at(10**10)
    assert store.people.session(b"hash 1") is None  # a token is no session


def test_everything_of_a_user_can_be_revoked(store: Store, ann: User) -> None:
    store.people.add("u2", "bob", "x", ["player"], at=100)
    store.people.open_session(b"a", "u1", at=100, expires_at=200)
    store.people.add_token(b"b", "u1", "bots", at=100)
    store.people.open_session(b"c", "u2", at=100, expires_at=200)
    store.people.revoke_all("u1", at=150)
    found = (store.people.session(b"a"), store.people.session(b"c"))
    assert [session and session.revoked_at for session in found] == [150, None]
    assert [token.revoked_at for _, token in store.people.tokens("u1")] == [150]


def test_failed_sign_ins_are_counted_until_forgotten(store: Store) -> None:
    assert store.people.failures("ann") == Failures()
    assert store.people.failed("ann", at=10) == Failures(1, 10)
    assert store.people.failed("ann", at=20) == Failures(2, 20)
    assert store.people.failed("bob", at=30) == Failures(1, 30)
    assert store.people.failures("ann") == Failures(2, 20)
    store.people.forget_failures("ann")
    assert store.people.failures("ann") == Failures()

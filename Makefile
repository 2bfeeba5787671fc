# Two commands for a fresh machine: `make demo` and `make test`. Both set everything up first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup postgresql soak demo test check lint types imports tests bench docs clean

setup: .venv/ready

# The tests run against a real PostgreSQL server, started from a private folder.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql)

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev]"
	@touch $@

demo: setup
	$(BIN)/pitboss settle examples/ma-criss-cross.json
	$(BIN)/pitboss solve ma-crazy-4
	$(BIN)/pitboss play ma-criss-cross --seats 3 --auto --seed 25

test: check tests

check: lint types imports

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports --no-cache

tests: setup postgresql
	$(BIN)/pytest -n 2

bench: setup
	$(BIN)/python -m bench

soak: setup postgresql
	PITBOSS_KILLS=500 $(BIN)/pytest tests/store/test_crashes.py
	PYTHONPATH=tests $(BIN)/python -m audit.soak_shuffle

docs: setup
	$(BIN)/pytest --collect-only -qq --clause-index=src/pitboss/rulebooks/data/clause-tests.json
	$(BIN)/pitboss rules docs docs/rules

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

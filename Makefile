# Two commands for a fresh machine: `make demo` and `make test`. Both set everything up first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup web postgresql nginx chromium demo test check lint types imports tests bench load idle growth mutants soak pictures docs clean

setup: .venv/ready web

# The browser app, built into the package that serves it; needs Node 20 or later.
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)
web: src/pitboss/web/index.html

src/pitboss/web/index.html: $(WEB_SOURCES) web/node_modules/.package-lock.json
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

# The tests run against a real PostgreSQL server, started from a private folder.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql)

# Several of our servers stand behind a real proxy.
nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light)

# And in a real browser.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu)

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
	cd web && npm run --silent check

imports: setup
	$(BIN)/lint-imports --no-cache

tests: setup postgresql nginx chromium
	$(BIN)/pytest -n 2 --dist loadscope --ignore tests/browser
	$(BIN)/pytest -n 2 --dist loadscope tests/browser # apart: the browser's event loop stays in the process

bench: setup
	$(BIN)/python -m bench

# Bots against a real server on both databases, beside a bare endpoint and the raw commit rate in the same run: 20 tables
# of 6 who answer at once, then 200 who think. `make growth` takes a quarter of an hour.
load: setup postgresql
	$(BIN)/python -m bench.load --closed --seconds 30 --database both
	$(BIN)/python -m bench.load --database both

idle: setup
	$(BIN)/python -m bench.idle

growth: setup
	$(BIN)/python -m bench.growth --picture docs/pictures/load-growth.svg

# Every figure, order, phase and flag of the law changed one at a time; the tests bound to its clause must notice.
mutants: setup
	PYTHONPATH=src:tests $(BIN)/python -m mutants $(MUTANTS)

# The long versions of what the test suite does in short; about two hours on two quiet cores.
soak: setup postgresql
	PITBOSS_KILLS=500 $(BIN)/pytest tests/store/test_crashes.py
	PITBOSS_KILLS=220 $(BIN)/pytest tests/server/test_kills.py
	PITBOSS_CHAOS=100000 $(BIN)/pytest tests/server/test_chaos.py
	PITBOSS_TWINS=2000 $(BIN)/pytest tests/server/test_non_interference.py tests/server/test_non_interference_http.py
	PITBOSS_FUZZ=200 $(BIN)/pytest tests/server/test_fuzz_http.py tests/server/test_websocket.py tests/server/test_matrix.py
	PITBOSS_REPORT_ROUNDS=10000 $(BIN)/pytest tests/server/test_reports.py -k honest_play
	PYTHONPATH=tests $(BIN)/python -m table.walks --states 200000
	PYTHONPATH=tests $(BIN)/python -m audit.soak_shuffle
	PYTHONPATH=tests $(BIN)/python -m simulation.agreement 20000

# The screenshots of the guides.
pictures: setup chromium
	PYTHONPATH=tests $(BIN)/python -m browser.pictures docs/pictures
	PYTHONPATH=tests $(BIN)/python -m browser.staff_pictures docs/pictures

docs: setup
	$(BIN)/pytest --collect-only -qq --clause-index=src/pitboss/rulebooks/data/clause-tests.json
	$(BIN)/pitboss rules docs docs/rules
	$(BIN)/pitboss rules format > docs/rulebook-format.md
	PYTHONPATH=tests $(BIN)/python -m server.roles > docs/roles.md

clean:
	rm -rf .venv web/node_modules src/pitboss/web build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

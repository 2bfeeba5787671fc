# Three commands for a fresh machine: `make play`, `make demo` and `make test`. All set everything up first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play setup web debian demo test check lint types types-web imports tests bench desk load idle growth heads mutants detection soak pictures docs keep-versions site container clean

setup: .venv/ready web

# The browser app, built into the package that serves it; needs Node 20 or later.
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)
web: src/pitboss/web/index.html

src/pitboss/web/index.html: $(WEB_SOURCES) web/node_modules/.package-lock.json
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

# What the tests run against for real, from Debian where it is not there yet: PostgreSQL from a private folder, nginx before
# several of our servers, systemd's verifier for the units of deploy/, a browser.
has = $(shell command -v $(1) >/dev/null || ls $(2) >/dev/null 2>&1 || echo $(3))
DEBIAN = $(call has,initdb,/usr/lib/postgresql/*/bin/initdb,postgresql) $(call has,nginx,/usr/sbin/nginx,nginx-light) \
	$(call has,systemd-analyze,/usr/bin/systemd-analyze,systemd) $(call has,chromium,/usr/bin/google-chrome,chromium fonts-dejavu)
debian:
	@test -z "$(strip $(DEBIAN))" || \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(DEBIAN))

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev]"
	@touch $@

# Tables in the browser, at the address it prints, until Ctrl-C.
play: setup
	$(BIN)/pitboss serve

demo: setup
	$(BIN)/pitboss settle examples/ma-criss-cross.json
	$(BIN)/pitboss solve ma-crazy-4
	$(BIN)/pitboss play ma-criss-cross --seats 3 --auto --seed 25

# Two things at once while the set-up waits for the network and the checkers use one processor each.
test:
	@$(MAKE) -j3 --output-sync --no-print-directory setup debian
	@$(MAKE) -j2 --output-sync --no-print-directory check
	@$(MAKE) --no-print-directory tests

check: lint types imports

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup types-web
	$(BIN)/mypy

types-web: setup
	cd web && npm run --silent check

imports: setup
	$(BIN)/lint-imports --no-cache

# Real servers, databases and browsers share two processors here: what fails beside all the others is printed and run once
# more by itself. What fails twice is broken; what fails once is a test to mend.
twice = $(1) || $(1) -n 0 --last-failed --last-failed-no-failures none
tests: setup debian
	cd web && npm test --silent
	$(call twice,$(BIN)/pytest -n 2 --dist loadscope --durations 40 --ignore tests/browser)
	$(call twice,$(BIN)/pytest -n 2 --dist loadscope --durations 20 tests/browser) # apart: its event loop stays in the process

bench: setup
	$(BIN)/python -m bench

# The desk's first answer on ten million bets, on both databases; some minutes.
desk: setup debian
	$(BIN)/python -m bench.desk

# Bots against a real server on both databases, beside a bare endpoint and the raw commit rate in the same run: 20 tables
# of 6 who answer at once, then 200 who think. `make growth` takes a quarter of an hour.
load: setup debian
	$(BIN)/python -m bench.load --closed --seconds 30 --database both
	$(BIN)/python -m bench.load --database both

idle: setup
	$(BIN)/python -m bench.idle

growth: setup
	$(BIN)/python -m bench.growth --picture docs/pictures/load-growth.svg

# A signed head and its proofs on logs of up to ten million entries; some minutes.
heads: setup
	$(BIN)/python -m bench.heads

# Every figure, order, phase and flag of the law changed one at a time; the tests bound to its clause must notice.
mutants: setup
	PYTHONPATH=src:tests $(BIN)/python -m mutants $(MUTANTS)

# How soon dishonest dealing is found, and that honest dealing is not: the table of docs/fairness.md, in half an hour.
detection: setup
	PYTHONPATH=src:tests $(BIN)/python -m attacks.detection

# The long versions of what the test suite does in short; about two hours on two quiet cores.
soak: setup debian
	PITBOSS_KILLS=500 $(BIN)/pytest --timeout 0 tests/store/test_crashes.py
	PITBOSS_KILLS=220 PITBOSS_BESIDE=no $(BIN)/pytest --timeout 0 tests/server/test_kills.py
	PITBOSS_KILLS=220 PITBOSS_BESIDE=yes $(BIN)/pytest --timeout 0 tests/server/test_kills.py
	PITBOSS_CHAOS=100000 $(BIN)/pytest --timeout 0 tests/server/test_chaos.py
	PITBOSS_TWINS=2000 $(BIN)/pytest --timeout 0 tests/server/test_non_interference.py tests/server/test_non_interference_http.py
	PITBOSS_FUZZ=200 $(BIN)/pytest --timeout 0 tests/server/test_fuzz_http.py tests/server/test_websocket.py tests/server/test_matrix.py
	PITBOSS_REPORT_ROUNDS=10000 $(BIN)/pytest --timeout 0 tests/server/test_reports.py -k honest_play
	PYTHONPATH=tests $(BIN)/python -m table.walks --states 200000
	PYTHONPATH=tests $(BIN)/python -m audit.soak_shuffle
	PYTHONPATH=tests $(BIN)/python -m simulation.agreement 20000

# The screenshots of the guides.
pictures: setup debian
	PYTHONPATH=tests $(BIN)/python -m browser.pictures docs/pictures
	PYTHONPATH=tests $(BIN)/python -m browser.staff_pictures docs/pictures

docs: setup
	$(BIN)/pytest --collect-only -qq --clause-index=src/pitboss/rulebooks/data/clause-tests.json
	$(BIN)/pitboss rules docs docs/rules
	$(BIN)/pitboss rules format > docs/rulebook-format.md
	PYTHONPATH=tests $(BIN)/python -m server.roles > docs/roles.md

# When a release is made: its rulebooks are kept, so that those who know them by their hashes find them ever after.
keep-versions: setup
	$(BIN)/python -c "from pitboss.rulebooks.earlier import keep; print(keep(), 'versions are kept')"

# The documentation as pages with search, in build/site: every link and anchor is checked.
site: setup
	$(BIN)/pip install --quiet --editable ".[site]"
	$(BIN)/zensical build --strict

# Every step of deploy/Containerfile in an empty folder, as no container engine is needed to see that they work.
container: setup
	PYTHONPATH=tests $(BIN)/python -m server.container

clean:
	rm -rf .venv web/node_modules src/pitboss/web build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

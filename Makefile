PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run demo test soak check bench load messages screenshots

## the service on SQLite with a sample game, in ./.napoleon
run: export NAPOLEON_HOME = $(CURDIR)/.napoleon
run: $(VENV)/installed
	$(BIN)/napoleon migrate
	test -s "$$NAPOLEON_HOME/sample" || $(BIN)/napoleon play napoleon1815 \
		--scenario historical_invasion --to-turn 5 > "$$NAPOLEON_HOME/sample"
	@echo "A sample game, played by bots as far as turn 5: $$(tail -n 1 "$$NAPOLEON_HOME/sample")"
	$(BIN)/napoleon serve

## a whole game between two bots through the REST API; ends by itself
demo: $(VENV)/installed
	$(BIN)/python -m demo

test: $(VENV)/installed
	$(BIN)/pytest -n 2

## what takes long: a thousand whole games of every kind, bots, twins
soak: $(VENV)/installed
	$(BIN)/pytest -n 2 -m soak

check: $(VENV)/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

## the texts of the pages, from the sources into the catalogue of each language
messages: $(VENV)/installed
	cd api/web && $(CURDIR)/$(BIN)/pybabel -q extract --mapping babel.cfg --keyword noted \
		--no-location --sort-output --omit-header --output locale/messages.pot .
	cd api/web && $(CURDIR)/$(BIN)/pybabel -q update --input-file locale/messages.pot \
		--output-dir locale --no-fuzzy-matching --ignore-obsolete \
		--ignore-pot-creation-date

## the main pages as pictures in build/screenshots, and those of the README in docs/images
screenshots: $(VENV)/installed
	$(BIN)/python -m tests.browser.screenshots

## this machine against the goals of the design, on SQLite and on PostgreSQL with Valkey
bench: $(VENV)/installed
	$(BIN)/python -m tests.servers $(BIN)/napoleon bench

## a hundred games at once over HTTP: on SQLite, then on PostgreSQL with Valkey
load: $(VENV)/installed
	$(BIN)/python -m load
	$(BIN)/python -m tests.servers $(BIN)/python -m load

$(VENV)/installed: setup.cfg pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[dev]'
	touch $@

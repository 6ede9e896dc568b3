PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

# hundreds of processes are started by the tests: they are not to compile every module again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run demo test quick soak drill strangers check mutants balance bench load messages drawings plans documents screenshots

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
	$(BIN)/python -m tools.demo

## three at a time on two cores, as many tests wait for processes; to run again what has failed,
## call pytest itself
test: $(VENV)/installed-dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 3 --dist worksteal -p no:cacheprovider

## what holds one game, in less than a minute: its own tests, and of the contracts of all games those
## that play no series of them; GAME names it
GAME ?= napoleon1815
SERIES := adjudication bot_games pairs properties random_games
quick: $(VENV)/installed-dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 2 --dist worksteal -p no:cacheprovider -k $(GAME) \
		$(SERIES:%=--ignore tests/rulesets/test_%.py) tests/$(GAME) tests/rulesets

## what takes long: a thousand whole games of every kind, bots, twins
soak: $(VENV)/installed-dev
	$(BIN)/pytest -n 2 -m soak

## what an operator lives through, with the shipped files and real servers: set-up, restarts under
## load, upgrades from every tag and back, backup and restore, lost Redis, lost keys, moves
drill: $(VENV)/installed-dev
	$(BIN)/pytest -n 2 -m drill -p no:cacheprovider -v

## the tests on the machines of strangers: other time zones, locales, users, fonts, an umask, a home
## that is not there, blanks in every path; STRANGERS are arguments of pytest
STRANGERS ?= -n 3 --dist worksteal
strangers: $(VENV)/installed-dev
	$(BIN)/python -m tools.strangers $(STRANGERS)

check: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.plain_words
	$(BIN)/mkdocs build --strict --quiet

## small changes to the rules, the gate and the record, one at a time: which does no test notice?
SAMPLE ?= 100
SEED ?= 1
mutants: $(VENV)/installed-dev
	$(BIN)/python -m tools.mutants --sample $(SAMPLE) --seed $(SEED)

## how often each side of Napoléon 1815 wins and attacks when the bot plays itself;
## BALANCE="--games 20 campaign" asks for less
balance: $(VENV)/installed-dev
	$(BIN)/python -m tests.napoleon1815.balance $(BALANCE)

## the texts of pages, mails, commands and stories, from the sources into the catalogue of each language
EXTRACT := "$(CURDIR)/$(BIN)/pybabel" -q extract --mapping babel.cfg --keyword noted --no-location \
	--sort-output --omit-header
UPDATE := "$(CURDIR)/$(BIN)/pybabel" -q update --output-dir locale --no-fuzzy-matching \
	--ignore-obsolete --ignore-pot-creation-date
REFUSED := "$(CURDIR)/$(BIN)/pybabel" -q extract --mapping refusals.cfg --no-location \
	--sort-output --omit-header --output locale/refusals.pot
TOLD := napoleon $(patsubst %/story/__init__.py,%,$(wildcard napoleon/rulesets/*/story/__init__.py))
REFUSING := napoleon $(patsubst %/refusals.cfg,%,$(wildcard napoleon/rulesets/*/refusals.cfg))
SAYING := "\nfrom napoleon\.rules\.wording import (\([^)]*|[^\n(]*)\bsay(_many)?\b"
WORDED = $(shell grep -rlzP $(SAYING) --include=*.py napoleon)
messages: $(VENV)/installed
	cd api/web && $(EXTRACT) --keyword say --keyword say_many:1,2 \
		--output locale/messages.pot . ../mail ../people ../commands ../club ../calendar ../paces.py ../reading.py ../clocks_told.py ../phrases.py \
		$(addprefix ../../,$(WORDED))
	cd api/web && $(UPDATE) --input-file locale/messages.pot
	for folder in $(TOLD); do (cd $$folder && \
		$(EXTRACT) --keyword alone --keyword numbered:1,2 --keyword together:1,2 --output locale/story.pot . && \
		$(UPDATE) --domain story --input-file locale/story.pot) || exit 1; done
	cd api/web && $(REFUSED) .. ../../projections
	for folder in $(REFUSING); do (cd $$folder && $(REFUSED) .) || exit 1; done
	for folder in api/web $(REFUSING); do (cd $$folder && \
		$(UPDATE) --domain refusals --input-file locale/refusals.pot) || exit 1; done

## coasts, grounds of countries, heights and woods, beside the data packs
drawings: $(VENV)/installed
	$(BIN)/python -m tools.cartography

## where names and stacks stand on the maps of all games, so that no process has to find it
plans: $(VENV)/installed
	$(BIN)/python -m tools.plans

## the outputs that README.md and docs/*.md show, from the commands beside them
documents: $(VENV)/installed-dev
	$(BIN)/python -m tools.documents

## the main pages as pictures in build/screenshots, and those of the README in docs/images;
## SHOTS names some of them
screenshots: $(VENV)/installed-dev
	$(BIN)/python -m tools.screenshots $(SHOTS)

## this machine against the goals of the design, on SQLite and on PostgreSQL with Valkey
bench: $(VENV)/installed-dev
	$(BIN)/python -m tools.servers $(BIN)/napoleon bench

## a hundred games at once over HTTP: on SQLite, then on PostgreSQL with Valkey;
## LOAD="--games 5 --seconds 2" asks for less
load: $(VENV)/installed-dev
	$(BIN)/python -m tools.load $(LOAD)
	$(BIN)/python -m tools.servers $(BIN)/python -m tools.load $(LOAD)

## what running takes, and what developing takes on top of it
$(VENV)/installed: setup.cfg pyproject.toml constraints.txt
	@echo "Installing what the service runs with into $(VENV), about 150 MB."
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing what tests and checks need as well into $(VENV), about 530 MB more."
	$(INSTALL) --editable '.[dev]'
	touch $@

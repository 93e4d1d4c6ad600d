# make play    serve the site at http://localhost:8000 (HOST=0.0.0.0 for the local network, PORT=8001)
# make test    everything that is tested: most of it side by side, what cuts lines and kills servers by itself; ARGS="tests/rules -x" for a part
# make test-scaled   what asks the database or the cache, once more on a PostgreSQL and a Redis that it starts and stops by itself
# make test-faults   servers killed, Redis and PostgreSQL restarted, disks full and more in a storm of moves, and the table of what came of it
# make fuzz    20,000 requests and messages that mean no good, at every door: some minutes; FUZZ=1000 so many, SEED=2 others
# make prepare what `play` makes before it serves: for a server that a supervisor starts
# make messages  new sentences into the catalogues of the languages
# make check   what is installed is what was locked, lint, types, who may import whom
# make lock    the exact versions and hashes of what is installed, anew; make audit asks whether these have known faults
# make admin   a login for the operator
# make bench   how fast a move is, beside the limit and a peer: about ten minutes; ARGS="--only ours fanout --tables 50" for a part
# make bench-bots   how well the computer players play, level against level; ARGS="--game gin --rounds 4000" for a part
# make bench-page   how heavy and how quick the table's page is
# Needs Python 3.11 or newer and make; everything else goes into .venv and var.

PYTHON ?= $(firstword $(foreach python,python3.11 python3.12 python3.13 python3,$(shell $(python) -c 'import sys, venv, ensurepip; sys.version_info >= (3, 11) and print("$(python)")' 2>/dev/null)))
BIN := .venv/bin
VAR := $(or $(BAGELSKNOCK_VAR),var)
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard bagelsknock_site/locale/*/LC_MESSAGES/django.po))
# Browser tests wait as often as they work: more processes than processors.
WORKERS := $(shell $(PYTHON) -c 'import os; print(min(6, 3 * (os.cpu_count() or 1) // 2))')
# A file that is not the one that was locked is not installed.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
export HOST PORT

.PHONY: play prepare test test-scaled test-faults fuzz services check messages admin lock audit clean chromium bench bench-bots bench-page

prepare: $(VAR)/static/staticfiles.json $(CATALOGUES)

play: prepare
	@exec $(BIN)/python -m bagelsknock_site.serve

test: .venv/dev $(CATALOGUES) chromium
ifdef ARGS
	$(BIN)/python -m pytest $(ARGS)
else
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder --ignore tests/scaled
	$(BIN)/python -m pytest tests/scaled
endif

# --reuse-db: nothing is tidied up in a server that is thrown away
test-scaled: .venv/dev $(CATALOGUES) services
ifdef ARGS
	$(BIN)/python -m tests.scaled.services $(BIN)/python -m pytest $(ARGS)
else
	$(BIN)/python -m tests.scaled.services $(BIN)/python -m pytest --reuse-db --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder tests/games tests/lobby tests/contact tests/site
	$(BIN)/python -m tests.scaled.services $(BIN)/python -m pytest tests/scaled
endif

fuzz: .venv/dev $(CATALOGUES)
	FUZZ=$(or $(FUZZ),20000) SEED=$(SEED) $(BIN)/python -m pytest --timeout 0 tests/fuzz $(ARGS)

# Longer faults at more tables than in the two above, and the five seconds; four to eight minutes.
test-faults: .venv/dev $(CATALOGUES) services
	FAULTS=long $(BIN)/python -m pytest --timeout 0 tests/scaled/test_faults.py $(ARGS)

check: .venv/dev
	@# without a network: what is not there as it was locked, or needs something that was not, would have to be fetched
	$(INSTALL) --dry-run --no-index -r requirements-dev.lock
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	PUBLIC_URL=https://cards.example.org $(BIN)/python manage.py check --deploy --fail-level WARNING

messages: .venv/serve
	$(BIN)/python -m bagelsknock_site.messages

bench: .venv/dev .venv/boardgame services $(CATALOGUES)
	$(BIN)/python -m tests.bench.moves $(ARGS)

bench-bots: .venv/dev .venv/openspiel
	$(BIN)/python -m tests.bench.bots $(ARGS)

bench-page: .venv/dev chromium
	$(BIN)/python -m tests.bench.page $(ARGS)

admin: $(VAR)/static/staticfiles.json $(CATALOGUES)
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py createsuperuser

# Exact versions of everything and the hashes of all their files, from the ranges in pyproject.toml. What is locked stays as it is as long
# as it fits: ARGS=--upgrade takes the newest of all, ARGS="--upgrade-package django" of one.
LOCK = .venv/tools/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $(ARGS)
lock: .venv/tools/made
	@$(LOCK) pyproject.toml --output-file requirements.lock >/dev/null
	@$(LOCK) pyproject.toml --extra dev --constraint requirements.lock --output-file requirements-dev.lock \
		$$(sed -n 's/^\([^ =]*\)==.*/--no-emit-package \1/p' requirements.lock) >/dev/null
	@(echo "-r requirements.lock"; cat requirements-dev.lock) > requirements-dev.new && mv requirements-dev.new requirements-dev.lock
	@$(LOCK) --group tools --output-file requirements-tools.lock >/dev/null
	@echo "open-spiel==2.0.2" | $(LOCK) --no-deps --output-file tests/bench/openspiel.lock - >/dev/null

# Whether anything that is locked has a known fault. Only here the network is asked; `make check` does what it can without.
audit: .venv/tools/made
	@.venv/tools/bin/python -m tests.audit

clean:
	rm -rf .venv $(VAR)/static tests/bench/boardgame/node_modules

# The browser tests drive a real Chromium (tests/conftest.py looks for the same names).
chromium:
	@for browser in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do command -v $$browser >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the browser tests ..."; \
		apt-get update -qq </dev/null >/dev/null; \
		for browser in chromium-headless-shell chromium; do DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $$browser </dev/null >/dev/null && exit 0; done; \
	fi; \
	echo "The browser tests need Chromium; on Debian: apt install chromium-headless-shell"; exit 1

# What `make test-scaled` starts.
services: .venv/dev
	@$(BIN)/python -m tests.scaled.services true && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing PostgreSQL and Redis for the tests ..."; \
		apt-get update -qq </dev/null >/dev/null; \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y postgresql redis-server </dev/null >/dev/null; \
	fi; \
	$(BIN)/python -m tests.scaled.services true

# Stamp files: what is there already is not made again, so that a second start takes seconds.
.venv/serve: requirements.lock
	@test -n "$(PYTHON)" || { echo "BagelsKnock needs Python 3.11 or newer with venv (on Debian: apt install python3 python3-venv)."; exit 1; }
	@$(BIN)/python -c "import pip" 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@echo "Installing what BagelsKnock needs into .venv ..."
	@$(INSTALL) -r requirements.lock
	@touch $@

.venv/dev: requirements-dev.lock .venv/serve
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

# uv and pip-audit, and what they need, beside what is served and tested.
.venv/tools/made: requirements-tools.lock
	@$(PYTHON) -m venv --clear .venv/tools
	@.venv/tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.lock
	@touch $@

# A foreign game to play Gin in, for that benchmark alone: a wheel of 16 MB, of which only the compiled module is used, so it has a lock
# of its own and no other target installs it.
.venv/openspiel: tests/bench/openspiel.lock .venv/dev
	@$(INSTALL) --no-deps -r tests/bench/openspiel.lock
	@touch $@

# The peer of the benchmark of moves: from npm, for development only, in exact versions too.
.venv/boardgame: tests/bench/boardgame/package-lock.json .venv/dev
	@if command -v npm >/dev/null; then npm ci --prefix tests/bench/boardgame --no-audit --no-fund --silent && touch $@; \
	else echo "Without npm (on Debian: apt install npm) the peer, boardgame.io, is left out."; fi

# What Django reads of a catalogue.
%.mo: %.po | .venv/serve
	@$(BIN)/python -m bagelsknock_site.messages compile

$(VAR)/static/staticfiles.json: .venv/serve bagelsknock_site/bundles.py $(shell find bagelsknock_site/static -type f)
	@mkdir -p -m 700 $(VAR)
	@$(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
	@touch $@

# Everything runs in a virtual environment, which the first target that needs it creates.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SPHINX := $(BIN)/python -m sphinx
NEW := $(VENV)/.new
READY := $(VENV)/.ready
TEST_READY := $(VENV)/.test-ready
DEV_READY := $(VENV)/.dev-ready
DEMO := example_site/_build/html
PORT ?= 8000
WEB := tools/web
NODE_READY := $(WEB)/node_modules/.package-lock.json
PAGES ?= blog/index.html blog/2026/mergeable.html guide/index.html blog/subscribe.html search.html?q=queue

.DEFAULT_GOAL := help
.PHONY: help demo serve docs test test-slow test-here test-all versions same-as lint format mutants bench rivals a11y lighthouse vnu screenshots locale dist sbom tools tools-slow clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /: /'

# Skip compilation: Python compiles what it imports, which is only a part of what is installed.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

$(NEW): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade "pip>=25.1"
	touch $@

$(READY): $(NEW)
	$(PIP) --editable ".[images,notebooks]"
	touch $@

$(TEST_READY): $(NEW)
	$(PIP) --editable . --group test
	touch $(READY) $@

$(DEV_READY): $(TEST_READY)
	$(PIP) --group dev
	touch $@

demo: $(READY) ## build the example site and print its path
	$(SPHINX) -q -b html example_site $(DEMO)
	@echo
	@echo "The example site is in $(CURDIR)/$(DEMO)/index.html"
	@echo "The blog is in         $(CURDIR)/$(DEMO)/blog/index.html"
	@echo "'make serve' serves it at http://localhost:$(PORT)/"

serve: demo ## build the example site and serve it on this machine
	@$(BIN)/python -P tools/serve.py $(DEMO) $(PORT)

docs: $(READY) ## build the documentation, in English and Chinese, with the example site
	$(SPHINX) -q -W -n -b html docs docs/_build/html
	DOCS_LANGUAGE=zh_CN $(SPHINX) -q -W -n -b html -d docs/_build/doctrees-zh docs docs/_build/html/zh
	$(SPHINX) -q -b html -d docs/_build/doctrees-demo example_site docs/_build/html/demo
	$(BIN)/python tools/docs_translations.py --check
	@echo "The documentation is in $(CURDIR)/docs/_build/html/index.html"

# All tests of a file run on one worker, which builds shared sites only once; see `tests/conftest.py`.
# The tests start Python often, so it must keep compiled files, whatever the environment says.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

test: $(TEST_READY) tools ## run the tests, except the slow ones
	$(PYTEST) -m "not slow"

test-slow: $(TEST_READY) tools tools-slow ## run the slow tests: what takes half a second or more, from foreign themes to long random sequences
	$(PYTEST) -m slow

# In one run, both kinds share sites, and no worker waits for the other kind to end.
test-here: $(TEST_READY) tools tools-slow ## run all tests of both kinds
	$(PYTEST)

test-all: test-here versions ## run all tests, also on the oldest and newest supported Sphinx

versions: ## try the supported versions of Sphinx, Python, themes and builders; make versions RECORD=1 documents the results
	$(PYTHON) tools/versions.py $(if $(RECORD),--record)

same-as: $(DEV_READY) ## compare the output with that of another revision: make same-as REV=main
	$(BIN)/python tools/same_as.py $(REV)

mutants: $(TEST_READY) tools ## mutate the code, and list what no test notices: make mutants NUMBER=100 SEED=1
	$(BIN)/python tools/mutants.py $(or $(NUMBER),100) $(or $(SEED),1)

WORKFLOWS := $(wildcard .github/workflows/*.yml) docs/how-to/hosting/github-pages.yml docs/how-to/hosting/nightly.yml
FORMS := $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))

lint: $(DEV_READY) ## check style, types and workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows $(WORKFLOWS)
	$(BIN)/check-jsonschema -q --builtin-schema vendor.readthedocs .readthedocs.yaml docs/how-to/hosting/readthedocs.yaml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-forms $(FORMS)
	$(BIN)/check-jsonschema -q --builtin-schema vendor.citation-file-format CITATION.cff

format: $(DEV_READY) ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## compare build times with plain Sphinx
	$(BIN)/python benchmarks/run.py

rivals: ## compare build times with other engines, which are installed in benchmarks/.rivals
	$(PYTHON) benchmarks/rivals.py

a11y: demo $(DEV_READY) tools ## measure pages of the example site: weight, axe, CSP, overflow
	$(BIN)/python $(WEB)/measure.py $(DEMO) $(foreach page,$(PAGES),"$(page)")

lighthouse: demo $(DEV_READY) tools $(NODE_READY) ## print Lighthouse scores of these pages
	$(BIN)/python $(WEB)/lighthouse.py $(DEMO) $(foreach page,$(PAGES),"$(page)")

vnu: demo $(NODE_READY) ## check the HTML of the example site (needs Java)
	find $(DEMO) -name '*.html' -exec java -jar $(WEB)/node_modules/vnu-jar/build/dist/vnu.jar --errors-only --format gnu {} +

screenshots: demo $(DEV_READY) tools ## take the screenshots for the documentation
	$(BIN)/python $(WEB)/screenshots.py $(DEMO) docs/_static/screenshots

$(NODE_READY): $(WEB)/package-lock.json
	npm ci --prefix $(WEB) --silent
	touch $@

locale: $(DEV_READY) ## extract messages, update and compile the catalogs
	$(BIN)/python tools/translations.py

# System packages for some tests are installed if that is allowed; otherwise, a message says that these tests
# are skipped. Formulas as images need LaTeX, which is too large to be installed here.
# Each entry is a command, an alternative command, and the package of the first one.
tools: NEEDED = chromium/google-chrome:chromium dot/dot:graphviz
tools-slow: NEEDED = firefox-esr/firefox:firefox-esr pandoc/pandoc:pandoc
tools tools-slow:
	@for found in $(NEEDED); do \
	  either="$${found%:*}"; needed="$${either%/*}:$${found#*:}"; \
	  command -v "$${either%/*}" >/dev/null 2>&1 && continue; \
	  command -v "$${either#*/}" >/dev/null 2>&1 && continue; \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && echo "Installing $${needed#*:} for the tests" && \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
	      -o Dpkg::Options::=--force-confold "$${needed#*:}" >/dev/null; } || \
	  echo "$${needed%:*} is missing and cannot be installed here: the tests that need it are skipped."; \
	done

dist: $(DEV_READY) ## build the sdist and the wheel, check that a second build is identical, and build a site from both
	rm -rf dist .dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --outdir dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --outdir .dist
	diff -r dist .dist
	rm -rf .dist
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python tools/try_dist.py

sbom: $(NEW) ## list what an installation of the wheel in dist contains, as CycloneDX, in sbom.json
	$(PYTHON) -m venv --clear --without-pip $(VENV)-sbom
	$(BIN)/python -m pip --python $(VENV)-sbom install --quiet --disable-pip-version-check dist/*.whl
	$(PIP) "cyclonedx-bom>=7"
	$(BIN)/cyclonedx-py environment --output-reproducible --output-file sbom.json $(VENV)-sbom

clean: ## remove everything that was built
	rm -rf $(VENV) $(VENV)-[0-9]* $(VENV)-sbom sbom.json $(WEB)/node_modules benchmarks/.rivals example_site/_build docs/_build dist .pytest_cache .mypy_cache .ruff_cache

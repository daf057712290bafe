# `make run` starts the memory server, `make test` runs the whole suite; both set up .venv first.
# `make run ARGS="--port 8001"` chooses the port, `make run ARGS=--help` tells all options; `make help` says so too.
# All paths are relative: make takes a space for the end of a name.

PYTHON := .venv/bin/python
DATA := $${DATA_DIR:-var}
# Bytecode makes each start seconds faster, also where the environment forbids it. Empty means unset.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run test test-clients prove lint lock sbom audit setup clients client-models messages screenshots
.DEFAULT_GOAL := run

help:
	@echo 'make run                      starts the server on port 8000, or on a free one where that is taken'
	@echo 'make run ARGS="--port 8001"   on a port of your choice; ARGS=--help tells all options'
	@echo 'make test                     runs the whole suite'
	@echo 'make test-clients             checks and tests clients/ and examples/ against a running server'

run: setup
	@exec $(PYTHON) manage.py up $(ARGS)

# The database stays if something else uses it, `make run` for one. A process that has nothing left takes tests from the
# other: the long ones come late in their order. Their data need not outlive a power cut: with eatmydata installed no test
# waits for the disk.
test: setup
	@$$(command -v eatmydata) $(PYTHON) -m pytest -n 2 --dist worksteal $(ARGS); status=$$?; \
	$(PYTHON) -m memory_project.embedded stop "$(DATA)"; exit $$status

# The frameworks that the adapters are for stay out of the server's environment.
test-clients: clients
	@cd clients/python && ../../.venv-clients/bin/python -m mypy && ../../.venv-clients/bin/python -m pytest -q $(ARGS)

# The long runs; a small part of each is in the suite.
prove: clients
	@$(PYTHON) -m pytest -n 2 --dist worksteal -m prove $(ARGS)
	@cd clients/python && ../../.venv-clients/bin/python -m pytest -q -s -m prove $(ARGS)

# The pictures of docs/images, taken anew from the demo.
screenshots: setup
	@$(PYTHON) scripts/take_screenshots.py $(ARGS)

setup:
	@sh scripts/setup.sh

clients: setup
	@$(PYTHON) clients/python/scripts/install.py

# After a change of the API: what the clients derive from its description.
client-models: clients
	@$(PYTHON) manage.py spectacular --format openapi-json --file var/openapi.json
	@cd clients/python && ../../.venv-clients/bin/python scripts/generate.py ../../var/openapi.json
	@cd clients/typescript && npm ci --silent && npm run --silent generate -- ../../var/openapi.json --output src/schema.ts

# After a change of a text: the catalogues in locale/, and what has no translation yet.
messages: setup
	@$(PYTHON) scripts/messages.py

lint: setup
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy .
	.venv/bin/lint-imports
	$(PYTHON) manage.py makemigrations --check --dry-run
	HTTPS=true $(PYTHON) manage.py check --deploy --fail-level WARNING
	find templates -name '*.html' -print0 | xargs -0 .venv/bin/djade --target-version 5.2 --check

# What is installed, for others to check: a bill of materials (CycloneDX) and the licences. The tools stay out of .venv.
sbom: setup
	@$(PYTHON) -m pip install --quiet uv && mkdir -p var
	$(PYTHON) -m uv tool run --quiet --from cyclonedx-bom==7.5.0 cyclonedx-py environment $(PYTHON) \
	    --pyproject pyproject.toml --output-reproducible --output-file var/sbom.json
	$(PYTHON) -m uv tool run --quiet pip-licenses==5.5.5 --python $(PYTHON) --format=markdown --order=license \
	    --with-urls --output-file var/licences.md

# Known vulnerabilities of what the lock pins; fails too where a package could not be asked about.
audit: setup
	@$(PYTHON) -m pip install --quiet uv
	@$(PYTHON) scripts/audit.py

# The CUDA libraries stay out: the CPU build of torch needs none, and scripts/install.py fetches them where they are.
# PyPI has no hash of that build, which is PyTorch's own for Python 3.11 on x86-64 Linux: after a new torch, its hash is
# that of https://download.pytorch.org/whl/cpu/torch/.
TORCH_CPU := 6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b
lock: setup
	@$(PYTHON) -m pip install --quiet uv
	$(PYTHON) -m uv pip compile pyproject.toml --group dev --python-version 3.11 --universal --generate-hashes \
	    --no-header --no-annotate --quiet --output-file requirements.lock
	@awk '/^[a-z]/ { left_out = /^(nvidia-|cuda-|triton)/; sub(/\+cpu/, "") } !left_out { print } \
	    /^torch==/ { print "    --hash=sha256:$(TORCH_CPU) \\" }' requirements.lock > requirements.lock.new
	@mv requirements.lock.new requirements.lock
	$(PYTHON) -m uv pip compile clients/python/pyproject.toml --all-extras --group clients/python/pyproject.toml:dev \
	    --python-version 3.11 --universal --generate-hashes --no-header --no-annotate --quiet \
	    --output-file clients/python/requirements.lock

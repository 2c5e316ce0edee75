# From a bare checkout, with nothing but Python 3.11-3.13 and make. Another interpreter: PYTHON=python3.12 make test
PYTHON ?= python3
BIN := .venv/bin
# Named after the version, so that another PYTHON makes a new environment instead of using the old one.
VERSION := $(shell $(PYTHON) -c 'import platform; print(platform.python_version())' 2>/dev/null || echo missing)
READY := .venv/ready-$(VERSION)

.PHONY: demo test check serve bench lock
.DELETE_ON_ERROR:

demo: $(READY)  ## the main job, end to end: service, queue, worker, loops
	$(BIN)/python -m examples.demo

test: $(READY)  ## everything, with a real queue and a real server
	$(BIN)/python -m pytest

check: $(READY)  ## look only, write nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/test_house.py

serve: $(READY)
	$(BIN)/slitherlink serve

bench: $(READY)  ## times, after a proof that the work was right; ARGS are handed on: ARGS=--write=NAME
	$(BIN)/python -m bench.solve $(ARGS)

lock:  ## write requirements.txt anew after a change of dependencies; needs uv on PATH and the network
	uv pip compile --universal --python-version 3.11 --generate-hashes --upgrade --extra dev \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--quiet --output-file requirements.txt pyproject.toml

# uv when it is on PATH (seconds), else pip (half a minute); either way only what the lock's hashes allow.
# The project itself is built by the locked hatchling, hence no build isolation. Bytecode is made here, once: a warm
# start takes 0.7 s with it and 1.9 s without, where the environment forbids Python to write it.
$(READY): requirements.txt pyproject.toml
	@case $(VERSION) in 3.11.*|3.12.*|3.13.*) ;; *) \
		echo "Python 3.11, 3.12 or 3.13 is needed; '$(PYTHON)' is $(VERSION). Name another: PYTHON=python3.12 make $(MAKECMDGOALS)" >&2; \
		exit 1;; esac
	@set -e; if command -v uv >/dev/null; then \
		echo "making .venv with uv"; \
		uv venv --quiet --clear --no-python-downloads --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv; \
		install="uv pip install --quiet --compile-bytecode --python $(BIN)/python"; \
	else \
		echo "making .venv with pip: half a minute, once"; \
		$(PYTHON) -c 'import ensurepip, venv' \
		|| { echo "'$(PYTHON)' cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; \
		$(PYTHON) -m venv --clear .venv; \
		install="$(BIN)/python -m pip install --quiet --disable-pip-version-check"; \
	fi; \
	$$install --require-hashes --requirement requirements.txt; \
	$$install --no-deps --no-build-isolation --editable .; \
	$(BIN)/python -m compileall -q slitherlink gpu worker service; \
	touch $@

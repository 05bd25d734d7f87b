# SPDX-License-Identifier: MIT
# Each line is what a newcomer or the continuous integration runs. Everything else is CMake:
# `cmake --preset release`, see CMakePresets.json.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup build run test test-long test-python-long mutants bench gpu-test wheel format lint readme docs clean

# Compiled objects are kept by ccache where it is installed.
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
export CMAKE_CUDA_COMPILER_LAUNCHER ?= ccache
# Else it keeps nothing that uses a precompiled header.
export CCACHE_SLOPPINESS ?= pch_defines,time_macros
endif

INSTANCE := data/debian-bookworm-depends.hgr.zst

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

setup: ## Install what building and testing needs (Debian, Ubuntu)
	@scripts/setup.sh all
	@scripts/python_env.sh

build: ## Build the command: build/bin/hypermatch (GPU=1: with device code, also where no GPU is)
	@scripts/build.sh release hypermatch_cli

run: ## Install, build the command, and match a real instance with proof (GPU=1: as for build)
	@scripts/setup.sh build
	@scripts/build.sh release hypermatch_cli
	@scripts/run_example.sh $(INSTANCE)

test: ## Install, build and test, as CI does (STAGES="format dev" for a part of it)
	@scripts/setup.sh all
	@scripts/python_env.sh
	@scripts/test.sh $(STAGES)

test-long: ## Run what takes longer: fuzzers, all threads under ThreadSanitizer, clang-tidy of everything
	@scripts/setup.sh all
	@scripts/python_env.sh
	@scripts/test.sh long

test-python-long: ## Test the Python package with each Python that is here, and with PyTorch, scanpy and sanitizers
	@scripts/setup.sh all
	@scripts/python_env.sh
	@scripts/python_long.sh

mutants: ## See that tests notice each error of tests/mutants/ (ARGS="--only io" for a part)
	@scripts/setup.sh all
	@scripts/mutants.py $(ARGS)

bench: ## Build and run the benchmarks
	@scripts/setup.sh all
	@scripts/bench.sh $(ARGS)

gpu-test: ## Test and time the CUDA back end on a GPU (GPU_BUILD=DIR: programs built elsewhere)
	@test -n "$(GPU_BUILD)" || GPU=1 scripts/build.sh release test_cuda hypermatch_cli \
	    hypermatch_bench_device hypermatch_bench_device_graphs hypermatch_bench_device_bipartite \
	    hypermatch_bench_device_communities hypermatch_bench_device_stable
	@scripts/gpu_test.sh $(GPU_BUILD)

wheel: ## Make the wheel of the Python package: out/wheel
	@scripts/setup.sh build
	@scripts/python_env.sh
	@scripts/wheel.sh out/wheel whole

format: ## Format all C++ sources in place
	@scripts/format.sh write

lint: ## Check words of comments, and run clang-tidy over library and command line (make test: what changed)
	@LINT=all scripts/test.sh lint

readme: ## Write the tables of problems and algorithms in README.md and docs/ anew
	@scripts/build.sh release hypermatch_cli
	@scripts/readme.sh write

docs: ## Make the site of pages and reference: out/docs/html/index.html
	@scripts/setup.sh docs
	@scripts/docs.sh

clean: ## Remove all build folders
	rm -rf build build-* out

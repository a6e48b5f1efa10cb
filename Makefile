# The daily verbs; everything they do is in scripts/ and CMakePresets.json.
.PHONY: all test asan tsan small bench demo format lint install clean

all:
	scripts/build

test:
	scripts/test

asan tsan small:
	scripts/build $@
	ctest --preset $@

bench:
	scripts/bench

demo:
	scripts/demo

format:
	scripts/format

lint: all
	scripts/lint

install: all
	cmake --install build

clean:
	rm -rf build build-*

#!/usr/bin/env bash
# Everything that is too slow for scripts/test.sh: all steps, or the ones that are named. Takes hours.
#   scripts/nightly.sh [STEP...]
#     strict     scripts/test.sh, with all programs of tests/programs and tests/faults, all trials of lint, and its attacks
#     apart      attacks and lint with the device as a process of its own (preset sim)
#     mutants    all mutants of all model answers
#     matrix     every program of tests/programs with every clang at every -O level
#     oracles    twenty-nine times as many random kernels whose races are known
#     asan tsan  the tests with the address, undefined and thread sanitizers
#     tidy       clang-tidy
#     format     clang-format
#     fuzz       every fuzzer for FUZZ_SECONDS (default 60) seconds
# Ends with a line a step, and with "N passed, N failed, N skipped". Logs: out/nightly/STEP.log.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
all=(strict apart mutants matrix oracles asan tsan tidy format fuzz)
steps=("$@")
((${#steps[@]})) || steps=("${all[@]}")
for step in "${steps[@]}"; do
  [[ " ${all[*]} " == *" $step "* ]] || {
    echo "nightly.sh: there is no step $step; there are ${all[*]}" >&2
    exit 2
  }
done
logs=out/nightly
mkdir -p "$logs"
skip=77

build() { cmake --preset "$1" && cmake --build --preset "$1" "${@:2}"; }
tested() { build "$1" && ctest --preset "$1" -j "$(nproc)"; }

step_strict() { WARPSCHOOL_TEST_ALL=1 scripts/test.sh strict; }
step_apart() {
  build sim && tests/grader/attacks_test.sh build/sim/bin/grader build/sim &&
    build/sim/bin/grader lint --build build/sim --sandbox auto --no-attacks
}
step_mutants() {
  build strict && build/strict/bin/grader lint --build build/strict --sandbox auto --brief --attack --mutants 0
}
step_asan() { tested asan-ubsan; }
step_tsan() { tested tsan; }

# All that these two need.
simcc() { build strict --target simcc warpschool_cudart headers_of_programs; }
step_matrix() { simcc && tests/programs/compiler_matrix.sh build/strict/bin/simcc; }
step_oracles() {
  simcc || return
  for oracle in races stream_races; do
    tests/faults/oracle/oracle.sh build/strict/bin/simcc "tests/faults/oracle/$oracle.cu" 1000 30000 || return
  done
}

step_tidy() {
  command -v clang-tidy >/dev/null || return "$skip"
  build tidy -- -k 0 # one night tells of all files
}
step_format() { # another version breaks lines elsewhere
  command -v clang-format-14 >/dev/null || clang-format --version 2>/dev/null | grep -q 'version 14\.' || return "$skip"
  cmake --preset self && cmake --build --preset format
}

step_fuzz() {
  # Debian has the library of clang's fuzzer in a package of its own, that clang only recommends.
  echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
    clang++ -fsanitize=fuzzer,address,undefined -x c++ -o "$logs/probe" - || return "$skip"
  rm "$logs/probe"
  cmake --preset fuzz || return
  local fuzzers name corpus found
  mapfile -t fuzzers < <(ninja -C build/fuzz -t targets all | sed -n 's|^\(fuzz_[a-z_]*\): phony$|\1|p')
  ((${#fuzzers[@]})) || return
  cmake --build --preset fuzz --target "${fuzzers[@]}" || return
  found=$(mktemp -d) # what a fuzzer keeps stays out of the repository
  for name in "${fuzzers[@]}"; do
    corpus=tests/fuzz/corpus/${name#fuzz_}
    [[ $name == fuzz_ptx_parser ]] && corpus=tests/golden/ptx
    mkdir -p "$found/$name"
    "build/fuzz/bin/$name" -max_total_time="${FUZZ_SECONDS:-60}" -artifact_prefix="$logs/$name-" "$found/$name" "$corpus" || return
  done
  rm -rf "$found"
}

scripts/install-deps.sh --tests || exit
passed=0 failed=0 skipped=0
summary=()
for step in "${steps[@]}"; do
  echo "== $step"
  SECONDS=0
  "step_$step" >"$logs/$step.log" 2>&1
  status=$?
  case $status in
    0) ((++passed)) && summary+=("$step: passed in $SECONDS seconds") ;;
    "$skip") ((++skipped)) && summary+=("$step: skipped, its tool is not installed") ;;
    *) ((++failed)) && summary+=("$step: FAILED, see $logs/$step.log") && tail -n 20 "$logs/$step.log" ;;
  esac
done
printf '%s\n' "${summary[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))

#!/usr/bin/env bash
# Builds Warpschool and runs the project's own tests, the lint of the course and the sample class. Installs what is missing.
# The last line is "N passed, N failed, N skipped"; the exit status is 0 only if nothing failed.
#   scripts/test.sh [PRESET]   default: strict
# Where WARPSCHOOL_TEST_ALL is set (scripts/nightly.sh): the tests that take too long for every day as well.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-strict}

scripts/install-deps.sh --tests
cmake --preset "$preset"
cmake --build --preset "$preset"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
which=(--preset "$preset")
[[ -z ${WARPSCHOOL_TEST_ALL:-} ]] || which=(--test-dir "build/$preset" --output-on-failure --no-tests=error -L '^(self|nightly)')
ctest "${which[@]}" -j "$(nproc)" 2>&1 | tee "$log" || true

# ctest's own summary is the source: a test that a failed fixture kept from running ("Not Run") counts as failed.
passed=$(grep -cE '^ *[0-9]+/[0-9]+ Test +#[0-9]+: .* Passed ' "$log" || true)
skipped=$(grep -cE '^ *[0-9]+/[0-9]+ Test +#[0-9]+: .*\*\*\*Skipped ' "$log" || true)
total=$(grep -cE '^ *[0-9]+/[0-9]+ Test +#[0-9]+: ' "$log" || true)
failed=$((total - passed - skipped))
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))

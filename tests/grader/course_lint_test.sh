#!/usr/bin/env bash
# lint of the course: stubs and model answers of all exercises, variants and near misses of three (one of the first module, one whose
# time counts, one of shared memory). Where WARPSCHOOL_TEST_ALL is set (scripts/nightly.sh) all of it and attacks, which take more than the rest together (fake_lint_test.sh
# tries each kind of attack on an exercise of fakes).
#   course_lint_test.sh GRADER BUILD_DIR
set -euo pipefail
options=(--build "$2" --sandbox auto)
[[ -z ${WARPSCHOOL_TEST_ALL:-} ]] || exec "$1" lint "${options[@]}"
status=0
"$1" lint "${options[@]}" --brief || status=$?
((status <= 1)) || exit "$status"
"$1" lint "${options[@]}" --no-build --no-attacks thread_index smooth_1d histogram_shared || status=$?
exit "$status"

#!/usr/bin/env bash
# lint of the whole course: stubs, model answers, variants and near misses; where WARPSCHOOL_TEST_ALL is set attacks as well, which
# take more than the rest together (fake_lint_test.sh tries each kind of attack on an exercise of fakes).
#   course_lint_test.sh GRADER BUILD_DIR
set -euo pipefail
options=(--build "$2" --sandbox auto)
[[ -n ${WARPSCHOOL_TEST_ALL:-} ]] || options+=(--no-attacks)
exec "$1" lint "${options[@]}"

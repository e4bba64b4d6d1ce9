#!/usr/bin/env bash
# lint of the whole course: stubs, model answers, variants and near misses of all exercises; attacks on a few of them, and on
# all where WARPSCHOOL_TEST_ALL is set (twice the time).
#   course_lint_test.sh GRADER BUILD_DIR
set -euo pipefail
grader=$1 build=$2
attacked=(vector_add transpose reduce_shuffle histogram_shared) # counters, tiles, a threshold on shuffles, one on atomics

if [[ -n ${WARPSCHOOL_TEST_ALL:-} ]]; then
  exec "$grader" lint --build "$build" --sandbox auto
fi
"$grader" lint --build "$build" --sandbox auto --no-attacks
"$grader" lint --build "$build" --sandbox auto "${attacked[@]}"

#!/usr/bin/env bash
# What a device costs that is a process of its own, beside the device within the program, in one run.
#
#   bench/device/run.sh [BUILD [EXERCISE...]]      default: build/self, vector_add
#
# BUILD was configured with WARPSCHOOL_DEVICE_PROCESS=ON; the exercises' judges and references are built.
# A judge takes the runtime that LD_LIBRARY_PATH names first: so the same program measures both.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-$root/build/self}" && pwd)
shift || true
[ $# -gt 0 ] || set -- vector_add
cmake --build "$build" --target device_bench >/dev/null

echo "device within the program"
LD_LIBRARY_PATH=$build/lib "$build/bin/device_bench"
echo "device a process of its own"
"$build/bin/device_bench"

# What a whole judge takes: the best of eleven, the two in turn, in milliseconds; by the clock, and of processors. The second says
# the same on a machine that does other things beside.
TIMEFORMAT='%R %U %S'
for exercise in "$@"; do
  reference=$build/lib/reference/$exercise.so
  judge() { # LIBRARIES: "wall processor"
    { time LD_LIBRARY_PATH=$1 "$build/bin/judge_$exercise" --student "$reference" --reference "$reference" --course "$root/course.yaml" \
      --exercise "$exercise" --quiet --seed 1 --result /dev/null >/dev/null 2>&1 || true; } 2>&1 | awk '{ print 1000 * $1, 1000 * ($2 + $3) }'
  }
  for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    echo "within $(judge "$build/lib")"
    echo "apart $(judge "$build/lib/graded")"
  done | awk -v e="$exercise" '
    { if (!($1 in wall) || $2 < wall[$1]) wall[$1] = $2; if (!($1 in cpu) || $3 < cpu[$1]) cpu[$1] = $3 }
    END {
      printf "judge of %s, ms by the clock: within %.0f, apart %.0f, difference %.0f\n", e, wall["within"], wall["apart"], wall["apart"] - wall["within"]
      printf "judge of %s, ms of processors: within %.0f, apart %.0f, difference %.0f\n", e, cpu["within"], cpu["apart"], cpu["apart"] - cpu["within"]
    }'
done

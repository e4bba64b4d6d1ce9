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

# The time of a whole judge: the best of eleven, the two in turn, in milliseconds.
for exercise in "$@"; do
  reference=$build/lib/reference/$exercise.so
  judge() { # LIBRARIES
    local begin
    begin=$(date +%s%N)
    LD_LIBRARY_PATH=$1 "$build/bin/judge_$exercise" --student "$reference" --reference "$reference" --course "$root/course.yaml" \
      --exercise "$exercise" --quiet --seed 1 --result /dev/null >/dev/null || true
    echo $((($(date +%s%N) - begin) / 10000))
  }
  within= apart=
  for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    took=$(judge "$build/lib")
    if [ -z "$within" ] || [ "$took" -lt "$within" ]; then within=$took; fi
    took=$(judge "$build/lib/graded")
    if [ -z "$apart" ] || [ "$took" -lt "$apart" ]; then apart=$took; fi
  done
  awk -v e="$exercise" -v w="$within" -v a="$apart" \
    'BEGIN { printf "judge of %s ms: within %.1f, apart %.1f, difference %.1f\n", e, w / 100, a / 100, (a - w) / 100 }'
done

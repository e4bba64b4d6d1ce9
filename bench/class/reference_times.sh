#!/usr/bin/env bash
# What a judge costs that measures the reference, beside one that is told its times, in one run: the model answers of exercises that
# race on the simulator.
#
#   bench/class/reference_times.sh [BUILD [EXERCISE...]]      default: build/self, all of them
#
# The exercises' judges and references are built. Milliseconds of processors, the best of seven, the two in turn.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-$root/build/self}" && pwd)
shift || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ ! -d "$build/lib/graded" ] || export LD_LIBRARY_PATH=$build/lib/graded
TIMEFORMAT='%U %S'

judge() { # STUDENT RESULT INPUT [OPTION...]
  "$build/bin/judge_$id" --student "$1" --reference "$build/lib/reference/$id.so" --course "$root/course.yaml" --exercise "$id" \
    --quiet --seed-on-stdin --result "$2" "${@:4}" <"$3" >/dev/null 2>&1 || true
}
cost() { # NAME JUDGE'S ARGUMENTS
  cp "$4" "$work/input" # a judge empties it
  { time judge "$2" "$3" "$work/input" "${@:5}"; } 2>&1 | awk -v n="$1" '{ print n, 1000 * ($1 + $2) }'
}

[ $# -gt 0 ] || for folder in "$root"/solutions/*/*/; do set -- "$@" "$(basename "$folder")"; done
for id in "$@"; do
  include=$(echo "$root"/exercises/*/"$id")
  "$build/bin/simcc" -O2 -std=c++17 -lineinfo -shared -Xcompiler -fPIC -I "$include" -o "$work/$id.so" "$root"/solutions/*/"$id"/*.cu
  echo 1 >"$work/seed"
  cp "$work/seed" "$work/input"
  judge "$build/lib/reference/$id.so" "$work/reference.json" "$work/input" --kind timing
  grep -q '"reference"' "$work/reference.json" || continue # no race
  cat "$work/seed" "$work/reference.json" >"$work/told"
  for _ in 1 2 3 4 5 6 7; do
    cost measures "$work/$id.so" "$work/result.json" "$work/seed"
    cost told "$work/$id.so" "$work/result.json" "$work/told" --reference-result -
  done | awk -v id="$id" '
    !($1 in best) || $2 < best[$1] { best[$1] = $2 }
    END { printf "%-20s measures %5.0f ms, told %5.0f ms: %.2f of it\n", id, best["measures"], best["told"], best["told"] / best["measures"] }'
done

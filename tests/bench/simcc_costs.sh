#!/usr/bin/env bash
# Core-seconds that simcc takes for the model answers of the course, beside the same without precompiled headers (a macro that
# nobody knows keeps them away). Of TURNS turns (default 5) the cheapest: what others do on the machine only adds.
#   simcc_costs.sh SIMCC [EXERCISE...]
set -euo pipefail
simcc=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
turns=${TURNS:-5}
module=$(mktemp)
trap 'rm -f "$module"' EXIT
LC_ALL=C
TIMEFORMAT='%U %S'

# The cheapest of all turns of a command.
cost() {
  for ((turn = 0; turn < turns; ++turn)); do
    { time "$@" >/dev/null 2>&1; } 2>&1 || {
      echo "$*: failed" >&2
      return 1
    }
  done | awk '{ sum = $1 + $2; if (NR == 1 || sum < least) least = sum } END { printf "%.3f", least }'
}

sources=(solutions/*/*/*.cu)
if (($#)); then
  sources=()
  for exercise in "$@"; do
    sources+=(solutions/*/"$exercise"/"$exercise".cu)
  done
fi
printf '%-28s %12s %12s\n' exercise precompiled without
for source in "${sources[@]}"; do
  folder=$(dirname "$source")
  words=("$simcc" -O2 -std=c++17 -lineinfo -shared -Xcompiler -fPIC -I "exercises/${folder#solutions/}" -o "$module" "$source")
  with=$(cost "${words[@]}")
  without=$(cost "${words[@]}" -DWARPSCHOOL_OF_NO_USE)
  printf '%-28s %12s %12s\n' "$(basename "$folder")" "$with" "$without"
done

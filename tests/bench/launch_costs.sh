#!/usr/bin/env bash
# Microseconds of a launch (launch_costs.cu), the runtimes of two builds in turn; the least and the median of some rounds.
#   launch_costs.sh BUILD OTHER_BUILD [ROUNDS]      the program is compiled by BUILD's simcc; OTHER_BUILD needs its lib/ only
set -euo pipefail
build=$(cd "${1:?usage: launch_costs.sh BUILD OTHER_BUILD [ROUNDS]}" && pwd)
other=$(cd "${2:?usage: launch_costs.sh BUILD OTHER_BUILD [ROUNDS]}" && pwd)
rounds=${3:-7}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/bin/simcc" "$(dirname "$0")/launch_costs.cu" -o "$folder/launch_costs"

least_and_median() { sort -n "$1" | awk '{ value[NR] = $1 } END { printf "%.1f %.1f", value[1], value[int((NR + 1) / 2)] }'; }

printf '%-8s %s\n' threads 'least and median us: BUILD; OTHER_BUILD'
for threads in 32 256 1024; do
  : >"$folder/one" && : >"$folder/two"
  for ((round = 0; round < rounds; ++round)); do
    LD_LIBRARY_PATH=$build/lib "$folder/launch_costs" "$threads" 3000 >>"$folder/one"
    LD_LIBRARY_PATH=$other/lib "$folder/launch_costs" "$threads" 3000 >>"$folder/two"
  done
  printf '%-8s %s; %s\n' "$threads" "$(least_and_median "$folder/one")" "$(least_and_median "$folder/two")"
done

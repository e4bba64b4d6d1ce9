#!/usr/bin/env bash
# What heaps of large pages gain simcc: processor time of compiling model answers with them and, in turn, with glibc's own ways
# (GLIBC_TUNABLES set, so that simcc leaves it alone).
#
#   bench/compile_heap.sh [BUILD [ROUNDS]]      default: build/self, 12
#
# Prints for each exercise the least and the median seconds of both.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build/self}" && pwd)
rounds=${2:-12}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
c++ -std=c++17 -O1 -o "$work/cost" "$root/bench/cost.cpp"

compile() { # EXERCISE FILE: adds the seconds to FILE
  "$work/cost" "$build/bin/simcc" -O2 -std=c++17 -lineinfo -shared -Xcompiler -fPIC -I "$root"/exercises/*/"$1" -o "$work/out.so" \
    "$root"/solutions/*/"$1/$1.cu" 3>"$work/one"
  cut -d ' ' -f 1 "$work/one" >>"$2"
}
least_and_median() { sort -n "$1" | awk '{ value[NR] = $1 } END { printf "%.3f %.3f", value[1], value[int((NR + 1) / 2)] }'; }

printf '%-20s %s\n' exercise 'usual heap: least, median; large pages: least, median'
for exercise in vector_add reduce_shuffle matmul_registers; do
  : >"$work/usual" && : >"$work/large"
  for ((round = 0; round < rounds; ++round)); do
    GLIBC_TUNABLES='' compile "$exercise" "$work/usual"
    (unset GLIBC_TUNABLES && compile "$exercise" "$work/large")
  done
  printf '%-20s %s; %s\n' "$exercise" "$(least_and_median "$work/usual")" "$(least_and_median "$work/large")"
done

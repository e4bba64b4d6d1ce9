#!/bin/sh
# The prototype of docs/NATIVE_SIMD.md beside the interpreter, in one run on one thread, as a Markdown table.
#
#   bench/native_simd/run.sh
#
# SIMCC (default: build/self/bin/simcc) and CLANGXX (default: clang++) may be set. The table says what each kernel computed: the sums
# must agree.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
"${CLANGXX:-clang++}" -std=c++20 -O3 -mavx2 -ffp-contract=off -Wno-psabi -o "$build/native" "$here/native.cpp"
"${SIMCC:-$root/build/self/bin/simcc}" -O2 -std=c++17 -o "$build/kernels" "$here/kernels.cu"
export WARPSCHOOL_HOST_THREADS=1
{
  WARPSCHOOL_CHECKS=none "$build/kernels" 2> "$build/notes"
  WARPSCHOOL_CHECKS=all "$build/kernels" 2> "$build/notes" | sed 's/interpreter/interpreter: every check/'
  "$build/native"
} > "$build/times.csv"
printf '| kernel | how | ms | interpreter / this | sum of the results |\n|---|---|---|---|---|\n'
sort -s -t, -k1,1 "$build/times.csv" | awk -F, '
  $2 == "interpreter" { base[$1] = $3 }
  { row[NR] = $0 }
  END { for (i = 1; i <= NR; ++i) { split(row[i], f, ","); printf "| %s | %s | %s | %.2f | %s |\n", f[1], f[2], f[3], base[f[1]] / f[3], f[4] } }'

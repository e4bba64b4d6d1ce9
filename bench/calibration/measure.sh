#!/bin/sh
# Measures the calibration's cases on this machine's GPU: times between CUDA events with a cold L2 cache, counters by Nsight Compute,
# registers by cuobjdump.
#
#   bench/calibration/measure.sh FOLDER [SECONDS]
#
# FOLDER then has times.csv (case,us), counters.csv (case, metrics, sums over the launches of a case), registers.txt and device.txt.
# Counters are taken in portions until SECONDS (default 600) have gone by since the start; NCU=: leaves them out,
# PROGRAMS and COUNTED name the programs that are timed, and whose counters are taken, in this order (default: all).
set -eu

begin=$(date +%s)
out=$1
limit=${2:-600}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BENCH_BUILD:-$root/build/bench}
mkdir -p "$build" "$out"

includes=
for folder in "$root"/exercises/*/*/; do
  includes="$includes -I$folder"
done
programs=${PROGRAMS:-waiting fifteenth fourteenth thirteenth twelfth eleventh tenth ninth eighth seventh sixth fifth fourth third second blind held_out micro}
for program in $programs; do
  # shellcheck disable=SC2086 # several words each
  "${NVCC:-nvcc}" -O2 -std=c++17 ${NVCC_FLAGS:--arch=native} $includes -o "$build/$program" "$here/$program.cu" &
done
wait # a program that did not compile stops this where it is to run

nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.mem,power.limit --format=csv > "$out/device.txt"
"${NVCC:-nvcc}" --version | tail -2 >> "$out/device.txt"
: > "$out/times.csv"
: > "$out/registers.txt"
for program in $programs; do
  "$build/$program" >> "$out/times.csv"
  cuobjdump --dump-resource-usage "$build/$program" >> "$out/registers.txt" 2>&1 || true
done

ncu=${NCU:-ncu}
[ "$ncu" != : ] || exit 0
"$ncu" --query-metrics 2> /dev/null | awk '{print $1}' | sort > "$build/known_metrics" || true
metrics=
for metric in $(cat "$here/metrics.txt"); do
  if [ ! -s "$build/known_metrics" ] || grep -qx "${metric%%.*}" "$build/known_metrics" || [ "${metric#launch__}" != "$metric" ]; then
    metrics="$metrics,$metric"
  else
    echo "no metric $metric" >> "$out/device.txt"
  fi
done

# Portions of a few cases: what was measured before the time is up is kept.
rm -f "$build"/part.*
for program in ${COUNTED:-$programs}; do
  "$build/$program" --list | grep -v '^chain_\|^empty_\|^reduce_global' | xargs -n 20 > "$build/portions"
  number=0
  while read -r names; do
    [ $(($(date +%s) - begin)) -lt "$limit" ] || break
    number=$((number + 1))
    # shellcheck disable=SC2086 # names of cases have no blanks
    "$ncu" --csv --clock-control none --metrics "${metrics#,}" --print-units base "$build/$program" --once $names \
      > "$build/part.$program.$number" 2>&1 < /dev/null || echo "ncu failed: $program $names" >> "$out/device.txt"
  done < "$build/portions"
done
python3 "$here/sum_counters.py" "$build"/part.* > "$out/counters.csv"

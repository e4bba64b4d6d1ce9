#!/bin/sh
# Runs the calibration's cases on the simulator: what it predicts, case by case.
#
#   bench/calibration/predict.sh FOLDER
#
# FOLDER then has predicted.csv: case, us (between events), the model's terms and the counters, summed over a case's launches.
# PROGRAMS (default: micro held_out blind second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth waiting), SIMCC (default: build/self/bin/simcc) and SIMCC_FLAGS (default: -O2) may be set.
set -eu

out=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BENCH_BUILD:-$root/build/bench}
mkdir -p "$build" "$out"

includes=
for folder in "$root"/exercises/*/*/; do
  includes="$includes -I$folder"
done
programs=${PROGRAMS:-micro held_out blind second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth waiting}
for program in $programs; do
  # shellcheck disable=SC2086 # several words each
  "${SIMCC:-$root/build/self/bin/simcc}" ${SIMCC_FLAGS:--O2} -std=c++17 $includes -o "$build/$program.sim" "$here/$program.cu"
  WARPSCHOOL_SIM_REPORT=json WARPSCHOOL_CHECKS=none WARPSCHOOL_REPORT_FILE="$build/$program.json" \
    "$build/$program.sim" > "$build/$program.sim.csv"
done
paths=
for program in $programs; do
  paths="$paths $build/$program"
done
# shellcheck disable=SC2086 # several words
python3 "$here/predicted.py" $paths > "$out/predicted.csv"

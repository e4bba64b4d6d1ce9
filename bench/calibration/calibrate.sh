#!/bin/sh
# The time model against this machine's GPU, in one command: measures, predicts, fits, compares.
#
#   bench/calibration/calibrate.sh FOLDER [SECONDS]
#
# FOLDER then has what measure.sh and predict.sh leave there, and fit.md and report.md: constants beside the profile's, and the tables
# of docs/TIME_MODEL.md. PROFILE (default: h200) names the profile. Where no GPU is, MEASURED names a folder that measure.sh
# has filled elsewhere.
set -eu

out=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$out"
if [ -z "${MEASURED:-}" ]; then
  "$here/measure.sh" "$out" "${2:-600}"
  MEASURED=$out
fi
WARPSCHOOL_DEVICE=${PROFILE:-h200} "$here/predict.sh" "$out"
python3 "$here/fit.py" "$MEASURED/times.csv" "$root/simulator/src/model/profiles/${PROFILE:-h200}.def" > "$out/fit.md"
for what in "" --blind --micro; do
  printf '\n## %s\n\n' "${what:-held out}"
  # shellcheck disable=SC2086 # an option or nothing
  python3 "$here/compare.py" "$MEASURED" "$out" $what
done > "$out/report.md"

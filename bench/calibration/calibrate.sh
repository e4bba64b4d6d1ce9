#!/bin/sh
# The time model against this machine's GPU, in one command: measures, predicts, fits, compares.
#
#   bench/calibration/calibrate.sh FOLDER [SECONDS]
#
# FOLDER then has what measure.sh and predict.sh leave there, and fit.md and report.md: constants beside the profile's, and the tables
# of docs/TIME_MODEL.md. PROFILE names the profile (default: by the GPU's name h100, else h200). Where no GPU is, MEASURED names a
# folder that measure.sh has filled elsewhere; where no simulator is built, PREDICTED names one with predicted_PROFILE.csv, which
# predict.sh has made elsewhere.
set -eu

out=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$out"
if [ -z "${MEASURED:-}" ]; then
  "$here/measure.sh" "$out" "${2:-600}"
  MEASURED=$out
fi
if [ -z "${PROFILE:-}" ]; then
  PROFILE=h200
  ! grep -q H100 "$MEASURED/device.txt" || PROFILE=h100
fi
predicted=$out
if [ -n "${PREDICTED:-}" ]; then
  predicted=$(mktemp -d)
  trap 'rm -rf "$predicted"' EXIT
  cp "$PREDICTED/predicted_$PROFILE.csv" "$predicted/predicted.csv"
else
  WARPSCHOOL_DEVICE=$PROFILE "$here/predict.sh" "$out"
fi
python3 "$here/fit.py" "$MEASURED/times.csv" "$root/simulator/src/model/profiles/$PROFILE.def" > "$out/fit.md"
echo "# Modelled beside measured" > "$out/report.md"
for what in "" --blind --second --third --fourth --fifth --sixth --seventh --eighth --ninth --tenth --eleventh --twelfth --thirteenth --fourteenth --fifteenth --waiting --micro; do
  printf '\n## %s\n\n' "${what:-held out}"
  # shellcheck disable=SC2086 # an option or nothing
  python3 "$here/compare.py" "$MEASURED" "$predicted" $what || true # a program may have been left out
done >> "$out/report.md"

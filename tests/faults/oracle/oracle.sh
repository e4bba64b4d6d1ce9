#!/usr/bin/env bash
# Compiles an oracle and runs it: it must say that nothing was wrong.
#   oracle.sh SIMCC PROGRAM ARGUMENT ...
set -euo pipefail
simcc=${1:?usage: oracle.sh SIMCC PROGRAM ARGUMENT ...}
program=${2:?usage: oracle.sh SIMCC PROGRAM ARGUMENT ...}
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$simcc" "$program" -o "$folder/oracle"
"$folder/oracle" "$@" 2>"$folder/reports" | tee "$folder/answer" || true # it ends as programs do that had faults
if ! grep -q ': 0 wrong$' "$folder/answer"; then
  tail -n 20 "$folder/reports"
  exit 1
fi

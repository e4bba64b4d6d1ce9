#!/usr/bin/env bash
# grader grade, killed by SIGKILL at ten random moments and started again, ends with the grades of an undisturbed run.
set -euo pipefail
grader=$1
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sub=$work/submissions
fates=(passed slow wrong race crash no_compile memory_fault)
for i in $(seq 1 40); do
  mkdir -p "$sub/student$i"
  printf '// fate: %s\n// nap: 0.0%s\n' "${fates[i % 7]}" "$((i % 8))" >"$sub/student$i/alpha.cu"
  printf '// fate: %s\n' "${fates[i % 3]}" >"$sub/student$i/beta.cu"
done
options=(--build "$fake" --submissions "$sub" --sandbox auto --no-progress --jobs 3)

"$grader" grade "${options[@]}" --out "$work/undisturbed" >/dev/null 2>&1
for kill in $(seq 1 10); do
  "$grader" grade "${options[@]}" --out "$work/disturbed" >/dev/null 2>&1 &
  pid=$!
  sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
  kill -KILL "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
done
jobs_left=$("$grader" grade "${options[@]}" --out "$work/disturbed" 2>&1 >/dev/null | grep -c '^\[' || true)
cmp "$work/undisturbed/grades.json" "$work/disturbed/grades.json"
cmp "$work/undisturbed/grades.csv" "$work/disturbed/grades.csv"
echo "passed: after ten kills $jobs_left of 80 jobs were left for the last run"

#!/usr/bin/env bash
# Grades tests/class with the real compiler, judges and simulator and compares every status with tests/class/expected.yaml.
# With "kill", and where WARPSCHOOL_TEST_ALL is set (scripts/nightly.sh), the same again with SIGKILL at ten random moments: the
# grades must be the same bytes. (kill_resume_test.sh does so with fakes.)
#   sample_class_test.sh GRADER BUILD_FOLDER [kill]
set -euo pipefail
grader=$1 build=$2 mode=${3:-${WARPSCHOOL_TEST_ALL:+kill}}
class=$(cd "$(dirname "$0")/../class" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -e "$build/warpschool-build.json" ]; then
  echo "skipped: this build has no course"
  exit 77
fi
options=(--build "$build" --submissions "$class/submissions" --sandbox auto --no-progress --salt sample
  --policy "$class/term.yaml" --as-of 2026-11-01T00:00:00Z)

"$grader" grade "${options[@]}" --out "$work/out"

# What is not listed is not due yet; a listed status must be in the table.
failed=0
while IFS=$'\t' read -r student exercise status; do
  wanted=$(sed -n "s/^- {student: $student, exercise: $exercise, status: \([a-z_]*\)}.*/\1/p" "$class/expected.yaml")
  if [ "${wanted:-not_due_yet}" != "$status" ]; then
    echo "FAILED: $student's $exercise is $status instead of ${wanted:-not_due_yet}" >&2
    failed=1
  fi
done < <(awk -F, '
  { sub(/\r$/, "") }
  NR == 1 { for (i = 2; i <= NF; ++i) if ($i ~ / status$/) { name[i] = $i; sub(/ status$/, "", name[i]) } next }
  { for (i in name) print $1 "\t" name[i] "\t" $i }' "$work/out/grades.csv")
grep -q 'vector_add_final (2).cu' "$work/out/grades.json" || { echo "FAILED: the stray file is not listed" >&2; failed=1; }
# The term: five exercises of ten points each are due, late work costs boris and ines points.
total() {
  tr -d '\r' < "$work/out/grades.csv" | awk -F, -v who="$1" '
    NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i }
    $1 == who { print $(at["total"]) "/" $(at["possible"]) }'
}
[ "$(total ada)" = 50/50 ] || { echo "FAILED: ada has $(total ada)" >&2; failed=1; }
[ "$(total ines)" = 10/50 ] || { echo "FAILED: ines has $(total ines), though a work was too late" >&2; failed=1; }
[ "$(total dilnoza | cut -d/ -f2)" = 40 ] || { echo "FAILED: dilnoza's extension: $(total dilnoza)" >&2; failed=1; }
# What is alike, as JSON by its schema.
"$grader" similarity --out "$work/out" --course "$class/../../course.yaml" --json >"$work/alike.json" 2>/dev/null
"$build/bin/check_schema" "$class/../../docs/similarity.schema.json" <"$work/alike.json" || failed=1
grep -q '"exercise"' "$work/alike.json" || { echo "FAILED: no two works of the sample class are alike" >&2; failed=1; }
[ "$failed" = 0 ] || exit 1

if [ "$mode" = kill ]; then
  for _ in $(seq 1 10); do
    "$grader" grade "${options[@]}" --no-build --out "$work/killed" >/dev/null 2>&1 &
    pid=$!
    sleep "$((RANDOM % 4)).$((RANDOM % 10))"
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  "$grader" grade "${options[@]}" --no-build --out "$work/killed" >/dev/null
  cmp "$work/out/grades.json" "$work/killed/grades.json"
fi
echo "passed"

#!/usr/bin/env bash
# Marks of a class of fakes into gradebooks, from the command line: what is written, told, refused and remembered.
#   gradebook_test.sh GRADER CHECK_SCHEMA DOCS
set -euo pipefail
grader=$1 check_schema=$2 docs=$3
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

cat >"$work/roster.csv" <<'CSV'
Student,ID,SIS User ID,SIS Login ID,Section,Alpha (71),"Everything (72)"
    Points Possible,,,,,10,
"Doe, Jane",101,u7001,jdoe,A,,
"Müller, Zoë",102,u7002,zoe,A,,8
"Lazy, Lou",103,u7003,lou,A,,
"Student, Test",199,,0fe1,A,,
CSV
sed -i 's/$/\r/' "$work/roster.csv"
for who in jdoe zoe guest; do
  mkdir -p "$work/class/$who"
  echo "// fate: passed" >"$work/class/$who/alpha.cu"
done
"$grader" grade --build "$fake" --submissions "$work/class" --roster "$work/roster.csv" --sandbox auto --no-progress \
  --out "$work/out" >/dev/null 2>&1
"$check_schema" "$docs/grades.schema.json" <"$work/out/grades.json" || fail "grades.json is not as its schema says"
"$grader" list --json --course "$fake/course.yaml" | "$check_schema" "$docs/list.schema.json" || fail "list --json is not as its schema says"
export_to() { "$grader" export --out "$work/out" "$@" >"$work/said" 2>"$work/told"; }
points=$(grep '^jdoe,' "$work/out/grades.csv" | cut -d, -f2)

# Guessed by the title; one graded guest is not in the file: status 1, and named.
status=0
export_to --canvas "$work/roster.csv" || status=$?
[ "$status" = 1 ] || fail "a guest is no finding: status $status: $(cat "$work/told")"
grep -q 'takes alpha (by its title)' "$work/said" || fail "what was guessed is not told: $(cat "$work/said")"
grep -q '^  guest' "$work/told" || fail "the guest is not named: $(cat "$work/told")"
sed -e "s/^\"Doe, Jane\",101,u7001,jdoe,A,,/\"Doe, Jane\",101,u7001,jdoe,A,$points,/" \
  -e "s/^\"Müller, Zoë\",102,u7002,zoe,A,,8/\"Müller, Zoë\",102,u7002,zoe,A,$points,8/" \
  -e "s/^\"Lazy, Lou\",103,u7003,lou,A,,/\"Lazy, Lou\",103,u7003,lou,A,0,/" "$work/roster.csv" >"$work/wanted.csv"
cmp "$work/wanted.csv" "$work/roster-filled.csv" || fail "more than the marks differ: $(diff "$work/wanted.csv" "$work/roster-filled.csv")"

# Points given by hand count; another mark is shown, and nothing is written without --force.
"$grader" override --out "$work/out" --student "$(printf 'Mu\xcc\x88ller Zoe\xcc\x88')" --exercise alpha --points 1.5 --why test --by kim >/dev/null
status=0
export_to --canvas "$work/roster-filled.csv" --to "$work/second.csv" || status=$?
[ "$status" = 2 ] && [ ! -e "$work/second.csv" ] || fail "another mark is overwritten: status $status"
grep -q "Zoë Müller: \"Alpha (71)\" is $points, would be 1.5" "$work/told" || fail "the marks are not shown: $(cat "$work/told")"
export_to --canvas "$work/roster-filled.csv" --to "$work/second.csv" --force || [ "$?" = 1 ] || fail "--force: $(cat "$work/told")"
grep -q 'zoe,A,1.5,8' "$work/second.csv" || fail "--force did not write: $(cat "$work/second.csv")"

# What went where is remembered.
export_to --canvas "$work/roster.csv" --column "72=total" --to "$work/third.csv" --force || [ "$?" = 1 ] || fail "$(cat "$work/told")"
export_to --canvas "$work/roster.csv" --to "$work/fourth.csv" --force || [ "$?" = 1 ] || fail "$(cat "$work/told")"
grep -q '"Everything (72)" takes total (as last time)' "$work/said" || fail "not remembered: $(cat "$work/said")"
cmp "$work/third.csv" "$work/fourth.csv" || fail "the same gives other bytes"

# What cannot be is refused and says why.
refused() {
  local words=$1
  shift
  if export_to "$@"; then fail "$* is taken"; fi
  grep -q -- "$words" "$work/told" || fail "$*: $(cat "$work/told")"
}
refused 'no columns that take marks are called so' --canvas "$work/roster.csv" --column "Section=total"
refused 'does not exist' --canvas "$work/nowhere.csv"
printf 'a,b\n"x\n' >"$work/torn.csv"
refused 'never closed' --moodle "$work/torn.csv"
refused 'say what to export' --roster "$work/roster.csv"
[ "$failed" -eq 0 ] && echo passed
exit "$failed"

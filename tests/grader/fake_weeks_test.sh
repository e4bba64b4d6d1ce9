#!/usr/bin/env bash
# A class over several weeks: what a run leaves out or lacks, ids that change, results among the submissions.
set -euo pipefail
grader=$1
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out

fail() {
  echo "FAILED: $*: $(cat "$work/said")" >&2
  exit 1
}
grade() {
  local status=0
  "$grader" grade --build "$fake" --sandbox auto --no-progress --out "$out" "$@" >"$work/said" 2>&1 || status=$?
  [ "$status" = 0 ] || fail "exit status $status: grade $*"
}
again() { "$grader" "$@" --out "$out" >"$work/said" 2>&1 || fail "grader $*"; }
says() { grep -q -- "$1" "$work/said" || fail "nobody says \"$1\""; }
silent() { ! grep -q -- "$1" "$work/said" || fail "it says \"$1\""; }
row() { grep "^$1," "$out/grades.csv" | tr -d '\r' | cut -d, -f2-5; } # alpha, beta
has() { [ "$(row "$1")" = "$2" ] || fail "$1 has $(row "$1"), not $2"; }
hand_in() { mkdir -p "$work/$1" && echo "// fate: $3" >"$work/$1/$2.cu"; }

# Week 1 has alpha of three; week 2 has beta of two of them, and of one who is new.
for student in ada bob cy; do
  hand_in "week1/$student" alpha passed
done
for student in ada bob dan; do
  hand_in "week2/$student" beta passed
done
week1=(--submissions "$work/week1") week2=(--submissions "$work/week2")
printf 'Login,Name\nada,Ada A\nbob,Bob B\ncy,Cy C\n' >"$work/roster.csv"

# Narrowed to an exercise: everything else stays, and so does who is not in this week's folder.
grade "${week1[@]}" --roster "$work/roster.csv"
silent 'graded before'
has ada 10,passed,0,missing
grade "${week2[@]}" --exercise beta
has ada 10,passed,5,passed
has cy 10,passed,0,missing
has dan 0,missing,5,passed
silent 'graded before'
[ -s "$out/students/cy.html" ] || fail "the page of cy is gone"
grep -q 'Cy C' "$out/students/cy.html" || fail "the name of cy is lost"
grep -q '"name": "Ada A"' "$out/grades.json" || fail "the name of ada is lost"
again audit cy
says 'passed 10/10.*<- counts'
cp "$out/grades.csv" "$work/before.csv"
again report
cmp "$out/grades.csv" "$work/before.csv" || fail "report forgets what was left out"

# Graded once more what is not in the folder keeps its attempt as well.
grade "${week2[@]}" --exercise alpha beta --student ada --again
has bob 10,passed,5,passed
[ "$(grep -c '^\[' "$work/said")" = 1 ] || fail "beta of ada alone can be judged again"
has ada 0,missing,5,passed
says '1 result graded before is not in these submissions and counts no more: alpha of ada\.'

# Narrowed to a student: one piece by mail, which is another one than before.
grade "${week1[@]}" "${week2[@]}"
has ada 10,passed,5,passed
silent 'graded before'
hand_in mail/cy alpha slow
grade --submissions "$work/mail" --student cy
has cy 7.5,slow,0,missing
has ada 10,passed,5,passed
has dan 0,missing,5,passed

# A changed file outside of the selection changes nothing.
hand_in changed/ada alpha wrong
hand_in changed/cy alpha passed
grade --submissions "$work/changed" --student cy
has ada 10,passed,5,passed
has cy 10,passed,0,missing

# A whole run lacks week 1, and says so each time, also for programs. A quiet one says what no run has scored as missing yet.
for options in --quiet --no-progress; do
  grade "${week2[@]}" "$options"
  has ada 0,missing,5,passed
  says '3 results graded before are not in these submissions and count no more: alpha of ada, bob, cy\.'
done
grade "${week2[@]}" --quiet
says '1 result graded before is not in these submissions and counts no more: alpha of cy\.'
"$grader" grade --build "$fake" --sandbox auto --no-progress --out "$out" "${week2[@]}" --json >"$work/json" 2>/dev/null
grep -q '"not_in_submissions"' "$work/json" && grep -q '"student": "cy"' "$work/json" || fail "--json does not say it: $(cat "$work/json")"
again audit cy
says 'is not in what was graded last'
says 'attempt [0-9]*: passed 10/10'
"$grader" audit cyy --out "$out" >"$work/said" 2>&1 && fail "who is cyy?"
says 'there is no student "cyy" (did you mean cy?)'
grade "${week1[@]}" "${week2[@]}"
silent 'graded before'
has cy 10,passed,0,missing

# What people gave to an id that is nobody's any more is told until somebody takes it back.
grade "${week1[@]}" --roster "$work/roster.csv"
again override --student bob --exercise alpha --points 9 --why agreed --by kim
again comment --student bob --text "see me" --by kim
silent 'nobody in the class'
sed -i 's/^bob,/b.bee,/' "$work/roster.csv"
mv "$work/week1/bob" "$work/week1/b.bee"
grade "${week1[@]}" --roster "$work/roster.csv"
has b.bee 10,passed,0,missing
says 'nobody in the class is called "bob", so this has no effect: 9 points by hand for alpha, a comment\.'
again report
says 'nobody in the class is called "bob"'
again audit bob
says 'override 1 by kim, 9 points: agreed'
says 'comment 2 by kim: see me'
again override --student bob --exercise alpha --revoke --why "it was b.bee" --by kim
says 'nobody in the class is called "bob", so this has no effect: a comment\.'
again comment --student bob --revoke 2 --by kim
silent 'nobody in the class'

# Results that lie among the submissions are nobody's submission.
out=$work/week1/results/week1
for turn in 1 2 3; do
  grade "${week1[@]}"
  says '^3 students, '
  [ "$turn" = 1 ] || says '^  results/week1$'
done
out=$work/week1/results/week2
grade "${week1[@]}"
says '^3 students, '
if "$grader" grade --build "$fake" --sandbox auto --submissions "$work/week1" --out "$work/week1" >"$work/said" 2>&1; then
  fail "results go where students are"
fi
says 'is the output folder as well'
echo "passed"

#!/usr/bin/env bash
# Dates, lateness, rescoring, overrides, comments, audit and diff over the fake course, as a TA meets them.
set -euo pipefail
grader=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$(dirname "$0")/fake" "$work/fake"
fake=$work/fake
sub=$work/submissions out=$work/out

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
grade() { "$grader" grade --build "$fake" --submissions "$sub" --sandbox auto --no-progress --out "$out" "$@" 2>"$work/stderr"; }
again() { "$grader" "$@" --out "$out"; }
cell() { grep "^$1," "$out/grades.csv" | tr -d '\r' | cut -d, -f"$2"; } # 2, 3: alpha; 4, 5: beta; 8 ...: total, possible, percent
expect() {
  local wanted=$1 got=0
  shift
  "$@" >"$work/said" 2>&1 || got=$?
  [ "$got" = "$wanted" ] || fail "exit status $got instead of $wanted: $*: $(cat "$work/said")"
}

for student in ada boris chen; do
  mkdir -p "$sub/$student"
  echo "// fate: passed" >"$sub/$student/alpha.cu"
done
echo "// fate: slow" >"$sub/boris/alpha.cu"
echo "// fate: passed" >"$sub/chen/beta.cu"
cat >"$work/term.yaml" <<END
late: {loss_per_day: 10%}
due: {alpha: 2027-02-01T12:00:00Z, beta: 2027-03-01T12:00:00Z, gamma: 2027-04-01T12:00:00Z}
handed_in: [{student: ada, exercise: alpha, at: 2027-02-02T20:00:00Z}]
END
now=(--policy "$work/term.yaml" --as-of 2027-02-10T00:00:00Z)

# What is due counts, what is early is extra, the rest is not due yet.
grade "${now[@]}" >/dev/null || fail "$(cat "$work/stderr")"
[ "$(cell ada 2)" = 8 ] || fail "two days late leave 8 of 10 points, not $(cell ada 2)"
[ "$(cell ada 5)" = not_due_yet ] || fail "beta is $(cell ada 5)"
[ "$(cell ada 8,9,10)" = 8,10,80 ] || fail "only alpha is due: $(cell ada 8-)"
[ "$(cell chen 8,9,10,12)" = 10,10,100,5 ] || fail "beta is extra: $(cell chen 8-)"
grep -q 'Not due yet, and handed in by nobody: gamma' "$out/index.html" || fail "gamma has a column"

# Another moment, from the store alone; the last one is remembered.
mv "$sub" "$sub.gone"
again report --as-of 2027-03-02T00:00:00Z >/dev/null
[ "$(cell ada 5)" = missing ] || fail "beta was due"
[ "$(cell chen 8,9,10,12)" = 15,15,100,0 ] || fail "beta counts now: $(cell chen 8-)"
cp "$out/grades.json" "$work/before.json"
again report >/dev/null
cmp "$out/grades.json" "$work/before.json" || fail "report must write the same bytes from the store"

# Points and policy change: diff tells, report applies, nothing runs.
sed -i 's/correctness: 6, timing: 4/correctness: 12, timing: 8/' "$fake/course.yaml"
expect 1 again diff
grep -q '^ada  *alpha  *8/10 passed (2 lost) -> 16/20 passed (4 lost)$' "$work/said" || fail "diff: $(cat "$work/said")"
grep -q '^3 results, 3 totals and 0 grades would change; nothing has been written$' "$work/said" || fail "diff: $(cat "$work/said")"
cmp "$out/grades.json" "$work/before.json" || fail "diff has written"
expect 0 again report --course "$fake/course.yaml"
grep -q '^3 results were scored anew from the store' "$work/said" || fail "report: $(cat "$work/said")"
[ "$(cell boris 2)" = 15 ] || fail "boris has $(cell boris 2) of 20"
expect 0 again diff
sed -i 's/loss_per_day: 10%/loss_per_day: 25%/' "$work/term.yaml"
expect 1 again diff
expect 0 again report --policy "$work/term.yaml"
[ "$(cell ada 2)" = 10 ] || fail "ada has $(cell ada 2) of 20"
# A threshold of partial credit: the stored ratio of 2.5 is three eighths of the way from 1 to 5. regrade shows it, and applies it when it is told to.
sed -i 's/sim: {n: 64, full_at: 2}/sim: {n: 64, full_at: 5}/' "$fake/course.yaml"
cp "$out/grades.json" "$work/before.json"
expect 1 again regrade
grep -q '^chen  *alpha  *20/20 passed -> 15/20 slow$' "$work/said" || fail "regrade: $(cat "$work/said")"
cmp "$out/grades.json" "$work/before.json" || fail "regrade has written without --apply"
expect 1 again regrade --json
grep -q '"judged_again": \[\]' "$work/said" || fail "regrade --json: $(cat "$work/said")"
expect 0 again regrade --apply
grep -q '^chen  *alpha  *20/20 passed -> 15/20 slow$' "$work/said" || fail "regrade --apply does not show what it did: $(cat "$work/said")"
grep -q '^[0-9]* results, [0-9]* totals and [0-9]* grades change$' "$work/said" || fail "regrade --apply: $(cat "$work/said")"
! grep -q 'nothing has been written\|regrade --apply' "$work/said" || fail "regrade --apply says that it does nothing: $(cat "$work/said")"
[ "$(cell chen 2,3)" = 15,slow ] || fail "chen has $(cell chen 2,3)"
expect 0 again regrade
sed -i 's/sim: {n: 64, full_at: 5}/sim: {n: 64, full_at: 2}/' "$fake/course.yaml"
expect 0 again regrade --apply
[ "$(cell chen 2,3)" = 20,passed ] || fail "back again chen has $(cell chen 2,3)"
mv "$sub.gone" "$sub"
grade "${now[@]}" >/dev/null
! grep -q '^\[' "$work/stderr" || fail "changed points must not run anything: $(cat "$work/stderr")"
grade >/dev/null # the policy of the last time
[ "$(cell ada 2)" = 10 ] || fail "the policy was forgotten"

# A rule that verdicts depend on does run again, and diff says so.
sed -i '0,/run: 1s/s//run: 2s/' "$fake/course.yaml"
expect 1 again diff
grep -q '^alpha: more has changed .* grade would judge 3 again$' "$work/said" || fail "diff: $(cat "$work/said")"
grade "${now[@]}" >/dev/null
[ "$(grep -c '^\[' "$work/stderr")" = 3 ] || fail "three works had to be judged: $(cat "$work/stderr")"

# An exercise that has another name now: diff and report say what the next grade makes of it, and the next grade names what counts no more.
sed 's/id: alpha$/id: alpha_two/; s/needs: \[alpha\]/needs: [alpha_two]/' "$fake/course.yaml" >"$work/renamed.yaml"
expect 1 again diff --course "$work/renamed.yaml" --policy none
grep -q '^alpha is in .*renamed.yaml no more: .*until the next grade' "$work/said" || fail "diff: $(cat "$work/said")"
grep -q '^alpha_two is new in .*renamed.yaml: the next grade takes it in$' "$work/said" || fail "diff: $(cat "$work/said")"
sed 's/correctness: 12, timing: 8/correctness: 24, timing: 16/' "$fake/course.yaml" >"$work/other.yaml"
expect 0 again report --course "$work/other.yaml"
[ "$(cell ada 2)" = 20 ] || fail "other points: $(cell ada 2)"
grade "${now[@]}" >/dev/null
[ "$(cell ada 2)" = 10 ] || fail "grade goes by its build's points: $(cell ada 2)"
grep -q 'points are those of .*fake/course.yaml again, no more of .*other.yaml' "$work/stderr" || fail "that is not told: $(cat "$work/stderr")"

# People.
expect 0 again override --student boris --exercise alpha --points 19 --why "<b>timer</b> was off" --by kim
[ "$(cell boris 2)" = 19 ] || fail "the override does not count"
grep -q '&lt;b&gt;timer' "$out/students/boris.html" || fail "the reason is not on the page"
! grep -q '<b>timer' "$out/students/boris.html" || fail "the reason is not escaped"
! grep -q 'timer' "$out/students/ada.html" || fail "ada reads what concerns boris"
expect 0 again comment --student boris --text "come and see me" --by lee
expect 0 again comment --student boris --exercise alpha --text "-1+2 stays text" --by lee
grep -q 'come and see me (lee' "$out/grades.csv" || fail "the comment is not exported"
expect 2 again override --student boris --exercise alpha --points 21 --why x
expect 2 again override --student boris --exercise alpha --points 5 --why " "
expect 2 again override --student boriss --exercise alpha --points 5 --why x
expect 2 again override --student boris --exercise alpha --why x
expect 2 again override --student ada --exercise alpha --revoke --why x
expect 2 again comment --student ada --revoke 2
expect 0 again override --student boris --exercise alpha --revoke --why "it was not" --by kim
[ "$(cell boris 2)" = 15 ] || fail "revoked, the computed points must hold again"
expect 0 again comment --student boris --revoke 2 --by lee
! grep -q 'come and see me' "$out/grades.csv" || fail "the comment is still there"

# More points by hand than there are to win by changed rules: whoever looks or applies is told.
expect 0 again override --student chen --exercise beta --points 5 --why "well done" --by kim
sed '/id: beta/,/points/s/correctness: 5/correctness: 4/' "$fake/course.yaml" >"$fake/less.yaml"
! cmp -s "$fake/course.yaml" "$fake/less.yaml" || fail "beta is worth what it was"
for command in diff "regrade --apply" report; do
  expect "$([ "$command" = diff ] && echo 1 || echo 0)" again $command --course "$fake/less.yaml"
  [ "$(grep -c 'chen has 5 points by hand for beta, more than the 4 that it is worth' "$work/said")" = 1 ] ||
    fail "$command hides points beyond what there is to win: $(cat "$work/said")"
done
grade "${now[@]}" >/dev/null
! grep -q 'more than' "$work/stderr" || fail "5 of 5 points are not too many: $(cat "$work/stderr")"
expect 0 again override --student chen --exercise beta --revoke --why "the end" --by kim

# Words of several lines are one row of the audit.
forged='  2027-01-01T00:00:00.000Z  scored: passed 20/20'
expect 0 again override --student ada --exercise beta --points 1 --why "so it is"$'\n'"$forged" --by "kim"$'\n'"$forged"
expect 0 again comment --student ada --text "one"$'\n'"$forged"
expect 0 again audit ada
! grep -q "^$forged" "$work/said" || fail "a comment looks like a row: $(cat "$work/said")"
grep -qF "so it is\\n$forged" "$work/said" || fail "the words are lost: $(cat "$work/said")"
expect 0 again override --student ada --exercise beta --revoke --why "it was not"

# Every row that led to the grade, those that no longer count as well.
expect 0 again audit boris
for words in 'attempt [0-9]*: slow 7.5/10.*[^s]$' 'attempt [0-9]*: slow 7.5/10.*<- counts' 'scored: slow 7.5/10' 'scored: slow 15/20' 'scored: slow 19/20.* given by hand' \
  'override 1 by kim, 19 points: <b>timer</b> was off' 'override 4 by kim, revoked: it was not' 'comment 2 by lee: come and see me' \
  'comment 5 by lee, takes back 2' '= 15 of 20 points' '15 of 20 points due: 75 %, grade B'; do
  grep -q -- "$words" "$work/said" || fail "audit lacks \"$words\": $(cat "$work/said")"
done
expect 0 again audit ada
grep -q "^  handed in 2027-02-02T20:00:00Z, says the policy, which goes before the platform ($work/term.yaml:3:" "$work/said" ||
  fail "audit does not say whose time that is: $(cat "$work/said")"
grep -q 'Handed in 2 February 2027, 20:00 (UTC), due 1 February 2027, 12:00 (UTC): 2 days late; 10 points lost.' "$work/said" || fail "$(cat "$work/said")"
expect 2 again audit adda

# What is wrong is said where it stands, and nothing is lost.
expect 2 again report --as-of tomorrow
expect 2 again report --policy "$work/absent.yaml"
echo "due: {alfa: 2027-02-01T12:00:00Z}" >"$work/bad.yaml"
expect 2 again report --policy "$work/bad.yaml"
grep -q "bad.yaml:1:7: unknown key 'alfa' in due (known: alpha, beta, gamma, 1_first)" "$work/said" || fail "$(cat "$work/said")"
expect 2 grade --policy "$work/bad.yaml"
[ "$(cell ada 2)" = 10 ] || fail "a bad policy was applied"
echo "extensions: [{student: nobody, days: 3}]" >"$work/odd.yaml"
expect 0 again report --policy "$work/odd.yaml"
grep -q 'odd.yaml:1:24: nobody in the class is called "nobody"' "$work/said" || fail "$(cat "$work/said")"
expect 0 again report --policy none
[ "$(cell ada 2)" = 20 ] || fail "without a policy nothing is late"

# While another grader works in the folder no page is written there, and each command that would says so before it reads anything.
# What people add is stored, and that grader's report shows it.
cp "$out/grades.json" "$work/before.json"
(
  flock 9
  for command in "report" "report --policy none" "regrade --apply" "similarity --build $fake" "grade --build $fake --submissions $sub --sandbox auto"; do
    # shellcheck disable=SC2086
    expect 3 again $command
    grep -q "^grader: another grader works in $out: .*; wait until it is done, or stop it" "$work/said" || fail "$command: $(cat "$work/said")"
  done
  for command in "override --student ada --exercise alpha --points 1 --why x" "comment --student ada --text x"; do
    # shellcheck disable=SC2086
    expect 0 again $command
    grep -q "^stored; another grader works in $out, and its report will show it" "$work/said" || fail "$command: $(cat "$work/said")"
  done
  expect 0 again audit ada
  expect 0 again export --junit "$work/junit.xml"
  expect 0 again diff --policy none
) 9>"$out/.lock"
cmp "$out/grades.json" "$work/before.json" || fail "something was written beside another grader"
expect 0 again report
[ "$(cell ada 2)" = 1 ] || fail "points given beside another grader are lost: $(cell ada 2)"
expect 0 again override --student ada --exercise alpha --revoke --why "as before"

# What a killed grader has left half written goes with the next report.
touch "$out/students/ada.html.4711.part" "$out/students/mine.part"
expect 0 again report
[ ! -e "$out/students/ada.html.4711.part" ] || fail "half a page stays for ever"
[ -e "$out/students/mine.part" ] || fail "a file that is not ours is gone"

# A story of one week: ada was late and ill, boris and chen worked side by side. Each step says what it changed, and the
# audit tells all of them.
week=$work/week
mkdir -p "$week"
cp -r "$sub" "$week/class"
for student in boris chen; do # two lines that nobody was given
  printf '// %s\n// the warp of the last block has %s\n// so its lanes wait for nobody at all\n' "fate: passed" "fewer lanes" >"$week/class/$student/alpha.cu"
  echo "int of_$student = 1;" >>"$week/class/$student/alpha.cu"
done
cat >"$week/term.yaml" <<END
late: {loss_per_day: 10%}
due: {1_first: 2027-02-01T12:00:00Z}
handed_in: [{student: ada, exercise: alpha, at: 2027-02-03T20:00:00Z}]
END
story() { "$grader" "$@" --out "$week/out"; }
won() { grep "^$1," "$week/out/grades.csv" | cut -d, -f2; }
expect 0 "$grader" grade --build "$fake" --submissions "$week/class" --sandbox auto --no-progress --out "$week/out" \
  --policy "$week/term.yaml" --as-of 2027-02-10T00:00:00Z
[ "$(won ada)" = 14 ] || fail "three days late leave 14 of 20 points, not $(won ada)"
echo 'extensions: [{student: ada, exercise: alpha, until: 2027-02-02T20:00:00Z, why: ill}]' >>"$week/term.yaml"
expect 1 story regrade
grep -q '^ada  *alpha  *14/20 passed (6 lost) -> 18/20 passed (2 lost)$' "$work/said" || fail "the extension: $(cat "$work/said")"
[ "$(won ada)" = 14 ] || fail "an extension was applied before anybody said so"
expect 0 story regrade --apply
[ "$(won ada)" = 18 ] || fail "with the extension ada has $(won ada)"
sed -i 's/loss_per_day: 10%/loss_per_day: 10%, late_days: 1/' "$week/term.yaml"
expect 0 story regrade --apply
[ "$(won ada)" = 20 ] || fail "a late day pays for the last day: ada has $(won ada)"
expect 0 story override --student ada --exercise alpha --points 19.5 --why "agreed by mail" --by kim
expect 0 story similarity --build "$fake"
grep -q 'href="similarity/index.html"' "$week/out/index.html" || fail "the class page does not lead to similar works"
[ -s "$week/out/similarity/index.html" ] || fail "there is no page of similar works"
grep -q 'boris' "$week/out/similarity/index.html" && grep -q 'chen' "$week/out/similarity/index.html" || fail "boris and chen are not flagged"
! grep -q '>ada<' "$week/out/similarity/index.html" || fail "ada is flagged"
[ "$(won boris)" = 20 ] || fail "a flag must cost nothing: boris has $(won boris)"
! grep -rq 'chen' "$week/out/feedback/boris.html" || fail "the feedback of boris names chen"
expect 0 story audit ada
for words in 'extension until 2027-02-02T20:00:00Z: ill' 'scored: passed 14/20' 'scored: passed 18/20' 'scored: passed 20/20' 'scored: passed 19.5/20' 'by kim, 19.5 points: agreed by mail'; do
  grep -q -- "$words" "$work/said" || fail "the audit of the week lacks \"$words\": $(cat "$work/said")"
done
expect 0 story override --student ada --exercise alpha --revoke --why "a mistake" --by kim
[ "$(won ada)" = 20 ] || fail "revoked: ada has $(won ada)"

# Times that a platform's export tells: six hours late is a day late.
export=$work/assignment_9_export
mkdir -p "$export/submission_1"
echo "// fate: passed" >"$export/submission_1/alpha.cu"
cat >"$export/submission_metadata.yml" <<END
---
submission_1:
  :submitters:
  - :name: Jane Doe
    :sid: '7001'
    :email: jane@uni.edu
  :created_at: 2027-02-01 19:00:00 +01:00
END
printf 'late: {loss_per_day: 10%%}\ndue: {alpha: 2027-02-01T12:00:00Z}\n' >"$work/platform.yaml"
"$grader" grade --build "$fake" --submissions "$export" --sandbox auto --no-progress --out "$work/platform" \
  --policy "$work/platform.yaml" --as-of 2027-02-10T00:00:00Z >/dev/null 2>"$work/stderr" || fail "$(cat "$work/stderr")"
grep -q '"handed_in": "2027-02-01T18:00:00Z"' "$work/platform/grades.json" || fail "the platform's time is lost"
grep -q '"days_late": 1' "$work/platform/grades.json" || fail "six hours late is no day late"
grep -q '"lost_for_lateness": 2' "$work/platform/grades.json" || fail "a late day costs nothing: $(cat "$work/platform/grades.csv")"
echo "passed"

#!/usr/bin/env bash
# Equal files are judged once, whoever handed them in; each student has a row of their own, and nobody reads another's name.
set -euo pipefail
grader=$1
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sub=$work/submissions out=$work/out

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
grade() { "$grader" grade --build "$fake" --submissions "$sub" --sandbox auto --no-progress --out "$out" "$@" >"$work/stdout" 2>"$work/said"; }
counts() { grade --json "$@" && tr -d ' \n' <"$work/stdout" | grep >/dev/null '"judged":'"$judged"',"shared":'"$shared"','; }
hand_in() { mkdir -p "$sub/$1" && printf '%b' "$2" >"$sub/$1/$3.cu"; }

# In one run, with several jobs at a time: while the first is being judged the others wait for it.
for i in 1 2 3 4 5 6 7 8; do hand_in "equal$i" '// fate: slow\n// nap: 0.3\n' alpha; done
hand_in other '// fate: passed\n' alpha
hand_in other '// fate: slow\n// nap: 0.3\n' beta # equal bytes, but another exercise's
judged=3 shared=7 counts --jobs 4 || fail "equal files in flight: $(cat "$work/stdout" "$work/said")"
[ "$(grep -c '^\[.*(same files as another submission)' "$work/said")" = 7 ] || fail "progress: $(cat "$work/said")"
[ "$(grep -c '^equal[0-9],7.5,slow' "$out/grades.csv")" = 8 ] || fail "not everybody has a grade: $(cat "$out/grades.csv")"

# From the store: whoever comes later. With --again one of them is judged again.
hand_in later '// fate: slow\n// nap: 0.3\n' alpha
judged=0 shared=1 counts || fail "equal files of a later run: $(cat "$work/stdout" "$work/said")"
judged=0 shared=0 counts || fail "a third run: $(cat "$work/stdout" "$work/said")"
judged=3 shared=8 counts --again || fail "again: $(cat "$work/stdout" "$work/said")"

# Each has a log and a command of their own; pages for students name nobody else, the audit does.
grep -q '^student later$' "$out/logs/later/alpha.log" || fail "later has no log"
grep -q -- '--student later' "$out/logs/later/alpha.log" || fail "the command is another one's"
grep -q 'judging alpha with seed' "$out/logs/later/alpha.log" || fail "the log does not say what the judge said"
! grep -rl equal1 "$out/students/later.html" "$out/feedback/later.html" "$out/logs/later" || fail "later reads equal1's name"
"$grader" audit later --out "$out" >"$work/audit"
grep -q 'same files as another submission: judged once, as attempt [0-9]* of equal1' "$work/audit" || fail "$(cat "$work/audit")"
"$grader" audit equal1 --out "$out" >"$work/audit"
! grep -q 'same files' "$work/audit" || fail "equal1 was judged itself: $(cat "$work/audit")"
seeds=$(grep -h 'judging alpha with seed' "$out"/logs/equal*/alpha.log "$out/logs/later/alpha.log" | sort -u | wc -l)
[ "$seeds" = 1 ] || fail "equal files have $seeds seeds"

# Without sharing, in folders of their own, everybody gets the same.
cp "$out/grades.json" "$work/shared.json"
rm -rf "$out"
for student in equal1 equal2 later other; do grade --student "$student" --again || fail "$(cat "$work/said")"; done
grade --again --student equal3 equal4 equal5 equal6 equal7 equal8 || fail "$(cat "$work/said")"
cmp "$out/grades.json" "$work/shared.json" || fail "sharing changes grades"

# What the machine had a part in holds for nobody else.
rm -rf "$sub" "$out"
for i in 1 2 3; do
  hand_in "noisy$i" '// fate: inconclusive\n' alpha
  hand_in "broken$i" '// fate: judge_dies\n' beta
  hand_in "odd$i" '// fate: judge_dies\n' alpha
done
status=0
grade --json || status=$?
[ "$status" = 1 ] || fail "internal errors must give exit status 1, not $status"
tr -d ' \n' <"$work/stdout" | grep >/dev/null '"judged":9,"shared":0,"internal_errors":3,' || fail "$(cat "$work/stdout")"

# The history of attempts: which counts, and why.
rm -rf "$sub" "$out"
hand_in ada '// fate: wrong\n' alpha
grade
hand_in ada '// fate: passed\n' alpha
grade
page=$out/feedback/ada.html
for words in '<caption>Handed in</caption>' '>wrong</span></td><td class="n">3 / 10</td><td>does not count: another one was graded last' \
  '>passed</span></td><td class="n">10 / 10</td><td>counts: what was graded last holds it'; do
  grep -q "$words" "$page" || fail "the page lacks \"$words\": $(grep -A9 'class="history"' "$page")"
done
grep -q '10 / 10' "$page" || fail "no points"
rm "$sub/ada/alpha.cu"
hand_in boris '// fate: wrong\n' alpha
grade
grep -q 'Handed in and graded before (passed, 10 / 10), but what was graded last does not hold it.' "$page" ||
  fail "work that was lost on the way is not told"
"$grader" audit ada --out "$out" | grep >/dev/null 'handed in .*: does not count: what was graded last does not hold it' || fail "audit"

# --quiet: nothing where nothing is wrong; --json beside it still answers. That a machine forbids sandboxes is worth a word.
said() { grep -v '^Without a sandbox' "$work/said"; }
grade --quiet --again
[ ! -s "$work/stdout" ] && ! said || fail "quiet: $(cat "$work/stdout" "$work/said")"
grade --quiet --json
! said && grep -q '"students": 2' "$work/stdout" || fail "quiet and json: $(cat "$work/stdout" "$work/said")"
"$grader" report --quiet --out "$out" >"$work/stdout"
[ ! -s "$work/stdout" ] || fail "report --quiet: $(cat "$work/stdout")"
"$grader" report --json --out "$out" | grep >/dev/null '"judged": 0' || fail "report --json"
echo "passed"

#!/usr/bin/env bash
# The whole of `grader grade` over the fake course: statuses, exit statuses, files, resume, narrowing, re-rendering.
set -euo pipefail
grader=$1
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sub=$work/submissions

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
grade() { "$grader" grade --build "$fake" --submissions "$sub" --sandbox auto --no-progress "$@" 2>>"$work/stderr"; }
cell() { grep "^$2," "$1/grades.csv" | cut -d, -f3; }  # status of alpha

for fate in passed slow wrong timeout race deadlock crash memory_fault counters suspicious inconclusive no_compile \
  compiler_hangs judge_dies incomplete garbage no_answer judge_fails leaves_a_child floods; do
  mkdir -p "$sub/$fate"
  echo "// fate: $fate" >"$sub/$fate/alpha.cu"
done
mkdir -p "$sub/nobody" "$sub/empty" "$sub/binary" "$sub/deep/a/b"
: >"$sub/empty/alpha.cu"
head -c 3000 /dev/zero >"$sub/binary/alpha.cu"
echo "// fate: passed" >"$sub/deep/a/b/alpha.cu"
echo "x" >"$sub/stray.txt"
mkdir -p "$sub/whole" "$sub/half" # of an exercise with two files
echo "// fate: passed" | tee "$sub/whole/gamma.cu" "$sub/half/gamma.cu" >"$sub/whole/gamma_kernels.cu"

status=0
grade --out "$work/out" --jobs 4 >"$work/stdout" || status=$?
[ "$status" = 1 ] || fail "internal errors must give exit status 1, not $status: $(cat "$work/stderr")"
for fate in passed slow wrong timeout race deadlock crash memory_fault counters suspicious inconclusive; do
  [ "$(cell "$work/out" "$fate")" = "$fate" ] || fail "$fate became $(cell "$work/out" "$fate")"
done
for fate in judge_dies incomplete garbage no_answer judge_fails; do
  [ "$(cell "$work/out" "$fate")" = internal_error ] || fail "$fate became $(cell "$work/out" "$fate")"
done
for fate in no_compile compiler_hangs binary; do
  [ "$(cell "$work/out" "$fate")" = build_error ] || fail "$fate became $(cell "$work/out" "$fate")"
done
for fate in nobody empty; do
  [ "$(cell "$work/out" "$fate")" = missing ] || fail "$fate became $(cell "$work/out" "$fate")"
done
for fate in leaves_a_child floods deep; do
  [ "$(cell "$work/out" "$fate")" = passed ] || fail "$fate became $(cell "$work/out" "$fate")"
done
[ "$(grep "^whole," "$work/out/grades.csv" | cut -d, -f7)" = passed ] || fail "two files: $(grep "^whole" "$work/out/grades.csv")"
[ "$(grep "^half," "$work/out/grades.csv" | cut -d, -f7)" = build_error ] || fail "a file is not there, and nobody says so"
grep -q 'gamma_kernels.cu was not handed in' "$work/out/grades.json" || fail "nobody says which file is not there"
grep -q 'Source: gamma_kernels.cu' "$work/out/students/whole.html" || fail "the second file is not shown"
grep -q 'stray.txt' "$work/out/grades.json" || fail "the stray file is not listed"
grep -q 'alpha.cu:1:1: error: expected a kernel' "$work/out/grades.json" || fail "the compiler's message is lost"
[ -s "$work/out/logs/wrong/alpha.log" ] || fail "there is no log"
share=$(($(nproc) > 4 ? $(nproc) / 4 : 1)) # four jobs at a time
grep -q " on $share host threads" "$work/out/logs/wrong/alpha.log" || fail "a job takes other jobs' cores"
[ ! -e "$work/out/.jobs" ] || fail "job folders are left behind"

# Unchanged work is not graded again; internal errors are tried again.
: >"$work/stderr"
grade --out "$work/out" >/dev/null || true
[ "$(grep -c '^\[' "$work/stderr")" = 5 ] || fail "only the five internal errors may run again: $(cat "$work/stderr")"

# Changed work is.
echo "// fate: passed now" >"$sub/wrong/alpha.cu"
grade --out "$work/out" --student wrong >/dev/null || fail "narrowed to one student it must end with 0"
[ "$(cell "$work/out" wrong)" = passed ] || fail "changed work was not graded again"
[ "$(cell "$work/out" race)" = race ] || fail "narrowing must not forget the others"

# The same bytes in another folder and from the store alone.
status=0
grade --out "$work/again" --jobs 1 >/dev/null || status=$?
cmp "$work/out/grades.json" "$work/again/grades.json" || fail "equal work must give equal bytes"
cp "$work/out/grades.json" "$work/before.json"
rm "$work/out/grades.json" "$work/out/grades.csv"
"$grader" report --out "$work/out" >/dev/null
cmp "$work/out/grades.json" "$work/before.json" || fail "report must write the same bytes from the store"

# What others take: the same bytes each time, and nothing without being asked.
for name in one two; do
  "$grader" export --out "$work/out" --feedback "$work/$name.zip" --junit "$work/$name.xml" \
    --gradescope "$work/$name" >/dev/null
done
cmp "$work/one.zip" "$work/two.zip" || fail "equal feedback must be equal bytes"
cmp "$work/one.xml" "$work/two.xml" || fail "equal work must give equal JUnit XML"
diff -r "$work/one" "$work/two" || fail "equal work must give equal results.json"
[ "$(find "$work/one" -name results.json | wc -l)" = "$(find "$work/out/feedback" -name '*.html' | wc -l)" ] ||
  fail "every student must have a results.json"

# Exit statuses.
expect() {
  local wanted=$1 got=0
  shift
  "$@" >/dev/null 2>&1 || got=$?
  [ "$got" = "$wanted" ] || fail "exit status $got instead of $wanted: $*"
}
expect 0 grade --out "$work/x" --student passed
expect 2 grade --out "$work/x" --student pased
expect 2 grade --out "$work/x" --exercise alfa
expect 2 grade
expect 2 "$grader" grade --build "$fake" --submissions "$work/absent" --out "$work/x"
expect 3 "$grader" grade --build "$work" --submissions "$sub" --out "$work/x"
expect 2 "$grader" report --out "$work/absent"
expect 2 "$grader" export --out "$work/absent" --junit "$work/x.xml"
expect 2 "$grader" export --out "$work/out"
expect 3 "$grader" export --out "$work/out" --feedback "$work/absent/x.zip"
expect 0 "$grader" list --course "$fake/course.yaml"
expect 0 "$grader" list --json --course "$fake/course.yaml"
expect 0 "$grader" --help
expect 2 "$grader"

# Ctrl-C: what is done is kept, nothing is left running, the same command goes on.
rm -rf "$work/out"
for i in 1 2 3 4 5 6; do
  mkdir -p "$sub/slow$i"
  printf '// fate: passed\n// nap: 0.5 %s\n' "$i" >"$sub/slow$i/alpha.cu"
done
"$grader" grade --build "$fake" --submissions "$sub" --sandbox auto --no-progress --out "$work/out" --jobs 1 \
  --student slow1 slow2 slow3 slow4 slow5 slow6 >/dev/null 2>&1 &
pid=$!
sleep 1
kill -INT "$pid"
status=0
wait "$pid" || status=$?
[ "$status" = 130 ] || fail "interrupted must give 130, not $status"
expect 0 grade --out "$work/out" --jobs 6 --student slow1 slow2 slow3 slow4 slow5 slow6
echo "passed"

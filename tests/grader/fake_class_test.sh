#!/usr/bin/env bash
# The whole of `grader grade` over the fake course: statuses, exit statuses, files, resume, narrowing, re-rendering.
set -euo pipefail
grader=$(realpath "$1")
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sub=$work/submissions

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
grade() { "$grader" grade --build "$fake" --submissions "$sub" --sandbox auto --no-progress "$@" 2>>"$work/stderr"; }
beta_cell() { grep "^$2," "$1/grades.csv" | cut -d, -f5; }
cell() { grep "^$2," "$1/grades.csv" | cut -d, -f3; }  # status of alpha

for fate in passed slow wrong timeout race deadlock crash memory_fault counters suspicious inconclusive no_compile \
  compiler_hangs judge_dies incomplete garbage no_answer judge_fails leaves_a_child floods linker_without_room says_no_room; do
  mkdir -p "$sub/$fate"
  echo "// fate: $fate" >"$sub/$fate/alpha.cu"
done
for fate in judge_dies garbage; do
  echo "// fate: $fate" >"$sub/$fate/beta.cu"
done
mkdir -p "$sub/nobody" "$sub/empty" "$sub/binary" "$sub/deep/a/b"
: >"$sub/empty/alpha.cu"
head -c 3000 /dev/zero >"$sub/binary/alpha.cu"
echo "// fate: passed" >"$sub/deep/a/b/alpha.cu"
mkdir -p "$sub/forbidden"
printf '// fate: passed\nauto sum = thrust::reduce;\n' >"$sub/forbidden/alpha.cu"
echo "x" >"$sub/stray.txt"
mkdir -p "$sub/whole" "$sub/half" # of an exercise with two files
echo "// fate: passed" | tee "$sub/whole/gamma.cu" "$sub/half/gamma.cu" >"$sub/whole/gamma_kernels.cu"

status=0
grade --out "$work/out" --jobs 4 >"$work/stdout" || status=$?
[ "$status" = 1 ] || fail "internal errors must give exit status 1, not $status: $(cat "$work/stderr")"
for fate in passed slow wrong timeout race deadlock crash memory_fault counters suspicious inconclusive; do
  [ "$(cell "$work/out" "$fate")" = "$fate" ] || fail "$fate became $(cell "$work/out" "$fate")"
done
# The reference is judged without trouble: twice in trouble means this submission alone, and a person has to look.
for fate in judge_dies incomplete garbage no_answer judge_fails linker_without_room; do
  [ "$(cell "$work/out" "$fate")" = suspicious ] || fail "$fate became $(cell "$work/out" "$fate")"
done
[ "$(cell "$work/out" says_no_room)" = build_error ] || fail "says_no_room became $(cell "$work/out" says_no_room)"
for fate in judge_dies garbage; do # of beta the reference is not judged either: the machine's fault
  [ "$(beta_cell "$work/out" "$fate")" = internal_error ] || fail "beta of $fate became $(beta_cell "$work/out" "$fate")"
done
for fate in no_compile compiler_hangs binary forbidden; do
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
grep -q 'alpha.cu:2:12: error: this exercise rules out ..thrust' "$work/out/grades.json" || fail "nobody says what is forbidden"
grep -q 'alpha.cu:1:1: error: expected a kernel' "$work/out/grades.json" || fail "the compiler's message is lost"
[ -s "$work/out/logs/wrong/alpha.log" ] || fail "there is no log"
share=$(($(nproc) > 4 ? $(nproc) / 4 : 1)) # four jobs at a time
grep -q " on $share host threads" "$work/out/logs/wrong/alpha.log" || fail "a job takes other jobs' cores"
grep -q 'told of the reference: {"device":"fake device",' "$work/out/logs/wrong/alpha.log" || fail "a judge measures the reference by itself"
! grep -q 'told of the reference' "$work/out/logs/garbage/beta.log" || fail "a reference that is not judged tells no times"
[ ! -e "$work/out/.jobs" ] || fail "job folders are left behind"

# Nor is it the student's fault where the reference is wrong itself, or one of its checks ends by the judge's own fault.
cp -r "$fake" "$work/fake"
echo "// fate: wrong" >"$work/fake/bin/reference"
mkdir -p "$work/fails/ada"
echo "// fate: internal_error" >"$work/fails/ada/alpha.cu"
status=0
"$grader" grade --build "$work/fake" --submissions "$work/fails" --sandbox auto --no-progress --out "$work/wrong" >/dev/null 2>&1 || status=$?
[ "$status" = 1 ] && [ "$(cell "$work/wrong" ada)" = internal_error ] || fail "a wrong reference makes it $(cell "$work/wrong" ada)"
grep -q 'The reference solution fails in its place, too: .*another letter.* ends with wrong' "$work/wrong/grades.json" ||
  fail "nobody says that the reference is wrong: $(cat "$work/wrong/grades.json")"

# Unchanged work is not graded again; internal errors are tried again, and what was too noisy to tell.
: >"$work/stderr"
grade --out "$work/out" >/dev/null || true
[ "$(grep -c '^\[' "$work/stderr")" = 3 ] || fail "only the two internal errors and the noise may run again: $(cat "$work/stderr")"
grep -q '^grader: 1 result was measured on a machine too noisy to tell: the same command measures again' "$work/stderr" ||
  fail "nobody says that a time is open: $(cat "$work/stderr")"

# The command in a log sees the same again: the same policy, box and inputs, in a folder of its own.
again=$(sed -n '/^# Graded again:$/{n;p}' "$work/out/logs/passed/alpha.log")
[[ $again = "grader grade --build $fake --submissions $sub --sandbox auto --salt-of $work/out --out again --student passed --exercise alpha" ]] ||
  fail "the log says: $again"
(cd "$work" && eval "$grader${again#grader}" >/dev/null 2>"$work/said") || fail "graded again: $(cat "$work/said")"
seed_of() { grep -o 'judging alpha with seed [0-9a-f]*' "$1/logs/passed/alpha.log"; }
[ -n "$(seed_of "$work/out")" ] && [ "$(seed_of "$work/out")" = "$(seed_of "$work/again")" ] || fail "graded again it has other inputs"
rm -r "$work/again"
status=0
grade --out "$work/again" --salt-of "$work/nowhere" >/dev/null || status=$?
[ "$status" = 2 ] || fail "a folder without a salt gives status $status"

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

# A run that can judge nothing (no judge, no compiler) leaves the class as it was, whatever these submissions hold: the store's rows
# of equal files as well.
mkdir -p "$work/next"
cp -r "$sub" "$work/next/sub"
echo "// fate: passed, at another time" >"$work/next/sub/race/alpha.cu"
cp "$sub/passed/alpha.cu" "$work/next/sub/slow/alpha.cu"
rm -r "$work/next/sub/crash"
for lost in fake_judge fake_compiler; do
  rm -rf "$work/next/fake"
  cp -r "$fake" "$work/next/fake"
  rm "$work/next/fake/bin/$lost"
  [ "$lost" = fake_judge ] || install -m 755 /dev/stdin "$work/next/fake/bin/$lost" <<<$'#!/bin/sh\nexit 1'
  status=0
  "$grader" grade --build "$work/next/fake" --submissions "$work/next/sub" --sandbox auto --no-progress --out "$work/out" \
    --policy "$work/next/term.yaml" >/dev/null 2>&1 || status=$?
  [ "$status" = 2 ] || fail "a policy that is not there gives status $status"
  echo "late: {loss_per_day: 10%}" >"$work/next/term.yaml"
  status=0
  "$grader" grade --build "$work/next/fake" --submissions "$work/next/sub" --sandbox auto --no-progress --out "$work/out" \
    --policy "$work/next/term.yaml" >/dev/null 2>"$work/said" || status=$?
  [ "$status" = 3 ] || fail "without $lost it ends with $status: $(cat "$work/said")"
  "$grader" report --out "$work/out" >/dev/null
  cmp "$work/out/grades.json" "$work/before.json" || fail "a grade that could not run (no $lost) changed the class"
  rm "$work/next/term.yaml"
done

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
sed 's/^        title: The first letter/&\n        due: 2027-02-01T23:59:00+01:00/' "$fake/course.yaml" >"$work/dated.yaml"
"$grader" list --course "$work/dated.yaml" | grep >/dev/null 'due 2027-02-01T23:59:00+01:00' || fail "a due date lacks its offset"
expect 0 "$grader" list --json --course "$fake/course.yaml"
expect 0 "$grader" --help
expect 2 "$grader"
expect 2 "$grader" reprot --out "$work/out"
grep -q "there is no command \"reprot\" (did you mean report?)" <<<"$("$grader" reprot 2>&1 || true)" || fail "a command that is not there is not named"
for numbers in "grade -j -1" "grade --jobs many" "calibrate --repeat 0" "similarity --most 0"; do
  # shellcheck disable=SC2086
  expect 2 "$grader" $numbers
  # shellcheck disable=SC2086
  said=$("$grader" $numbers 2>&1 || true)
  grep -qE '^grader: --[a-z]+: ".*" is no whole number from [01] on \(grader [a-z]+ --help lists what it takes\)$' <<<"$said" || fail "$numbers: $said"
done
[ "$("$grader" grade --help | grep -c '130')" = 1 ] && ! "$grader" report --help | grep -q 'internal_error\|130' || fail "help tells statuses of other commands"
expect 0 "$grader" report --out "$work/out" --quiet # internal errors are grade's to tell

# An exercise whose function nobody could write is refused before anything is written.
for id in if namespace main xor_eq sqrt sqrtf float4 index two__bars Big; do
  expect 2 "$grader" new "$id" --module 1_first --title x --course "$work/fake/course.yaml"
  [ ! -e "$work/fake/exercises/1_first/$id" ] && [ ! -e "$work/fake/solutions" ] || fail "new wrote the skeleton of $id"
done
"$grader" new if --module 1_first --title x --course "$work/fake/course.yaml" 2>"$work/said" || true
grep -q "^grader: id 'if' is a word of C++: no function can be called so (add a word, as in 'if_on_gpu')$" "$work/said" ||
  fail "new if: $(cat "$work/said")"

# An archive with a roster; what cannot be a class.
tar -C "$work" -czf "$work/week1.tar.gz" submissions
printf 'login;name\r\npassed;"Roe, Pat"\r\nabsent;Abe\r\n' >"$work/roster.csv"
"$grader" grade --build "$fake" --submissions "$work/week1.tar.gz" --roster "$work/roster.csv" --sandbox auto --no-progress \
  --out "$work/archive" --student passed absent >/dev/null 2>"$work/said" || fail "an archive is not graded: $(cat "$work/said")"
grep -q 'week1.tar.gz looks like one folder a student' "$work/said" || fail "the layout is not told: $(cat "$work/said")"
[ "$(cell "$work/archive" passed)" = passed ] || fail "the file in the archive was not graded"
[ "$(cell "$work/archive" absent)" = missing ] || fail "who handed in nothing is not in the class"
grep -q '"name": "Pat Roe"' "$work/archive/grades.json" || fail "the roster's name is lost"
grep -q 'matches nobody in the roster' "$work/archive/grades.json" || fail "who is in no roster is not listed"
mkdir -p "$work/none" "$work/likely/ada"
echo "// fate: passed" >"$work/likely/ada/Alpha (1).CU"
expect 2 "$grader" grade --build "$fake" --submissions "$work/none" --out "$work/x"
expect 2 "$grader" grade --build "$fake" --submissions "$sub/passed" --out "$work/x"
expect 2 "$grader" grade --build "$fake" --submissions "$sub" --layout moodle --out "$work/x"
expect 2 "$grader" grade --build "$fake" --submissions "$sub" --layout blackboard --out "$work/x"
expect 2 "$grader" grade --build "$fake" --submissions "$sub" --roster "$work/absent.csv" --out "$work/x"
expect 2 "$grader" grade --build "$fake" --submissions "$work/likely" --sandbox auto --out "$work/likely_out"
expect 0 "$grader" grade --build "$fake" --submissions "$work/likely" --accept-likely-names --sandbox auto --out "$work/likely_out"
[ "$(cell "$work/likely_out" ada)" = passed ] || fail "the likely name was not taken"
"$grader" grade --build "$fake" --submissions "$work/likely" --out "$work/x" 2>"$work/said" || true
grep -q 'ada/Alpha (1).CU is probably alpha.cu' "$work/said" || fail "the likely name is not proposed: $(cat "$work/said")"

# A full disk is the machine's fault, is not kept, and the same command grades it when there is room.
mkdir "$work/small"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=24m none "$work/small" 2>/dev/null; then
  mkdir -p "$work/room/ada"
  echo "// fate: disk_full" >"$work/room/ada/alpha.cu"
  try_room() { "$grader" grade --build "$fake" --submissions "$work/room" --out "$work/small/out" --sandbox auto --no-progress; }
  status=0
  try_room >/dev/null 2>&1 || status=$?
  first=$(cell "$work/small/out" ada)
  mount -o remount,size=128m "$work/small"
  try_room >/dev/null 2>&1 || true
  second=$(cell "$work/small/out" ada)
  umount "$work/small"
  [ "$status/$first" = 1/internal_error ] || fail "on a full disk it is $first, exit status $status"
  [ "$second" = passed ] || fail "with room again it is $second"
else
  echo "not tried: a full disk (nothing may be mounted here)"
fi

# A file or folder that cannot be read is nobody's mistake but the machine's. Root reads everything, unless it gives up the
# capabilities for that.
unprivileged=()
if [ "$(id -u)" = 0 ]; then
  unprivileged=(setpriv --bounding-set=-dac_override,-dac_read_search)
fi
mkdir -p "$work/locked/ada" "$work/locked/bob" "$work/locked/cy"
for name in ada bob cy; do
  echo "// fate: passed" >"$work/locked/$name/alpha.cu"
done
chmod 000 "$work/locked/ada/alpha.cu" "$work/locked/bob"
if "${unprivileged[@]}" cat "$work/locked/cy/alpha.cu" >/dev/null 2>&1 && ! "${unprivileged[@]}" cat "$work/locked/ada/alpha.cu" >/dev/null 2>&1; then
  "${unprivileged[@]}" "$grader" grade --build "$fake" --submissions "$work/locked" --out "$work/y" --sandbox auto --no-progress \
    >"$work/locked.said" 2>&1 || true
  [ "$(cell "$work/y" ada)" = internal_error ] || fail "an unreadable file became $(cell "$work/y" ada)"
  [ "$(cell "$work/y" cy)" = passed ] || fail "beside an unreadable file a readable one became $(cell "$work/y" cy)"
  [ "$(cell "$work/y" bob)" = internal_error ] || fail "an unreadable folder became $(cell "$work/y" bob)"
else
  echo "not tried: a file without rights (root reads it here, and setpriv cannot take that away)"
fi
chmod 700 "$work/locked/bob"

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

#!/usr/bin/env bash
# grader grade, killed by SIGKILL at random moments and started again, ends with the grades of an undisturbed run, byte for
# byte, and leaves no process behind: 4 times, or 100 times where WARPSCHOOL_TEST_ALL is set.
#   kill_resume_test.sh GRADER           over a class of fakes
#   kill_resume_test.sh GRADER BUILD     over part of tests/class, with the compiler, judges and simulator of that build
set -euo pipefail
grader=$1 build=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sub=$work/submissions
kills=${WARPSCHOOL_TEST_ALL:+100}
kills=${kills:-4}

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

make_fakes() {
  local fates=(passed slow wrong race crash no_compile memory_fault)
  for i in $(seq 1 40); do
    mkdir -p "$sub/student$i"
    printf '// fate: %s\n// nap: 0.0%s\n' "${fates[i % 7]}" "$((i % 8))" >"$sub/student$i/alpha.cu"
    printf '// fate: %s\n' "${fates[i % 3]}" >"$sub/student$i/beta.cu" # many are equal
  done
}

if [ -z "$build" ]; then
  make_fakes
  options=(--build "$here/fake" --jobs 3)
elif [ -e "$build/warpschool-build.json" ]; then
  mkdir "$sub"
  cp -r "$here"/../class/submissions/{ada,boris,chen,dilnoza} "$sub"
  cp -r "$sub/ada" "$sub/twin" # equal files
  options=(--build "$build" --exercise vector_add transpose reduce_shuffle)
else
  echo "skipped: this build has no course"
  exit 77
fi
options+=(--submissions "$sub" --sandbox auto --no-progress --salt kills)

"$grader" grade "${options[@]}" --out "$work/warm" >/dev/null 2>"$work/said" || fail "$(cat "$work/said")" # builds what is missing
[ -z "$build" ] || options+=(--no-build)
begin=$(date +%s%N)
"$grader" grade "${options[@]}" --out "$work/undisturbed" >/dev/null 2>&1 || fail "the undisturbed run ended with $?"
whole_ms=$((($(date +%s%N) - begin) / 1000000))

same() {
  cmp "$work/undisturbed/grades.json" "$work/disturbed/grades.json"
  cmp "$work/undisturbed/grades.csv" "$work/disturbed/grades.csv"
  diff -r "$work/undisturbed/feedback" "$work/disturbed/feedback"
}

# Processes that name the folder on their command line: boxes, compilers and judges of the killed run.
left_behind() {
  local file text
  for file in /proc/[0-9]*/cmdline; do
    { text=$(tr '\0' ' ' <"$file"); } 2>/dev/null || continue
    case $text in *"$work/disturbed"*) echo "$file: $text" ;; esac
  done
}

nothing_left() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -n "$(left_behind)" ] || return 0
    sleep 0.2
  done
  fail "a killed run left behind: $(left_behind)"
}

killed=0 ended=0 # a run that ends by itself is compared, and the next one begins from nothing
while ((killed < kills)); do
  "$grader" grade "${options[@]}" --out "$work/disturbed" >/dev/null 2>"$work/said" &
  pid=$!
  moment=$(((RANDOM * 32768 + RANDOM) % (whole_ms + 50)))
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  status=0
  if kill -KILL "$pid" 2>/dev/null; then
    wait "$pid" 2>/dev/null || status=$?
  else
    wait "$pid" || status=$?
  fi
  if ((status == 137)); then
    ((++killed))
    nothing_left
  else
    ((status == 0)) || fail "it ended with $status: $(cat "$work/said")"
    same || fail "after $killed kills the grades differ"
    ((++ended))
    rm -rf "$work/disturbed"
  fi
done
"$grader" grade "${options[@]}" --out "$work/disturbed" >/dev/null 2>"$work/said" || fail "the last run: $(cat "$work/said")"
same || fail "after the last kill the grades differ"
"$grader" report --out "$work/disturbed" >/dev/null
same || fail "from the store alone the grades differ"
echo "passed: $killed kills, $((ended + 1)) runs to the end; an undisturbed one takes $whole_ms ms"

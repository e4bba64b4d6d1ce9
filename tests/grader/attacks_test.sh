#!/usr/bin/env bash
# Grades tests/attacks with the real compiler, judges and simulator: every attack ends as tests/attacks/expected.yaml says, gets no
# more than it may, and takes nothing from the others; none ends as the machine's fault.
#   attacks_test.sh GRADER BUILD_FOLDER [ATTACK...]
set -euo pipefail
grader=$1 build=$2
shift 2
attacks=$(cd "$(dirname "$0")/../attacks" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -e "$build/warpschool-build.json" ]; then
  echo "skipped: this build has no course"
  exit 77
fi
options=(--build "$build" --submissions "$attacks" --no-progress --jobs 6 --out "$work/out")
[ $# -eq 0 ] || options+=(--student "$@")
status=0
"$grader" grade --sandbox require "${options[@]}" 2>"$work/stderr" || status=$?
if [ "$status" = 3 ] && grep -q 'sandbox\|bubblewrap' "$work/stderr"; then
  echo "skipped: what these do is for a sandbox only ($(tail -n 1 "$work/stderr"))"
  exit 77
fi
[ "$status" = 0 ] || { tail -n 20 "$work/stderr" >&2; echo "FAILED: exit status $status" >&2; exit 1; }

# Is the simulated device a process of its own?
apart=0
if grep -q '^WARPSCHOOL_DEVICE_PROCESS:[A-Z]*=ON' "$build/CMakeCache.txt" 2>/dev/null; then apart=1; fi
[[ ${LD_LIBRARY_PATH:-} != "$(cd "$build" && pwd)/lib/graded"* ]] || apart=1
value() { # NAME ROW
  sed -n "s/.*[{ ]$1: \([a-z0-9_.|]*\)[,}].*/\1/p" <<<"$2"
}

failed=0 seen=0
while IFS=$'\t' read -r attack exercise status won; do
  row=$(grep "^- {attack: $attack, exercise: $exercise," "$attacks/expected.yaml" || true)
  wanted=$(value status "$row")
  most=$(value most "$row")
  if [ "$apart" = 1 ] && [ -n "$(value apart "$row")" ]; then
    wanted=$(value apart "$row")
    most=$(value most_apart "$row")
  fi
  seen=$((seen + 1))
  if ! [[ "|$wanted|" == *"|$status|"* ]]; then
    echo "FAILED: $attack is $status instead of ${wanted:-listed in expected.yaml}" >&2
    failed=1
  elif awk "BEGIN { exit !(${won:-0} > ${most:-0}) }"; then
    echo "FAILED: $attack gets $won points, at most $most" >&2
    failed=1
  fi
done < <(awk -F, '
  { sub(/\r$/, "") }
  NR == 1 { for (i = 2; i <= NF; ++i) if ($i ~ / status$/) { name[i] = $i; sub(/ status$/, "", name[i]) } next }
  { for (i in name) if ($i !~ /^(missing|not_due_yet|skipped)$/) print $1 "\t" name[i] "\t" $i "\t" $(i - 1) }' "$work/out/grades.csv")
if [ $# -eq 0 ]; then
  listed=$(grep -c '^- {attack:' "$attacks/expected.yaml")
  [ "$seen" = "$listed" ] || { echo "FAILED: $seen attacks were graded, $listed are listed" >&2; failed=1; }
fi
[ "$failed" = 0 ] || exit 1
echo "passed: $seen attacks"

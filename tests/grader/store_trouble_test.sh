#!/usr/bin/env bash
# A full disk and a read-only one under an output folder: named, nothing lost, and the same command goes on when it is mended.
#   store_trouble_test.sh GRADER
# Mounts in a mount namespace of its own, and says "skipped" where none can be had.
set -euo pipefail
grader=$1
if [ -z "${WARPSCHOOL_INSIDE:-}" ]; then
  for way in "unshare --mount" "unshare --user --map-root-user --mount"; do
    # shellcheck disable=SC2086
    if $way sh -c 'mount -t tmpfs -o size=64k none /mnt' 2>/dev/null; then
      # shellcheck disable=SC2086
      WARPSCHOOL_INSIDE=1 exec $way "$0" "$@"
    fi
  done
  echo "skipped: nothing may be mounted here"
  exit 77
fi
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'umount -l "$work/disk" 2>/dev/null || true; rm -rf "$work"' EXIT
sub=$work/submissions out=$work/disk/out

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
grade() { "$grader" grade --build "$fake" --submissions "$sub" --sandbox auto --no-progress --out "$@" >"$work/stdout" 2>"$work/said"; }
expect() { # STATUS WORDS COMMAND...
  local wanted=$1 words=$2 got=0
  shift 2
  "$@" >"$work/stdout" 2>"$work/said" || got=$?
  [ "$got" = "$wanted" ] || fail "exit status $got instead of $wanted: $*: $(cat "$work/said")"
  [ -z "$words" ] || grep -q -- "$words" "$work/said" || fail "it does not say \"$words\" but: $(cat "$work/said")"
}

for i in $(seq 1 30); do
  mkdir -p "$sub/student$i"
  { echo "// fate: passed" && head -c 6000 /dev/zero | tr '\0' "$(printf "\\$(printf %o $((65 + i % 26)))")" && echo " $i"; } >"$sub/student$i/alpha.cu"
done
grade "$work/undisturbed" || fail "$(cat "$work/said")"

# Full, at several moments: from the first row of the store to the last page of the report.
mkdir "$work/disk"
total_kib=$(du -sk "$work/undisturbed" | cut -f1)
moments=(2 45 95)
[[ -z ${WARPSCHOOL_TEST_ALL:-} ]] || moments=(2 20 45 70 95)
for percent in "${moments[@]}"; do
  mount -t tmpfs -o size=$((total_kib * percent / 100))k none "$work/disk"
  expect 3 'there is no room left on the disk, or in your quota. Nothing that was graded is lost: make room' grade "$out"
  [ "$(wc -l <<<"$(grep '^grader: ' "$work/said")")" = 1 ] || fail "it says more than one thing: $(cat "$work/said")"
  before=$(grep -c '^\[' "$work/said" || true)
  mount -o remount,size=$((total_kib * 4))k "$work/disk"
  grade "$out" || fail "with room again: $(cat "$work/said")"
  after=$(grep -c '^\[' "$work/said" || true)
  ((before + after <= 32)) || fail "$before were graded before the disk was full and $after of 30 after it"
  cmp "$work/undisturbed/grades.json" "$out/grades.json" || fail "a full disk changed the grades"
  umount "$work/disk"
done

# Read-only: what is there can be read, and whoever wants to write is told why not.
mount -t tmpfs -o size=$((total_kib * 4))k none "$work/disk"
grade "$out" || fail "$(cat "$work/said")"
mount -o remount,ro "$work/disk"
expect 3 "cannot write into $out: the disk is read-only. Mount it writable, or copy the folder" grade "$out"
expect 3 'cannot make the folder .*: the disk is read-only' grade "$work/disk/new"
expect 3 'the disk is read-only' "$grader" report --out "$out"
expect 3 'the disk is read-only' "$grader" comment --out "$out" --student student1 --text hello
expect 0 '' "$grader" audit student1 --out "$out"
grep -q '10 of 20 points due' "$work/stdout" || fail "audit: $(cat "$work/stdout")"
expect 0 '' "$grader" diff --out "$out"
expect 0 '' "$grader" export --out "$out" --junit "$work/junit.xml"
umount "$work/disk"
echo "passed"

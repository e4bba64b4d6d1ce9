#!/usr/bin/env bash
# Work of a group is compared once: its people are not alike each other, and whoever copied it makes one pair, not one for each of them.
#   similarity_groups_test.sh GRADER
set -euo pipefail
grader=$1
fake=$(cd "$(dirname "$0")/fake" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
odd() { # NAMES: an uncommon way to do it, with three names of one's own
  printf '// fate: passed\n__global__ void scale(const float* in, float* out, unsigned n) {\n  unsigned %s = blockIdx.x * blockDim.x + threadIdx.x;\n' "$1"
  printf '  while (%s < n) {\n    const float %s = in[%s];\n    out[%s] = %s + %s - 0.5f * %s + 0.5f * %s;\n    %s += gridDim.x * blockDim.x;\n  }\n}\n' \
    "$1" "$2" "$1" "$1" "$2" "$2" "$2" "$2" "$1"
}
plain() { # NUMBER: another way for each
  printf '// fate: passed\nint f%s(int a) {\n' "$1"
  for i in $(seq 1 12); do printf '  a = a %s %s;\n' "$(cut -c$(((i * $1) % 6 + 1)) <<<'+-*/&^')" "$((i * $1))"; done
  printf '  return a;\n}\n'
}
roster() {
  echo 'name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id'
  echo 'Tim Bauer,61,,tim,S1,Lab Group 1,501,'
  echo 'Eva Cruz,62,,eva,S1,Lab Group 1,501,'
  echo 'Ida Dahl,63,,ida,S1,Lab Group 2,502,'
  echo 'Jon Egger,64,,jon,S1,Lab Group 2,502,'
  echo 'Ann Solo,65,,ann,S1,,,'
}
grade() { # NAME: the class in NAME/class
  "$grader" grade --build "$fake" --submissions "$work/$1/class" --roster "$work/roster.csv" --sandbox auto --no-progress --out "$work/$1/out" \
    >"$work/stdout" 2>"$work/said" || fail "$1: $(cat "$work/said")"
}
alike() { # NAME OPTION...: "LEFT RIGHT" a line
  local name=$1
  shift
  "$grader" similarity --out "$work/$name/out" --course "$fake/course.yaml" --json "$@" >"$work/alike.json" || fail "$name: similarity"
  tr -d ' \n' <"$work/alike.json" | grep -o '"left":"[^"]*","right":"[^"]*"' | sed 's/"left":"\(.*\)","right":"\(.*\)"/\1 \2/' || true
}
works() { tr -d ' \n' <"$work/alike.json" | grep -o '"works":[0-9]*'; }
roster >"$work/roster.csv"

# A group alone, and somebody else: its two people have one work.
mkdir -p "$work/apart/class"
odd place old >"$work/apart/class/labgroup1_61_801_alpha.cu"
plain 5 >"$work/apart/class/labgroup2_63_802_alpha.cu"
plain 7 >"$work/apart/class/soloann_65_803_alpha.cu"
grade apart
grep -q 'Lab Group 1: tim, eva' "$work/said" || fail "the group is not told: $(cat "$work/said")"
[ "$(grep -c '^\(tim\|eva\|ida\|jon\|ann\),[1-9]' "$work/apart/out/grades.csv")" = 5 ] || fail "not everybody has a grade: $(cat "$work/apart/out/grades.csv")"
pairs=$(alike apart)
[ -z "$pairs" ] || fail "people of one group are alike each other: $pairs"
[ "$(works)" = '"works":3' ] || fail "five people in two groups and one alone have three works, not $(works)"

# Another group and one alone have copied, with other names: three works are alike, by one of each.
mkdir -p "$work/copied/class"
odd place old >"$work/copied/class/labgroup1_61_801_alpha.cu"
odd k v >"$work/copied/class/labgroup2_63_802_alpha.cu"
odd here value >"$work/copied/class/soloann_65_803_alpha.cu"
grade copied
pairs=$(alike copied)
[ "$(wc -l <<<"$pairs")" = 3 ] || fail "three works make three pairs, not: $pairs"
for pair in $pairs; do
  case $pair in eva | ida | jon | tim | ann) ;; *) fail "who is $pair?" ;; esac
done
for one in 'tim.*eva' 'eva.*tim' 'ida.*jon' 'jon.*ida'; do
  ! grep -q "$one" <<<"$pairs" || fail "a group is alike itself: $pairs"
done

# Last year's groups are one work each, too.
pairs=$(alike apart --earlier "$work/copied/out")
[ "$(wc -l <<<"$pairs")" = 3 ] || fail "one work and three of last year make three pairs, not: $pairs"
[ "$(grep -c '^\(tim\|eva\) out/\|^out/[a-z]* \(tim\|eva\)$' <<<"$pairs")" = 3 ] || fail "this year's work is in each of them: $pairs"
[ "$(works)" = '"works":6' ] || fail "three works and three of last year are six, not $(works)"
echo "passed"

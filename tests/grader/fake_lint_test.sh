#!/usr/bin/env bash
# `grader lint` and `grader calibrate` over the fake course: attacks, mutants, excuses, thresholds, the patch.
set -euo pipefail
grader=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$(cd "$(dirname "$0")/fake" && pwd)" "$work/fake"
fake=$work/fake
exercise=$fake/exercises/1_first/alpha
solution=$fake/solutions/1_first/alpha

fail() {
  echo "FAILED: $*" >&2
  cat "$work/said" >&2
  exit 1
}
lint() {
  status=0
  "$grader" lint alpha --build "$fake" --sandbox auto --no-build "$@" >"$work/said" 2>"$work/progress" || status=$?
}
says() { grep -qF -- "$1" "$work/said" || fail "lint does not say: $1"; }
silent() { ! grep -qF -- "$1" "$work/said" || fail "lint says: $1"; }

mkdir -p "$solution/near_misses"
printf '// TODO(1): add (about 1 line)\n// END TODO(1)\nvoid f() { k<<<1, 1>>>(); }\n// fate: wrong\n' >"$exercise/alpha.cu"
printf '// TODO(1): add (about 1 line)\nint sum = a + b;\n// END TODO(1)\nvoid f() { k<<<1, 1>>>(); }\n// fate: passed\n' >"$solution/alpha.cu"
echo "// fate: passed" >"$exercise/reference.cu"
echo "// fate: slow" >"$solution/near_misses/slow_a.cu"

lint
[ "$status" = 1 ] || fail "findings must give exit status 1, not $status"
says 'attack reference: a submission that is the reference gets full marks'
says 'attack no_launch: a submission that launches no kernel gets full marks'
says 'attacks that this exercise gives no handle for: serial, serial_block, serial_idle, serial_block_idle, one_thread_of_many, one_block_of_many, one_lane_of_warps, one_lane_of_warps_thinned, cached_answer'
says 'task 1 on sim: the model answer'"'"'s ratio is 2.5, full points from 2 on (0.80 of it); at most 1.8'
says 'course.yaml:12:84: full_at 2 is more than 0.75 of the model answer'"'"'s ratio on sim, which is 2.5 (write full_at: 1.8)'
silent mutation

lint --brief
[ "$status" = 1 ] || fail "a threshold without room must give exit status 1, not $status"
says 'course.yaml:12:84: full_at 2 is more than'
silent attack
silent slow_a

lint --attack
says 'solutions/1_first/alpha/alpha.cu:2:13: mutation: + -> - gets full marks'

cat >"$solution/excused.yaml" <<'END'
- {attack: reference, why: it is all there is}
- {attack: one_warp, why: no such attack}
- {mutation: int sum = a + b;, change: + -> -, why: nobody looks}
END
lint --attack --mutants 0
silent 'attack reference'
silent mutation:
says 'solutions/1_first/alpha/excused.yaml:2:3: nothing needs this excuse'

cp "$fake/bin/reference" "$work/reference"
echo '// fate: wrong' >"$fake/bin/reference"
lint --brief
says 'exercises/1_first/alpha/reference.cu: the reference is wrong: "another letter": wrong'
echo '- {reference: another letter, why: it is a plain one}' >>"$solution/excused.yaml"
lint --brief
silent 'the reference'
cp "$work/reference" "$fake/bin/reference"
lint --brief
says 'solutions/1_first/alpha/excused.yaml:4:3: the reference passes "another letter": nothing needs this excuse'

echo '- {attack: reference}' >"$solution/excused.yaml"
lint
says "solutions/1_first/alpha/excused.yaml:1:3: an excuse has no 'why'"

"$grader" calibrate alpha --build "$fake" --sandbox auto --no-build --patch "$work/patch" >"$work/said" 2>"$work/progress" ||
  fail "calibrate failed: $(cat "$work/progress")"
says 'alpha, task 1 on sim, n = 64'
says 'slow_a'
(cd "$fake" && patch -p1 <"$work/patch" >/dev/null) || fail "the patch does not apply: $(cat "$work/patch")"
grep -q 'gpu: {n: 64, full_at: 2}, sim: {n: 64, full_at: 1.8}' "$fake/course.yaml" || fail "the threshold is not the proposed one"

"$grader" calibrate alpha --build "$fake" --sandbox auto --no-build --repeat 3 >"$work/said" 2>"$work/progress" && status=0 || status=$?
says 'alpha, task 1 on sim, model answer: 3 passed'

# What a release is refused for before anything is built.
refused() {  # exit status, what it says, options
  local want=$1 text=$2
  shift 2
  status=0
  "$grader" release "$work/release" --build "$fake" --no-build "$@" >"$work/said" 2>&1 || status=$?
  [ "$status" = "$want" ] || fail "a release that must be refused gives exit status $status, not $want"
  says "$text"
  [ ! -e "$work/release" ] || fail "something was released"
}
cp "$solution/alpha.cu" "$exercise/alpha_solution.cu"
refused 1 'exercises/1_first/alpha/alpha_solution.cu: is code that nothing names' --exercise alpha
rm "$exercise/alpha_solution.cu"
cp "$exercise/alpha.cu" "$work/stub.cu"
sed 's/a + b/a+b/' "$solution/alpha.cu" >"$exercise/alpha.cu"
refused 1 'exercises/1_first/alpha/alpha.cu:1:1: TODO(1) of the stub holds the answer of solutions/1_first/alpha/alpha.cu' --exercise alpha
cp "$work/stub.cu" "$exercise/alpha.cu"
cp "$fake/course.yaml" "$work/course.yaml"
printf '  - {id: 2_empty, title: Nothing yet, exercises: []}\n' >>"$fake/course.yaml"
refused 2 'module 2_empty has no exercise' --module 2_empty
cp "$work/course.yaml" "$fake/course.yaml"

# A build that lacks something is told so before anything is graded, and nothing is blamed on the machine.
cannot() {  # command: what is missing, and how it comes
  status=0
  "$grader" "$@" --build "$fake" --sandbox auto --no-build >"$work/said" 2>&1 || status=$?
  [ "$status" = 3 ] || fail "$1 without a judge must give exit status 3, not $status"
  says "$fake/bin/fake_judge: the judge of exercise 'alpha' for backend sim is not built"
  silent 'left no answer'
}
mv "$fake/bin/fake_judge" "$work/fake_judge"
touch "$fake/CMakeCache.txt"
mkdir -p "$work/submissions/ada"
cp "$exercise/alpha.cu" "$work/submissions/ada"
for command in "lint alpha" "calibrate alpha" "grade --submissions $work/submissions --out $work/out"; do
  # shellcheck disable=SC2086  # the words of a command
  cannot $command
  says "cmake --build $fake --target judge_alpha reference_alpha"
done
cannot lint alpha
says 'alpha: exercises/1_first/alpha/hints.md: is missing'
rm "$fake/CMakeCache.txt"
cannot lint alpha
says 'install it again'
echo "passed"

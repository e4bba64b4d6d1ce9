#!/bin/bash
# The skeleton that `grader new` writes (docs/ADDING_AN_EXERCISE.md), on a scratch course: its judge compiles, its model answer gets
# full marks, its stub and near misses what their names say, and lint names the texts and rules that are still to be written and nothing else.
# usage: new_test.sh GRADER SOURCE_DIR BUILD_DIR SCRATCH
set -u
grader=$1 source_dir=$2 build=$3 scratch=$4
module=1_first_kernels
id=twice_each
failures=0
fail() { echo "FAILED: $1"; sed 's/^/    /' "$scratch/out.txt"; failures=$((failures + 1)); }
expect() { grep -Eq -- "$2" "$scratch/out.txt" || fail "$1: no line matches: $2"; }

[[ -e $build/warpschool-build.json ]] || { echo "skipped: this build has no course"; exit 77; }
[[ -e $build/build.ninja ]] || { echo "skipped: this build is not Ninja's, which tells how a judge is made"; exit 77; }
cmake --build "$build" --target judge_vector_add reference_vector_add simcc >/dev/null || exit 2
rm -rf "$scratch" && mkdir -p "$scratch/exercises/$module" "$scratch"/build/sim/{bin,lib/reference} && cd "$scratch" || exit 2
cp -r "$source_dir/exercises/$module/vector_add" "$source_dir/exercises/$module/README.md" "exercises/$module"
cat >course.yaml <<END
title: t
modules:
  - id: $module
    title: First kernels
    exercises:
      - {id: vector_add, title: Add two vectors, points: {correctness: 7, counters: 3},
         counters: [{task: 2, name: idle_blocks, max: 0.999}]}
END

"$grader" new $id --module $module --title "Twice each" --course course.yaml >out.txt 2>&1 || fail "new"
expect "it says what comes next" "^Next: grader lint $id"
grep -q "id: $id" course.yaml || fail "course.yaml has the exercise"
"$grader" new $id --module $module --title "Twice each" --course course.yaml >out.txt 2>&1 && fail "a second one of its name is made"
expect "and that is told" "has an exercise $id already"

# The judge as the build makes that of vector_add: the same commands with other names.
ninja -C "$build" -t commands bin/judge_vector_add | grep 'judge_vector_add' >commands.txt
grep -- '-o [^ ]*harness.cpp.o' commands.txt | tail -n 1 |
  sed "s|-o [^ ]*harness.cpp.o|-o $scratch/harness.o|; s|-MF [^ ]*|-MF $scratch/harness.d|; s|-c [^ ]*|-c $scratch/exercises/$module/$id/harness.cpp|
       s|$source_dir/exercises/$module/vector_add|$scratch/exercises/$module/$id|g" >compile.sh
tail -n 1 commands.txt | sed "s|[^ ]*vector_add/harness.cpp.o|$scratch/harness.o|; s|-o bin/judge_vector_add|-o $scratch/build/sim/bin/judge_$id|" >link.sh
(cd "$build" && bash "$scratch/compile.sh" && bash "$scratch/link.sh") >out.txt 2>&1 || { fail "the judge does not compile"; exit 1; }
[[ ! -s out.txt ]] || fail "the judge compiles with warnings"
"$build/bin/simcc" -O2 -std=c++17 -lineinfo -I exercises/$module/$id -shared -Xcompiler -fPIC -o build/sim/lib/reference/$id.so \
  exercises/$module/$id/reference.cu >out.txt 2>&1 || { fail "the reference does not compile"; exit 1; }
cat >build/sim/warpschool-build.json <<END
{"schema": 1, "preset": "sim", "source_dir": "$scratch", "course": "$scratch/course.yaml",
 "toolchain": {"cxx": "a", "clang": "b", "nvcc": null, "cmake": "c"}, "backends": [{"name": "sim",
 "kinds": ["correctness", "timing", "counters"], "compiler": ["$build/bin/simcc", "-O2", "-std=c++17", "-lineinfo"],
 "shared_flags": ["-shared", "-Xcompiler", "-fPIC"], "read_only_paths": ["$build/bin", "$build/lib", "$source_dir/simulator/toolkit/include"],
 "exercises": {"$id": {"judge": "$scratch/build/sim/bin/judge_$id",
 "reference": "$scratch/build/sim/lib/reference/$id.so", "student": "$scratch/build/sim/lib/student/$id.so",
 "include": ["$scratch/exercises/$module/$id"]}}}]}
END

"$grader" lint --no-build --sandbox auto --build build/sim $id >out.txt 2>&1
status=$?
[[ $status -eq 1 ]] || fail "lint ends with $status: there are texts to be written"
expect "the model answer passes" "solutions/$module/$id/$id.cu passed"
expect "the stub does not" "exercises/$module/$id/$id.cu wrong"
for verdict in memory_fault wrong; do
  expect "near misses are found out" "near_misses/${verdict}_[a-z_]*.cu $verdict"
done
expect "and what a check of time or counters must see is told" "attack serial: a submission that does the whole problem in one thread gets full marks"
grep "^$id:" out.txt | grep -v "to be written\|write me\|: attack \|: attacks that this exercise gives no handle for" >others.txt
[[ ! -s others.txt ]] || { cp others.txt out.txt; fail "lint finds more than texts and rules that are still to be written"; }
exit $((failures > 0))

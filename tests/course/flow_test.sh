#!/bin/bash
# What a student and an instructor live through with cmake and ctest, on a scratch tree with a fake compiler and judge.
# usage: flow_test.sh SOURCE_DIR COURSE_TOOL WARP SCRATCH
set -u
source_dir=$1 course_tool=$2 warp=$3 scratch=$4
failures=0

# expect WHAT PATTERN: the last output must have a line that matches; expect_not: must have none.
expect() { grep -Eq -- "$2" out.txt || { echo "FAILED: $1: no line matches: $2"; sed 's/^/    /' out.txt; failures=$((failures + 1)); }; }
expect_not() { ! grep -Eq -- "$2" out.txt || { echo "FAILED: $1: a line matches: $2"; sed 's/^/    /' out.txt; failures=$((failures + 1)); }; }
run() { "$@" >out.txt 2>&1; status=$?; }
expect_status() { [[ $status -eq $2 ]] || { echo "FAILED: $1: exit status $status, not $2"; sed 's/^/    /' out.txt; failures=$((failures + 1)); }; }
tests() { run timeout 60 ctest --test-dir build/sim --output-on-failure "$@"; }
newer() { sleep 0.05; touch "$1"; }

exercise() {  # exercise ID ANSWER: a whole exercise in module 1_m
  mkdir -p "exercises/1_m/$1"
  echo "#include \"$1.hpp\"
extern \"C\" int answer() { return ANSWER; }" >"exercises/1_m/$1/$1.cu"
  echo "#define ANSWER $2" >"exercises/1_m/$1/$1.hpp"
  echo 'extern "C" int answer() { return 42; }' >"exercises/1_m/$1/reference.cu"
  echo '#define TEST_CASE(name, tags) extern const int points_possible; const int points_possible = 4
TEST_CASE("the answer", "[task 1][correctness]");' >"exercises/1_m/$1/harness.cpp"
}
entry() { echo "      - {id: $1, title: t, points: {correctness: 4}}"; }

rm -rf "$scratch" && mkdir -p "$scratch/build/sim/bin" && cd "$scratch" || exit 2
cp -r "$source_dir"/tests/course/flow/* .
ln -s "$source_dir/cmake" "$source_dir/harness" "$source_dir/simulator" .
cp "$course_tool" build/sim/bin/course_tool  # newer than its sources: not built again
cp "$warp" build/sim/bin/warp
printf 'title: t\nmodules:\n  - id: 1_m\n    title: m\n    exercises:\n' >course.yaml
{ entry aa; entry bb; } >>course.yaml
cp course.yaml whole.yaml
{ entry missing; entry half; } >>course.yaml
exercise aa 42
exercise bb 41
exercise half 42
rm exercises/1_m/half/harness.cpp
sed -i 's/correctness/corectness/' exercises/1_m/bb/harness.cpp

run cmake -S . -B build/sim -G Ninja
expect_status "what is not there stops CMake" 1
expect "a folder" "^course.yaml:8:14: exercise 'missing' has no folder exercises/1_m/missing \\(grader new makes one"
expect "a file" "^course.yaml:9:14: exercises/1_m/half has no harness.cpp"
expect "a tag" '^exercises/1_m/bb/harness.cpp:2:1: TEST_CASE "the answer" needs exactly one of the tags'
cp whole.yaml course.yaml
exercise bb 41
rm -r exercises/1_m/half

run cmake -S . -B build/sim -G Ninja
expect_status "mended, it configures" 0

tests
expect "a right answer passes" "aa.check .*Passed"
expect "the table shows full marks too" "^  aa +4 of 4 +full marks"
expect "a wrong answer fails" "bb.check .*Failed"
expect "its points say so" "^0 of 1 task, 0/4 points"
expect "what was asked" "^Task 1: the answer"
expect "and what happened" "^  expected 42, got 41"
expect "and what to do next" "^Next: exercises/1_m/bb/bb.cu, then ctest --preset sim -R bb"
expect_not "seeds and commands stay away" "judge_bb|[Ss]eed"
expect "the table names the loss" "^  bb +0 of 4 +wrong: task 1, the answer"
run build/sim/bin/warp check bb --verbose
expect_status "warp agrees with ctest" 1
expect "and tells with --verbose how to repeat it" "judge_bb .*--seed 7"
run build/sim/bin/warp check aa
expect_status "in what passes, too" 0

tests -R '^aa\.'
expect_status "one exercise alone" 0
expect "tells its screen although it passed" "^Passed. Next: bb"
expect_not "and no table" "^Points"
expect "needs its builds only" "aa.build"
expect_not "and no other exercise" "bb\.(build|check)"

echo 'extern "C" int answer() { return 42 }' >exercises/1_m/bb/bb.cu
tests
expect "a stub that does not compile shows the compiler's message with the student's line" "^exercises/1_m/bb/bb.cu:1:.*error"
expect_not "without ninja's noise" "FAILED: \[|FAILED: lib|ninja:|simcc.sh"
expect "its judge does not run" "bb.check .*Not Run"
expect "and it fails alone" "aa.check .*Passed"
run build/sim/bin/warp check bb
expect_status "warp does not build it, either" 1
expect "and says the same" "^exercises/1_m/bb/bb.cu:1:.*error"

exercise bb 42
tests -R '^bb\.'
expect_status "a mended stub passes at once" 0
echo '#define ANSWER 40' >exercises/1_m/bb/bb.hpp
tests -R '^bb\.'
expect "a changed header is seen" "expected 42, got 40"
exercise bb 42

newer course.yaml && entry cc >>course.yaml && exercise cc 42
tests -R '^cc\.'
expect_status "a new exercise needs its folder and course.yaml, nothing else, and is seen in the same run" 0
expect "its points count" "1 of 1 task, 4/4 points"

cp course.yaml whole.yaml
newer course.yaml && sed -i 's/points: {correctness: 4}/ponits: {correctness: 4}/' course.yaml
run cmake build/sim
expect_status "a mistake in course.yaml stops CMake" 1
expect "with file, line, column and a suggestion" "^course.yaml:6:28: unknown key 'ponits'.*did you mean 'points'"
expect "all of them at once" "^course.yaml:8:"
tests -R '^aa\.'
expect "ctest shows them as well" "^course.yaml:6:28: unknown key"
cp whole.yaml course.yaml

run env FLOW_NO_GPU=1 ctest --test-dir build/sim -R '^aa\.check'
expect "a judge that cannot run is skipped, never passed" "aa.check .*Skipped"

exercise bb 42 && echo 'int helper() { return 1; }' >exercises/1_m/bb/helper.cu
sed -i 's/{id: bb, title: t,/{id: bb, title: t, files: [bb.cu, helper.cu],/' course.yaml && newer course.yaml
tests -R '^bb\.'
expect_status "an exercise of two sources builds" 0

rm -rf exercises
run cmake build/sim
expect_status "a tree without exercises configures" 0
expect "and says what it leaves out" "exercises/1_m/aa has no harness.cpp"

rm -f out.txt
[[ $failures -eq 0 ]] || { echo "$failures expectations failed"; exit 1; }
rm -rf "$scratch"
echo "all expectations hold"

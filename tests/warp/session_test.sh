#!/bin/bash
# A beginner's first exercise with warp, on a scratch course with a copy of vector_add. Compiler, judge and reference are real.
# usage: session_test.sh CMAKE SOURCE_DIR BUILD_DIR SCRATCH
set -u
cmake=$1 source_dir=$2 build=$3 scratch=$4
exercise=exercises/1_first_kernels/vector_add
failures=0

fail() { echo "FAILED: $1"; sed 's/^/    /' "$scratch/out.txt"; failures=$((failures + 1)); }
expect() { grep -Eq -- "$2" "$scratch/out.txt" || fail "$1: no line matches: $2"; }
expect_not() { ! grep -Eq -- "$2" "$scratch/out.txt" || fail "$1: a line matches: $2"; }
warp() { timeout 100 build/sim/bin/warp "$@" >"$scratch/out.txt" 2>&1; status=$?; }
expect_status() { [[ $status -eq $2 ]] || fail "$1: exit status $status, not $2"; }
lines() { [[ $(wc -l <"$scratch/out.txt") -le $2 ]] || fail "$1: more than $2 lines"; }

"$cmake" --build "$build" --target exercise_vector_add warp_program >/dev/null || exit 2
rm -rf "$scratch" && mkdir -p "$scratch/exercises/1_first_kernels" "$scratch"/build/sim/{bin,lib/reference,lib/student} && cd "$scratch" || exit 2
cp -r "$source_dir/$exercise" exercises/1_first_kernels
ln -s "$source_dir/cmake" .
ln "$build/bin/warp" build/sim/bin/warp 2>/dev/null || cp "$build/bin/warp" build/sim/bin/warp
ln -s "$build/lib/reference/vector_add.so" build/sim/lib/reference/
cat >course.yaml <<END
title: t
modules:
  - id: 1_first_kernels
    title: First kernels
    exercises:
      - {id: vector_add, title: Add two vectors, points: {correctness: 7, counters: 3}, limits: {run: 30s},
         counters: [{task: 2, name: idle_blocks, max: 0.999}]}
END
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(session LANGUAGES NONE)
add_custom_command(OUTPUT lib/student/vector_add.so DEPENDS \${PROJECT_SOURCE_DIR}/$exercise/vector_add.cu
    \${PROJECT_SOURCE_DIR}/$exercise/vector_add.hpp
  COMMAND $build/bin/simcc -O2 -std=c++17 -lineinfo -I \${PROJECT_SOURCE_DIR}/$exercise -shared -Xcompiler -fPIC
    -o lib/student/vector_add.so \${PROJECT_SOURCE_DIR}/$exercise/vector_add.cu)
add_custom_target(exercise_vector_add DEPENDS lib/student/vector_add.so)
END
cat >build/sim/warpschool-build.json <<END
{"schema": 1, "preset": "sim", "source_dir": "$scratch", "course": "course.yaml", "backends": [{"name": "sim",
 "kinds": ["correctness", "timing", "counters"], "compiler": ["$build/bin/simcc", "-O2", "-std=c++17", "-lineinfo"],
 "shared_flags": ["-shared", "-Xcompiler", "-fPIC"], "exercises": {"vector_add": {"judge": "$build/bin/judge_vector_add",
 "reference": "build/sim/lib/reference/vector_add.so", "student": "$scratch/build/sim/lib/student/vector_add.so",
 "include": ["$scratch/$exercise"]}}}]}
END
mkdir -p build/sim/stubs/vector_add && cp $exercise/vector_add.cu build/sim/stubs/vector_add
"$cmake" -S . -B build/sim -G Ninja >out.txt 2>&1 || fail "configure"
export GIT_CEILING_DIRECTORIES="$scratch/.." # whatever repository the build lies in does not know the scratch course

warp
expect_status "the map" 0
expect "what is next" "^> vector_add +0/2 tasks +0/10 +next: Add two vectors"

warp check
expect_status "the stub does not pass" 1
expect "an empty TODO is named" "^TODO\(1\) in vector_add.cu is still empty"
expect "and what to do" "^Next: $exercise/vector_add.cu,$"
expect "with what comes then" "^      then build/sim/bin/warp check vector_add"
lines "the stub" 13

warp hint
expect "the first hint" "^vector_add, task 1: hint 1 of 3"
warp hint
expect "the second one is another" "hint 2 of 3"

sed -i 's|^  // END TODO(1)|  sum[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n&|' $exercise/vector_add.cu
warp check
expect_status "a fault does not pass" 1
expect "it is named" "task 1 +memory fault"
expect "with its line" "^  [0-9]+ \|   sum\[blockIdx.x"
expect "and a caret" "^ +\| +\^"
expect "and one mend" "^  Try: There are more threads than elements"
expect_not "and neither seeds nor commands" "[Ss]eed|judge_vector_add"
lines "a fault" 22 # a terminal has 24

# What a save changes is built without Ninja, whose log then stays as it was; all else is left to Ninja.
ninjas_log() { stat -c '%s %y' build/sim/.ninja_log; }
is_quick() { [[ $(ninjas_log) == "$log" ]] || fail "$1: the whole build was asked"; }
is_whole() { [[ $(ninjas_log) != "$log" ]] || fail "$1: the whole build was not asked"; log=$(ninjas_log); }
log=$(ninjas_log)
sed -i 's|sum\[blockIdx|sum\[blokIdx|' $exercise/vector_add.cu
warp check
expect_status "what does not compile does not pass" 1
expect "and says where" "^$exercise/vector_add.cu:[0-9]+:.*error"
is_quick "a file that does not compile"
warp check
expect_status "nor does it a second time" 1
sed -i 's|sum\[blokIdx|sum\[blockIdx|' $exercise/vector_add.cu
sleep 0.1 # a file saved at the very moment of its compilation would be compiled once more
warp check
expect "and mended it is judged" "task 1 +memory fault"
is_quick "a mended file"
module=$(stat -c %y build/sim/lib/student/vector_add.so)
warp check
expect "as it is without a change" "task 1 +memory fault"
[[ $(stat -c %y build/sim/lib/student/vector_add.so) == "$module" ]] || fail "what is up to date was built again"
echo "// a change" >>$exercise/vector_add.hpp
warp check
is_whole "a changed header"
touch course.yaml $exercise/.vector_add.cu.swp
warp check
expect "the same verdict" "task 1 +memory fault"
rm build/sim/lib/student/vector_add.so
warp check
expect "a module that is gone is made again" "task 1 +memory fault"

# Asked again are the inputs that failed.
seed=$(grep -o 'seed: .*' .warp/progress.yaml)
warp check
[[ -n $seed && $(grep -o 'seed: .*' .warp/progress.yaml) == "$seed" ]] || fail "a failed check keeps its inputs"
warp chekc
expect_status "what is no command" 2
expect "the nearest one is named" "did you mean warp check\?"
warp list
expect "or all of them" "^there is no command 'list': there are check, watch"
cp $exercise/vector_add.cu kept.cu
: >$exercise/vector_add.cu
warp check $exercise/
expect "an empty file was given nothing" "^  Your file must define extern"
expect "what is gone may be had again" "^  Try: vector_add was handed out with this exercise and is gone"
cp kept.cu $exercise/vector_add.cu
sed -i 's|^extern "C"|inline int most(int a, int b) { return std::max({a, b}) + std::vector<int>{a}[0]; }\n&|' $exercise/vector_add.cu
warp check vector_add.cu
expect "a missing header is named" "^Try: #include <vector>"
cp kept.cu $exercise/vector_add.cu

warp reset vector_add
expect "the stub is back, the work is kept" "yours is kept as .warp/backups/vector_add/vector_add.cu.1"
cmp -s $exercise/vector_add.cu build/sim/stubs/vector_add/vector_add.cu || fail "the stub is not as it was"
grep -q 'sum\[blockIdx' .warp/backups/vector_add/vector_add.cu.1 || fail "the backup is not the work"

# A solution of its own: each thread goes through the grid's stride.
sed -i 's|^  // END TODO(1)|  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum[i] = a[i] + b[i];\n&|
        s|^  const unsigned blocks = 1;|  if (n == 0) return;\n  const unsigned blocks = (n + kThreads - 1) / kThreads;|' $exercise/vector_add.cu
timeout 100 build/sim/bin/warp watch >watched.txt 2>&1 & # its only exercise passes: it goes on waiting for changes
watching=$!
cd $exercise && timeout 100 ../../../build/sim/bin/warp check >"$scratch/out.txt" 2>&1
status=$?
cd "$scratch"
expect_status "a right answer passes" 0
expect "with full marks" "^2 of 2 tasks, 10/10 points"
for _ in $(seq 100); do grep -q "Waiting" watched.txt && break; sleep 0.1; done
kill $watching
wait $watching 2>/dev/null
cp watched.txt out.txt
expect "watch says the same" "^2 of 2 tasks, 10/10 points"
expect "what was measured is told" "^  task 2     idle_blocks [-0-9.]+ \(at most 0.999\)"
! grep -q 'seed:' .warp/progress.yaml || fail "what passed has no inputs to be given again"
warp hint vector_add
expect "what is passed has no hint" "^vector_add is passed"
warp
expect "the map knows" "^  vector_add +passed +2/2 tasks +10/10"
grep -q "passed: true" .warp/progress.yaml || fail "the state can be read"

# What the grader does not build for a word in it, warp does not judge either.
cp course.yaml kept.yaml
sed -i 's|counters: \[{task: 2|forbidden: [__syncthreads],\n         &|' course.yaml
cp $exercise/vector_add.cu kept.cu
sed -i 's|^  // END TODO(1)|  __syncthreads();\n&|' $exercise/vector_add.cu
warp check vector_add
expect_status "a forbidden word does not pass" 1
expect "it is named in the grader's words" "^$exercise/vector_add.cu:[0-9]+:3: error: this exercise rules out \"__syncthreads\"$"
expect "with its line" "^  __syncthreads\(\);$"
expect "and the next step" "^Next: $exercise/vector_add.cu:[0-9]+"
expect_not "and nothing is judged" "points"
warp check vector_add --no-build
expect_status "nor is it in ctest" 1
expect "it is named there, too" "rules out \"__syncthreads\""
sed -i 's|^  __syncthreads();|  // no __syncthreads()|' $exercise/vector_add.cu
warp check vector_add
expect_status "in a comment the word is none" 0
cp kept.cu $exercise/vector_add.cu
cp kept.yaml course.yaml
warp check vector_add
expect_status "as before" 0

# Two at once would judge what the other one builds.
flock build/sim/course/warp/vector_add/check.lock sleep 1 &
sleep 0.1
warp check vector_add
expect "who has to wait is told" "^Another warp is at work on vector_add: waiting for it.$"
expect_status "and then judges" 0
wait

# What took long before is judged by two judges at once. The result is the same.
printf '9000\n9000\n9000\n' >build/sim/results/vector_add/times_sim.txt
warp check vector_add
expect_status "two judges pass what one does" 0
expect "with the same points" "^2 of 2 tasks, 10/10 points"
[[ $(nproc) -eq 1 || -f build/sim/results/vector_add/sim_2.json ]] || fail "there was no second judge"

# The preset's own backend is a GPU that is not there: no pass, whatever the simulator says.
cat >no_gpu.sh <<'END'
#!/bin/bash
while [[ $# -gt 0 ]]; do [[ $1 == --result ]] && result=$2; shift; done
echo '{"schema": 1, "exercise": "vector_add", "backend": "gpu", "complete": true, "checks": [{"name": "one block adds up to 256 pairs",
 "task": 1, "kind": "correctness", "verdict": "skipped", "message": "This machine cannot run CUDA: there is no device."}]}' >"$result"
exit 77
END
chmod +x no_gpu.sh
cp build/sim/warpschool-build.json kept.json
sed -i 's|"preset": "sim"|"preset": "gpu"|; s|"backends": \[|&{"name": "gpu", "kinds": ["correctness"], "exercises": {"vector_add":\
 {"judge": "'"$scratch"'/no_gpu.sh", "reference": "none", "student": "none"}}}, |; s|"kinds": \["correctness", "timing", "counters"\]|"kinds": ["correctness", "counters"]|' build/sim/warpschool-build.json
warp check vector_add --no-build
expect_status "without a GPU nothing is passed" 77
expect "and that is said" "^Skipped, neither passed nor failed: Preset gpu judges on a GPU"
expect "with the reason" "there is no device"
expect_not "no pass is told" "^Passed"
grep -q "passed: true" .warp/progress.yaml && fail "it does not count as passed"
sed -i 's|sum\[i\] = a\[i\] + b\[i\]|sum[i] = a[i]|' $exercise/vector_add.cu
"$cmake" --build build/sim --target exercise_vector_add >/dev/null
warp check vector_add --no-build
expect_status "what the simulator finds wrong is wrong" 1
sed -i 's|sum\[i\] = a\[i\]|& + b[i]|' $exercise/vector_add.cu
mv kept.json build/sim/warpschool-build.json

warp profile vector_add
expect "the profile has the kernel" "^  add_kernel +1 "
expect "and its limit" "add_kernel is limited by"
warp check vector_adder
expect_status "a wrong name is bad usage" 2
expect "and answered" "did you mean vector_add"

[[ $failures -eq 0 ]] || { echo "$failures expectations failed"; exit 1; }
rm -rf "$scratch"
echo "all expectations hold"

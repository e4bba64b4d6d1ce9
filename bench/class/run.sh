#!/usr/bin/env bash
# How long a class takes, and what it needs: made from model answers, stubs, near misses, mutants and 16 works that never end,
# graded on the simulator, cold and again with nothing changed.
#
#   bench/class/run.sh [OPTION]... [STUDENTS [BUILD]]      default: 300 students, build/self
#
#   --limit S    ends the cold grading after S seconds; what is missing is extrapolated from what was judged, and marked so
#   --later ID   this exercise is handed in, and graded, after the others, which are measured without it (may be repeated: the
#                capstones are beside a course of 39)
#   --jobs N     jobs at a time (default: one more than cores; `taskset` leaves fewer cores)
#   --plain      judges with the device within the program, where the build has the device process too
#   --no-build   takes the build as it is
#   --prepare    builds, makes the class and stops there
#
# Prints a line a goal; what was measured over fewer than 300 students is marked as extrapolated. Everything goes to OUT
# (default: out/bench).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
limit=0 jobs=0 plain='' no_build='' prepare='' later=()
while [[ ${1:-} == --* ]]; do
  case $1 in
    --limit) limit=$2 && shift ;;
    --later) later+=("$2") && shift ;;
    --jobs) jobs=$2 && shift ;;
    --plain) plain=yes ;;
    --no-build) no_build=yes ;;
    --prepare) prepare=yes ;;
    *) echo "run.sh: there is no option $1" >&2 && exit 2 ;;
  esac
  shift
done
students=${1:-300}
build=$(cd "${2:-$root/build/self}" && pwd)
out=${OUT:-$root/out/bench}
grader=$build/bin/grader
class=$out/class_$students
mkdir -p "$class"

wall_and_cpu() { awk '{ printf "%.1f s (cpu %.1f s)", $2, $1 }' "$1"; }
row() { printf '%-46s %22s   %s\n' "$1" "$2" "${3:+goal $3}"; }
of() { awk -v a="$1" -v b="$2" "BEGIN { printf \"$3\", $4 }"; } # A B FORMAT EXPRESSION

if [[ -z $no_build ]]; then
  echo "Building (log: $out/build.log)"
  targets=(framework class_bench)
  [[ -n $plain ]] || targets+=(warpschool_cudart_graded warpschool_device)
  for folder in "$root"/exercises/*/*/; do
    targets+=("judge_$(basename "$folder")" "reference_$(basename "$folder")")
  done
  cmake --build "$build" --target "${targets[@]}" >"$out/build.log" # a TA builds them once
fi
device="within the program"
if [[ -z $plain && -d $build/lib/graded ]]; then
  export LD_LIBRARY_PATH=$build/lib/graded
  device="a process of its own"
fi

c++ -std=c++17 -O1 -o "$out/cost" "$root/bench/cost.cpp"
cost() { # FILE COMMAND...: into FILE "CPU WALL STATUS [MIB MIB]"; what the command prints goes beside it
  local file=$1
  shift
  "$out/cost" "$@" 3>"$file" >"$file.out" 2>"$file.err" || [[ $? = 1 || $? = 130 ]] || { cat "$file.err" && exit 1; } # 1: internal errors
}

echo "Making a class of $students students"
rm -rf "$class"/*
"$build/bin/class_bench" make "$root/course.yaml" "$students" "$class/submissions"
files=$(find "$class/submissions" -type f | wc -l)
hand_in() { # FROM TO EXERCISE...: moves each student's files of these exercises
  local from=$1 to=$2 exercise source file student
  shift 2
  for exercise; do
    for source in "$root"/solutions/*/"$exercise"/*.cu; do
      for file in "$from"/*/"$(basename "$source")"; do
        student=$(basename "$(dirname "$file")")
        mkdir -p "$to/$student"
        mv "$file" "$to/$student/"
      done
    done
  done
}
hand_in "$class/submissions" "$class/later" "${later[@]}"
[[ -z $prepare ]] || exit 0

echo "Grading it (log: $class/cold.err)"
options=(--build "$build" --sandbox auto --as-of 2028-01-01T00:00:00Z --salt bench --no-build --no-progress --jobs "$jobs")
grade() { # FILE OPTION...
  local file=$1
  shift
  cost "$file" --memory --limit "$limit" "$grader" grade "${options[@]}" --json "$@"
}
grade "$class/cold" --submissions "$class/submissions" --out "$class/graded"
read -r cpu cold status all_mib own_mib <"$class/cold"
# "[  7/164] student_001 vector_add passed 10/10, about 9 s left"
read -r done_works places < <(sed -n 's/^\[ *\([0-9]*\)\/\([0-9]*\)\].*/\1 \2/p' "$class/cold.err" | tail -n 1)
shared=$(grep -c '(same files as another submission)' "$class/cold.err" || true)
later_works=0 later_cost=''
if ((${#later[@]} > 0 && status != 130)); then
  hand_in "$class/later" "$class/submissions" "${later[@]}"
  grade "$class/second" --submissions "$class/submissions" --out "$class/graded"
  later_works=$(grep -c '^\[' "$class/second.err" || true)
  later_cost=$(wall_and_cpu "$class/second")
fi
count() { grep -c "^\[.* $1" "$class/cold.err" || true; }

echo "Making a store of 300 students from it"
"$build/bin/class_bench" fill "$class/graded" 300 "$class/filled"
cost "$class/report" "$grader" report --out "$class/filled" --quiet
cost "$class/report_again" "$grader" report --out "$class/filled" --quiet
again="not measured"
if ((status != 130)); then
  grade "$class/again" --submissions "$class/submissions" --out "$class/graded"
  again=$(wall_and_cpu "$class/again")
fi

echo "Grading works that never end"
number=0 endless=()
for line in "host code:" "calls of the runtime:cudaGetLastError();" "launches:for_ever<<<1, 32>>>();" "a kernel:"; do
  number=$((number + 1))
  folder=$class/endless/$number/submissions/ada
  mkdir -p "$folder"
  place='extern "C"'
  [[ $line != "a kernel:" ]] || place='__global__'
  { echo '#include <cuda_runtime.h>' && echo '__global__ void for_ever() {}' &&
    sed "/^$place/a\\  for (volatile int turn = 0; turn < 1; turn = 0) { ${line#*:} }" "$root/solutions/1_first_kernels/vector_add/vector_add.cu"; } \
    >"$folder/vector_add.cu"
  # Without its memory, which is looked at twice a second only, and the time with it.
  cost "$class/endless/$number/cost" "$grader" grade "${options[@]}" --json --submissions "$class/endless/$number/submissions" \
    --out "$class/endless/$number/out"
  endless+=("$(row "an endless loop of ${line%%:*}" "$(wall_and_cpu "$class/endless/$number/cost")" "3 s")")
done

cores=$(nproc)
judged=$((done_works - shared))
works=$(of "$done_works" "$places" %.3f 'a / b')
each=$(of "$cpu" "$judged" %.3f 'a / b')
echo
echo "$students students, $files files, $places works, $done_works done: $judged judged, $shared shared, $(count internal_error) internal errors;" \
  "$cores cores, load $(cut -d' ' -f1 /proc/loadavg); the device is $device; $(uname -m) $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)"
((status != 130)) || echo "The time was up after $cold s: extrapolated from $done_works of $places works"
row "cold" "$cold s" "40 min for 300 students on 2 cores"
row "  processor time" "$cpu s"
row "  processor time of a submission that was judged" "$each s" "0.39 s"
scale=$(of "$works" "$students" %.6f '300 / b / a')
[[ -z $later_cost ]] || row "then ${later[*]}, $later_works works, on top" "$later_cost"
mark=$([[ $scale == 1.000000 ]] || echo ", extrapolated")
row "  for 300 on these cores$mark" "$(of "$cold" "$scale" '%.1f' 'a * b / 60') min" "40 min"
row "  for 300 by processor time on 2 cores$mark" "$(of "$cpu" "$scale" '%.1f' 'a * b / 60 / 2') min" "40 min"
row "nothing changed ($students students)" "$again" "30 s"
row "memory: grader and all it started" "$all_mib MiB" "1024 MiB"
row "memory: the grader itself" "$own_mib MiB"
row "store of 300 students" "$(($(stat -c %s "$class/filled/grades.sqlite") / 1048576)) MiB" "200 MiB"
row "report of 300 students, from the store" "$(wall_and_cpu "$class/report")"
row "  the same, nothing changed" "$(wall_and_cpu "$class/report_again")" "30 s"
printf '%s\n' "${endless[@]}"
row "class page of 300 students" "$(($(stat -c %s "$class/filled/index.html") / 1024)) KiB"
row "  opened: something to see, all there" "$(/usr/bin/python3 "$root/bench/class/page_load.py" "$class/filled/index.html")" "2000 ms"

#!/bin/bash
# What one turn of a student's loop costs: from a saved file to a verdict, by phase, for the model answer of each exercise.
# Seconds of processor time (user and system, of all processes), which a busy machine changes little; the last column is what a clock
# says. bench/turn.sh measures the same turn through `warp check`.
# usage: bench/loop.sh [BUILD] [EXERCISE...]
set -u
source_dir=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$source_dir/build/self}" && pwd) || exit 2
shift
simcc=$build/bin/simcc
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
c++ -O1 -o "$scratch/cost" "$source_dir/bench/cost.cpp" || exit 2

# cost COMMAND...: "CPU WALL" of it in seconds.
cost() { "$scratch/cost" "$@" 3>"$scratch/cost.txt" >"$scratch/out.txt" 2>&1; cut -d ' ' -f 1,2 "$scratch/cost.txt"; }

less() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a - b }'; }
sum() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a + b }'; }
row() { printf '%-26s %8s %8s %8s %8s %8s %8s\n' "$@"; }

if [[ $# -eq 0 ]]; then
  for answer in "$source_dir"/solutions/*/*/why.md; do
    set -- "$@" "$(basename "$(dirname "$answer")")"
  done
fi
row exercise device host link judge all clock
for id in "$@"; do
  answer=$(ls "$source_dir"/solutions/*/"$id/$id.cu" 2>/dev/null) || continue
  judge=$build/bin/judge_$id reference=$build/lib/reference/$id.so
  [[ -x $judge && -f $reference ]] || { echo "$id: build bin/judge_$id and its reference first"; continue; }
  include=$(ls -d "$source_dir"/exercises/*/"$id")
  options=(-O2 -std=c++17 -lineinfo -I "$include" -Xcompiler -fPIC)
  read -r device _ < <(cost "$simcc" "${options[@]}" --ptx -o "$scratch/a.ptx" "$answer")
  read -r object _ < <(cost "$simcc" "${options[@]}" -c -o "$scratch/a.o" "$answer")
  read -r linked wall_of_build < <(cost "$simcc" "${options[@]}" -shared -o "$scratch/a.so" "$answer")
  read -r judged wall_of_judge < <(cost "$judge" --student "$scratch/a.so" --reference "$reference" \
    --course "$source_dir/course.yaml" --exercise "$id" --backend sim --quiet)
  row "$id" "$device" "$(less "$object" "$device")" "$(less "$linked" "$object")" "$judged" \
    "$(sum "$linked" "$judged")" "$(sum "$wall_of_build" "$wall_of_judge")"
done

#!/bin/bash
# What a student waits for: a turn with `warp check` in a released tree, for the model answer of each exercise. Seconds of
# processor time of all processes, which a busy machine changes little; the last two columns are what a clock said.
#   whole     a file is saved; CMake and Ninja look through the whole build first (what ctest does)
#   turn      the same, quick: only what the file changes is done (harness/warp/src/quick_build.hpp)
#   error     the file does not compile
# usage: bench/turn.sh [BUILD] [EXERCISE...]
set -u
source_dir=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$source_dir/build/self}" && pwd) || exit 2
shift
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
c++ -O1 -o "$scratch/cost" "$source_dir/bench/cost.cpp" || exit 2

# cost COMMAND...: "CPU WALL STATUS".
cost() { "$scratch/cost" "$@" 3>"$scratch/cost.txt" >"$scratch/out.txt" 2>&1; cat "$scratch/cost.txt"; }
row() { printf '%-22s %8s %8s %8s %9s %9s\n' "$@"; }

if [[ $# -eq 0 ]]; then
  for answer in "$source_dir"/solutions/*/*/why.md; do set -- "$@" "$(basename "$(dirname "$answer")")"; done
fi
course=$scratch/course
"$build/bin/grader" release "$course" --build "$build" $(printf ' --exercise %s' "$@") >"$scratch/out.txt" 2>&1 || {
  cat "$scratch/out.txt"
  exit 2
}
cd "$course" && cmake --preset sim >"$scratch/out.txt" 2>&1 || { cat "$scratch/out.txt"; exit 2; }
row exercise whole turn error clock "clock(e)"
for id in "$@"; do
  folder=$(ls -d exercises/*/"$id")
  files=$(cd "$folder" && ls -- *.cu)
  for file in $files; do cp "$source_dir"/solutions/*/"$id/$file" "$folder" 2>/dev/null; done
  tools/bin/warp check "$id" >"$scratch/out.txt" 2>&1 || { cat "$scratch/out.txt"; echo "$id: the answer does not pass"; }
  save() { sleep 0.03; touch "$folder/$(head -n 1 <<<"$files")"; }
  save
  rm "build/sim/course/warp/$id/built.txt" # what a whole build has left for the quick one
  read -r whole _ < <(cost tools/bin/warp check "$id")
  save
  tools/bin/warp check "$id" >"$scratch/out.txt" 2>&1
  save
  read -r turn turn_wall _ < <(cost tools/bin/warp check "$id")
  sed -i '0,/^}/s//  undeclared = 1;\n}/' "$folder/$(head -n 1 <<<"$files")"
  read -r error error_wall error_status < <(cost tools/bin/warp check "$id")
  [[ $error_status -eq 1 ]] || echo "$id: a file that does not compile gave status $error_status"
  row "$id" "$whole" "$turn" "$error" "$turn_wall" "$error_wall"
done

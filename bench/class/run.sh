#!/usr/bin/env bash
# How long a class takes, and what it needs: made from model answers, stubs, near misses and mutants, graded on the simulator.
#
#   bench/class/run.sh [STUDENTS [BUILD]]      default: 300 students, build/self
#
# Prints a line a goal; what was measured over fewer than 300 students is marked as extrapolated. Everything goes to OUT
# (default: out/bench).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
students=${1:-300}
build=$(cd "${2:-$root/build/self}" && pwd)
out=${OUT:-$root/out/bench}
grader=$build/bin/grader
class=$out/class_$students
mkdir -p "$out"

seconds() { # COMMAND...: its wall time in seconds
  local begin
  begin=$(date +%s%N)
  "$@" || [ $? = 1 ] # 1: some internal errors
  awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { printf "%.1f", ns / 1e9 }'
}

# The largest memory in use of a process and all below it, in MiB, until it ends: all, and the grader's own.
watch_memory() { # PID
  while kill -0 "$1" 2>/dev/null; do
    ps -eo pid=,ppid=,rss= | awk -v top="$1" '
      { parent[$1] = $2; rss[$1] = $3 }
      END {
        for (pid in rss) { for (at = pid; at && at != top; at = parent[at]) { } if (at == top) all += rss[pid] }
        print all / 1024, rss[top] / 1024
      }'
    sleep 1
  done | awk '$1 > all { all = $1 } $2 > own { own = $2 } END { printf "%.0f %.0f\n", all, own }'
}

# Everything below this shell is counted, also what ends in a sandbox.
group=/sys/fs/cgroup/cpuacct/warpschool-bench-$$
if mkdir "$group" 2>/dev/null && echo $$ >"$group/cgroup.procs" 2>/dev/null; then
  trap 'echo $$ >/sys/fs/cgroup/cpuacct/cgroup.procs; rmdir "$group"' EXIT
else
  group=
fi
cpu_seconds() { if [ -n "$group" ]; then awk '{ printf "%.1f", $1 / 1e9 }' "$group/cpuacct.usage"; else echo 0; fi; }

row() { printf '%-46s %12s   goal %s\n' "$1" "$2" "$3"; }

echo "Building (log: $out/build.log)"
targets=(framework class_bench)
for folder in "$root"/exercises/*/*/; do
  targets+=("judge_$(basename "$folder")" "reference_$(basename "$folder")")
done
cmake --build "$build" --target "${targets[@]}" >"$out/build.log" # a TA builds them once
echo "Making a class of $students students"
rm -rf "$class/submissions"
mkdir -p "$class"
"$build/bin/class_bench" make "$root/course.yaml" "$students" "$class/submissions"
files=$(find "$class/submissions" -type f | wc -l)
rm -rf "$class/graded"

echo "Grading it (log: $class/cold.log)"
options=(--build "$build" --submissions "$class/submissions" --sandbox auto --as-of 2028-01-01T00:00:00Z --salt bench --out "$class/graded")
grade() { "$grader" grade "${options[@]}" "$@"; }
begin=$(date +%s%N)
cpu=$(cpu_seconds)
(
  exec "$grader" grade "${options[@]}" --no-build --no-progress --json >"$class/cold.json" 2>"$class/cold.log"
) & # by exec: its process is the grader's own
pid=$!
read -r all_mib own_mib < <(watch_memory "$pid")
wait "$pid" || [ $? = 1 ]
cold=$(awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { printf "%.1f", ns / 1e9 }')
cpu=$(awk -v a="$cpu" -v b="$(cpu_seconds)" 'BEGIN { printf "%.1f", b - a }')
again=$(seconds grade --no-build --quiet)

echo "Making a store of 300 students from it"
rm -rf "$out/filled"
"$build/bin/class_bench" fill "$class/graded" 300 "$out/filled"
report=$(seconds "$grader" report --out "$out/filled" --quiet)
report_again=$(seconds "$grader" report --out "$out/filled" --quiet)
store=$(($(stat -c %s "$out/filled/grades.sqlite") / 1048576))

echo "Grading one endless loop"
rm -rf "$out/endless"
mkdir -p "$out/endless/submissions/ada"
sed 's/^  \/\/ TODO(1).*/&\n  for (volatile int turn = 0; turn < 1; turn = 0) {\n  }/' "$root/solutions/1_first_kernels/vector_add/vector_add.cu" >"$out/endless/submissions/ada/vector_add.cu"
endless=$(seconds "$grader" grade --build "$build" --no-build --submissions "$out/endless/submissions" --sandbox auto --out "$out/endless/out" --quiet)

number() { grep -o "\"$1\": [0-9]*" "$class/cold.json" | grep -o '[0-9]*$'; }
echo
echo "$students students, $files files, $(number judged) judged, $(number shared) shared, $(number internal_errors) internal errors; $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
row "cold" "$cold s" "40 min for 300 students"
if ((students < 300)); then
  row "  for 300, extrapolated" "$(awk -v s="$cold" -v n="$students" 'BEGIN { printf "%.1f min", s * 300 / n / 60 }')" "40 min"
fi
if [ -n "$group" ]; then
  row "  cpu" "$cpu s" ""
  row "  cpu for 300 on 2 cores, extrapolated" "$(awk -v s="$cpu" -v n="$students" 'BEGIN { printf "%.1f min", s * 300 / n / 60 / 2 }')" "40 min"
fi
row "nothing changed ($students students)" "$again s" "30 s"
row "memory: grader and all it started" "$all_mib MiB" "1024 MiB"
row "memory: the grader itself" "$own_mib MiB" ""
row "store of 300 students" "$store MiB" "200 MiB"
row "report of 300 students, from the store" "$report s" ""
row "the same, nothing changed" "$report_again s" "30 s"
row "a submission with an endless loop, all in all" "$endless s" "3 s"
if command -v chromium >/dev/null; then
  row "class page of 300 students, opened" "$("$root/bench/class/page_load.sh" "$out/filled/index.html") ms" "2000 ms"
fi

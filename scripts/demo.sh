#!/usr/bin/env bash
# Grades the sample class in tests/class on the simulated GPU and names the report. Installs what is missing.
#   scripts/demo.sh [OUT]     OUT: folder for the results, default out/demo
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-out/demo}

scripts/install-deps.sh
echo "== Configuring and building the course and the simulated GPU (a few minutes the first time)"
cmake --preset sim >/dev/null
targets=(judging grader_program)
# The grader would build what judges the class's exercises by itself, but only behind the last step of this build.
while read -r id; do
  if [[ -n $(find tests/class/submissions -name "$id.cu" -print -quit) ]]; then
    targets+=("judge_$id" "reference_$id")
  fi
done < <(grep -oE '"[a-z0-9_]+": \{"judge"' build/sim/warpschool-build.json | cut -d '"' -f 2)
cmake --build --preset sim --target "${targets[@]}"

# The class is our own, so it may be graded without a sandbox where none can be had; the grader says so.
echo "== Grading the sample class"
status=0
build/sim/bin/grader grade --submissions tests/class/submissions --out "$out" --sandbox auto \
  --policy tests/class/term.yaml --as-of 2026-11-01T00:00:00Z || status=$?
if ((status > 1)); then
  exit "$status"
fi

report=$(realpath "$out/index.html")
echo
echo "The report: $report"
if [[ -t 1 && -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]] && command -v xdg-open >/dev/null; then
  xdg-open "$report" >/dev/null 2>&1 || true
fi
exit "$status"

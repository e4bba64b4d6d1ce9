#!/usr/bin/env bash
# Releases the whole course and searches every file of it, programs too, for lines of model answers, variants and near misses,
# by other means than the grader's own search (grep).
#   release_secrets_test.sh GRADER BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
grader=$1 build=$2 source=$3
if [ ! -d "$source/solutions" ]; then
  echo "skipped: there are no solutions here"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$grader" release "$work/release" --build "$build" --devcontainer --github-actions --vscode

# Lines without blanks, of more than 12 characters, that no stub, interface or reference has.
lines() { tr -d ' \t\r' | awk 'length > 12' | sort -u; }
find "$source/exercises" \( -name '*.cu' -o -name '*.hpp' \) -exec cat {} + | lines >"$work/open.txt"
find "$source/solutions" -name '*.cu' -exec cat {} + | lines | comm -23 - "$work/open.txt" >"$work/unknown.txt"
# One line of a stub may be laid out as two in an answer: what stands in the open texts as a whole is open, too.
find "$source/exercises" \( -name '*.cu' -o -name '*.hpp' \) -exec cat {} + | tr -d ' \t\r\n' >"$work/open.txt"
awk 'NR == FNR { open = open $0; next } index(open, $0) == 0' "$work/open.txt" "$work/unknown.txt" >"$work/secret.txt"
count=$(wc -l <"$work/secret.txt")
[ "$count" -gt 1000 ] || { echo "FAILED: only $count secret lines were found: is this search any good?"; exit 1; }
# The toolkit's headers and the shared libraries are the framework's own: their help texts were written without the course.
diff -r "$source/simulator/toolkit/include" "$work/release/tools/include/warpschool/toolkit" || { echo "FAILED: not the headers"; exit 1; }
if find "$work/release" -type f -not -path '*/tools/include/*' -not -path '*/tools/lib/lib*' -print0 | xargs -0 -n1 strings -a -n 8 | tr -d ' \t\r' | grep -nFf "$work/secret.txt"; then
  echo "FAILED: the release tells these lines"
  exit 1
fi
# Is the search any good? A release with one answer in it must be found out.
cat "$source/solutions/1_first_kernels/grid_stride/grid_stride.cu" | tr -d ' \t\r' | grep >/dev/null -Ff "$work/secret.txt" ||
  { echo "FAILED: an answer is not recognised"; exit 1; }
find "$work/release" \( -name 'reference.*' -o -name 'harness*.cpp' -o -name 'why.md' -o -path '*near_miss*' -o -name .git \) | grep . &&
  { echo "FAILED: these files are not for students"; exit 1; }
size=$(du -sm "$work/release" | cut -f1)
echo "$(find "$work/release" -type f | wc -l) files, $size MB, none with any of $count secret lines"
[ "$size" -lt 60 ] || { echo "FAILED: too large"; exit 1; }

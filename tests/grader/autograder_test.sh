#!/usr/bin/env bash
# Gradescope's autograder as Gradescope runs it, in folders of its own: a submission, one with nothing in it, a machine that fails.
#   autograder_test.sh GRADER BUILD_FOLDER CHECK_SCHEMA SOURCE_FOLDER
set -euo pipefail
grader=$1 build=$2 check_schema=$3 source=$4
command -v jq >/dev/null || { echo "skipped: jq is not installed"; exit 77; }
command -v unzip >/dev/null || command -v bsdtar >/dev/null || { echo "skipped: nothing here opens a zip"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAILED: $*" >&2; failed=1; }

"$grader" export --build "$build" --gradescope-autograder "$work/auto.zip" --exercise vector_add --exercise grid_stride >"$work/said"
grep -q '2 exercises, 20 points' "$work/said" || fail "what it is worth is not told: $(cat "$work/said")"
if "$grader" export --build "$build" --gradescope-autograder "$work/x.zip" --exercise vektor_add >/dev/null 2>&1; then
  fail "an unknown exercise is taken"
fi
export AUTOGRADER=$work/autograder
mkdir -p "$AUTOGRADER/source" "$AUTOGRADER/submission" "$work/bin"
if command -v unzip >/dev/null; then unzip -q "$work/auto.zip" -d "$AUTOGRADER/source"; else bsdtar -xf "$work/auto.zip" -C "$AUTOGRADER/source"; fi
[ -x "$AUTOGRADER/source/setup.sh" ] && [ -x "$AUTOGRADER/source/run_autograder" ] || fail "the scripts cannot be executed"
grep -rIl -e "$source" -e "$build" "$AUTOGRADER/source" && fail "a file names this machine's folders"
ls "$AUTOGRADER/source/tools/lib" | grep >/dev/null -E '^lib(c|stdc\+\+)\.' && fail "the machine's own C library is in the zip"

# Here there may be neither root nor that user: the test is about all else.
printf '#!/bin/sh\nshift 3\nexec "$@"\n' >"$work/bin/runuser"
printf '#!/bin/sh\nexit 0\n' >"$work/bin/chown"
chmod +x "$work/bin/runuser" "$work/bin/chown"
export PATH="$work/bin:$PATH"
echo '{"id": 77, "created_at": "2027-02-01T10:00:00.5-07:00", "users": [{"email": "a@uni.edu", "id": 1, "name": "A"}]}' \
  >"$AUTOGRADER/submission_metadata.json"
results=$AUTOGRADER/results/results.json
run() { rm -f "$results"; "$AUTOGRADER/source/run_autograder" >"$work/log" 2>&1; }

cp "$source/exercises/1_first_kernels/vector_add/vector_add.cu" "$AUTOGRADER/submission/Vector Add.cu"
run || fail "a submission: $(cat "$work/log")"
"$check_schema" "$source/docs/gradescope.schema.json" <"$results" || fail "results.json is not as its schema says"
[ "$(jq -r '.extra_data.submission, .extra_data.possible' "$results" | tr '\n' ' ')" = "77 20 " ] || fail "extra_data: $(jq -c .extra_data "$results")"
[ "$(jq '[.tests[] | select(.name | startswith("Add two vectors"))] | length' "$results")" -ge 2 ] || fail "a likely name is not taken"
jq -e '[.tests[].tags[0]] | index("missing")' "$results" >/dev/null || fail "what was not handed in is not told"

if [ -e "$source/solutions/1_first_kernels/vector_add/vector_add.cu" ]; then
  cp "$source/solutions/1_first_kernels/vector_add/vector_add.cu" "$AUTOGRADER/submission/Vector Add.cu"
  run || fail "the model answer: $(cat "$work/log")"
  [ "$(jq .score "$results")" = 10 ] || fail "the model answer has $(jq .score "$results")"
fi

rm -f "$AUTOGRADER/submission/"*
echo hello >"$AUTOGRADER/submission/notes.txt"
run || fail "nothing to grade: $(cat "$work/log")"
"$check_schema" "$source/docs/gradescope.schema.json" <"$results" || fail "without work results.json is not as its schema says"
[ "$(jq .score "$results")" = 0 ] || fail "nothing is worth $(jq .score "$results")"
grep -q 'vector_add.cu' "$results" || fail "nobody says what to hand in: $(jq -r .output "$results")"
grep -q "$work" "$results" && fail "a folder of the machine is told: $(jq -r .output "$results")"

echo '{' >"$AUTOGRADER/source/tools/warpschool-build.json"
if run || [ -e "$results" ]; then fail "a machine that fails gives a result"; fi
[ "$failed" -eq 0 ] && echo passed
exit "$failed"

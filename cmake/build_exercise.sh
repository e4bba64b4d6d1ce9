#!/bin/sh
# build_exercise.sh CMAKE BUILD SOURCE ID
# Builds one exercise and shows what the compiler says about the student's lines, without ninja's noise around it.
cmake=$1 build=$2 source=$3 id=$4
said=$("$cmake" --build "$build" --target "exercise_$id" -- --quiet 2>&1)
status=$?
# Dropped: progress, what CMake says when it is asked again, "FAILED: file", the command line itself, and "ninja: build stopped".
printf '%s\n' "$said" |
  grep -Ev '^(\[[0-9]+/[0-9]+\] |-- |FAILED: |cd ("[^"]*"|[^ ]+) && |ninja: |$)|^/[^ ]+ .* -o ' |
  sed "s|$source/||g"
if [ "$status" -ne 0 ]; then
  echo "$id does not build, so its tests cannot run."
  exit 1
fi

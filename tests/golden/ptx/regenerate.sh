#!/bin/sh
# Writes the .ptx files of this folder anew from its .cu files. Each says at its head which tool made it, and how.
# No NVIDIA tool or header takes part (docs/GETTING_STARTED.md says why). Needs clang-14, clang-16 and clang-19.
set -eu
cd "$(dirname "$0")"
for source in *.cu; do
  for combination in 14:0 14:2 14:3 16:1 16:2 19:0 19:2; do
    clang=clang++-${combination%:*}
    level=O${combination#*:}
    command="$clang -x cuda --cuda-device-only --cuda-path=/nonexistent -nocudainc -nocudalib -fdeclspec -std=c++17 --cuda-gpu-arch=sm_70 -$level -gline-directives-only -fdebug-prefix-map=$PWD=. -S $source"
    out=${source%.cu}.clang${combination%:*}.$level.ptx
    {
      echo "// Made by: $($clang --version | head -n 1)"
      echo "// Command: $(echo "$command" | sed "s|$PWD|DIR|")"
      $command -o -
    } >"$out"
  done
done

#!/bin/sh
# Compiles a program with simcc and runs it: run.sh SIMCC FILE.cu
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" -w -O1 -o "$work/program" "$2"
"$work/program"

#!/bin/sh
# Builds and runs benchmarks on this machine's GPU: the model answers of a module beside what experts' libraries do.
#
#   bench/run.sh                        every module that has a folder here, at its usual sizes
#   bench/run.sh reductions             one module
#   bench/run.sh reductions 1048576     one module at these sizes
#
# NVCC (default: nvcc), NVCC_FLAGS (default: -arch=native) and BENCH_BUILD (default: build/bench) may be set.
# Ends with 1 if a program did not compile or an answer was not right.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=${BENCH_BUILD:-$root/build/bench}
mkdir -p "$build"

# The folders of all exercises, where the answers' own headers are.
includes=
for folder in "$root"/exercises/*/*/; do
  includes="$includes -I$folder"
done

# run_module NAME [SIZE...]: bench/NAME/NAME.cu becomes build/bench/NAME.
run_module() {
  name=$1
  shift
  if [ ! -f "$root/bench/$name/$name.cu" ]; then
    echo "run.sh: there is no bench/$name/$name.cu" >&2
    exit 2
  fi
  libraries=
  if [ "$name" = matmul ] && [ "${NVCC:-nvcc}" = nvcc ]; then
    libraries=-lcublas
  fi
  # shellcheck disable=SC2086 # several words each
  "${NVCC:-nvcc}" -O2 -std=c++17 ${NVCC_FLAGS:--arch=native} $includes $libraries -o "$build/$name" "$root/bench/$name/$name.cu"
  "$build/$name" "$@"
}

if [ $# -gt 0 ]; then
  run_module "$@"
else
  for folder in "$root"/bench/*/; do
    name=$(basename "$folder")
    [ ! -f "$folder$name.cu" ] || run_module "$name" # bench/class is no program
  done
fi

#!/usr/bin/env bash
# A judge says the same of a submission, byte by byte, whether the simulated device lives in the worker or is a process of its own.
#   same_verdicts_test.sh BUILD SOURCE
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exercises=(vector_add managed_memory streams_pipeline compact_ballot)
[[ -z ${WARPSCHOOL_TEST_ALL:-} ]] || exercises+=(coalescing heat_solver) # scripts/nightly.sh
targets=(simcc warpschool_cudart warpschool_cudart_graded warpschool_device)
for id in "${exercises[@]}"; do targets+=("judge_$id" "reference_$id"); done
cmake --build "$build" --target "${targets[@]}" >"$work/build" || { cat "$work/build" >&2; exit 1; }

failed=0
same() { # NAME EXERCISE MODULE
  for runtime in lib lib/graded; do
    LD_LIBRARY_PATH=$build/$runtime "$build/bin/judge_$2" --student "$3" --reference "$build/lib/reference/$2.so" --course "$source/course.yaml" \
      --exercise "$2" --quiet --seed 1 --result "$work/$(basename "$runtime").json" --profile "$work/$(basename "$runtime").profile" || true
  done
  grep -q '"checks"' "$work/lib.json" || { echo "FAILED: $1 has no verdicts" >&2; failed=1; }
  for kind in json profile; do
    diff "$work/lib.$kind" "$work/graded.$kind" >"$work/diff" || { echo "FAILED: $1" >&2; head -c 2000 "$work/diff" >&2; failed=1; }
  done
}

for id in "${exercises[@]}"; do same "reference of $id" "$id" "$build/lib/reference/$id.so"; done

compile() { # NAME: standard input as a submission for vector_add
  cat >"$work/$1.cu"
  "$build/bin/simcc" -O2 -lineinfo -shared -Xcompiler -fPIC -I "$source/exercises/1_first_kernels/vector_add" -o "$work/$1.so" "$work/$1.cu"
}
compile no_guard <<'END'
#include "vector_add.hpp"
__global__ void add(const float* a, const float* b, float* sum) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i] + b[i];
}
extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  add<<<static_cast<unsigned>(n + 255) / 256, 256>>>(a, b, sum);
}
END
compile on_the_host <<'END'
#include "vector_add.hpp"
#include <vector>
extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  std::vector<float> x(n), y(n);
  cudaMemcpy(x.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] += y[i];
  }
  cudaMemcpy(sum, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
END
same "no guard" vector_add "$work/no_guard.so"
same "work on the host" vector_add "$work/on_the_host.so"

# A device that is not there is the machine's fault, and nobody's loss.
mkdir "$work/alone"
cp "$build/lib/graded/libwarpschool_cudart.so" "$work/alone"
LD_LIBRARY_PATH=$work/alone "$build/bin/judge_vector_add" --student "$build/lib/reference/vector_add.so" --reference "$build/lib/reference/vector_add.so" \
  --course "$source/course.yaml" --exercise vector_add --quiet --seed 1 --result "$work/alone.json" 2>/dev/null || true
if ! grep -q '"verdict": *"internal_error"' "$work/alone.json" || grep -q '"verdict": *"\(crash\|passed\)"' "$work/alone.json"; then
  echo "FAILED: no device" >&2
  failed=1
fi
[ "$failed" = 0 ] || exit 1
echo "passed"

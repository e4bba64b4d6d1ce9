#!/bin/sh
# Makes kernels.ptx, blocks.ptx and races.ptx anew from their .cu files with upstream clang 14 (no CUDA Toolkit, no NVIDIA header takes part).
set -eu
cd "$(dirname "$0")"
for name in kernels blocks races; do
  clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 --cuda-path=/nonexistent -nocudainc -nocudalib \
    -fdeclspec -std=c++17 -O2 -gline-directives-only -fdebug-compilation-dir=. -S $name.cu -o $name.ptx
done

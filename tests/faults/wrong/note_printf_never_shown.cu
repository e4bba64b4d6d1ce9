//! The program ends without waiting for its kernel: nobody sees what it printed.
//! expect: note
//! says: what kernels printed with printf was never shown
//! says: cudaDeviceSynchronize()
//! status: 0
#include <cstdio>

__global__ void hello() { printf("block %d thread %d\n", blockIdx.x, threadIdx.x); }

int main() { hello<<<2, 2>>>(); }

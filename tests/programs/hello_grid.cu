// Every (block, thread) pair exactly once, for 1D, 2D and 3D launches; row-major thread numbering.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        const cudaError_t err__ = (call);                                                    \
        if (err__ != cudaSuccess) {                                                          \
            fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__);                           \
            fprintf(stderr, "code: %d, reason: %s\n", err__, cudaGetErrorString(err__));     \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

__global__ void whoami(int *seen, uint3 *tids, dim3 *sizes)
{
    int block_id = blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y;
    int block_offset = block_id * blockDim.x * blockDim.y * blockDim.z;
    int thread_offset = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
    int id = block_offset + thread_offset;
    atomicAdd(&seen[id], 1);
    tids[id] = threadIdx;
    if (id == 0) {
        sizes[0] = gridDim;
        sizes[1] = blockDim;
    }
}

static int run(dim3 grid, dim3 block)
{
    const int n = grid.x * grid.y * grid.z * block.x * block.y * block.z;
    int *d_seen = NULL;
    uint3 *d_tids = NULL;
    dim3 *d_sizes = NULL;
    CHECK(cudaMalloc((void **)&d_seen, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_tids, n * sizeof(uint3)));
    CHECK(cudaMalloc((void **)&d_sizes, 2 * sizeof(dim3)));
    CHECK(cudaMemset(d_seen, 0, n * sizeof(int)));
    whoami<<<grid, block>>>(d_seen, d_tids, d_sizes);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int *seen = (int *)malloc(n * sizeof(int));
    uint3 *tids = (uint3 *)malloc(n * sizeof(uint3));
    dim3 sizes[2];
    CHECK(cudaMemcpy(seen, d_seen, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(tids, d_tids, n * sizeof(uint3), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int i = 0; i < n; i++) {
        int in_block = i % (block.x * block.y * block.z);
        if (seen[i] != 1) bad++;
        if ((int)(tids[i].x + tids[i].y * block.x + tids[i].z * block.x * block.y) != in_block) bad++;
    }
    if (memcmp(&sizes[0], &grid, sizeof grid) || memcmp(&sizes[1], &block, sizeof block)) bad++;
    CHECK(cudaFree(d_seen));
    CHECK(cudaFree(d_tids));
    CHECK(cudaFree(d_sizes));
    free(seen);
    free(tids);
    return bad;
}

__global__ void say_hello() { printf("Hello from thread %d of %d\n", threadIdx.x, blockDim.x); }

__global__ void hello_from_last()
{
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
        printf("block %u/%u thread %u/%u warpSize %d\n", blockIdx.x, gridDim.x, threadIdx.x, blockDim.x, warpSize);
}

int main(void)
{
    say_hello<<<1, 4>>>();
    cudaDeviceSynchronize();
    hello_from_last<<<5, 100>>>();
    CHECK(cudaDeviceSynchronize());
    printf("1D %d\n", run(7, 33));
    printf("2D %d\n", run(dim3(3, 5), dim3(16, 8)));
    printf("3D %d\n", run(dim3(2, 3, 4), dim3(5, 6, 7)));
    printf("mixed %d\n", run(dim3(1, 1, 9), dim3(1, 64)));
    printf("largest block %d\n", run(dim3(2), dim3(32, 32, 1)));
    CHECK(cudaDeviceReset());
    return 0;
}

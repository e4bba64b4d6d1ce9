//! Functions that set what they are given only if they find something, and callers that use it only then. Optimised
//! code reads it first and chooses afterwards.
//! prints: 9 -1 20 0
//! prints: 4 -7 5 0
//! prints: 1 2 2 200
#include <cstdio>

__device__ __noinline__ bool find(const int* list, int count, int key, int& at) {
  for (int i = 0; i < count; ++i) {
    if (list[i] == key) {
      at = i;
      return true;
    }
  }
  return false;
}

struct Shape {
  __device__ virtual bool hit(float x, float* distance) const { return false; }
};

struct Wall : Shape {
  float place;
  __device__ Wall(float at) : place(at) {}
  __device__ bool hit(float x, float* distance) const override {
    if (x > place) {
      return false;
    }
    *distance = place - x;
    return true;
  }
};

__global__ void places(const int* list, int* out) {
  int at;
  if (find(list, 10, threadIdx.x, at)) {
    out[threadIdx.x] = at;
  } else {
    out[threadIdx.x] = -1;
  }
  int later, sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (!find(list, 10, threadIdx.x + i, later)) {
      continue;
    }
    sum += later;
  }
  out[32 + threadIdx.x] = sum;
}

__global__ void guarded(const int* list, int* out) {
  int at, other;
  const bool found = find(list, 10, threadIdx.x, at);
  if (!found || at < 2) {
    out[threadIdx.x] = find(list, 10, threadIdx.x + 1, other) ? other - 7 : -7;
    return;
  }
  out[threadIdx.x] = list[at] - 2;
}

__global__ void nearest(int* out) {
  const Wall low(4), high(25);
  const Shape* shapes[] = {&low, &high};
  float best = 1e9f;
  int which = 2;
  for (int i = 0; i < 2; ++i) {
    float distance;
    if (shapes[(i + threadIdx.x) % 2]->hit(threadIdx.x, &distance) && distance < best) {
      best = distance;
      which = (i + threadIdx.x) % 2;
    }
  }
  out[threadIdx.x] = which == 2 ? 200 : which + 1;
}

int main() {
  int list[32], out[64], *device, *result;
  for (int i = 0; i < 32; ++i) {
    list[i] = i * 3;
  }
  cudaMalloc(&device, sizeof list);
  cudaMalloc(&result, sizeof out);
  cudaMemcpy(device, list, sizeof list, cudaMemcpyHostToDevice);
  places<<<1, 32>>>(device, result);
  cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", out[27], out[28], out[32 + 24] + out[32 + 3], out[32 + 28]);
  guarded<<<1, 32>>>(device, result);
  cudaMemcpy(out, result, sizeof list, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", out[6], out[3], out[7 + 2] - 2, out[31] + 7);
  nearest<<<1, 32>>>(result);
  cudaMemcpy(out, result, sizeof list, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", out[3], out[5], out[20], out[26]);
  cudaFree(device);
  cudaFree(result);
}

// Every atomic function, on global and on shared memory.
#include <cstdio>

struct Cells {
  int i[8];
  unsigned u[8];
  unsigned long long q[4];
  float f[2];
  double d;
};

__global__ void everything(Cells* c) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&c->i[0], t);
  atomicSub(&c->i[1], 1);
  atomicMin(&c->i[2], -t);
  atomicMax(&c->i[3], t);
  atomicAnd(&c->i[4], ~(1 << (t % 8)));
  atomicOr(&c->i[5], 1 << (t % 8));
  atomicXor(&c->i[6], t);
  atomicAdd(&c->u[0], 3u);
  atomicInc(&c->u[1], 9u);
  atomicDec(&c->u[2], 9u);
  atomicAdd(&c->q[0], 1ull << 33);
  atomicMax(&c->q[1], (unsigned long long)t << 34);
  atomicAdd(&c->f[0], 0.25f);
  atomicAdd(&c->d, 0.5);
  unsigned long long seen = c->q[2], assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&c->q[2], assumed, assumed + 2);
  } while (seen != assumed);
  __shared__ int local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  atomicAdd(&local, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&c->i[7], local);
  if (t == 0) {
    c->u[3] = atomicExch(&c->u[4], 77u);
    c->f[1] = atomicExch(&c->f[1], 2.5f) + 1;
  }
}

int main() {
  Cells host = {};
  host.i[4] = 0xff;
  host.u[4] = 5;
  Cells* device;
  cudaMalloc(&device, sizeof(Cells));
  cudaMemcpy(device, &host, sizeof(Cells), cudaMemcpyHostToDevice);
  everything<<<3, 64>>>(device);
  cudaMemcpy(&host, device, sizeof(Cells), cudaMemcpyDeviceToHost);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  for (int v : host.i) std::printf("%d ", v);
  std::printf("\n%u %u %u %u %u\n", host.u[0], host.u[1], host.u[2], host.u[3], host.u[4]);
  std::printf("%llu %llu %llu\n", host.q[0] >> 33, host.q[1] >> 34, host.q[2]);
  std::printf("%.2f %.2f %.1f\n", host.f[0], host.f[1], host.d);
  cudaFree(device);
}

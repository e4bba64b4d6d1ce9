// Headers of the toolkit that stand alone: complex numbers, constants, bfloat16, the pipeline's C interface, vector types.
#include <cstdio>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <vector_functions.h>
#include <vector_types.h>

__global__ void julia(unsigned char *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= n) return;
  cuFloatComplex z = make_cuFloatComplex(3.0f * x / n - 1.5f, 3.0f * y / n - 1.5f), c = make_cuComplex(-0.5f, 0.5f);
  int k = 0;
  for (; k < 20 && cuCabsf(z) < 4.0f; ++k) z = cuCaddf(cuCmulf(z, z), c);
  out[y * n + x] = (unsigned char)k;
}
__global__ void complex_numbers(double *out) {
  cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(1, -2);
  cuDoubleComplex q = cuCdiv(a, b), f = cuCfma(a, b, cuConj(a)), d = cuCsub(a, b);
  out[0] = cuCabs(a), out[1] = cuCreal(q), out[2] = cuCimag(q), out[3] = f.x, out[4] = f.y, out[5] = d.x * 10 + d.y;
  out[6] = cuComplexDoubleToFloat(a).y;
  out[7] = CUDART_PI_F > 3.14159f && CUDART_PI > 3.14159265 && CUDART_INF_F > 1e38f && CUDART_SQRT_TWO_F > 1.41f && CUDART_LN2 < 0.7;
}
__global__ void brain_floats(const float *in, __nv_bfloat16 *out, float *sums) {
  int i = threadIdx.x;
  __nv_bfloat16 v = __float2bfloat16(in[i]);
  v = v * v + __nv_bfloat16(0.5f);
  out[i] = v;
  float s = __bfloat162float(v);
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
  if (i == 0) sums[0] = s;
  __nv_bfloat162 p = __floats2bfloat162_rn(1.0f, 2.0f);
  p = __hfma2(p, p, p);
  if (i == 1) sums[1] = __bfloat162float(p.x) * 10 + __high2float(p);
}
__global__ void staged(const int *in, int *out, int n) {
  __shared__ int buffer[2][128];
  const int tiles = n / 128;
  for (int t = 0; t < 2 && t < tiles; ++t) {
    if (threadIdx.x < 32) __pipeline_memcpy_async(&buffer[t][threadIdx.x * 4], &in[t * 128 + threadIdx.x * 4], 16);
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    out[t * 128 + threadIdx.x] = buffer[t & 1][127 - threadIdx.x];
    __syncthreads();
    if (t + 2 < tiles && threadIdx.x < 32) __pipeline_memcpy_async(&buffer[t & 1][threadIdx.x * 4], &in[(t + 2) * 128 + threadIdx.x * 4], 16);
    __pipeline_commit();
  }
}

int main() {
  unsigned char *pixels;
  double *d;
  float *f;
  __nv_bfloat16 *b;
  int *in, *out;
  cudaMallocManaged(&pixels, 40 * 40);
  cudaMallocManaged(&d, 8 * sizeof(double));
  cudaMallocManaged(&f, 32 * sizeof(float));
  cudaMallocManaged(&b, 32 * sizeof(__nv_bfloat16));
  cudaMallocManaged(&in, 512 * sizeof(int));
  cudaMallocManaged(&out, 512 * sizeof(int));
  for (int i = 0; i < 32; ++i) f[i] = i * 0.125f;
  for (int i = 0; i < 512; ++i) in[i] = i;
  julia<<<dim3(2, 40), 32>>>(pixels, 40);
  complex_numbers<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  int inside = 0;
  for (int i = 0; i < 1600; ++i) inside += pixels[i] == 20;
  printf("inside %s\n", inside > 100 && inside < 900 ? "some" : "odd");
  for (int i = 0; i < 8; ++i) printf("%g ", d[i]);
  printf("\n");
  brain_floats<<<1, 32>>>(f, b, f);
  staged<<<1, 128>>>(in, out, 512);
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", (float)b[3], (float)b[31], f[0], f[1]);
  int bad = 0;
  for (int i = 0; i < 512; ++i) bad += out[i] != i / 128 * 128 + 127 - i % 128;
  printf("staged: %d wrong\n", bad);
  cuFloatComplex host = cuCdivf(make_cuFloatComplex(1, 1), make_cuFloatComplex(0, 2));
  printf("%g %g %g %d\n", host.x, host.y, cuCabsf(host) * CUDART_SQRT_TWO_F, CUDA_VERSION >= 11000);
  cudaFree(pixels), cudaFree(d), cudaFree(f), cudaFree(b), cudaFree(in), cudaFree(out);
}

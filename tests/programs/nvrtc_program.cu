// simcc: -lnvrtc -lcuda
// Kernels compiled while the program runs: a text with a header of its own, names of templates, a log of errors.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x)                                                              \
  do {                                                                                  \
    nvrtcResult result = x;                                                             \
    if (result != NVRTC_SUCCESS) printf("line %d: %s\n", __LINE__, nvrtcGetErrorString(result)); \
  } while (0)
#define CUDA_SAFE_CALL(x)                                            \
  do {                                                               \
    CUresult result = x;                                             \
    const char *msg = "";                                            \
    if (result != CUDA_SUCCESS) cuGetErrorName(result, &msg), printf("line %d: %s\n", __LINE__, msg); \
  } while (0)

const char *const saxpy = R"(
#include "factor.h"
extern "C" __global__ void saxpy(float a, float *x, float *y, float *out, size_t n) {
  size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) out[tid] = FACTOR * a * x[tid] + y[tid] + OFFSET;
}
namespace math {
template <typename T, int N>
__global__ void raise(T *x) {
  T power = 1;
  for (int i = 0; i < N; i++) power *= x[threadIdx.x];
  x[threadIdx.x] = power;
}
}
)";

std::vector<char> compile(nvrtcProgram program, std::vector<const char *> options, nvrtcResult expected) {
  nvrtcResult result = nvrtcCompileProgram(program, (int)options.size(), options.data());
  if (result != expected) printf("%s\n", nvrtcGetErrorString(result));
  size_t log_size = 0, ptx_size = 0;
  NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(program, &log_size));
  std::vector<char> log(log_size);
  NVRTC_SAFE_CALL(nvrtcGetProgramLog(program, log.data()));
  if (result != NVRTC_SUCCESS) {
    printf("the log names the mistake: %d\n", strstr(log.data(), "undefined_thing") != nullptr);
    return {};
  }
  NVRTC_SAFE_CALL(nvrtcGetPTXSize(program, &ptx_size));
  std::vector<char> ptx(ptx_size);
  NVRTC_SAFE_CALL(nvrtcGetPTX(program, ptx.data()));
  return ptx;
}

int main() {
  nvrtcProgram program;
  const char *header = "#define FACTOR 2.0f\n", *header_name = "factor.h";
  NVRTC_SAFE_CALL(nvrtcCreateProgram(&program, saxpy, "saxpy.cu", 1, &header, &header_name));
  NVRTC_SAFE_CALL(nvrtcAddNameExpression(program, "math::raise<float, 3>"));
  NVRTC_SAFE_CALL(nvrtcAddNameExpression(program, "math::raise<int, 2>"));
  const std::vector<char> ptx =
      compile(program, {"--gpu-architecture=compute_75", "--fmad=false", "-DOFFSET=0.5f", "-std=c++17"}, NVRTC_SUCCESS);
  const char *cube = "", *square = "", *none;
  NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, "math::raise<float, 3>", &cube));
  NVRTC_SAFE_CALL(nvrtcGetLoweredName(program, "math::raise<int, 2>", &square));
  printf("%s\n%s\n", cube, square);
  printf("%s\n", nvrtcGetErrorString(nvrtcGetLoweredName(program, "math::raise<int, 9>", &none)));

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUDA_SAFE_CALL(cuInit(0));
  CUDA_SAFE_CALL(cuDeviceGet(&device, 0));
  CUDA_SAFE_CALL(cuDevicePrimaryCtxRetain(&context, device));
  CUDA_SAFE_CALL(cuCtxSetCurrent(context));
  CUDA_SAFE_CALL(cuModuleLoadDataEx(&module, ptx.data(), 0, nullptr, nullptr));
  CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, "saxpy"));
  size_t n = 128 * 8, bytes = n * sizeof(float);
  float a = 5.1f;
  std::vector<float> x(n), y(n), out(n);
  for (size_t i = 0; i < n; i++) x[i] = (float)i, y[i] = (float)(i * 2);
  CUdeviceptr dx, dy, dout;
  CUDA_SAFE_CALL(cuMemAlloc(&dx, bytes));
  CUDA_SAFE_CALL(cuMemAlloc(&dy, bytes));
  CUDA_SAFE_CALL(cuMemAlloc(&dout, bytes));
  CUDA_SAFE_CALL(cuMemcpyHtoD(dx, x.data(), bytes));
  CUDA_SAFE_CALL(cuMemcpyHtoD(dy, y.data(), bytes));
  void *args[] = {&a, &dx, &dy, &dout, &n};
  CUDA_SAFE_CALL(cuLaunchKernel(kernel, 8, 1, 1, 128, 1, 1, 0, nullptr, args, nullptr));
  CUDA_SAFE_CALL(cuCtxSynchronize());
  CUDA_SAFE_CALL(cuMemcpyDtoH(out.data(), dout, bytes));
  printf("%g %g\n", out[1], out[1000]);
  CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, cube));
  void *one[] = {&dx};
  CUDA_SAFE_CALL(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, one, nullptr));
  CUDA_SAFE_CALL(cuMemcpyDtoH(out.data(), dx, bytes));
  printf("%g %g\n", out[3], out[31]);
  NVRTC_SAFE_CALL(nvrtcDestroyProgram(&program));

  NVRTC_SAFE_CALL(nvrtcCreateProgram(&program, "__global__ void k(int *p) { *p = undefined_thing; }", "wrong.cu", 0, nullptr, nullptr));
  compile(program, {}, NVRTC_ERROR_COMPILATION);
  NVRTC_SAFE_CALL(nvrtcDestroyProgram(&program));
  CUDA_SAFE_CALL(cuMemFree(dx));
  CUDA_SAFE_CALL(cuMemFree(dy));
  CUDA_SAFE_CALL(cuMemFree(dout));
  CUDA_SAFE_CALL(cuModuleUnload(module));
  CUDA_SAFE_CALL(cuDevicePrimaryCtxRelease(device));
}

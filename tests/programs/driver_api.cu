// The driver API: a module of PTX written by hand, its kernels with parameters one by one and in one buffer, its variables,
// simcc: -lcuda
// memory, streams, events, occupancy, and what is refused.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <vector>

#define CHECK(call)                                                    \
  do {                                                                 \
    CUresult result = call;                                            \
    if (result != CUDA_SUCCESS) {                                      \
      const char *name = nullptr, *text = nullptr;                     \
      cuGetErrorName(result, &name);                                   \
      cuGetErrorString(result, &text);                                 \
      printf("line %d: %s (%s)\n", __LINE__, name, text);              \
      exit(1);                                                         \
    }                                                                  \
  } while (0)

void refused(const char *what, CUresult result) {
  const char *name = "?";
  cuGetErrorName(result, &name);
  printf("%s: %s\n", what, name);
}

const char *const kModule = R"(
.version 6.0
.target sm_70
.address_size 64

.global .align 4 .u32 calls;
.const .align 4 .f32 weight = 0f40000000;

.visible .entry saxpy(.param .f32 p_a, .param .u64 p_x, .param .u64 p_y, .param .u32 p_n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .f32 %f<8>;
  .reg .b64 %d<12>;
  ld.param.f32 %f1, [p_a];
  ld.param.u64 %d1, [p_x];
  ld.param.u64 %d2, [p_y];
  ld.param.u32 %r1, [p_n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra DONE;
  cvta.to.global.u64 %d3, %d1;
  cvta.to.global.u64 %d4, %d2;
  mul.wide.u32 %d5, %r5, 4;
  add.s64 %d6, %d3, %d5;
  add.s64 %d7, %d4, %d5;
  ld.global.f32 %f2, [%d6];
  ld.global.f32 %f3, [%d7];
  ld.const.f32 %f4, [weight];
  mul.f32 %f5, %f1, %f4;
  fma.rn.f32 %f6, %f5, %f2, %f3;
  st.global.f32 [%d7], %f6;
  setp.ne.u32 %p1, %r5, 0;
  @%p1 bra DONE;
  mov.u64 %d8, calls;
  atom.global.add.u32 %r6, [%d8], 1;
DONE:
  ret;
}
)";

int main() {
  CUdevice device;
  refused("before cuInit", cuDeviceGet(&device, 0));
  CHECK(cuInit(0));
  int count = 0, major = 0, minor = 0, warp = 0, version = 0;
  CHECK(cuDeviceGetCount(&count));
  CHECK(cuDeviceGet(&device, 0));
  char name[100];
  CHECK(cuDeviceGetName(name, sizeof name, device));
  CUuuid uuid = {};
  CHECK(cuDeviceGetUuid(&uuid, device));
  bool has_uuid = false;
  for (char byte : uuid.bytes) has_uuid |= byte != 0;
  if (!has_uuid) printf("no uuid\n");
  CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
  CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  CHECK(cuDriverGetVersion(&version));
  size_t total = 0;
  CHECK(cuDeviceTotalMem(&total, device));
  printf("%d %d %d %d %d\n", count > 0, major >= 7, warp, version >= 11000, total > (size_t(1) << 30));

  CUdeviceptr x, y;
  refused("without a context", cuMemAlloc(&x, 16));
  CUcontext context, current;
#if CUDA_VERSION >= 13000
  CHECK(cuCtxCreate(&context, nullptr, 0, device));
#else
  CHECK(cuCtxCreate(&context, 0, device));
#endif
  CHECK(cuCtxGetCurrent(&current));
  printf("current: %d\n", current == context);

  CUmodule module;
  CUfunction saxpy;
  CHECK(cuModuleLoadData(&module, kModule));
  CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
  refused("no such kernel", cuModuleGetFunction(&saxpy, module, "daxpy"));
  CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));

  const unsigned n = 1000;
  std::vector<float> host(n), back(n);
  for (unsigned i = 0; i < n; i++) host[i] = i;
  CHECK(cuMemAlloc(&x, n * sizeof(float)));
  CHECK(cuMemAlloc(&y, n * sizeof(float)));
  CHECK(cuMemcpyHtoD(x, host.data(), n * sizeof(float)));
  CHECK(cuMemsetD32(y, 0x3f800000, n));
  float a = 3;
  unsigned length = n;
  void *arguments[] = {&a, &x, &y, &length};
  CUstream stream;
  CUevent start, stop;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  CHECK(cuStreamSynchronize(0));
  CHECK(cuEventRecord(start, stream));
  CHECK(cuLaunchKernel(saxpy, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  CHECK(cuEventRecord(stop, stream));
  CHECK(cuEventSynchronize(stop));
  float ms = 0;
  CHECK(cuEventElapsedTime(&ms, start, stop));
  CHECK(cuMemcpyDtoH(back.data(), y, n * sizeof(float)));
  printf("%g %g %g, took time: %d\n", back[0], back[1], back[999], ms > 0);

  struct Packed {
    float a;
    CUdeviceptr x, y;
    unsigned n;
  } packed = {-1, x, y, n};
  size_t bytes = sizeof packed;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  refused("a word too long", cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  bytes = offsetof(Packed, n) + sizeof packed.n;
  CHECK(cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemcpyDtoH(back.data(), y, n * sizeof(float)));
  printf("%g %g\n", back[1], back[999]);

  CUdeviceptr variable;
  unsigned calls = 0;
  CHECK(cuModuleGetGlobal(&variable, &bytes, module, "calls"));
  CHECK(cuMemcpyDtoH(&calls, variable, sizeof calls));
  printf("calls %u, %zu bytes\n", calls, bytes);
  float weight = 10;
  CHECK(cuModuleGetGlobal(&variable, &bytes, module, "weight"));
  CHECK(cuMemcpyHtoD(variable, &weight, sizeof weight));
  CHECK(cuMemsetD8Async(y, 0, n * sizeof(float), stream));
  CHECK(cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  CHECK(cuMemcpyDtoHAsync(back.data(), y, n * sizeof(float), stream));
  CHECK(cuStreamSynchronize(stream));
  printf("%g\n", back[10]);

  int threads = 0, blocks = 0, grid = 0, block = 0;
  CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, saxpy));
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, saxpy, 256, 0));
  CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, saxpy, nullptr, 0, 0));
  printf("%d %d %d %d\n", threads, blocks > 0, grid > 0, block % 32);

  CUmodule bad;
  refused("too many threads", cuLaunchKernel(saxpy, 1, 1, 1, 4096, 1, 1, 0, stream, arguments, nullptr));
  refused("no file", cuModuleLoad(&bad, "/nonexistent/module.ptx"));
  char log[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)sizeof log};
  refused("no PTX", cuModuleLoadDataEx(&bad, ".version 6.0\n.target sm_70\n.address_size 64\nnonsense\n", 2, options, values));
  printf("a log: %d\n", strlen(log) > 0);
  CHECK(cuMemFree(0));
  refused("no allocation", cuMemGetAddressRange(&variable, &bytes, 16));

  CHECK(cuMemFree(x));
  CHECK(cuMemFree(y));
  CHECK(cuModuleUnload(module));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuCtxDestroy(context));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuMemAlloc(&x, 4));
  CHECK(cuMemFree(x));
  CHECK(cuDevicePrimaryCtxRelease(device));
}

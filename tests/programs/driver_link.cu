// The driver API: PTX texts that are linked to one module, whose kernel calls a function and reads a variable of the other.
// simcc: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

#define CHECK(call)                                        \
  do {                                                     \
    CUresult result = call;                                \
    if (result != CUDA_SUCCESS) {                          \
      printf("line %d: error %d\n", __LINE__, int(result)); \
      exit(1);                                             \
    }                                                      \
  } while (0)

const char kLibrary[] = R"(
.version 6.0
.target sm_70
.address_size 64

.visible .global .align 4 .u32 offset = 5;

.visible .func (.param .b32 result) scaled(.param .b32 value)
{
  .reg .b32 %r<4>;
  ld.param.u32 %r1, [value];
  mul.lo.u32 %r2, %r1, 10;
  st.param.b32 [result], %r2;
  ret;
}
)";

const char kKernel[] = R"(
.version 6.0
.target sm_70
.address_size 64

.extern .global .align 4 .u32 offset;
.extern .func (.param .b32 result) scaled(.param .b32 value);

.visible .entry fill(.param .u64 p_out)
{
  .reg .b32 %r<6>;
  .reg .b64 %d<5>;
  ld.param.u64 %d1, [p_out];
  cvta.to.global.u64 %d2, %d1;
  mov.u32 %r1, %tid.x;
  {
    .param .b32 argument;
    .param .b32 answer;
    st.param.b32 [argument], %r1;
    call.uni (answer), scaled, (argument);
    ld.param.b32 %r2, [answer];
  }
  ld.global.u32 %r3, [offset];
  add.u32 %r4, %r2, %r3;
  mul.wide.u32 %d3, %r1, 4;
  add.s64 %d4, %d2, %d3;
  st.global.u32 [%d4], %r4;
  ret;
}
)";

CUresult add(CUlinkState state, const char *text, const char *name) {
  return cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(text), strlen(text) + 1, name, 0, nullptr, nullptr);
}

int main() {
  CUdevice device;
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));

  char errors[2000] = "x";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {errors, (void *)sizeof errors};
  CUlinkState state;
  CHECK(cuLinkCreate(2, options, values, &state));
  CHECK(add(state, kKernel, "kernel.ptx"));
  CHECK(add(state, kLibrary, "library.ptx"));
  void *image;
  size_t bytes = 0;
  CHECK(cuLinkComplete(state, &image, &bytes));
  printf("an image: %d\n", bytes > 0);
  CUmodule module;
  CHECK(cuModuleLoadData(&module, image));
  CHECK(cuLinkDestroy(state));

  CUfunction fill;
  CUdeviceptr out, variable;
  CHECK(cuModuleGetFunction(&fill, module, "fill"));
  CHECK(cuModuleGetGlobal(&variable, &bytes, module, "offset"));
  CHECK(cuMemAlloc(&out, 32 * sizeof(unsigned)));
  unsigned host[32], offset = 7;
  for (int turn = 0; turn < 2; turn++) {
    void *arguments[] = {&out};
    CHECK(cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK(cuMemcpyDtoH(host, out, sizeof host));
    printf("%u %u %u\n", host[0], host[1], host[31]);
    CHECK(cuMemcpyHtoD(variable, &offset, sizeof offset));
  }
  CHECK(cuModuleUnload(module));

  // The text alone is no module, and a name may be defined once.
  values[1] = (void *)sizeof errors;  // linking puts there how much it wrote
  CHECK(cuLinkCreate(2, options, values, &state));
  CHECK(add(state, kKernel, "kernel.ptx"));
  CUresult result = cuLinkComplete(state, &image, &bytes);
  printf("nobody defines it: %d, told %d\n", int(result), strstr(errors, "scaled") != nullptr || strstr(errors, "offset") != nullptr);
  CHECK(cuLinkDestroy(state));
  values[1] = (void *)sizeof errors;
  CHECK(cuLinkCreate(2, options, values, &state));
  CHECK(add(state, kLibrary, "library.ptx"));
  result = add(state, kLibrary, "again.ptx");
  result = result == CUDA_SUCCESS ? cuLinkComplete(state, &image, &bytes) : result;
  printf("defined twice: %d, told %d\n", int(result), strstr(errors, "scaled") != nullptr || strstr(errors, "offset") != nullptr);
  CHECK(cuLinkDestroy(state));
  values[1] = (void *)sizeof errors;
  CHECK(cuLinkCreate(2, options, values, &state));
  printf("no PTX: %d\n", int(add(state, ".version 6.0\n.target sm_70\n.address_size 64\nnonsense\n", "bad.ptx")));
  CHECK(cuLinkDestroy(state));
  CHECK(cuMemFree(out));
  CHECK(cuDevicePrimaryCtxRelease(device));
}

// The driver API: rows with gaps between them, copied as cuMemcpy2D is told, and set.
// simcc: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

#define CHECK(call)                                        \
  do {                                                     \
    CUresult result = call;                                \
    if (result != CUDA_SUCCESS) {                          \
      printf("line %d: error %d\n", __LINE__, int(result)); \
      exit(1);                                             \
    }                                                      \
  } while (0)

const size_t kWidth = 5, kHeight = 4;  // floats

void print(const char *what, const std::vector<float> &rows) {
  printf("%s:", what);
  for (float value : rows)
    printf(" %g", value);
  printf("\n");
}

/// Rows of `pitched` memory into an array without gaps.
std::vector<float> fetch(CUdeviceptr from, size_t pitch) {
  std::vector<float> rows(kWidth * kHeight, -1);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = from;
  copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = rows.data();
  copy.dstPitch = kWidth * sizeof(float);
  copy.WidthInBytes = kWidth * sizeof(float);
  copy.Height = kHeight;
  CHECK(cuMemcpy2D(&copy));
  return rows;
}

int main() {
  CUdevice device;
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));

  CUdeviceptr a, b;
  size_t pitch_a, pitch_b;
  CHECK(cuMemAllocPitch(&a, &pitch_a, kWidth * sizeof(float), kHeight, 4));
  CHECK(cuMemAllocPitch(&b, &pitch_b, kWidth * sizeof(float), kHeight, 4));
  std::vector<float> host(kWidth * kHeight);
  for (size_t i = 0; i < host.size(); i++)
    host[i] = float(i);

  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host.data();
  copy.srcPitch = kWidth * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = a;
  copy.dstPitch = pitch_a;
  copy.WidthInBytes = kWidth * sizeof(float);
  copy.Height = kHeight;
  CHECK(cuMemcpy2D(&copy));
  print("a", fetch(a, pitch_a));

  // A part of two rows and three columns, from one place to another one.
  CHECK(cuMemsetD2D32(b, pitch_b, 0x40000000, kWidth, kHeight));
  CHECK(cuMemsetD2D8(b + 4, pitch_b, 0, 4, 2));
  CHECK(cuMemsetD2D16(b + 3 * pitch_b, pitch_b, 0, 2, 1));
  print("b set", fetch(b, pitch_b));
  copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = a;
  copy.srcPitch = pitch_a;
  copy.srcXInBytes = sizeof(float);
  copy.srcY = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  copy.dstDevice = b;
  copy.dstPitch = pitch_b;
  copy.dstXInBytes = 2 * sizeof(float);
  copy.dstY = 2;
  copy.WidthInBytes = 3 * sizeof(float);
  copy.Height = 2;
  CUstream stream;
  CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  CHECK(cuMemcpy2DAsync(&copy, stream));
  CHECK(cuStreamSynchronize(stream));
  print("b", fetch(b, pitch_b));

  CUDA_MEMCPY2D wrong = copy;
  wrong.srcMemoryType = CUmemorytype(0);
  printf("no type: %d\n", int(cuMemcpy2D(&wrong)));
  wrong = copy;
  wrong.dstPitch = 4 * sizeof(float);
  printf("wider than the pitch: %d\n", int(cuMemcpy2DUnaligned(&wrong)));
  wrong = copy;
  wrong.Height = 0;
  printf("nothing: %d\n", int(cuMemcpy2DUnaligned(&wrong)));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuMemFree(a));
  CHECK(cuMemFree(b));
  CHECK(cuDevicePrimaryCtxRelease(device));
}

//! Calls with arguments that no program should have: each gives an error code, and the program goes on. Prints those
//! that give another error than they should. It ends as a program with faults, as it never asks the runtime for an error.
//! expect: invalid_free | invalid_copy
//! status: 86
//! prints: 148 calls
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

static int calls = 0;
#define GIVES(error, call)                                                                          \
  do {                                                                                              \
    const cudaError_t got = (call);                                                                 \
    calls++;                                                                                        \
    if (got != cuda##error) printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(got)); \
  } while (0)

const size_t all = SIZE_MAX, half = size_t{1} << 63, tera = size_t{1} << 40;
__device__ int variable[4];
__constant__ int constant[4];
static int no_variable[4];

static void allocations() {
  void* p = nullptr;
  size_t pitch = 0;
  GIVES(Success, cudaMalloc(&p, 0));
  for (size_t bytes : {all, all - 300, half, tera}) GIVES(ErrorMemoryAllocation, cudaMalloc(&p, bytes));
  GIVES(ErrorInvalidValue, cudaMalloc((void**)nullptr, 4));
  GIVES(ErrorMemoryAllocation, cudaMallocHost(&p, all));
  GIVES(ErrorMemoryAllocation, cudaMallocManaged(&p, all));
  GIVES(ErrorInvalidValue, cudaMallocManaged(&p, 4, 77));
  GIVES(ErrorInvalidValue, cudaHostAlloc(&p, 4, 0xffff));
  GIVES(ErrorMemoryAllocation, cudaMallocAsync(&p, all, 0));
  GIVES(ErrorInvalidResourceHandle, cudaMallocAsync(&p, 4, (cudaStream_t)0x55));
  GIVES(ErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, all, 1));
  GIVES(ErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, size_t{1} << 33, size_t{1} << 33));
  GIVES(ErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 512, half / 256));
  cudaPitchedPtr pitched;
  GIVES(ErrorMemoryAllocation, cudaMalloc3D(&pitched, make_cudaExtent(1 << 22, 1 << 21, 1 << 21)));
  GIVES(ErrorMemoryAllocation, cudaMalloc3D(&pitched, make_cudaExtent(all, 1, 1)));
  cudaArray_t array;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  GIVES(ErrorInvalidValue, cudaMallocArray(&array, &floats, size_t{1} << 62, 1));
  GIVES(ErrorInvalidValue, cudaMallocArray(&array, &floats, size_t{1} << 31, size_t{1} << 31));
  GIVES(ErrorInvalidValue, cudaMallocArray(&array, &floats, all, all));
  GIVES(ErrorInvalidValue, cudaMalloc3DArray(&array, &floats, make_cudaExtent(1 << 21, 1 << 21, 1 << 20), 0));
  GIVES(ErrorInvalidValue, cudaMallocArray(&array, &floats, 0, 0));
  GIVES(ErrorInvalidValue, cudaMallocArray(&array, nullptr, 4, 4));
  floats.x = 9999;
  GIVES(ErrorInvalidChannelDescriptor, cudaMallocArray(&array, &floats, 4, 4));
}

static void releases() {
  int on_stack = 0;
  char* p;
  GIVES(Success, cudaMalloc(&p, 1000));
  for (void* pointer : {(void*)&on_stack, (void*)&releases, (void*)1, (void*)all, (void*)(p + 5), (void*)(p + 1000), (void*)(p - 1)})
    GIVES(ErrorInvalidValue, cudaFree(pointer));
  GIVES(ErrorInvalidValue, cudaFreeHost(p));
  GIVES(ErrorInvalidValue, cudaFreeHost(&on_stack));
  GIVES(ErrorInvalidResourceHandle, cudaFreeAsync(p, (cudaStream_t)0x99));
  GIVES(Success, cudaFree(p));
  GIVES(ErrorInvalidValue, cudaFree(p));
  GIVES(Success, cudaFree(nullptr));
  GIVES(ErrorInvalidResourceHandle, cudaFreeArray((cudaArray_t)0x1234));
  GIVES(ErrorInvalidValue, cudaHostRegister(&on_stack, all, 0));
  GIVES(ErrorInvalidValue, cudaHostRegister(&on_stack, size_t{1} << 47, 0));
  GIVES(ErrorInvalidValue, cudaHostRegister((void*)16, 4, 0));
  GIVES(ErrorInvalidValue, cudaHostRegister(nullptr, 4, 0));
  GIVES(ErrorHostMemoryNotRegistered, cudaHostUnregister(&on_stack));
  GIVES(ErrorInvalidValue, cudaHostGetDevicePointer((void**)&p, &on_stack, 0));
}

static void copies() {
  char *d, host[1000] = {};
  cudaMalloc(&d, 1000);
  GIVES(ErrorInvalidValue, cudaMemcpy(nullptr, host, 10, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy(d, nullptr, 10, cudaMemcpyHostToDevice));
  GIVES(Success, cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault));
  GIVES(ErrorInvalidMemcpyDirection, cudaMemcpy(d, host, 10, (cudaMemcpyKind)7));
  GIVES(ErrorInvalidMemcpyDirection, cudaMemcpy(d, host, 10, (cudaMemcpyKind)-1));
  GIVES(ErrorInvalidValue, cudaMemcpy(d, host, all, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy(d + 500, host, all - 400, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy(host, d + 1000, 1, cudaMemcpyDeviceToHost));
  GIVES(Success, cudaMemcpy(d, d + 100, 500, cudaMemcpyDeviceToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy((void*)7, d, 1, cudaMemcpyDeviceToHost));
  GIVES(ErrorInvalidValue, cudaMemcpy(d, (void*)7, 1, cudaMemcpyHostToDevice));
  const long page = sysconf(_SC_PAGESIZE);  // host memory that ends before the copy does
  char* last = (char*)mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + page - 100;
  munmap(last + 100, page);
  GIVES(Success, cudaMemcpy(d, last, 100, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy(d, last, 101, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy(last, d, 1000, cudaMemcpyDeviceToHost));
  GIVES(ErrorInvalidValue, cudaMemcpy2D(last, 60, d, 60, 50, 3, cudaMemcpyDeviceToHost));
  GIVES(ErrorInvalidPitchValue, cudaMemcpy2D(d, 10, host, 10, 20, 2, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy2D(d, 20, host, 20, 20, all, cudaMemcpyHostToDevice));
  for (size_t pitch : {half, all, tera}) {
    GIVES(ErrorInvalidPitchValue, cudaMemcpy2D(d, pitch, host, 20, 20, 3, cudaMemcpyHostToDevice));
    GIVES(ErrorInvalidPitchValue, cudaMemcpy2D(host, pitch, d, 20, 20, 3, cudaMemcpyDeviceToHost));
  }
  GIVES(ErrorInvalidValue, cudaMemset(nullptr, 0, 4));
  GIVES(ErrorInvalidValue, cudaMemset(host, 0, 4));
  GIVES(ErrorInvalidValue, cudaMemset(d + 999, 0, 2));
  GIVES(ErrorInvalidPitchValue, cudaMemset2D(d, 10, 0, 20, 2));
  GIVES(ErrorInvalidValue, cudaMemset2D(d, size_t{1} << 32, 0, size_t{1} << 32, size_t{1} << 32));
  GIVES(ErrorInvalidResourceHandle, cudaMemsetAsync(d, 0, 2, (cudaStream_t)5));
  cudaMemcpy3DParms boxes = {};
  GIVES(ErrorInvalidValue, cudaMemcpy3D(nullptr));
  boxes.srcPtr = make_cudaPitchedPtr(host, 10, 10, 10);
  boxes.dstPtr = make_cudaPitchedPtr(d, 10, 10, 10);
  boxes.kind = cudaMemcpyHostToDevice;
  for (cudaExtent extent : {make_cudaExtent(10, all, all), make_cudaExtent(10, 10, 11), make_cudaExtent(10, size_t{1} << 32, size_t{1} << 32)}) {
    boxes.extent = extent;
    GIVES(ErrorInvalidValue, cudaMemcpy3D(&boxes));
  }
  boxes.extent = make_cudaExtent(1, 1, 1);
  boxes.dstPos = make_cudaPos(all, all, all);
  GIVES(ErrorInvalidValue, cudaMemcpy3D(&boxes));
  boxes.srcArray = (cudaArray_t)0x4444;
  GIVES(ErrorInvalidResourceHandle, cudaMemcpy3D(&boxes));
  GIVES(ErrorInvalidValue, cudaMemset3D(make_cudaPitchedPtr(d, 10, all, all), 0, make_cudaExtent(1, 2, 4)));
  cudaFree(d);
}

static void symbols_and_arrays() {
  int v[256] = {};
  void* address;
  size_t bytes;
  for (size_t offset : {size_t{13}, all, all - 2}) GIVES(ErrorInvalidValue, cudaMemcpyToSymbol(variable, v, 4, offset));
  GIVES(ErrorInvalidValue, cudaMemcpyToSymbol(variable, v, all, 2));
  GIVES(ErrorInvalidValue, cudaMemcpyToSymbol(variable, nullptr, 4));
  GIVES(ErrorInvalidValue, cudaMemcpyFromSymbol(v, constant, 17));
  GIVES(ErrorInvalidSymbol, cudaMemcpyToSymbol(no_variable, v, 4));
  GIVES(ErrorInvalidSymbol, cudaMemcpyToSymbol("variable", v, 4));
  GIVES(ErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(variable, v, 4, 0, cudaMemcpyDeviceToHost));
  GIVES(ErrorInvalidValue, cudaGetSymbolAddress(nullptr, variable));
  GIVES(ErrorInvalidSymbol, cudaGetSymbolAddress(&address, no_variable));
  GIVES(ErrorInvalidSymbol, cudaGetSymbolSize(&bytes, no_variable));
  cudaArray_t array;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &floats, 8, 8);
  GIVES(ErrorInvalidValue, cudaMemcpy2DToArray(array, all, 0, v, 32, 32, 1, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpy2DToArray(array, 0, all, v, 32, 32, 2, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidPitchValue, cudaMemcpy2DToArray(array, 0, 0, v, 32, 36, 8, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidPitchValue, cudaMemcpy2DToArray(array, 0, 0, v, 32, all, all, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpyToArray(array, all, all, v, 4, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidValue, cudaMemcpyArrayToArray(array, 0, 0, array, all - 3, 0, 8, cudaMemcpyDefault));
  cudaResourceDesc of_array = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  of_array.resType = cudaResourceTypeArray;
  of_array.res.array.array = array;
  how.addressMode[0] = (cudaTextureAddressMode)77;
  GIVES(ErrorInvalidValue, cudaCreateTextureObject(&texture, &of_array, &how, nullptr));
  how = {};
  how.filterMode = (cudaTextureFilterMode)77;
  GIVES(ErrorInvalidValue, cudaCreateTextureObject(&texture, &of_array, &how, nullptr));
  how = {};
  GIVES(Success, cudaFreeArray(array));
  GIVES(ErrorInvalidResourceHandle, cudaFreeArray(array));
  GIVES(ErrorInvalidResourceHandle, cudaMemcpy2DToArray(array, 0, 0, v, 32, 32, 1, cudaMemcpyHostToDevice));
  GIVES(ErrorInvalidResourceHandle, cudaCreateTextureObject(&texture, &of_array, &how, nullptr));
  GIVES(ErrorInvalidValue, cudaDestroyTextureObject(0x1234));
  cudaResourceDesc plane = {};
  plane.resType = cudaResourceTypePitch2D;
  cudaMalloc(&plane.res.pitch2D.devPtr, 4096);
  plane.res.pitch2D.desc = floats;
  const struct {
    size_t width, height, pitch;
  } shapes[] = {{4, size_t{1} << 30, tera}, {size_t{1} << 62, 2, 64}, {size_t{1} << 62 | 4, 2, 64}, {4, (size_t{1} << 58) + 1, 64}};
  for (const auto& shape : shapes) {
    plane.res.pitch2D.width = shape.width;
    plane.res.pitch2D.height = shape.height;
    plane.res.pitch2D.pitchInBytes = shape.pitch;
    GIVES(ErrorInvalidValue, cudaCreateTextureObject(&texture, &plane, &how, nullptr));
  }
  cudaFree(plane.res.pitch2D.devPtr);
}

static void streams_and_events() {
  cudaStream_t stream, garbage = (cudaStream_t)0x77777;
  cudaEvent_t event, never;
  float ms;
  cudaStreamCreate(&stream);
  GIVES(Success, cudaStreamDestroy(stream));
  for (cudaStream_t gone : {stream, garbage}) {
    GIVES(ErrorInvalidResourceHandle, cudaStreamDestroy(gone));
    GIVES(ErrorInvalidResourceHandle, cudaStreamSynchronize(gone));
    GIVES(ErrorInvalidResourceHandle, cudaStreamQuery(gone));
    GIVES(ErrorInvalidResourceHandle, cudaStreamWaitEvent(gone, nullptr, 0));
    GIVES(ErrorInvalidResourceHandle, cudaLaunchHostFunc(gone, [](void*) {}, nullptr));
  }
  GIVES(ErrorInvalidValue, cudaStreamCreate(nullptr));
  GIVES(ErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 99));
  GIVES(ErrorInvalidValue, cudaLaunchHostFunc(0, nullptr, nullptr));
  GIVES(ErrorInvalidValue, cudaEventCreateWithFlags(&event, 0xfff));
  cudaEventCreate(&event);
  cudaEventCreate(&never);
  GIVES(ErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, event, never));
  GIVES(Success, cudaEventDestroy(event));
  for (cudaEvent_t gone : {event, (cudaEvent_t) nullptr, (cudaEvent_t)0x33}) {
    GIVES(ErrorInvalidResourceHandle, cudaEventDestroy(gone));
    GIVES(ErrorInvalidResourceHandle, cudaEventRecord(gone));
    GIVES(ErrorInvalidResourceHandle, cudaEventSynchronize(gone));
    GIVES(ErrorInvalidResourceHandle, cudaEventQuery(gone));
    GIVES(ErrorInvalidResourceHandle, cudaStreamWaitEvent(0, gone, 0));
  }
}

static void device() {
  int number;
  GIVES(ErrorInvalidDevice, cudaSetDevice(-1));
  GIVES(ErrorInvalidValue, cudaDeviceGetAttribute(&number, (cudaDeviceAttr)9999, 0));
  GIVES(ErrorInvalidValue, cudaDeviceSetLimit((cudaLimit)99, 4));
  GIVES(ErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, all));
  GIVES(ErrorInvalidValue, cudaGetDeviceProperties(nullptr, 0));
  GIVES(ErrorInvalidValue, cudaSetDeviceFlags(0xffffffff));
  if (strcmp(cudaGetErrorName((cudaError_t)123456), "unrecognized error code") != 0) printf("a name\n");
}

int main() {
  allocations();
  releases();
  copies();
  symbols_and_arrays();
  streams_and_events();
  device();
  printf("%d calls\n", calls);
}

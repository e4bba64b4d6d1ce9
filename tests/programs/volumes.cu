// Three dimensions, arrays, pools and peers: every kind of memory that a program allocates, and the copies between them.
// Some calls are wrong on purpose: they must be refused.
#include <cstdio>
#include <cstring>
#include <vector>

static int failures = 0;
#define EXPECT(x)                                        \
  do {                                                   \
    if (!(x)) {                                          \
      std::printf("line %d: %s\n", __LINE__, #x);        \
      ++failures;                                        \
    }                                                    \
  } while (0)

__global__ void fill(cudaPitchedPtr volume, int width, int height, int depth) {
  const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  if (x < width && y < height && z < depth) {
    char* row = (char*)volume.ptr + volume.pitch * (volume.ysize * z + y);
    ((int*)row)[x] = x + 10 * y + 100 * z;
  }
}

__global__ void twice(cudaSurfaceObject_t surface, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) {
    const float value = surf2Dread<float>(surface, x * (int)sizeof(float), y);
    surf2Dwrite(2 * value, surface, x * (int)sizeof(float), y);
  }
}

static void volumes() {
  const int w = 5, h = 4, d = 3;
  cudaPitchedPtr volume;
  EXPECT(cudaMalloc3D(&volume, make_cudaExtent(w * sizeof(int), h, d)) == cudaSuccess);
  EXPECT(volume.pitch >= w * sizeof(int) && volume.xsize == w * sizeof(int) && volume.ysize == h);
  EXPECT(cudaMemset3D(volume, 0, make_cudaExtent(w * sizeof(int), h, d)) == cudaSuccess);
  fill<<<d, dim3(8, 8)>>>(volume, w, h, d);
  int host[d][h][w] = {};
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = volume;
  copy.dstPtr = make_cudaPitchedPtr(host, w * sizeof(int), w * sizeof(int), h);
  copy.extent = make_cudaExtent(w * sizeof(int), h, d);
  copy.kind = cudaMemcpyDeviceToHost;
  EXPECT(cudaMemcpy3D(&copy) == cudaSuccess);
  EXPECT(host[0][0][4] == 4 && host[2][3][1] == 231 && host[1][2][3] == 123);

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  EXPECT(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d)) == cudaSuccess);
  cudaMemcpy3DParms in = {};
  in.srcPtr = volume;
  in.dstArray = array;
  in.extent = make_cudaExtent(w, h, d);
  in.kind = cudaMemcpyDeviceToDevice;
  EXPECT(cudaMemcpy3D(&in) == cudaSuccess);
  int part[2][2][2] = {};
  cudaMemcpy3DParms out = {};
  out.srcArray = array;
  out.srcPos = make_cudaPos(3, 2, 1);
  out.dstPtr = make_cudaPitchedPtr(part, 2 * sizeof(int), 2, 2);
  out.extent = make_cudaExtent(2, 2, 2);
  out.kind = cudaMemcpyDeviceToHost;
  EXPECT(cudaMemcpy3DAsync(&out) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(part[0][0][0] == 123 && part[1][1][1] == 234);
  out.srcPos = make_cudaPos(4, 2, 1);
  EXPECT(cudaMemcpy3D(&out) == cudaErrorInvalidValue);
  cudaChannelFormatDesc found;
  cudaExtent extent;
  unsigned int flags;
  EXPECT(cudaArrayGetInfo(&found, &extent, &flags, array) == cudaSuccess);
  EXPECT(extent.width == w && extent.height == h && extent.depth == d && found.x == 32 && flags == 0);
  EXPECT(cudaFreeArray(array) == cudaSuccess);
  EXPECT(cudaFree(volume.ptr) == cudaSuccess);
}

static void arrays() {
  const int w = 6, h = 3;
  float values[h][w], back[h][w] = {};
  for (int i = 0; i < w * h; ++i) values[i / w][i % w] = (float)i;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t a, b;
  EXPECT(cudaMallocArray(&a, &format, w, h, cudaArraySurfaceLoadStore) == cudaSuccess);
  EXPECT(cudaMallocArray(&b, &format, w, h) == cudaSuccess);
  EXPECT(cudaMemcpy2DToArray(a, 0, 0, values, sizeof(values[0]), sizeof(values[0]), h, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = a;
  cudaSurfaceObject_t surface;
  EXPECT(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
  twice<<<1, dim3(8, 4)>>>(surface, w, h);
  EXPECT(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof(values[0]), h) == cudaSuccess);
  EXPECT(cudaMemcpy2DFromArray(back, sizeof(back[0]), b, 0, 0, sizeof(back[0]), h, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(back[0][0] == 0 && back[1][1] == 14 && back[2][5] == 34);
  EXPECT(cudaDestroySurfaceObject(surface) == cudaSuccess);
  EXPECT(cudaFreeArray(a) == cudaSuccess && cudaFreeArray(b) == cudaSuccess);
}

static void pools() {
  cudaMemPool_t pool;
  EXPECT(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  unsigned long long keep = 1 << 20, got = 0;
  EXPECT(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep) == cudaSuccess);
  EXPECT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got) == cudaSuccess && got == keep);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *a, *b, host = 0;
  EXPECT(cudaMallocAsync(&a, 64, stream) == cudaSuccess);
  EXPECT(cudaMallocFromPoolAsync(&b, 64, pool, stream) == cudaSuccess);
  EXPECT(cudaMemsetAsync(a, 1, 64, stream) == cudaSuccess);
  EXPECT(cudaMemcpyAsync(b, a, 64, cudaMemcpyDefault, stream) == cudaSuccess);
  EXPECT(cudaMemcpyPeerAsync(a, 0, b, 0, 64, stream) == cudaSuccess);
  EXPECT(cudaMemcpyAsync(&host, a, sizeof(host), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  EXPECT(cudaFreeAsync(a, stream) == cudaSuccess && cudaFreeAsync(b, stream) == cudaSuccess);
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess);
  EXPECT(host == 0x01010101);
  EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
  int can = 1;
  EXPECT(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
}

static void pinned() {
  unsigned int flags = 0;
  int* pointer;
  EXPECT(cudaHostAlloc(&pointer, 4096, cudaHostAllocPortable | cudaHostAllocWriteCombined) == cudaSuccess);
  EXPECT(cudaHostGetFlags(&flags, pointer) == cudaSuccess);
  EXPECT((flags & cudaHostAllocPortable) != 0 && (flags & cudaHostAllocWriteCombined) != 0);
  EXPECT(cudaFreeHost(pointer) == cudaSuccess);
  std::vector<int> plain(1000, 7);
  int *seen, value = 0;
  EXPECT(cudaHostRegister(plain.data(), plain.size() * sizeof(int), cudaHostRegisterMapped) == cudaSuccess);
  EXPECT(cudaHostGetDevicePointer(&seen, plain.data(), 0) == cudaSuccess);
  EXPECT(cudaMemcpy(&value, seen + 999, sizeof(int), cudaMemcpyDefault) == cudaSuccess && value == 7);
  EXPECT(cudaHostUnregister(plain.data()) == cudaSuccess);
  EXPECT(cudaHostUnregister(plain.data()) == cudaErrorHostMemoryNotRegistered);
  EXPECT(cudaGetLastError() == cudaErrorHostMemoryNotRegistered);
  int* managed;
  EXPECT(cudaMallocManaged(&managed, 100) == cudaSuccess);
#if CUDART_VERSION >= 13000
  cudaMemLocation place = {};
  place.type = cudaMemLocationTypeDevice;
#else
  const int place = 0;
#endif
  EXPECT(cudaMemAdvise(managed, 100, cudaMemAdviseSetReadMostly, place) == cudaSuccess);
  int answer = 0;
  EXPECT(cudaMemRangeGetAttribute(&answer, sizeof(answer), cudaMemRangeAttributeReadMostly, managed, 100) == cudaSuccess);
  EXPECT(answer == 1);
  EXPECT(cudaFree(managed) == cudaSuccess);
}

int main() {
  volumes();
  arrays();
  pools();
  pinned();
  std::printf("%d failures\n", failures);
  return failures;
}

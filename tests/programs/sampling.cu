// Texture fetches in one, two and three dimensions, from arrays, pitched and linear memory, against a sampler in double
// precision on the host. The weights of a linear filter have 8 bits of fraction (CUDA C++ Programming Guide, "Linear Filtering"), and
// so have the products of those of two or three axes.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// A GPU may round a weight to another 256th than the nearest, along each axis. Filtered fractions have 16 bits.
#ifdef __WARPSCHOOL_SIM__
constexpr double kFilterBound = 1.6e-5;
#else
constexpr double kFilterBound = 3e-2;
#endif

struct Image {
  int width, height, depth, channels;
  std::vector<double> texels;  // as a fetch gives them
  bool is_fraction = false;

  double at(int x, int y, int z, int c) const { return texels[((size_t(z) * height + y) * width + x) * channels + c]; }
};

struct Sampler {
  cudaTextureAddressMode mode;
  bool linear, normalized;
};

static int wrapped(int i, int n, cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeWrap: return (i % n + n) % n;
    case cudaAddressModeMirror: {
      const int rest = (i % (2 * n) + 2 * n) % (2 * n);
      return rest < n ? rest : 2 * n - 1 - rest;
    }
    case cudaAddressModeBorder: return i < 0 || i >= n ? -1 : i;
    default: return i < 0 ? 0 : (i < n ? i : n - 1);
  }
}

static double texel(const Image& image, const Sampler& s, int x, int y, int z, int c) {
  const cudaTextureAddressMode mode =
      !s.normalized && s.mode != cudaAddressModeBorder ? cudaAddressModeClamp : s.mode;
  const int i = wrapped(x, image.width, mode);
  const int j = image.height > 1 ? wrapped(y, image.height, mode) : 0;
  const int k = image.depth > 1 ? wrapped(z, image.depth, mode) : 0;
  return i < 0 || j < 0 || k < 0 ? c % 2 : image.at(i, j, k, c);
}

// A coordinate in texels. The device scales in single precision.
static double scaled(float x, int n, const Sampler& s) {
  return s.normalized ? (double)x * n : (double)x;
}

struct Axis {
  int begin;
  int weight;  // of 256
};
static Axis axis(double x, int n, const Sampler& s) {
  if (!s.linear) return {(int)std::floor(x), 0};
  const bool clamped = s.mode == cudaAddressModeClamp || (!s.normalized && s.mode != cudaAddressModeBorder);
  const double shifted = (clamped ? std::fmin(std::fmax(x, 0.5), n - 0.5) : x) - 0.5;
  return {(int)std::floor(shifted), (int)std::round((shifted - std::floor(shifted)) * 256)};
}

// The weight of a corner, of 256: the plane's is split along x, then along y, to the nearest; of halves the second texel gets the
// larger one, but not along y on the left.
static int weight_of(int corner, const Axis& x, const Axis& y, const Axis& z) {
  const int plane = corner & 4 ? z.weight : 256 - z.weight;
  const int right = (plane * x.weight + 128) >> 8;
  const int column = corner & 1 ? right : plane - right;
  const int below = (column * y.weight + (corner & 1 ? 128 : 127)) >> 8;
  return corner & 2 ? below : column - below;
}

static double expected(const Image& image, const Sampler& s, float3 at, int c) {
  const Axis x = axis(scaled(at.x, image.width, s), image.width, s);
  const Axis y = image.height > 1 ? axis(scaled(at.y, image.height, s), image.height, s) : Axis{0, 0};
  const Axis z = image.depth > 1 ? axis(scaled(at.z, image.depth, s), image.depth, s) : Axis{0, 0};
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
    const double weight = weight_of(corner, x, y, z) / 256.0;
    if (weight != 0) sum += weight * texel(image, s, x.begin + dx, y.begin + dy, z.begin + dz, c);
  }
  return image.is_fraction ? std::fmax(-1.0, sum) : sum;  // -128 is -1, but not before it is mixed
}

template <class T>
__global__ void fetch(cudaTextureObject_t texture, int dimensions, const float3* at, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (dimensions == 1) out[i] = tex1D<T>(texture, at[i].x);
  if (dimensions == 2) out[i] = tex2D<T>(texture, at[i].x, at[i].y);
  if (dimensions == 3) tex3D(&out[i], texture, at[i].x, at[i].y, at[i].z);
}

template <class T>
__global__ void fetch_linear(cudaTextureObject_t texture, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<T>(texture, i);
}

static unsigned next_random() {
  static unsigned state = 12345;
  return state = state * 1664525u + 1013904223u;
}

// Dyadic coordinates, so that scaling them is exact on both sides and no fetch falls between two texels by rounding alone.
static std::vector<float3> places(const Image& image, bool normalized, int n) {
  std::vector<float3> list(n);
  const auto one = [&](int size) {
    const double texels = ((int)(next_random() >> 8) % (size * 3 * 512) - size * 512) / 512.0 + 1.0 / 2048;
    return (float)(normalized ? texels / size : texels);
  };
  for (float3& place : list) place = make_float3(one(image.width), one(image.height), one(image.depth));
  return list;
}

static int failures = 0;
static void check(const char* what, double got, double want, double bound) {
  if (!(std::fabs(got - want) <= bound) && ++failures < 10) std::printf("%s: %.9g, expected %.9g\n", what, got, want);
}

// Only the axes that the texture has get a mode: a GPU heeds the others too where it filters.
static cudaTextureObject_t make(const cudaResourceDesc& resource, const Sampler& s, cudaTextureReadMode read, int dimensions) {
  cudaTextureDesc description = {};
  for (int axis = 0; axis < 3; ++axis) description.addressMode[axis] = axis < dimensions ? s.mode : cudaAddressModeClamp;
  description.filterMode = s.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  description.readMode = read;
  description.normalizedCoords = s.normalized;
  for (int c = 0; c < 4; ++c) description.borderColor[c] = (float)(c % 2);
  cudaTextureObject_t texture = 0;
  if (cudaCreateTextureObject(&texture, &resource, &description, nullptr) != cudaSuccess) {
    std::printf("refused\n");
    std::exit(1);
  }
  return texture;
}

template <class T>
static void compare(const char* what, const Image& image, const cudaResourceDesc& resource, const Sampler& s, cudaTextureReadMode read) {
  const int n = 256, dimensions = image.depth > 1 ? 3 : (image.height > 1 ? 2 : 1);
  const cudaTextureObject_t texture = make(resource, s, read, dimensions);
  const std::vector<float3> at = places(image, s.normalized, n);
  float3* device_at;
  T* out;
  cudaMalloc(&device_at, n * sizeof(float3));
  cudaMalloc(&out, n * sizeof(T));
  cudaMemcpy(device_at, at.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
  fetch<<<n / 64, 64>>>(texture, dimensions, device_at, out, n);
  std::vector<T> got(n);
  cudaMemcpy(got.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < image.channels; ++c) {
      check(what, reinterpret_cast<const float*>(&got[i])[c], expected(image, s, at[i], c), s.linear ? kFilterBound : 1e-6);
    }
  }
  cudaFree(device_at);
  cudaFree(out);
  cudaDestroyTextureObject(texture);
}

template <class T>
static void all_samplers(const char* what, const Image& image, const cudaResourceDesc& resource, cudaTextureReadMode read) {
  for (const bool linear : {false, true}) {
    for (const cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
      compare<T>(what, image, resource, {mode, linear, false}, read);
    }
    for (const cudaTextureAddressMode mode :
         {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror}) {
      compare<T>(what, image, resource, {mode, linear, true}, read);
    }
  }
}

// An array of the size of `image` with the texels of `bytes`.
static cudaArray_t array_of(const Image& image, const cudaChannelFormatDesc& format, const void* bytes, size_t texel_bytes) {
  cudaArray_t array;
  const cudaExtent extent = make_cudaExtent(image.width, image.height > 1 ? image.height : 0, image.depth > 1 ? image.depth : 0);
  cudaMalloc3DArray(&array, &format, extent);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<void*>(bytes), image.width * texel_bytes, image.width, image.height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(image.width, image.height, image.depth);
  copy.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&copy) != cudaSuccess) std::printf("copy refused\n");
  return array;
}

// Texels of component C, read as float vectors T by `read`.
template <class C, class T>
static void from_arrays(const char* what, int channels, const cudaChannelFormatDesc& format, double scale, cudaTextureReadMode read) {
  const int sizes[3][3] = {{13, 1, 1}, {9, 6, 1}, {5, 4, 7}};
  for (const auto& size : sizes) {
    Image image = {size[0], size[1], size[2], channels, {}, scale != 1};
    std::vector<C> stored(size_t(size[0]) * size[1] * size[2] * channels);
    for (C& value : stored) {
      value = scale == 1 ? (C)((next_random() >> 8) / 16777216.0) : (C)(next_random() >> 16);
      image.texels.push_back(value / scale);
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_of(image, format, stored.data(), channels * sizeof(C));
    all_samplers<T>(what, image, resource, read);
    cudaFreeArray(resource.res.array.array);
  }
}

static void from_pitched() {
  Image image = {7, 5, 1, 4, {}};
  unsigned char* pixels;
  size_t pitch;
  cudaMallocPitch(&pixels, &pitch, 7 * 4, 5);
  std::vector<unsigned char> host(5 * 7 * 4);
  for (unsigned char& value : host) {
    value = (unsigned char)(next_random() >> 24);
    image.texels.push_back(value / 255.0);
  }
  cudaMemcpy2D(pixels, pitch, host.data(), 7 * 4, 7 * 4, 5, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pixels;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = 7;
  resource.res.pitch2D.height = 5;
  resource.res.pitch2D.pitchInBytes = pitch;
  all_samplers<float4>("pitched uchar4", image, resource, cudaReadModeNormalizedFloat);
  cudaFree(pixels);
}

template <class T>
static void from_linear(const char* what) {
  const int n = 37;
  std::vector<T> host(n), got(n + 2);
  for (int i = 0; i < n; ++i) host[i].x = (decltype(host[i].x))(3 * i + 1), host[i].y = (decltype(host[i].y))(100 - i);
  T *memory, *out;
  cudaMalloc(&memory, n * sizeof(T));
  cudaMalloc(&out, (n + 2) * sizeof(T));
  cudaMemcpy(memory, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = n * sizeof(T);
  const cudaTextureObject_t texture = make(resource, {cudaAddressModeClamp, false, false}, cudaReadModeElementType, 1);
  fetch_linear<<<1, 64>>>(texture, out, n);
  cudaMemcpy(got.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    check(what, (double)got[i].x, (double)host[i].x, 0);
    check(what, (double)got[i].y, (double)host[i].y, 0);
  }
  cudaDestroyTextureObject(texture);
  cudaFree(memory);
  cudaFree(out);
}

int main() {
  const cudaTextureReadMode plain = cudaReadModeElementType, fraction = cudaReadModeNormalizedFloat;
  from_arrays<float, float>("float", 1, cudaCreateChannelDesc<float>(), 1, plain);
  from_arrays<float, float2>("float2", 2, cudaCreateChannelDesc<float2>(), 1, plain);
  from_arrays<float, float4>("float4", 4, cudaCreateChannelDesc<float4>(), 1, plain);
  from_arrays<unsigned char, float>("uchar", 1, cudaCreateChannelDesc<unsigned char>(), 255, fraction);
  from_arrays<signed char, float2>("char2", 2, cudaCreateChannelDesc<char2>(), 127, fraction);
  from_arrays<unsigned short, float>("ushort", 1, cudaCreateChannelDesc<unsigned short>(), 65535, fraction);
  from_arrays<short, float4>("short4", 4, cudaCreateChannelDesc<short4>(), 32767, fraction);
  from_pitched();
  from_linear<int2>("linear int2");
  from_linear<uchar2>("linear uchar2");
  from_linear<short4>("linear short4");
  from_linear<float2>("linear float2");
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d failures\n", failures);
}

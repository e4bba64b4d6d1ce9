// What a linear filter makes of texels: every format, number of dimensions and address mode, bit for bit. The coordinates have so few
// bits that every device splits them alike. The output is that of an H100.
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>

const int kWidth = 13, kHeight = 7, kDepth = 5, kPoints = 1220;
enum { kLine = 1, kPlane, kSpace, kLines, kPlanes };  // the two last ones in layers

__global__ void fetch(cudaTextureObject_t texture, float2 *out, int n, float begin, float step, float grain, int shape) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = begin + (i % 61) * step, y = begin + (i / 61) * step * 2.9f, z = begin + (i % 47) * step * 0.7f;
  if (shape == kLine || shape == kLines) x = begin + i * step * 0.05f;
  x = rintf(x * grain) / grain;
  y = rintf(y * grain) / grain;
  z = rintf(z * grain) / grain;
  out[i] = shape == kLine    ? tex1D<float2>(texture, x)
           : shape == kPlane ? tex2D<float2>(texture, x, y)
           : shape == kSpace ? tex3D<float2>(texture, x, y, z)
           : shape == kLines ? tex1DLayered<float2>(texture, x, i % 3)
                             : tex2DLayered<float2>(texture, x, y, i % 3);
}

static unsigned random_bits() {
  static unsigned state = 7;
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

static void fill(unsigned char *data, int texels, int bytes, const char *format) {
  for (int i = 0; i < texels * bytes; ++i) data[i] = random_bits();
  if (format[0] == 'f')
    for (int i = 0; i < texels * bytes / 4; ++i) reinterpret_cast<float *>(data)[i] = (int)(random_bits() % 4001 - 2000) / 16.0f;
  if (format[0] == 'h')
    for (int i = 0; i < texels * bytes / 2; ++i)
      reinterpret_cast<__half *>(data)[i] = __float2half((int)(random_bits() % 401 - 200) / 16.0f);
}

static cudaArray_t make_array(const cudaChannelFormatDesc &format, int bytes, int shape, unsigned char *data) {
  const bool is_line = shape == kLine || shape == kLines;
  const int height = is_line ? 0 : kHeight, depth = shape == kSpace ? kDepth : shape > kSpace ? 3 : 0;
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, make_cudaExtent(kWidth, height, depth), shape > kSpace ? cudaArrayLayered : 0);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(data, kWidth * bytes, kWidth, is_line ? 1 : height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(kWidth, is_line ? 1 : height, depth ? depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  return array;
}

static unsigned hash(const float2 *out) {
  unsigned result = 2166136261u;
  for (int i = 0; i < 2 * kPoints; ++i) {
    unsigned bits;
    memcpy(&bits, reinterpret_cast<const float *>(out) + i, 4);
    result = (result ^ (bits == 0x80000000u ? 0 : bits)) * 16777619u;
  }
  return result;
}

int main() {
  const struct {
    const char *name;
    cudaChannelFormatDesc format;
    int bytes;
  } formats[] = {{"float", cudaCreateChannelDesc<float>(), 4},      {"half", cudaCreateChannelDescHalf1(), 2},
                 {"half2", cudaCreateChannelDescHalf2(), 4},        {"uchar2", cudaCreateChannelDesc<uchar2>(), 2},
                 {"ushort2", cudaCreateChannelDesc<ushort2>(), 4}};
  static unsigned char data[kWidth * kHeight * kDepth * 4];
  float2 *out;
  cudaMallocManaged(&out, kPoints * sizeof(float2));
  for (const auto &format : formats) {
    for (int shape = kLine; shape <= kPlanes; ++shape) {
      fill(data, kWidth * kHeight * kDepth, format.bytes, format.name);
      const cudaArray_t array = make_array(format.format, format.bytes, shape, data);
      cudaResourceDesc resource = {};
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = array;
      for (int variant = 0; variant < 8; ++variant) {
        cudaTextureDesc description = {};
        description.filterMode = cudaFilterModeLinear;
        description.normalizedCoords = variant & 1;
        description.readMode =
            format.format.f == cudaChannelFormatKindFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
        for (int i = 0; i < 3; ++i) description.addressMode[i] = static_cast<cudaTextureAddressMode>(variant / 2);
        for (int i = 0; i < 4; ++i) description.borderColor[i] = 0.25f + i;
        cudaTextureObject_t texture;
        cudaCreateTextureObject(&texture, &resource, &description, nullptr);
        const bool normalized = (variant & 1) != 0;
        fetch<<<5, 256>>>(texture, out, kPoints, normalized ? -2.3f : -21.7f, normalized ? 0.0777f : 0.7031f,
                          normalized ? 65536.0f : 4096.0f, shape);
        cudaDeviceSynchronize();
        if (variant == 0) printf("%s, shape %d:", format.name, shape);
        printf(" %08x", hash(out));
        cudaDestroyTextureObject(texture);
      }
      printf("\n");
      cudaFreeArray(array);
    }
  }
  cudaFree(out);
}

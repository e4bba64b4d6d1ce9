// Texels read as another type than theirs: integers of other widths, more and fewer channels; and fetches of fewer dimensions.
#include <cstdio>
#include <cstring>

template <class T>
__global__ void fetch(cudaTextureObject_t texture, T* out) {
  *out = tex2D<T>(texture, 2.5f, 1.5f);
}

__global__ void rows(cudaTextureObject_t texture, float* out) {
  out[0] = tex1D<float>(texture, 2.5f);
  out[1] = tex2D<float>(texture, 2.5f, 1.5f);
  out[2] = tex2DLayered<float>(texture, 2.5f, 1.5f, 1);
}

static void* out;

template <class T>
void show(cudaTextureObject_t texture, const char* name) {
  unsigned words[4] = {};
  cudaMemset(out, 0, 16);
  fetch<T><<<1, 1>>>(texture, static_cast<T*>(out));
  cudaMemcpy(words, out, sizeof(T), cudaMemcpyDeviceToHost);
  std::printf("  %s %x %x %x %x\n", name, words[0], words[1], words[2], words[3]);
}

static cudaTextureObject_t texture_of(cudaArray_t array) {
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description;
  std::memset(&description, 0, sizeof description);
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

template <class T>
void all_types(const char* name) {
  unsigned char bytes[64];
  for (int i = 0; i < 64; ++i) bytes[i] = 0xf0 + i % 16;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 4, 4);
  cudaMemcpy2DToArray(array, 0, 0, bytes, 4 * sizeof(T), 4 * sizeof(T), 4, cudaMemcpyHostToDevice);
  const cudaTextureObject_t texture = texture_of(array);
  std::printf("texels %s\n", name);
  show<unsigned char>(texture, "unsigned char");
  show<signed char>(texture, "signed char");
  show<short>(texture, "short");
  show<int>(texture, "int");
  show<unsigned>(texture, "unsigned");
  show<uchar4>(texture, "uchar4");
  show<int4>(texture, "int4");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void all_dimensions(const char* name, cudaExtent extent, unsigned flags) {
  float texels[128];
  for (int i = 0; i < 128; ++i) texels[i] = i;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, extent, flags);
  cudaMemcpy3DParms copy;
  std::memset(&copy, 0, sizeof copy);
  const size_t height = extent.height ? extent.height : 1;
  copy.srcPtr = make_cudaPitchedPtr(texels, 32, 8, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(8, height, extent.depth ? extent.depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  const cudaTextureObject_t texture = texture_of(array);
  float got[3];
  rows<<<1, 1>>>(texture, static_cast<float*>(out));
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  std::printf("%s: 1D %g 2D %g layer %g\n", name, got[0], got[1], got[2]);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

int main() {
  cudaMalloc(&out, 64);
  all_types<unsigned char>("unsigned char");
  all_types<signed char>("signed char");
  all_types<short>("short");
  all_types<uchar4>("uchar4");
  all_types<int>("int");
  all_dimensions("a row", make_cudaExtent(8, 0, 0), 0);
  all_dimensions("a plane", make_cudaExtent(8, 8, 0), 0);
  all_dimensions("two layers", make_cudaExtent(8, 8, 2), cudaArrayLayered);
  // What is refused, and what is no mistake.
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 16;
  cudaTextureDesc description;
  std::memset(&description, 0, sizeof description);
  cudaTextureObject_t texture = 0;
  float* shifted = static_cast<float*>(out) + 1;
  resource.res.linear.devPtr = shifted;
  std::printf("one float on: %s\n", cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  resource.res.linear.devPtr = out;
  description.readMode = cudaReadModeNormalizedFloat;
  std::printf("floats as fractions: %s\n",
              cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  std::printf("destroy none: %s\n", cudaGetErrorName(cudaDestroyTextureObject(0)));
  cudaFree(out);
}

/* Texture fetches as plain loads (CUDA C++ Programming Guide, appendix "Texture Fetching"). The weights of a linear filter have 8
 * bits of fraction, also where those of two or three axes meet, and filtered fractions have 16 bits: bit for bit what an H100 gives.
 * Texels are loaded as a device would, through the cache of read_only.h: the simulator reports fetches of what the kernel itself
 * writes (CUDA C++ Programming Guide, "Texture and Surface Memory"). The loads count as loads of global memory. Without mipmaps, a
 * level of detail says nothing. */
#ifndef WARPSCHOOL_TEXTURE_H
#define WARPSCHOOL_TEXTURE_H

#include "../texture_types.h"
#include "device_base.h"
#include "read_only.h"
#include "texture_record.h"

/* Component type and count of a texel type. */
template <class T>
struct WarpschoolTexel;
#define WS_TEXEL(type, component, count) \
  template <>                            \
  struct WarpschoolTexel<type> {         \
    typedef component Component;         \
    static constexpr int kCount = count; \
  };
#define WS_TEXELS(name, component)   \
  WS_TEXEL(component, component, 1)  \
  WS_TEXEL(name##1, component, 1)    \
  WS_TEXEL(name##2, component, 2)    \
  WS_TEXEL(name##4, component, 4)
WS_TEXEL(char, char, 1)
WS_TEXELS(char, signed char)
WS_TEXELS(uchar, unsigned char)
WS_TEXELS(short, short)
WS_TEXELS(ushort, unsigned short)
WS_TEXELS(int, int)
WS_TEXELS(uint, unsigned int)
WS_TEXELS(float, float)
#undef WS_TEXELS
#undef WS_TEXEL

template <class T>
struct WarpschoolIsFloat { static constexpr bool kValue = false; };
template <>
struct WarpschoolIsFloat<float> { static constexpr bool kValue = true; };

/* The address of a texture object's record, answered by the simulator, which reports handles of another kind. */
WS_EXTERN __attribute__((const)) unsigned long long __ws_texture(unsigned long long texture, unsigned long long what);

template <class T>
WS_DEVICE const WarpschoolTexture& warpschool_texture(cudaTextureObject_t texture, int geometry) {
  return *reinterpret_cast<const WarpschoolTexture*>(__ws_texture(
      texture,
      (unsigned)(geometry | (WarpschoolIsFloat<typename WarpschoolTexel<T>::Component>::kValue ? kWarpschoolReadsFloat : 0))));
}

/* The texel index that an address mode makes of `i`; -1: the border. */
WS_DEVICE int warpschool_address(int i, int size, int mode) {
  if (i >= 0 && i < size) {
    return i;
  }
  if (mode == cudaAddressModeBorder) {
    return -1;
  }
  if (mode == cudaAddressModeWrap) {
    const int rest = i % size;
    return rest < 0 ? rest + size : rest;
  }
  if (mode == cudaAddressModeMirror) {
    int rest = i % (2 * size);
    rest = rest < 0 ? rest + 2 * size : rest;
    return rest < size ? rest : 2 * size - 1 - rest;
  }
  return i < 0 ? 0 : size - 1;
}

/* A stored channel as a float: halves as they are, integers as a fraction of their largest value; the smallest is -1 like the
 * second smallest, but not before a filter has mixed it. */
WS_DEVICE float warpschool_fraction(const WarpschoolTexture& t, const unsigned char* at) {
  if (t.kind == cudaChannelFormatKindFloat) {
    if (t.channel_bytes == 4) {
      return __ldg(reinterpret_cast<const float*>(at));
    }
    float value;
    __asm__("{ .reg .b16 h; mov.b16 h, %1; cvt.f32.f16 %0, h; }"
            : "=f"(value) : "h"(__ldg(reinterpret_cast<const unsigned short*>(at))));
    return value;
  }
  if (t.kind == cudaChannelFormatKindUnsigned) {
    return t.channel_bytes == 1 ? __ldg(at) / 255.0f
                                : __ldg(reinterpret_cast<const unsigned short*>(at)) / 65535.0f;
  }
  const float value = t.channel_bytes == 1 ? __ldg(reinterpret_cast<const signed char*>(at)) / 127.0f
                                           : __ldg(reinterpret_cast<const short*>(at)) / 32767.0f;
  return t.linear ? value : fmaxf(-1.0f, value);
}

/* A stored channel of integers, with the sign that it has. */
WS_DEVICE int warpschool_integer(const WarpschoolTexture& t, const unsigned char* at) {
  const bool is_signed = t.kind == cudaChannelFormatKindSigned;
  if (t.channel_bytes == 4) {
    return __ldg(reinterpret_cast<const int*>(at));
  }
  if (t.channel_bytes == 2) {
    return is_signed ? __ldg(reinterpret_cast<const short*>(at)) : __ldg(reinterpret_cast<const unsigned short*>(at));
  }
  return is_signed ? __ldg(reinterpret_cast<const signed char*>(at)) : __ldg(at);
}

/* The texel at whole coordinates, as the address modes understand them. */
template <class T>
WS_DEVICE T warpschool_texel(const WarpschoolTexture& t, int x, int y, int z) {
  typedef typename WarpschoolTexel<T>::Component Component;
  constexpr int kCount = WarpschoolTexel<T>::kCount;
  T value;
  Component* channels = reinterpret_cast<Component*>(&value);
  x = warpschool_address(x, t.width, t.address_mode[0]);
  y = warpschool_address(y, t.height, t.address_mode[1]);
  z = warpschool_address(z, t.depth, t.address_mode[2]);
  if (x < 0 || y < 0 || z < 0) {
    for (int c = 0; c < kCount; ++c) {
      channels[c] = c < t.channels ? (Component)t.border[c] : 0;
    }
    return value;
  }
  const unsigned char* at = reinterpret_cast<const unsigned char*>(t.data) + t.slice_pitch * (unsigned int)z +
                            t.pitch * (unsigned int)y + (unsigned int)(x * t.channels * t.channel_bytes);
  if (t.layout == WARPSCHOOL_LAYOUT(kCount, (int)sizeof(Component))) {
    return __ldg(reinterpret_cast<const T*>(at));
  }
  /* Channels that the texture does not have read as 0. */
  for (int c = 0; c < kCount; ++c) {
    if (c >= t.channels) {
      channels[c] = 0;
    } else if (WarpschoolIsFloat<Component>::kValue) {
      channels[c] = (Component)warpschool_fraction(t, at + c * t.channel_bytes);
    } else {
      channels[c] = (Component)warpschool_integer(t, at + c * t.channel_bytes);
    }
  }
  return value;
}

/* A coordinate in texels; wrap and mirror act on normalised coordinates. A turn is taken off before they are scaled; a mirrored
 * one stays as it is, and so do its weights: the texels beside it are turned round (warpschool_address). */
WS_DEVICE float warpschool_coordinate(float x, int size, int normalized, int mode) {
  if (!normalized) {
    return x;
  }
  if (mode == cudaAddressModeWrap) {
    x -= floorf(x);
  } else if (mode == cudaAddressModeMirror) {
    x -= 2.0f * rintf(x * 0.5f);
  }
  return x * size;
}

/* Where a clamped coordinate stops, which then lies in the middle of a texel. */
WS_DEVICE float warpschool_clamped(float x, int size, int mode) {
  return mode == cudaAddressModeClamp ? fminf(fmaxf(x, 0.5f), (float)size - 0.5f) : x;
}

/* Where a linear filter begins and how much the next texel weighs, in steps of 1/256. */
WS_DEVICE int warpschool_split(float x, int* weight) {
  const float shifted = x - 0.5f;
  const float begin = floorf(shifted);
  *weight = (int)((shifted - begin) * 256.0f + 0.5f);
  return (int)begin;
}

/* The same along an axis that a linear filter goes. */
WS_DEVICE int warpschool_begin(const WarpschoolTexture& t, int axis, float x, int* weight) {
  const int size = axis == 0 ? t.width : (axis == 1 ? t.height : t.depth);
  return warpschool_split(warpschool_clamped(x, size, t.address_mode[axis]), weight);
}

/* The part of `whole` that the next texel gets: to the nearest, of two alike to the larger one; the first texel's part gives way
 * where both are split again, so that parts add up. */
WS_DEVICE int warpschool_share(int whole, int weight) { return (whole * weight + 128) >> 8; }
WS_DEVICE int warpschool_share_down(int whole, int weight) { return (whole * weight + 127) >> 8; }

/* The four weights of a plane whose texels weigh `whole` together. */
WS_DEVICE void warpschool_weights(int whole, int wx, int wy, int* weights) {
  const int right = warpschool_share(whole, wx);
  const int left = whole - right;
  weights[2] = warpschool_share_down(left, wy);
  weights[3] = warpschool_share(right, wy);
  weights[0] = left - weights[2];
  weights[1] = right - weights[3];
}

/* The sum of texels by their weights of 256 altogether, in the precision of the texels: halves, or fractions of 16 bits, of two
 * alike the one farther from zero. Fractions are whole numbers meanwhile, whose sums are exact. */
WS_DEVICE float warpschool_rounded(const WarpschoolTexture& t, float sum) {
  if (t.kind == cudaChannelFormatKindFloat) {
    return t.channel_bytes == 4 ? sum : __uint_as_float((__float_as_uint(sum) + 0x1000u) & 0xffffe000u);
  }
  if (t.kind == cudaChannelFormatKindUnsigned) {
    return floorf(sum * (t.channel_bytes == 1 ? 257.0f : 1.0f) + 0.5f) / 65535.0f;
  }
  return fmaxf(-1.0f, floorf(sum * (t.channel_bytes == 1 ? 32767.0f / 127.0f : 1.0f) + 0.5f) / 32767.0f);
}
WS_DEVICE float warpschool_steps(const WarpschoolTexture& t) {
  return (float)((1 << (t.channel_bytes * 8 - (t.kind == cudaChannelFormatKindUnsigned ? 0 : 1))) - 1);
}
template <class T, int kTexels>
WS_DEVICE T warpschool_mix(const WarpschoolTexture& t, const T (&texels)[kTexels], const int (&weights)[kTexels]) {
  const bool is_float = t.kind == cudaChannelFormatKindFloat;
  T result;
  for (int c = 0; c < WarpschoolTexel<T>::kCount; ++c) {
    float sum = 0.0f;
    for (int i = 0; i < kTexels; ++i) {
      const float channel = reinterpret_cast<const float*>(&texels[i])[c];
      sum += (is_float ? channel : rintf(channel * warpschool_steps(t))) * ((float)weights[i] * (1.0f / 256.0f));
    }
    reinterpret_cast<float*>(&result)[c] = warpschool_rounded(t, sum);
  }
  return result;
}

template <class T>
WS_DEVICE T warpschool_along_x(const WarpschoolTexture& t, int i, int k, int wx) {
  const T texels[] = {warpschool_texel<T>(t, i, 0, k), warpschool_texel<T>(t, i + 1, 0, k)};
  const int weights[] = {256 - wx, wx};
  return warpschool_mix(t, texels, weights);
}
template <class T>
WS_DEVICE T warpschool_in_plane(const WarpschoolTexture& t, int i, int j, int k, int wx, int wy) {
  const T texels[] = {warpschool_texel<T>(t, i, j, k), warpschool_texel<T>(t, i + 1, j, k), warpschool_texel<T>(t, i, j + 1, k),
                      warpschool_texel<T>(t, i + 1, j + 1, k)};
  int weights[4];
  warpschool_weights(256, wx, wy, weights);
  return warpschool_mix(t, texels, weights);
}
template <class T>
WS_DEVICE T warpschool_in_space(const WarpschoolTexture& t, int i, int j, int k, int wx, int wy, int wz) {
  T texels[8];
  for (int n = 0; n < 8; ++n) {
    texels[n] = warpschool_texel<T>(t, i + (n & 1), j + (n >> 1 & 1), k + (n >> 2));
  }
  int weights[8];
  warpschool_weights(256 - wz, wx, wy, weights);
  warpschool_weights(wz, wx, wy, weights + 4);
  return warpschool_mix(t, texels, weights);
}
template <class T>
WS_DEVICE constexpr bool warpschool_filters() { return WarpschoolIsFloat<typename WarpschoolTexel<T>::Component>::kValue; }

/* One, two and three dimensions; `z` of the first two is the layer, a whole number. */
template <class T>
WS_DEVICE T warpschool_sample_1d(const WarpschoolTexture& t, float x, int layer) {
  x = warpschool_coordinate(x, t.width, t.normalized, t.address_mode[0]);
  if constexpr (warpschool_filters<T>()) {
    if (t.linear) {
      int wx;
      const int i = warpschool_begin(t, 0, x, &wx);
      if (t.geometry == kWarpschool1D && t.address_mode[1] == cudaAddressModeBorder) {
        return warpschool_in_plane<T>(t, i, -1, 0, wx, 128); /* in a plane of one row, at 0: half of it is border */
      }
      return warpschool_along_x<T>(t, i, layer, wx);
    }
  }
  return warpschool_texel<T>(t, (int)floorf(x), 0, layer);
}
template <class T>
WS_DEVICE T warpschool_sample_2d(const WarpschoolTexture& t, float x, float y, int layer) {
  x = warpschool_coordinate(x, t.width, t.normalized, t.address_mode[0]);
  y = warpschool_coordinate(y, t.height, t.normalized, t.address_mode[1]);
  if constexpr (warpschool_filters<T>()) {
    if (t.linear) {
      int wx, wy;
      const int i = warpschool_begin(t, 0, x, &wx), j = warpschool_begin(t, 1, y, &wy);
      return warpschool_in_plane<T>(t, i, j, layer, wx, wy);
    }
  }
  return warpschool_texel<T>(t, (int)floorf(x), (int)floorf(y), layer);
}
template <class T>
WS_DEVICE T warpschool_sample_3d(const WarpschoolTexture& t, float x, float y, float z) {
  x = warpschool_coordinate(x, t.width, t.normalized, t.address_mode[0]);
  y = warpschool_coordinate(y, t.height, t.normalized, t.address_mode[1]);
  z = warpschool_coordinate(z, t.depth, t.normalized, t.address_mode[2]);
  if constexpr (warpschool_filters<T>()) {
    if (t.linear) {
      int wx, wy, wz;
      const int i = warpschool_begin(t, 0, x, &wx), j = warpschool_begin(t, 1, y, &wy), k = warpschool_begin(t, 2, z, &wz);
      return warpschool_in_space<T>(t, i, j, k, wx, wy, wz);
    }
  }
  return warpschool_texel<T>(t, (int)floorf(x), (int)floorf(y), (int)floorf(z));
}
WS_DEVICE int warpschool_layer(const WarpschoolTexture& t, int layer) {
  return layer < 0 ? 0 : (layer < t.depth ? layer : t.depth - 1);
}

template <class T>
WS_DEVICE T tex1Dfetch(cudaTextureObject_t texture, int x) {
  const WarpschoolTexture& t = warpschool_texture<T>(texture, kWarpschoolLinear);
  if (x < 0 || x >= t.width) {
    return T(); /* a fetch outside of linear memory gives zero */
  }
  return warpschool_texel<T>(t, x, 0, 0);
}

/* Each fetch has a form that returns the texel and one that stores it; the forms for mipmaps read the one level there is. */
#define WS_FETCH(name, geometry, parameters, sample)                        \
  template <class T>                                                        \
  WS_DEVICE T name(cudaTextureObject_t texture, WS_UNPACK parameters) {     \
    const WarpschoolTexture& t = warpschool_texture<T>(texture, geometry);  \
    return sample;                                                          \
  }                                                                         \
  template <class T>                                                        \
  WS_DEVICE void name(T* result, cudaTextureObject_t texture, WS_UNPACK parameters) { \
    const WarpschoolTexture& t = warpschool_texture<T>(texture, geometry);  \
    *result = sample;                                                       \
  }
#define WS_UNPACK(...) __VA_ARGS__
WS_FETCH(tex1D, kWarpschool1D, (float x), warpschool_sample_1d<T>(t, x, 0))
WS_FETCH(tex1DLod, kWarpschool1D, (float x, float), warpschool_sample_1d<T>(t, x, 0))
WS_FETCH(tex1DGrad, kWarpschool1D, (float x, float, float), warpschool_sample_1d<T>(t, x, 0))
WS_FETCH(tex1DLayered, kWarpschool1DLayered, (float x, int layer), warpschool_sample_1d<T>(t, x, warpschool_layer(t, layer)))
WS_FETCH(tex2D, kWarpschool2D, (float x, float y), warpschool_sample_2d<T>(t, x, y, 0))
WS_FETCH(tex2DLod, kWarpschool2D, (float x, float y, float), warpschool_sample_2d<T>(t, x, y, 0))
WS_FETCH(tex2DGrad, kWarpschool2D, (float x, float y, float2, float2), warpschool_sample_2d<T>(t, x, y, 0))
WS_FETCH(tex2DLayered, kWarpschool2DLayered, (float x, float y, int layer),
         warpschool_sample_2d<T>(t, x, y, warpschool_layer(t, layer)))
WS_FETCH(tex3D, kWarpschool3D, (float x, float y, float z), warpschool_sample_3d<T>(t, x, y, z))
WS_FETCH(tex3DLod, kWarpschool3D, (float x, float y, float z, float), warpschool_sample_3d<T>(t, x, y, z))
WS_FETCH(tex3DGrad, kWarpschool3D, (float x, float y, float z, float4, float4), warpschool_sample_3d<T>(t, x, y, z))
#undef WS_FETCH
#undef WS_UNPACK

/* One channel of the four texels that a linear filter would mix, counterclockwise from below on the left. */
template <class T>
WS_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
  typedef typename WarpschoolTexel<T>::Component Component;
  const WarpschoolTexture& t = warpschool_texture<T>(texture, kWarpschool2D);
  int wx, wy;
  const int i = warpschool_split(warpschool_coordinate(x, t.width, t.normalized, t.address_mode[0]), &wx);
  const int j = warpschool_split(warpschool_coordinate(y, t.height, t.normalized, t.address_mode[1]), &wy);
  const T corners[] = {warpschool_texel<T>(t, i, j + 1, 0), warpschool_texel<T>(t, i + 1, j + 1, 0),
                       warpschool_texel<T>(t, i + 1, j, 0), warpschool_texel<T>(t, i, j, 0)};
  T result;
  for (int c = 0; c < 4; ++c) {
    const Component value = reinterpret_cast<const Component*>(&corners[c])[channel & 3];
    reinterpret_cast<Component*>(&result)[c] = warpschool_filters<T>() && t.kind == cudaChannelFormatKindSigned && value < (Component)-1
                                                   ? (Component)-1
                                                   : value;
  }
  return result;
}
template <class T>
WS_DEVICE void tex2Dgather(T* result, cudaTextureObject_t texture, float x, float y, int channel = 0) {
  *result = tex2Dgather<T>(texture, x, y, channel);
}

#endif

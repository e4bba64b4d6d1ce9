/* tex1Dfetch, tex1D and tex2D as plain loads (CUDA C++ Programming Guide, appendix "Texture Fetching"). The weights of a linear
 * filter have 8 bits of fraction, as on a GPU. The loads count as loads of global memory. */
#ifndef WARPSCHOOL_TEXTURE_H
#define WARPSCHOOL_TEXTURE_H

#include "../texture_types.h"
#include "device_base.h"
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

WS_DEVICE const WarpschoolTexture& warpschool_texture(cudaTextureObject_t texture) {
  return *reinterpret_cast<const WarpschoolTexture*>(texture);
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

/* An integer channel read as a fraction of its largest value. */
WS_DEVICE float warpschool_fraction(const WarpschoolTexture& t, const unsigned char* at) {
  if (t.kind == cudaChannelFormatKindFloat) {
    return *reinterpret_cast<const float*>(at);
  }
  if (t.channel_bytes == 1) {
    return t.kind == cudaChannelFormatKindUnsigned ? *at / 255.0f
                                                   : fmaxf(-1.0f, *reinterpret_cast<const signed char*>(at) / 127.0f);
  }
  return t.kind == cudaChannelFormatKindUnsigned ? *reinterpret_cast<const unsigned short*>(at) / 65535.0f
                                                 : fmaxf(-1.0f, *reinterpret_cast<const short*>(at) / 32767.0f);
}

template <class T>
WS_DEVICE T warpschool_texel(const WarpschoolTexture& t, int x, int y) {
  typedef typename WarpschoolTexel<T>::Component Component;
  constexpr int kCount = WarpschoolTexel<T>::kCount;
  T value;
  Component* channels = reinterpret_cast<Component*>(&value);
  x = warpschool_address(x, t.width, t.address_mode[0]);
  y = warpschool_address(y, t.height, t.address_mode[1]);
  if (x < 0 || y < 0) {
    for (int c = 0; c < kCount; ++c) {
      channels[c] = (Component)t.border[c];
    }
    return value;
  }
  const unsigned char* row = reinterpret_cast<const unsigned char*>(t.data) + t.pitch * (unsigned int)y;
  if (!WarpschoolIsFloat<Component>::kValue || !t.to_float) {
    return *reinterpret_cast<const T*>(row + sizeof(T) * (unsigned int)x);
  }
  for (int c = 0; c < kCount; ++c) {
    channels[c] = (Component)warpschool_fraction(t, row + (unsigned int)((x * kCount + c) * t.channel_bytes));
  }
  return value;
}

/* A coordinate in texels; wrap and mirror act on normalised coordinates, before they are scaled. */
WS_DEVICE float warpschool_coordinate(float x, int size, int normalized, int mode) {
  if (!normalized) {
    return x;
  }
  if (mode == cudaAddressModeWrap) {
    x -= floorf(x);
  } else if (mode == cudaAddressModeMirror) {
    const float whole = floorf(x);
    const float part = x - whole;
    x = ((int)whole & 1) != 0 ? 1.0f - part : part;
  }
  return x * size;
}

/* Where a linear filter begins and how much the next texel weighs, in steps of 1/256. */
WS_DEVICE int warpschool_split(float x, float* weight) {
  const float shifted = x - 0.5f;
  const float begin = floorf(shifted);
  *weight = floorf((shifted - begin) * 256.0f + 0.5f) * (1.0f / 256.0f);
  return (int)begin;
}

template <class T>
WS_DEVICE T warpschool_mix(const T& a, const T& b, float weight) {
  T result;
  for (int c = 0; c < WarpschoolTexel<T>::kCount; ++c) {
    reinterpret_cast<float*>(&result)[c] =
        (1.0f - weight) * reinterpret_cast<const float*>(&a)[c] + weight * reinterpret_cast<const float*>(&b)[c];
  }
  return result;
}

template <class T>
WS_DEVICE T tex1Dfetch(cudaTextureObject_t texture, int x) {
  const WarpschoolTexture& t = warpschool_texture(texture);
  if (x < 0 || x >= t.width) {
    return T(); /* a fetch outside of linear memory gives zero */
  }
  return warpschool_texel<T>(t, x, 0);
}

template <class T>
WS_DEVICE T tex2D(cudaTextureObject_t texture, float x, float y) {
  const WarpschoolTexture& t = warpschool_texture(texture);
  x = warpschool_coordinate(x, t.width, t.normalized, t.address_mode[0]);
  y = warpschool_coordinate(y, t.height, t.normalized, t.address_mode[1]);
  if constexpr (WarpschoolIsFloat<typename WarpschoolTexel<T>::Component>::kValue) {
    if (t.linear) {
      float wx, wy;
      const int i = warpschool_split(x, &wx), j = warpschool_split(y, &wy);
      const T top = warpschool_mix(warpschool_texel<T>(t, i, j), warpschool_texel<T>(t, i + 1, j), wx);
      const T bottom = warpschool_mix(warpschool_texel<T>(t, i, j + 1), warpschool_texel<T>(t, i + 1, j + 1), wx);
      return warpschool_mix(top, bottom, wy);
    }
  }
  return warpschool_texel<T>(t, (int)floorf(x), (int)floorf(y));
}

template <class T>
WS_DEVICE T tex1D(cudaTextureObject_t texture, float x) {
  const WarpschoolTexture& t = warpschool_texture(texture);
  x = warpschool_coordinate(x, t.width, t.normalized, t.address_mode[0]);
  if constexpr (WarpschoolIsFloat<typename WarpschoolTexel<T>::Component>::kValue) {
    if (t.linear) {
      float weight;
      const int i = warpschool_split(x, &weight);
      return warpschool_mix(warpschool_texel<T>(t, i, 0), warpschool_texel<T>(t, i + 1, 0), weight);
    }
  }
  return warpschool_texel<T>(t, (int)floorf(x), 0);
}

#endif

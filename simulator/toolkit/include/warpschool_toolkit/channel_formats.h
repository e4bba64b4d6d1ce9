/* The channel format of a texel type: cudaCreateChannelDesc<float4>(). */
#ifndef WARPSCHOOL_CHANNEL_FORMATS_H
#define WARPSCHOOL_CHANNEL_FORMATS_H

#include "../cuda_runtime_api.h"

template <class T>
__inline__ cudaChannelFormatDesc cudaCreateChannelDesc() {
  return {0, 0, 0, 0, cudaChannelFormatKindNone};
}
#define WS_CHANNEL(type, x, y, z, w, kind)                           \
  template <>                                                        \
  __inline__ cudaChannelFormatDesc cudaCreateChannelDesc<type>() {   \
    return {x, y, z, w, cudaChannelFormatKind##kind};                \
  }
#define WS_CHANNELS(name, component, bits, kind)      \
  WS_CHANNEL(component, bits, 0, 0, 0, kind)          \
  WS_CHANNEL(name##1, bits, 0, 0, 0, kind)            \
  WS_CHANNEL(name##2, bits, bits, 0, 0, kind)         \
  WS_CHANNEL(name##3, bits, bits, bits, 0, kind)      \
  WS_CHANNEL(name##4, bits, bits, bits, bits, kind)
WS_CHANNEL(char, 8, 0, 0, 0, Signed)
WS_CHANNELS(char, signed char, 8, Signed)
WS_CHANNELS(uchar, unsigned char, 8, Unsigned)
WS_CHANNELS(short, short, 16, Signed)
WS_CHANNELS(ushort, unsigned short, 16, Unsigned)
WS_CHANNELS(int, int, 32, Signed)
WS_CHANNELS(uint, unsigned int, 32, Unsigned)
WS_CHANNELS(float, float, 32, Float)
#undef WS_CHANNELS
#undef WS_CHANNEL

static __inline__ cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static __inline__ cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
static __inline__ cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
static __inline__ cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

#endif

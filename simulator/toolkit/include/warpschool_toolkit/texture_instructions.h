/* What the instruction tex does (PTX ISA, section "Texture Instructions: tex"). simcc includes this where a program has tex as
 * inline PTX; the simulator calls these functions in the instruction's place:
 *   __ws_tex_GEOMETRY_RESULT_COORDINATES, as in __ws_tex_2d_f32_f32 for tex.2d.v4.f32.f32 */
#ifndef WARPSCHOOL_TEXTURE_INSTRUCTIONS_H
#define WARPSCHOOL_TEXTURE_INSTRUCTIONS_H

#include "texture.h"

#ifdef __CUDA_ARCH__
#define WS_TEX(geometry, result, coordinate, type, dimensions, parameters, sample)                                     \
  extern "C" {                                                                                                         \
  __device__ __attribute__((noinline, used, weak)) type __ws_tex_##geometry##_##result##_##coordinate parameters {    \
    const WarpschoolTexture& t = warpschool_texture<type>(texture, dimensions);                                        \
    return sample;                                                                                                     \
  }                                                                                                                    \
  }
#define WS_TEX_SAMPLES(result, type)                                                                                      \
  WS_TEX(1d, result, f32, type, kWarpschool1D, (cudaTextureObject_t texture, float x), warpschool_sample_1d<type>(t, x, 0))\
  WS_TEX(2d, result, f32, type, kWarpschool2D, (cudaTextureObject_t texture, float x, float y),                           \
         warpschool_sample_2d<type>(t, x, y, 0))                                                                          \
  WS_TEX(3d, result, f32, type, kWarpschool3D, (cudaTextureObject_t texture, float x, float y, float z),                  \
         warpschool_sample_3d<type>(t, x, y, z))                                                                          \
  WS_TEX(a1d, result, f32, type, kWarpschool1DLayered, (cudaTextureObject_t texture, int layer, float x),                 \
         warpschool_sample_1d<type>(t, x, warpschool_layer(t, layer)))                                                    \
  WS_TEX(a2d, result, f32, type, kWarpschool2DLayered, (cudaTextureObject_t texture, int layer, float x, float y),        \
         warpschool_sample_2d<type>(t, x, y, warpschool_layer(t, layer)))                                                 \
  WS_TEX(1d, result, s32, type, kWarpschoolLinear, (cudaTextureObject_t texture, int x),                                  \
         x < 0 || x >= t.width ? type() : warpschool_texel<type>(t, x, 0, 0))                                             \
  WS_TEX(2d, result, s32, type, kWarpschool2D, (cudaTextureObject_t texture, int x, int y),                               \
         warpschool_texel<type>(t, x, y, 0))                                                                              \
  WS_TEX(3d, result, s32, type, kWarpschool3D, (cudaTextureObject_t texture, int x, int y, int z),                        \
         warpschool_texel<type>(t, x, y, z))                                                                              \
  WS_TEX(a1d, result, s32, type, kWarpschool1DLayered, (cudaTextureObject_t texture, int layer, int x),                   \
         warpschool_texel<type>(t, x, 0, warpschool_layer(t, layer)))                                                     \
  WS_TEX(a2d, result, s32, type, kWarpschool2DLayered, (cudaTextureObject_t texture, int layer, int x, int y),            \
         warpschool_texel<type>(t, x, y, warpschool_layer(t, layer)))
WS_TEX_SAMPLES(f32, float4)
WS_TEX_SAMPLES(s32, int4)
WS_TEX_SAMPLES(u32, uint4)
#undef WS_TEX_SAMPLES
#undef WS_TEX
#endif

#endif

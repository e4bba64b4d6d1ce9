/* What a texture or surface object is on the simulator: the device address of this record, which the runtime fills in. */
#ifndef WARPSCHOOL_TEXTURE_RECORD_H
#define WARPSCHOOL_TEXTURE_RECORD_H

/* The dimensions of a texture or surface, and of what a fetch takes it for. */
enum {
  kWarpschoolLinear = 1, /* read with tex1Dfetch alone */
  kWarpschool1D,
  kWarpschool2D,
  kWarpschool3D,
  kWarpschool1DLayered,
  kWarpschool2DLayered
};

/* Of the second argument of __ws_texture: one of the dimensions and, where the fetch is of floats, this bit. */
enum { kWarpschoolReadsFloat = 8 };

/* Of the last argument of __ws_surface: one of the dimensions, this bit for a write, the cudaSurfaceBoundaryMode from bit 4 on,
 * the bytes of the access from bit 8 on. */
enum { kWarpschoolWrites = 8, kWarpschoolModeShift = 4, kWarpschoolBytesShift = 8 };

typedef struct WarpschoolTexture {
  unsigned long long data;        /* device address of the first texel */
  unsigned long long pitch;       /* bytes from row to row */
  unsigned long long slice_pitch; /* bytes from slice to slice */
  int width, height, depth;       /* texels; 1 where there is no such dimension */
  int channels;
  int channel_bytes;
  int kind;            /* cudaChannelFormatKind */
  int address_mode[3]; /* cudaTextureAddressMode of x, y and z */
  int linear;          /* filter between texels */
  int normalized;      /* coordinates from 0 to 1 */
  int to_float;        /* integers are read as 0 to 1 or -1 to 1, halves as floats */
  int geometry;        /* one of the dimensions above */
  int layout;          /* WARPSCHOOL_LAYOUT of the texels where they are read as they lie, else 0 */
  float border[4];
} WarpschoolTexture;

/* Says of texels that are read as they lie whether they are those of a type. */
#define WARPSCHOOL_LAYOUT(channels, channel_bytes) ((channels) * 16 + (channel_bytes))

#endif
